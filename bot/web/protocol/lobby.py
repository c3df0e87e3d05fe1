"""The lobby, the chat, and what a page knows about people."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import StringConstraints

from bot.ui.parts.base import CardOut, EpochMs, IdOut, Named, PressButton, SeatNumber
from bot.ui.parts.rulesets import PresetChoice
from bot.web.protocol.base import MatchText, Message
from bot.web.protocol.panels import PersonPart

MOST_LETTERS: Final = 1_000


ChatText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MOST_LETTERS)]
"""What a person writes; Discord allows more, but nobody writes that much at a card table."""


class ChatLine(Message):
    """A message of the channel. ``gin``: written by the bot. ``text``: like that of panels.

    ``match``: whose table it shows, ``practice``: against computers only.
    """

    id: str
    author: str
    name: str
    gin: bool
    at: EpochMs
    text: str
    match: IdOut | None = None
    practice: bool = False


class Chat(Message):
    """The newest messages of the channel, the oldest of them first; the whole of what is shown.

    ``names``: of the people who are mentioned.
    """

    type: Literal["chat"] = "chat"
    lines: tuple[ChatLine, ...]
    names: dict[str, str]


class LobbyPlayer(Message):
    """A player of a table in the lobby. ``score``: the points so far; in Hollywood of each game."""

    name: str
    initials: str
    tone: int
    score: str
    computer: bool = False


class EventOfMatch(Message):
    """The event that a match belongs to, and its ``page``.

    ``round``: 0 where there are none; ``rounds``: how many, 0 where that isn't known. ``scores``:
    what each seat had when the match began, where rounds are played one after the other.
    """

    name: str
    page: str
    round: int
    rounds: int
    scores: tuple[str, ...] = ()


class LobbyTable(Message):
    """A match to sit down at or to watch. ``mine``: it waits for this person.

    ``line``: the match in one line. ``players``: by seat. ``seat`` and ``hand``: the reader's own,
    of their own tables. ``upcard``: the top of the discard pile, ``stock``: the cards left, at the
    only table of the match. ``event``: of an own table.
    """

    match: MatchText
    title: str
    line: str
    mine: bool
    players: tuple[LobbyPlayer, ...]
    deadline: EpochMs | None = None
    private: bool = False
    seat: SeatNumber | None = None
    hand: tuple[CardOut, ...] = ()
    upcard: CardOut | None = None
    stock: int | None = None
    event: EventOfMatch | None = None


class DailyLine(Message):
    """A line of the board of today's deals. ``points``: signed text. ``mine``: the reader's own."""

    rank: int
    name: str
    points: str
    mine: bool


class DailyState(Message):
    """Today's deals: how many, the reader's own result, and the first lines of the server's board.

    ``points``: ``None`` until the reader has finished. ``begun``: the reader has started them.
    """

    deals: int
    points: str | None
    begun: bool
    lines: tuple[DailyLine, ...]


class EventTeaser(Message):
    """The next event of the server, or one that is running. ``state``: in words."""

    title: str
    starts: EpochMs
    running: bool
    entrants: int
    entered: bool


class LobbyInvitation(Message):
    """A challenge or an open table.

    ``markdown``: as in panels, with the ``names`` of those it mentions. ``buttons``: what this
    person may do with it; they go with ``panel``.
    """

    lobby: MatchText
    panel: str
    markdown: str
    names: dict[str, str]
    buttons: tuple[PressButton, ...]
    to_me: bool


class PageLink(PressButton):
    """A page of its own behind the lobby. ``name``: stable, part of the page's address."""

    name: str


class LobbyState(Message):
    """Everything on the lobby's page, for this person and server; sent when it changes.

    ``tables``: the person's own, those that wait first. ``invitations``: challenges first.
    ``watch``: tables of this server that others play. ``levels``, ``presets``, ``clocks``: for
    ``start``. ``people``: whom one may challenge. ``menu``: the other pages, pressed with
    ``panel``. ``can_start``: whether matches can begin here: a channel is known. ``daily``: today's
    deals once they are prepared. ``event``: the next one of this server. ``last``: the match that
    ended last, while none is played.
    """

    type: Literal["lobby"] = "lobby"
    place: str
    tables: tuple[LobbyTable, ...]
    invitations: tuple[LobbyInvitation, ...]
    watch: tuple[LobbyTable, ...]
    levels: tuple[Named, ...]
    presets: tuple[PresetChoice, ...]
    clocks: tuple[Named, ...]
    people: tuple[PersonPart, ...]
    panel: str
    menu: tuple[PageLink, ...]
    can_start: bool
    daily: DailyState | None = None
    event: EventTeaser | None = None
    last: LobbyTable | None = None


class OwnTables(Message):
    """The running matches of this person, the oldest first.

    Sent after ``welcome``, and again when one of them begins or ends, to pages without the lobby,
    too: whoever plays at one table is told that they are awaited at another.
    """

    type: Literal["own_tables"] = "own_tables"
    tables: tuple[LobbyTable, ...]


class PeopleState(Message):
    """The people whose names begin with the text that was asked for."""

    type: Literal["people"] = "people"
    text: str
    people: tuple[PersonPart, ...]
