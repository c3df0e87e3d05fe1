"""The events of a server and one event on a page; chat shows other parts of the screen."""

from dataclasses import dataclass
from enum import StrEnum

from bot.render.event_models import BracketPicture, CellMark, CrossPicture
from bot.render.models import Disc


class EventStage(StrEnum):
    """Whether an event is still to come."""

    NEXT = "next"
    RUNNING = "running"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in the list of its server.

    ``kind``: in words. ``status``: what goes on, or how it ended, in Discord's markdown. ``own``:
    what it means for the reader. ``is_in``: the reader takes part.
    """

    event: int
    title: str
    kind: str
    stage: EventStage
    status: str
    own: str
    starts_ms: int
    entrants: int
    is_in: bool


@dataclass(frozen=True, slots=True)
class EventCards:
    """The events of a server: those that run, those to come, and a page of those that are over.

    ``actions``: the buttons of the screen that a page shows with them, by their presses.
    """

    cards: tuple[EventCard, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventPerson:
    """Somebody who takes part, by name. ``note``: the place or the rating."""

    name: str
    disc: Disc
    note: str = ""


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A pairing of the reader. ``title``: of its round. ``rival``: ``None`` for a bye.

    ``match``: the newest of the two, if it may be opened.
    """

    title: str
    rival: EventPerson | None
    score: str
    mark: CellMark
    match: int | None


@dataclass(frozen=True, slots=True)
class EventTable:
    """Two others who are playing. ``match``: theirs, if it may be watched."""

    first: EventPerson
    second: EventPerson
    score: str
    match: int | None


@dataclass(frozen=True, slots=True)
class EventBoard:
    """An event as one person sees it.

    ``plan``: kind, rules and options in words. ``round``: where it stands, and ``lines`` what it
    means for the reader, in Discord's markdown. ``own``: the reader, once taking part.
    ``to_play``: the reader's open pairings. ``actions``: the buttons of the screen that do
    something, by their presses; ``back``: the one that leads to the list. ``tables``: the open
    pairings of others. ``played``: the reader's earlier pairings, the newest first. ``entrants``:
    the first who entered, until the start.
    """

    event: int
    title: str
    stage: EventStage
    plan: str
    round: str
    starts_ms: int
    entered: int
    lines: tuple[str, ...]
    own: EventPerson | None
    to_play: tuple[OwnRound, ...]
    actions: tuple[str, ...]
    back: str
    tables: tuple[EventTable, ...]
    played: tuple[OwnRound, ...]
    entrants: tuple[EventPerson, ...]
    bracket: BracketPicture | None
    standings: CrossPicture | None
    boards: CrossPicture | None
