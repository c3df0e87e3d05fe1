"""Events, finished matches and replays on a page; chat shows other parts of the screen."""

from dataclasses import dataclass
from enum import StrEnum

from bot.render.event_models import BracketPicture, CellMark, CrossPicture
from bot.render.models import Disc
from bot.ui.press import Link, Press
from engine.game.cards import Card


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
    actions: tuple[Press | Link, ...]


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
    actions: tuple[Press | Link, ...]
    back: Press
    tables: tuple[EventTable, ...]
    played: tuple[OwnRound, ...]
    entrants: tuple[EventPerson, ...]
    bracket: BracketPicture | None
    standings: CrossPicture | None
    boards: CrossPicture | None


@dataclass(frozen=True, slots=True)
class PastLine:
    """A finished match from its player's view. ``names``: of the opponents; ``disc``: of the first.

    ``result``: in words. ``score``: the player's own points first. ``ended_ms``: when it ended.
    """

    match: int
    mark: CellMark
    result: str
    names: str
    disc: Disc
    rules: str
    score: str
    ended_ms: int


@dataclass(frozen=True, slots=True)
class PastLines:
    """A page of finished matches, the newest first."""

    lines: tuple[PastLine, ...]


Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """One hand at a step: the cards, melds first; ``None`` if these eyes do not see them."""

    cards: Hand | None
    melds: tuple[Hand, ...]
    deadwood: int | None
    count: int


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step. Tuples of two are the upper and the lower player.

    ``move``: what was done, in Discord's markdown; ``mover``: by whom. ``moved``: the card that was
    drawn, taken or discarded. ``verdict``: the coach's grade, with the ``cost`` in points;
    ``better``: what would have been better and why, and the card of it. ``result``: the lines of
    the result, at the end.
    """

    move: str
    mover: int | None
    sides: tuple[PlayedSide, PlayedSide]
    acts: int | None
    stock: int
    discards: Hand
    moved: Card | None
    verdict: str = ""
    cost: float | None = None
    better: str = ""
    better_card: Card | None = None
    result: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlayback:
    """A round of a match. ``match``: ``None`` for a record from a file. ``at``: the step shown.

    ``press``: leads to a step by its number. ``names``, ``tones``, ``scores``: of the upper and the
    lower player, the scores before the round.
    """

    match: int | None
    number: int
    at: int
    press: Press
    names: tuple[str, str]
    tones: tuple[int, int]
    scores: tuple[int, int]
    steps: tuple[PlayedStep, ...]
