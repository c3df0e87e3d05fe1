"""The friends list: friends who are here or at a table, requests, and a way to challenge each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.friends.page_parts import page_parts
from bot.friends.people import FriendLine, PastOpponent
from bot.presses.account import FriendsPress, FriendsVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.paging import paged
from bot.ui.reader import Reader
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

MOST_ASKING = 4


@dataclass(frozen=True, slots=True)
class FriendsList:
    """The list, and the opponents whom the reader met last, for a page."""

    friends: Sequence[FriendLine]
    again: Sequence[PastOpponent] = ()


def friends_screen(reader: Reader, listed: FriendsList, notice: str = "") -> Screen:
    """Return the list: friends who are here, other friends, sent requests, received requests."""
    t, friends = reader.words.t, listed.friends
    lines = [notice] if notice else []
    lines.append(t("## Friends"))
    in_order = sorted(
        friends, key=lambda one: (one.asks, not one.mutual, not one.link, not one.is_here)
    )
    lines += [_line(reader, one) for one in in_order]
    if not friends:
        lines.append(t("No friends yet. Choose someone below to add them."))
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    parts += page_parts(reader, friends, listed.again, notice)
    asking = [one for one in friends if one.asks][:MOST_ASKING]
    if asking:
        parts.append(Row(tuple(_add(reader, one) for one in asking)))
    mutual = [one for one in friends if one.mutual]
    if mutual:
        choices = tuple(MenuChoice(one.plain, str(one.user)) for one in mutual)
        press = FriendsPress(FriendsVerb.CHALLENGE)
        menu = Menu(press, choices, t("Challenge a friend to standard gin"))
        parts.append(paged(reader, menu))
    parts.append(PersonMenu(MenuPress(MenuVerb.PERSON), t("Find a player")))
    parts.append(Row((Button(t("Inbox"), MenuPress(MenuVerb.INBOX), emoji="✉️"),)))
    return Screen(tuple(parts), Accent.CALM)


def _line(reader: Reader, one: FriendLine) -> str:
    t = reader.words.t
    if one.asks:
        return t("✋ **{name}** wants to be your friend.", name=one.name)
    if not one.mutual:
        return t("⏳ Waiting for **{name}** to accept.", name=one.name)
    if one.link:
        return t("🃏 **{name}** is [at a table now]({link}).", name=one.name, link=one.link)
    if one.is_here:
        return t("🟢 **{name}** has the card table open.", name=one.name)
    return f"🙂 **{one.name}**"


def _add(reader: Reader, one: FriendLine) -> Button:
    label = reader.words.t("Add {name}", name=one.plain)
    return Button(label, FriendsPress(FriendsVerb.ADD, one.user), Style.SUCCESS, "➕")
