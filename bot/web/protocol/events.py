"""Parts of a panel about events: the list of a server, and one event as its reader sees it."""

from typing import Literal

from bot.web.protocol.base import EpochMs, MatchText, Message
from bot.web.protocol.drawn import BracketPart, CrossPart, DiscState


class EventCardState(Message):
    """An event in the list. ``event``: its number in base 36, part of its page's address.

    ``status``: what goes on, or how it ended, and ``own``: what it means for the reader, in
    Discord's markdown. ``entered``: the reader takes part.
    """

    event: MatchText
    title: str
    kind: str
    stage: Literal["next", "running", "past"]
    status: str
    own: str
    starts: EpochMs
    entrants: int
    entered: bool


class EventCardsPart(Message):
    """The events of a server: those that run, those to come, and some of those that are over.

    ``actions``: the presses of those buttons of the panel's rows that go with them.
    """

    type: Literal["event_cards"] = "event_cards"
    cards: tuple[EventCardState, ...]
    actions: tuple[str, ...]


class EventPersonState(Message):
    """Somebody who takes part. ``note``: the place or the rating."""

    name: str
    disc: DiscState
    note: str


class OwnRoundState(Message):
    """A pairing of the reader. ``rival``: ``None`` for a bye. ``match``: if it may be opened."""

    title: str
    rival: EventPersonState | None
    score: str
    mark: Literal["plain", "won", "drawn", "lost", "open", "self"]
    match: MatchText | None


class EventTableState(Message):
    """Two others who are playing. ``match``: if it may be watched."""

    first: EventPersonState
    second: EventPersonState
    score: str
    match: MatchText | None


class EventPart(Message):
    """An event as one person sees it. The panel's rows are its buttons.

    ``plan``: kind, rules and options in words. ``round``: where it stands, and ``lines`` what it
    means for the reader, in Discord's markdown. ``own``: the reader, once taking part.
    ``to_play``: the reader's open pairings, ``played``: the earlier ones, the newest first.
    ``actions``: the presses of the buttons that do something; ``back``: of the one that leads to
    the list. ``tables``: of others. ``entered``: how many there are, and ``entrants`` the first of
    them until the start. ``boards``: the reader's, of the last public round.
    """

    type: Literal["event"] = "event"
    event: MatchText
    title: str
    stage: Literal["next", "running", "past"]
    plan: str
    round: str
    starts: EpochMs
    entered: int
    lines: tuple[str, ...]
    own: EventPersonState | None
    to_play: tuple[OwnRoundState, ...]
    actions: tuple[str, ...]
    back: str
    tables: tuple[EventTableState, ...]
    played: tuple[OwnRoundState, ...]
    entrants: tuple[EventPersonState, ...]
    bracket: BracketPart | None
    standings: CrossPart | None
    boards: CrossPart | None
