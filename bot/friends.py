"""The friends list: friends at a table, pending requests, and a challenge button for each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.lobby.handlers import challenge_to_standard, member_of
from bot.lobby.messages import LobbyContext
from bot.presses.account import FriendsPress, FriendsVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.context import Context
from bot.ui.listener import InboxListener
from bot.ui.markup import plain_name, safe_name
from bot.ui.paging import paged
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    PersonMenu,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from engine.service import Person, UserId
from engine.service.social import Friend, FriendOutcome

MOST_ASKING = 4


@dataclass(frozen=True, slots=True)
class FriendLine:
    """A person on the list. ``link``: the table at which they are playing."""

    user: int
    name: str
    plain: str
    mutual: bool
    asks: bool
    link: str = ""


def friends_screen(reader: Reader, friends: Sequence[FriendLine], notice: str = "") -> Screen:
    """Return the list: friends at a table, other friends, sent requests, received requests."""
    t = reader.words.t
    lines = [notice] if notice else []
    lines.append(t("## Friends"))
    for one in sorted(friends, key=lambda one: (one.asks, not one.mutual, not one.link)):
        if one.asks:
            lines.append(t("✋ **{name}** wants to be your friend.", name=one.name))
        elif not one.mutual:
            lines.append(t("⏳ Waiting for **{name}** to accept.", name=one.name))
        elif one.link:
            line = t("🃏 **{name}** is [at a table now]({link}).", name=one.name, link=one.link)
            lines.append(line)
        else:
            lines.append(f"🙂 **{one.name}**")
    if not friends:
        lines.append(t("No friends yet. Choose someone below to add them."))
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    if not (friends or notice):
        text = t("No friends yet. Choose someone below to add them.")
        parts.append(EmptyPart(picture=EmptyPicture.PEOPLE, title=text))
    asking = [one for one in friends if one.asks][:MOST_ASKING]
    if asking:
        parts.append(Row(tuple(_add(reader, one) for one in asking)))
    mutual = [one for one in friends if one.mutual]
    if mutual:
        choices = tuple(MenuChoice(one.plain, str(one.user)) for one in mutual)
        press = FriendsPress(FriendsVerb.CHALLENGE)
        menu = Menu(press, choices, t("Challenge a friend to standard gin"))
        parts.append(paged(reader, menu))
    someone = MenuPress(MenuVerb.PERSON)
    parts.append(PersonMenu(someone, t("Choose a player: challenge, add, message, block…")))
    parts.append(Row((Button(t("Inbox"), MenuPress(MenuVerb.INBOX), emoji="✉️"),)))
    return Screen(tuple(parts), Accent.CALM)


def _add(reader: Reader, one: FriendLine) -> Button:
    label = reader.words.t("Add {name}", name=one.plain)
    return Button(label, FriendsPress(FriendsVerb.ADD, one.user), Style.SUCCESS, "➕")


def friends_answers(press: FriendsPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: public for a challenge, in place for the list."""
    return AnswerKind.PUBLIC if press.verb is FriendsVerb.CHALLENGE else AnswerKind.IN_PLACE


async def friends_pressed(
    hosting: LobbyContext, notify: InboxListener, ctx: Context, press: FriendsPress
) -> None:
    """Add a person to the list, or challenge a friend."""
    if ctx.turns_a_page:
        await ctx.reply.update(await list_of(ctx))
        return
    if press.verb is FriendsVerb.CHALLENGE:
        await _challenge(hosting, ctx, int(ctx.value))
        return
    listed = await ctx.service.friends.of(ctx.user)
    name = next((one.name for one in listed if one.user_id == press.id), "")
    notice = await add_friend(notify, ctx, Person(UserId(press.id), name))
    await ctx.reply.update(await list_of(ctx, notice))


async def add_friend(notify: InboxListener, ctx: Context, friend: Person) -> str:
    """Add a person to the presser's list and report the result."""
    outcome = await ctx.service.friends.add(ctx.key, ctx.person, friend)
    if outcome is FriendOutcome.ASKED and await ctx.service.notes.request(
        ctx.key, ctx.person, friend.user_id
    ):
        await notify(friend.user_id)
    return befriended(ctx.reader, outcome, safe_name(friend.name))


def befriended(reader: Reader, outcome: FriendOutcome, name: str) -> str:
    """Return the result of adding a friend in one sentence."""
    t = reader.words.t
    match outcome:
        case FriendOutcome.ASKED:
            return t(
                "**{name}** is on your list. You'll be friends when they add you too.", name=name
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


async def _challenge(hosting: LobbyContext, ctx: Context, friend: int) -> None:
    member = await member_of(ctx, friend)
    if member is None:
        raise Refusal("Your friend isn't on this server. Challenge them on a server you share.")
    await challenge_to_standard(hosting, ctx, member)
