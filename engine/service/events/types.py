"""Events, their entries, pairings and boards. All frozen values; names are shown, not compared."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from engine.events.plan import EventKind, EventPlan
from engine.service.people import (
    ChannelId,
    GuildId,
    InteractionId,
    MatchId,
    MessageId,
    Person,
    UserId,
)

EventId = NewType("EventId", int)
"""The id of the interaction that announced the event."""
DraftId = NewType("DraftId", int)
"""The id of the interaction that began the draft of an event."""


class EventState(StrEnum):
    """The state of an event; it only moves on."""

    ANNOUNCED = "announced"
    CHECK_IN = "check_in"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class EntryState(StrEnum):
    """The state of an entry. Only those who are ``HERE`` are paired."""

    ENTERED = "entered"
    HERE = "here"
    PAUSED = "paused"
    """In an arena: after an abandoned match, or by the player's wish."""
    WITHDRAWN = "withdrawn"
    REMOVED = "removed"
    """By the organizer."""
    ABSENT = "absent"
    """Not checked in, or two no-shows."""
    BEATEN = "beaten"
    """Out of a knockout."""
    WAITING = "waiting"
    """On the waiting list."""
    STANDBY = "standby"
    """On the waiting list, and checked in."""


NO_SHOWS: Final = 2
"""The number of no-shows after which an entrant is out."""
HOLDING: Final = (EntryState.ENTERED, EntryState.HERE, EntryState.PAUSED)
"""The states of those who have a place."""


def is_out(state: EntryState, no_shows: int) -> bool:
    """Whether only an organizer can put an entrant back."""
    absent = state is EntryState.ABSENT and no_shows >= NO_SHOWS
    return absent or state in (EntryState.REMOVED, EntryState.BEATEN)


@dataclass(frozen=True, slots=True)
class Announce:
    """A request to announce an event."""

    interaction: InteractionId
    guild: GuildId
    channel: ChannelId
    host: Person
    plan: EventPlan
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class EventEntry:
    """An entrant. ``seed``: 1 is the highest; ``division``: 1 is the top; ``rating``: at the start.

    Seed and rating are ``None`` until the event starts. Of two teams, ``division`` is the number.
    ``queue``: the place on the waiting list (of the team), from 1; ``None`` for others.
    """

    user_id: UserId
    name: str
    state: EntryState
    seed: int | None = None
    division: int = 1
    rating: int | None = None
    no_shows: int = 0
    joined_round: int = 1
    queue: int | None = None

    @property
    def team(self) -> int:
        """The team, 1 or 2, of an entrant in an event of two teams."""
        return self.division


class PairingState(StrEnum):
    """The state of a pairing."""

    WAITING = "waiting"
    """Paired; its next match is not dealt yet."""
    PLAYING = "playing"
    DONE = "done"


class Verdict(StrEnum):
    """Why a pairing ended as it did."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """A no-show, a withdrawal or a resignation before the first move."""
    AWARDED = "awarded"
    """By the organizer."""
    BYE = "bye"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class EventPairing:
    """Two entrants of one round; ``second`` is ``None`` for a bye.

    ``number``: counted through the whole event from 1. ``table``: from 1 within the round; in a
    knockout the place in the bracket (0 is the match for third place). ``won``: matches won by
    each; ``winner``: ``None`` for a draw or while it is open. ``points``: the difference of match
    points, from the first player's view, for tie-breaks. Nothing is shown of boards that others
    may still have to play.
    """

    number: int
    round: int
    table: int
    division: int
    first: UserId
    second: UserId | None
    state: PairingState
    matches: tuple[MatchId, ...] = ()
    won: tuple[int, int] = (0, 0)
    winner: UserId | None = None
    verdict: Verdict | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class EventStanding:
    """A line of the standings. ``half_points``: twice the score of a Swiss, else the plain score.

    In a duplicate event ``played``, ``won``, ``drawn`` and ``lost`` count boards, and ``by_round``
    is what the player made of each public round; ``None``: sat out.

    ``ties``: the values of the tie-breaks in their order (see :mod:`engine.events.standings`).
    ``streak``: wins in a row, in an arena.
    """

    place: int
    user_id: UserId
    half_points: int
    played: int
    won: int
    drawn: int
    lost: int
    ties: tuple[float, ...] = ()
    streak: int = 0
    division: int = 1
    by_round: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """An event at one version; standings are derived from the pairings.

    ``round``: the current one, 0 before the start. ``rounds``: how many there will be; ``None``
    in an arena. ``ends_ms``: of an arena or a season. ``version``: every change;
    ``rendered_version``: what its message shows. ``series``: the first event of a repetition.
    ``anchor``: the commitment to all boards of a duplicate event, in hex; ``revealed``: the last
    round whose boards are public, and ``secret`` that round's secret. ``team_points``: of two
    teams, once their boards are public.
    """

    id: EventId
    guild: GuildId
    channel: ChannelId
    message: MessageId | None
    thread: ChannelId | None
    host: UserId
    state: EventState
    plan: EventPlan
    round: int
    rounds: int | None
    ends_ms: int | None
    ended_ms: int | None
    entries: tuple[EventEntry, ...]
    pairings: tuple[EventPairing, ...]
    standings: tuple[EventStanding, ...]
    version: int
    rendered_version: int
    locale: str | None = None
    series: EventId | None = None
    season: int = 1
    anchor: str | None = None
    revealed: int = 0
    secret: str | None = None
    team_points: tuple[int, int] | None = None

    @property
    def top(self) -> tuple[EventStanding, ...]:
        """The standings of the top division, or of both teams."""
        if self.plan.kind.has_teams:
            return self.standings
        return tuple(one for one in self.standings if one.division == 1)

    @property
    def waiting(self) -> tuple[EventEntry, ...]:
        """Those on the waiting list, in their order; of two teams the first one's first."""
        waits = [one for one in self.entries if one.queue is not None]
        is_divided = self.plan.kind.has_teams
        return tuple(sorted(waits, key=lambda one: (one.team * is_divided, one.queue or 0)))

    def entry_of(self, user_id: UserId) -> EventEntry | None:
        """Return a person's entry."""
        return next((one for one in self.entries if one.user_id == user_id), None)

    def pairing_of(self, user_id: UserId) -> EventPairing | None:
        """Return a person's newest pairing."""
        mine = (one for one in reversed(self.pairings) if user_id in (one.first, one.second))
        return next(mine, None)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The points of a match that is over: a player's ``own``, and the ``other`` side's."""

    own: int
    other: int


@dataclass(frozen=True, slots=True)
class Honour:
    """A place among the first three of a finished event."""

    event: EventId
    name: str
    kind: EventKind
    place: int
    entries: int
    ended_ms: int


@dataclass(frozen=True, slots=True)
class EventList:
    """The events of a server: those to come or running, and one page of its history."""

    current: tuple[Event, ...] = ()
    history: tuple[Event, ...] = ()
    pages: int = 1


@dataclass(frozen=True, slots=True)
class BoardOf:
    """One board from one player's view, in whole points.

    ``result``: own points less the opponent's; ``None``: not played to its end. ``cards``: what the
    cards gave the seat; ``made``: what the player made of them. ``others``: the results of the same
    seat at the other tables, the best first.
    """

    number: int
    result: int | None
    cards: int
    made: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardsOf:
    """A player's boards of one public round.

    ``so_far``: what the cards gave and what play was worth in all public rounds.
    """

    round: int
    match: MatchId | None
    opponent: UserId
    boards: tuple[BoardOf, ...]
    so_far: tuple[int, int] = (0, 0)

    @property
    def cards(self) -> int:
        """What the cards gave on the boards that were played."""
        return sum(one.cards for one in self.boards if one.result is not None)

    @property
    def made(self) -> int:
        """What the player made of all boards."""
        return sum(one.made for one in self.boards)


@dataclass(frozen=True, slots=True)
class BoardsProof:
    """What anybody needs to check the boards of an event.

    ``pressed``: what the entrants pressed to be there. ``rounds``: of each public round its number,
    the id that its decks are shuffled for, and its secret in hex.
    """

    anchor: str
    pressed: str
    rounds: tuple[tuple[int, int, str], ...]
