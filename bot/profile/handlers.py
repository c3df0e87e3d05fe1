"""The controls of a profile."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.profile.screens import profile_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from engine.service import GuildId, Hidden, UserId
from engine.standings.pools import Pool, parse_pool

if TYPE_CHECKING:
    from bot.app import GinBot


def profile_answers(press: CustomId, _submitted: bool) -> Answer:
    """Shown to everybody if its owner asks for that; pages in place."""
    return Answer.PUBLIC if press.what.startswith("profile-show-") else Answer.IN_PLACE


async def profile_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``profile-world-s-standard.live`` and the like; the id is the person."""
    _, verb, scope, pool = press.what.split("-", 3)
    user = UserId(press.id)
    match verb:
        case "show":
            await _show_here(bot, reply, user, scope == "w", _pool(pool))
            return
        case "pool" if values:
            pool = values[0]
        case "world" | "server":
            scope = "w" if verb == "world" else "s"
        case _:
            pass
    screen = await screen_of(
        bot, reply, user, everywhere=scope == "w", pool=_pool(pool), more=verb == "more"
    )
    if screen is None:
        await reply.private(await hidden_screen(bot, reply))
    else:
        await reply.update(screen)


async def screen_of(
    bot: "GinBot",
    reply: Reply,
    user: UserId,
    *,
    everywhere: bool = False,
    pool: Pool | None = None,
    more: bool = False,
    name: str = "",
) -> Screen | None:
    """A profile as the person behind a reply may see it; ``None``: they may not.

    ``name``: how somebody is called who has not played yet.
    """
    asked = reply.interaction
    guild = None if everywhere else GuildId(asked.guild_id or 0)
    me = UserId(asked.user.id)
    found = await bot.service.statistics.profile(user, me, guild, pool)
    if isinstance(found, Hidden):
        return None
    reader = await bot.readers.of(asked)
    called = found.name or (asked.user.display_name if user == me else name)
    return profile_screen(reader, replace(found, name=called), own=user == me, more=more)


async def hidden_screen(bot: "GinBot", reply: Reply) -> Screen:
    """The sentence in place of a profile that is not shown."""
    t = (await bot.readers.of(reply.interaction)).words.t
    text = t("This profile is private. Its owner can change that in `/gin settings`.")
    return notice_screen(text)


async def _show_here(
    bot: "GinBot", reply: Reply, user: UserId, everywhere: bool, pool: Pool | None
) -> None:
    """Post one's own profile for everybody in the channel."""
    asked = reply.interaction
    reader = await bot.readers.of(asked)
    if user != asked.user.id:
        text = reader.words.t("Only the owner of a profile can share it.")
        await reply.private(notice_screen(text))
        return
    guild = GuildId(asked.guild_id or 0)
    found = await bot.service.statistics.profile(user, user, None if everywhere else guild, pool)
    if not isinstance(found, Hidden):
        everybody = await bot.readers.public(guild)
        await reply.public(profile_screen(everybody, found, own=False, public=True))


def _pool(text: str) -> Pool | None:
    try:
        return parse_pool(text)
    except ValueError:
        return None
