"""The friends list: friends at a table, pending requests, and a challenge button for each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presses.friends import FriendsPress, FriendsVerb
from bot.presses.go import GoPress, GoVerb
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Choice,
    Menu,
    Part,
    PersonMenu,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)

MOST_ASKING = 4
MOST_CHALLENGED = 25


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
    asking = [one for one in friends if one.asks][:MOST_ASKING]
    if asking:
        parts.append(Row(tuple(_add(reader, one) for one in asking)))
    mutual = [one for one in friends if one.mutual][:MOST_CHALLENGED]
    if mutual:
        choices = tuple(Choice(one.plain, str(one.user)) for one in mutual)
        press = str(FriendsPress(FriendsVerb.CHALLENGE))
        parts.append(Menu(press, choices, t("Challenge a friend to standard gin")))
    someone = str(GoPress(GoVerb.PERSON))
    parts.append(PersonMenu(someone, t("Someone: challenge, befriend, write, block …")))
    parts.append(Row((Button(t("Inbox"), str(GoPress(GoVerb.INBOX)), emoji="✉️"),)))
    return Screen(tuple(parts), Accent.CALM)


def _add(reader: Reader, one: FriendLine) -> Button:
    label = reader.words.t("Add {name}", name=one.plain)
    return Button(label, str(FriendsPress(FriendsVerb.ADD, one.user)), Style.SUCCESS, "➕")
