"""The friends list on a page: who is near, requests, opponents to play again, the others."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.friends.people import FriendLine, PastOpponent
from bot.presses.account import FriendsPress, FriendsVerb
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.ui.markup import disc_of
from bot.ui.page_buttons import press_button
from bot.ui.parts.base import PressButton
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.parts.kinds import Covers, Ground, PartPlace, Way
from bot.ui.parts.rows import ListedRow, RowPresence, RowsPart
from bot.ui.parts.section import SectionPart
from bot.ui.press import Press
from bot.ui.reader import Reader
from bot.ui.screen import Button, Part, Style

_COVERED: Final = Covers.TEXTS | Covers.MENUS


def page_parts(
    reader: Reader, friends: Sequence[FriendLine], again: Sequence[PastOpponent], notice: str
) -> Iterator[Part]:
    """Return the list as a page shows it, the most urgent first."""
    t = reader.words.t
    if notice:
        yield SectionPart(notice=notice, covers=_COVERED)
    mutual = sorted((one for one in friends if one.mutual), key=_urgency)
    near = [one for one in mutual if one.is_near]
    if mutual:
        yield RowsPart(
            title=t("Here now"),
            subtitle=t("Challenge a friend to standard gin"),
            ground=Ground.BOX,
            covers=_COVERED,
            rows=tuple(_friend(reader, one) for one in near),
            nobody="" if near else t("None of your friends has the card table open."),
        )
    elif not friends:
        text = t("No friends yet. Choose someone below to add them.")
        yield EmptyPart(picture=EmptyPicture.PEOPLE, title=text)
    away = [one for one in mutual if not one.is_near]
    if away:
        yield RowsPart(
            title=t("Away"),
            ground=Ground.BOX,
            covers=_COVERED,
            rows=tuple(_friend(reader, one) for one in away),
        )
    requests = sorted((one for one in friends if not one.mutual), key=lambda one: not one.asks)
    if requests:
        yield RowsPart(
            title=t("Requests"),
            ground=Ground.BOX,
            place=PartPlace.SIDE,
            covers=_COVERED,
            rows=tuple(_request(reader, one) for one in requests),
        )
    if again:
        yield RowsPart(
            title=t("Play again with"),
            ground=Ground.BOX,
            place=PartPlace.SIDE,
            rows=tuple(_again(reader, one) for one in again),
        )


def _urgency(one: FriendLine) -> tuple[bool, ...]:
    """Return what comes first: my turn, a challenge to me, who is free, who plays, who is asked."""
    is_busy = bool(one.link or one.match)
    return (not one.is_turn, not one.received, bool(one.sent), is_busy)


def _friend(reader: Reader, one: FriendLine) -> ListedRow:
    t = reader.words.t
    way, presence = None, RowPresence.AWAY
    buttons: tuple[PressButton, ...] = ()
    challenge = FriendsPress(FriendsVerb.CHALLENGE, one.user)
    if one.match:
        note = t("Your turn") if one.is_turn else t("You play each other now")
        presence, way = RowPresence.PLAYING, Way(label=t("To your match"), match=one.match)
    elif one.received:
        note = t("Challenges you")
        buttons = (
            _button(t("Decline"), FriendsPress(FriendsVerb.REFUSE, one.received)),
            _button(t("Accept"), LobbyPress(LobbyVerb.JOIN, one.received), Style.PRIMARY),
        )
    elif one.sent:
        note = t("Challenged by you")
        buttons = (_button(t("Withdraw"), FriendsPress(FriendsVerb.WITHDRAW, one.sent)),)
    elif one.link:
        note, presence = t("At a table"), RowPresence.PLAYING
        way = Way(label=t("Watch"), match=one.watch) if one.watch else None
        buttons = (_button(t("Challenge"), challenge),)
    elif one.is_here:
        note = t("Has the card table open")
        buttons = (_button(t("Challenge"), challenge, Style.PRIMARY),)
    else:
        note, buttons = "", (_button(t("Challenge"), challenge),)
    if one.is_here and presence is RowPresence.AWAY:
        presence = RowPresence.HERE
    return ListedRow(
        name=one.plain,
        disc=disc_of(one.plain, one.user),
        note=note,
        own=one.is_turn,
        presence=presence,
        way=way,
        buttons=buttons,
    )


def _request(reader: Reader, one: FriendLine) -> ListedRow:
    t = reader.words.t
    buttons: tuple[PressButton, ...]
    if one.asks:
        note = t("Wants to be your friend")
        buttons = (
            _button(t("Decline"), FriendsPress(FriendsVerb.DECLINE, one.user)),
            _button(t("Accept"), FriendsPress(FriendsVerb.ADD, one.user), Style.PRIMARY),
        )
    else:
        note = t("Asked by you")
        buttons = (_button(t("Withdraw"), FriendsPress(FriendsVerb.REMOVE, one.user)),)
    return ListedRow(name=one.plain, disc=disc_of(one.plain, one.user), note=note, buttons=buttons)


def _again(reader: Reader, one: PastOpponent) -> ListedRow:
    t = reader.words.t
    way = Way(label=t("To your match"), match=one.running) if one.running else None
    buttons: tuple[PressButton, ...] = ()
    if not one.running and not one.is_asked:
        label = t("Play") if one.user is None else t("Challenge")
        buttons = (_button(label, FriendsPress(FriendsVerb.AGAIN, one.match)),)
    return ListedRow(
        name=one.name,
        disc=disc_of(one.name, one.user),
        note=t("Challenged by you") if one.is_asked else one.rules,
        moment=None if one.is_asked else one.ended_ms,
        value=f"{one.won} : {one.lost}" if one.won or one.lost else "",
        way=way,
        buttons=buttons,
    )


def _button(label: str, press: Press, style: Style = Style.SECONDARY) -> PressButton:
    return press_button(Button(label, press, style))
