"""Handlers of the friends list: accept requests, and challenge friends."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.friends.screens import FriendLine, friends_screen
from bot.lobby.challenge import challenge_to_standard, member_of
from bot.lobby.hosting import Hosting
from bot.presses.friends import FriendsPress, FriendsVerb
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.names import plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.refusal import Refusal
from bot.ui.screen import Screen
from engine.service import Person, UserId
from engine.service.social.friends import Friend, FriendOutcome

Told: TypeAlias = Callable[[UserId], Awaitable[None]]
"""A callback that tells a person who is present about a new item in the inbox."""


def friends_answers(press: FriendsPress, _submitted: bool) -> Answer:
    """Return the answer kind: public for a challenge, in place for the list."""
    return Answer.PUBLIC if press.verb is FriendsVerb.CHALLENGE else Answer.IN_PLACE


async def friends_pressed(hosting: Hosting, told: Told, ctx: Context, press: FriendsPress) -> None:
    """Add a person to the list, or challenge a friend."""
    if press.verb is FriendsVerb.CHALLENGE:
        await _challenge(hosting, ctx, int(ctx.value))
        return
    listed = await ctx.service.friends.of(ctx.user)
    name = next((one.name for one in listed if one.user_id == press.id), "")
    notice = await add_friend(told, ctx, Person(UserId(press.id), name))
    await ctx.reply.update(await list_of(ctx, notice))


async def add_friend(told: Told, ctx: Context, friend: Person) -> str:
    """Add a person to the presser's list and report the result."""
    outcome = await ctx.service.friends.add(ctx.key, ctx.person, friend)
    if outcome is FriendOutcome.ASKED and await ctx.service.notes.request(
        ctx.key, ctx.person, friend.user_id
    ):
        await told(friend.user_id)
    return befriended(ctx.reader, outcome, safe_name(friend.name))


def befriended(reader: Reader, outcome: FriendOutcome, name: str) -> str:
    """Return the result of adding a friend in one sentence."""
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
            return t("Your list is full. Remove someone first.")
        case FriendOutcome.SELF:
            return t("You can't add yourself.")
        case FriendOutcome.BLOCKED:
            return t("You have blocked **{name}**. Unblock them first.", name=name)


async def list_of(ctx: Context, notice: str = "") -> Screen:
    """Return the presser's friends list."""
    listed = await ctx.service.friends.of(ctx.user)
    return friends_screen(ctx.reader, [line_of(one) for one in listed], notice)


def line_of(friend: Friend) -> FriendLine:
    """Return a friend with a safe name and a link to their current table."""
    name = safe_name(friend.name)
    link = ""
    if friend.table is not None:
        table = friend.table
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        link += f"/{table.message}" if table.message is not None else ""
    return FriendLine(friend.user_id, name, plain_name(name), friend.mutual, friend.asks, link)


async def _challenge(hosting: Hosting, ctx: Context, friend: int) -> None:
    member = await member_of(ctx, friend)
    if member is None:
        raise Refusal("Your friend isn't on this server. Challenge them on a server you share.")
    await challenge_to_standard(hosting, ctx, member)
