"""The buttons under the welcome and the help."""

from typing import TYPE_CHECKING

import discord

from bot.account.screens import settings_screen
from bot.commands.welcome_screen import whom_screen
from bot.daily.handlers import screen_of
from bot.match.hand.handlers import open_panel
from bot.match.which_match import current
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.wording.rules import rules_screen
from engine.game.presets import PRESETS
from engine.service import UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def go_answers(press: CustomId, _submitted: bool) -> Answer:
    """A table or an invitation is for the channel, everything else for the presser."""
    what = press.what.partition("-")[2]
    return Answer.PUBLIC if what in ("practice", "who") else Answer.PRIVATE


async def go_pressed(bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]) -> None:
    """``go-practice`` and the like; the answer is for the presser, the welcome stays."""
    reader = await bot.readers.of(reply.interaction)
    what = press.what.partition("-")[2]
    if what == "practice":
        await bot.practise(reply.interaction)
        return
    if what == "who":
        await _challenge(bot, reply, reader, int(values[0]))
        return
    match what:
        case "challenge":
            await reply.private(whom_screen(reader))
        case "hand":
            await _hand(bot, reply)
        case "daily":
            await reply.private(await screen_of(bot, reply))
        case "rules":
            await reply.private(rules_screen(reader, PRESETS["standard"], "standard"))
        case "settings":
            user = UserId(reply.interaction.user.id)
            owned = await bot.service.coins.owned(user)
            await reply.private(settings_screen(reader, await bot.readers.prefs(user), owned))
        case _:
            text = reader.words.t(
                "This button is from an older version. See `/gin help` for how to get started."
            )
            await reply.private(notice_screen(text))


async def _challenge(bot: "GinBot", reply: Reply, reader: Reader, whom: int) -> None:
    guild = reply.interaction.guild
    try:
        member = None if guild is None else await guild.fetch_member(whom)
    except discord.NotFound:
        member = None
    if member is None:
        text = reader.words.t("This person is no longer on this server. Choose someone else.")
        await reply.private(notice_screen(text))
        return
    await bot.challenge(reply.interaction, member)


async def _hand(bot: "GinBot", reply: Reply) -> None:
    user = UserId(reply.interaction.user.id)
    mine = await bot.service.live_matches_of(user)
    live = current(mine, user, reply.interaction.channel_id)
    if live is None:
        t = (await bot.readers.of(reply.interaction)).words.t
        text = t("You aren't at any table. Start a match with `/gin challenge` or `/gin practice`.")
        await reply.private(notice_screen(text))
        return
    await open_panel(bot, reply, live)
