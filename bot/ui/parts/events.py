"""Events of a server."""

from enum import StrEnum
from typing import Literal

from bot.render.event_models import CellMark
from bot.render.models import Disc
from bot.ui.parts.base import EpochMs, IdOut, PagePart, PartModel, PressOut, TargetOut
from bot.ui.parts.drawn import BracketPart, CrossPart


class EventStage(StrEnum):
    """Whether an event is still to come."""

    NEXT = "next"
    RUNNING = "running"
    PAST = "past"


class EventCard(PartModel):
    """An event in the list of its server. ``event``: its number, part of its page's address.

    ``kind``: in words. ``status``: what goes on, or how it ended, and ``own``: what it means for
    the reader, in Discord's markdown. ``entered``: the reader takes part.
    """

    event: IdOut
    title: str
    kind: str
    stage: EventStage
    status: str
    own: str
    starts: EpochMs
    entrants: int
    entered: bool


class EventCardsPart(PagePart):
    """The events of a server: those that run, those to come, and a page of those that are over.

    ``actions``: the presses of those buttons of the panel's rows that go with them.
    """

    type: Literal["event_cards"] = "event_cards"
    cards: tuple[EventCard, ...]
    actions: tuple[TargetOut, ...]


class EventPerson(PartModel):
    """Somebody who takes part. ``note``: the place or the rating."""

    name: str
    disc: Disc
    note: str = ""


class OwnRound(PartModel):
    """A pairing of the reader. ``title``: of its round. ``rival``: ``None`` for a bye.

    ``match``: the newest of the two, if it may be opened.
    """

    title: str
    rival: EventPerson | None
    score: str
    mark: CellMark
    match: IdOut | None


class EventTable(PartModel):
    """Two others who are playing. ``match``: theirs, if it may be watched."""

    first: EventPerson
    second: EventPerson
    score: str
    match: IdOut | None


class EventPart(PagePart):
    """An event as one person sees it. The panel's rows are its buttons.

    ``plan``: kind, rules and options in words. ``round``: where it stands, and ``lines`` what it
    means for the reader, in Discord's markdown. ``own``: the reader, once taking part.
    ``to_play``: the reader's open pairings, ``played``: the earlier ones, the newest first.
    ``actions``: the presses of the buttons that do something; ``back``: of the one that leads to
    the list. ``tables``: of others. ``entered``: how many there are, and ``entrants`` the first of
    them until the start. ``boards``: the reader's, of the last public round.
    """

    type: Literal["event"] = "event"
    event: IdOut
    title: str
    stage: EventStage
    plan: str
    round: str
    starts: EpochMs
    entered: int
    lines: tuple[str, ...]
    own: EventPerson | None
    to_play: tuple[OwnRound, ...]
    actions: tuple[TargetOut, ...]
    back: PressOut
    tables: tuple[EventTable, ...]
    played: tuple[OwnRound, ...]
    entrants: tuple[EventPerson, ...]
    bracket: BracketPart | None
    standings: CrossPart | None
    boards: CrossPart | None
