"""The list of friends: adding who asks, challenging from the list."""

from typing import TYPE_CHECKING

import discord

from bot.friends.screens import FriendLine, friends_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.names import plain_name, safe_name
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from engine.service import InteractionId, Person, UserId
from engine.service.social.friends import Friend, FriendOutcome

if TYPE_CHECKING:
    from bot.app import GinBot


def friends_answers(press: CustomId, _submitted: bool) -> Answer:
    """A challenge is for everybody to see; the list changes in place."""
    return Answer.PUBLIC if press.what == "friends-challenge" else Answer.IN_PLACE


async def friends_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``friends-add`` with a user's id, or ``friends-challenge`` with one in the menu."""
    reader = await bot.readers.of(reply.interaction)
    if press.what == "friends-challenge" and values:
        await _challenge(bot, reply, reader, int(values[0]))
        return
    user = UserId(reply.interaction.user.id)
    listed = await bot.service.friends.of(user)
    name = next((one.name for one in listed if one.user_id == press.id), "")
    notice = await add_friend(bot, reply, reader, Person(UserId(press.id), name))
    await reply.update(await list_of(bot, reader, user, notice))


async def add_friend(bot: "GinBot", reply: Reply, reader: Reader, friend: Person) -> str:
    """Put somebody on the list of the one who asks, and say what came of it."""
    interaction = reply.interaction
    user = Person(UserId(interaction.user.id), interaction.user.display_name)
    key = InteractionId(interaction.id)
    outcome = await bot.service.friends.add(key, user, friend)
    if outcome is FriendOutcome.ASKED and await bot.service.notes.wish(key, user, friend.user_id):
        await bot.mail.sent(friend.user_id)
    return befriended(reader, outcome, safe_name(friend.name))


def befriended(reader: Reader, outcome: FriendOutcome, name: str) -> str:
    """The outcome of adding a friend, in a sentence."""
    t = reader.words.t
    match outcome:
        case FriendOutcome.ASKED:
            return t(
                "**{name}** is on your list. You become friends when they add you too.", name=name
            )
        case FriendOutcome.FRIENDS:
            return t("You and **{name}** are now friends.", name=name)
        case FriendOutcome.ALREADY:
            return t("**{name}** is already on your list.", name=name)
        case FriendOutcome.FULL:
            return t("Your list is full. Make room with `/gin friends remove`.")
        case FriendOutcome.SELF:
            return t("You can't add yourself.")
        case FriendOutcome.BLOCKED:
            return t(
                "You have blocked **{name}**. Unblock them first with `/gin friends unblock`.",
                name=name,
            )


async def list_of(bot: "GinBot", reader: Reader, user: UserId, notice: str = "") -> Screen:
    """The own list of friends."""
    listed = await bot.service.friends.of(user)
    return friends_screen(reader, [line_of(one) for one in listed], notice)


def line_of(friend: Friend) -> FriendLine:
    """A friend with a safe name and a link to where they play."""
    name = safe_name(friend.name)
    link = ""
    if friend.table is not None:
        table = friend.table
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        link += f"/{table.message}" if table.message is not None else ""
    return FriendLine(friend.user_id, name, plain_name(name), friend.mutual, friend.asks, link)


async def _challenge(bot: "GinBot", reply: Reply, reader: Reader, friend: int) -> None:
    guild = reply.interaction.guild
    t = reader.words.t
    try:
        member = None if guild is None else await guild.fetch_member(friend)
    except discord.NotFound:
        member = None
    if member is None:
        text = t("Your friend isn't on this server. Challenge them on a server you share.")
        await reply.private(notice_screen(text))
        return
    await bot.challenge(reply.interaction, member)
