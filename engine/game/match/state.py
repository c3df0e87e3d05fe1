"""A match as a value: the seats, the tables, the rounds so far, the outcome, takebacks.

A takeback is an agreement, not a rule. A move that revealed information cannot be undone. A
discard, a pass, or a pickup of the top discard reveals no hidden card, so it may be taken back
until the opponent acts; a draw from the stock or a move that ends a round may not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Protocol, assert_never

from engine.game.actions import Discard, Draw, Pass, RoundAction, Take, TakeDeep
from engine.game.cards import Card
from engine.game.formats import Lineup, Pair, Parties, TableResult
from engine.game.machine import Machine, Round
from engine.game.round import GinRound, ResultKind, RoundEvent, RoundEventKind
from engine.game.round_statistics import RoundEnding
from engine.game.rules import Rules, TableFormat
from engine.game.seats import Seat, Side
from engine.game.sheet import ScoreEntry, Sheet, sheet

_FACE_UP = (RoundEventKind.DISCARDED, RoundEventKind.PASSED, RoundEventKind.TOOK)


def last_of(state: Round) -> Side | None:
    """Return the side whose last move may be taken back, or ``None``."""
    if not isinstance(state, GinRound) or state.facts is not None or not state.events:
        return None
    last = state.events[-1]
    return last.side if last.fact in _FACE_UP else None


def without_last(machine: Machine, fresh: Round, events: Sequence[RoundEvent]) -> Round:
    """Return the round after all ``events`` but the last, replayed from its deal."""
    state = fresh
    for event in events[:-1]:
        state = machine.apply(state, event.side, _action(event))
    return state


def _action(event: RoundEvent) -> RoundAction:
    """Return the action of an event, for the moves that can precede a takeback."""
    match event:
        case RoundEvent(fact=RoundEventKind.PASSED):
            return Pass()
        case RoundEvent(fact=RoundEventKind.DREW):
            return Draw()
        case RoundEvent(fact=RoundEventKind.TOOK):
            return Take()
        case RoundEvent(fact=RoundEventKind.TOOK_DEEP, card=int(card), melds=(meld,)):
            return TakeDeep(card, meld)
        case RoundEvent(fact=RoundEventKind.DISCARDED, card=int(card)):
            return Discard(card)
        case _:
            raise ValueError(f"no move comes back from {event.fact}")


class MatchPhase(StrEnum):
    """The phases of a match: a round in play, waiting for the next deal, or over."""

    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class EndReason(StrEnum):
    """The reason why a match is over."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    CALLED_OFF = "called_off"
    AWARDED = "awarded"
    """An administrator awarded the match to one side."""


class TakebackState(StrEnum):
    """The state of a takeback request; allowed once for every move."""

    NO = "no"
    ASKED = "asked"
    REFUSED = "refused"


class MatchEvent(StrEnum):
    """A consequence of an action beyond its own table."""

    ROUND_DEALT = "round_dealt"
    TABLE_ENDED = "table_ended"
    ROUND_ENDED = "round_ended"
    SEAT_TAKEN = "seat_taken"
    """A computer has taken the seat of a player who leaves."""
    MATCH_ENDED = "match_ended"


class Decks(Protocol):
    """A source of shuffled decks. The same arguments always give the same deck."""

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a round (from 1) at a table (from 0); ``attempt`` counts misdeals."""

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the card turned up from a second deck (rulebook 2.6)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match. ``winner`` is a party; ``by`` the seat that resigned or timed out."""

    reason: EndReason
    winner: int | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its players and their round. ``attempt`` counts misdeals.

    ``back``: the state of a takeback request. ``undone``: the number of revisions that takebacks
    used up, so that no button from before a takeback becomes valid again.
    """

    pair: Pair
    round: Round
    attempt: int = 0
    back: TakebackState = TakebackState.NO
    undone: int = 0

    @property
    def to_act(self) -> Seat | None:
        side = self.round.to_act
        return None if side is None else self.pair[side]

    @property
    def may_take_back(self) -> Seat | None:
        """The seat that may request a takeback; its last move revealed no hidden card."""
        side = last_of(self.round)
        return None if side is None or self.back is TakebackState.REFUSED else self.pair[side]

    @property
    def is_over(self) -> bool:
        return self.round.facts is not None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The data that the sheet keeps of a finished table; ``ending`` in gin only."""

    result: TableResult
    kind: ResultKind
    ending: RoundEnding | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The data that the sheet keeps of a finished round."""

    number: int
    entry: ScoreEntry
    tables: tuple[PlayedTable, ...]


class Advice(NamedTuple):
    """A message from a player sitting out to the captain (rulebook 2.10)."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """A request that a computer takes ``seat``. ``by``: who asked, the player there or another.

    ``agreed``: the other seats that want it. ``refused_in``: the round in which somebody refused,
    0 while the request is open; nobody can repeat it in that round.
    """

    seat: Seat
    by: Seat
    agreed: tuple[Seat, ...] = ()
    refused_in: int = 0

    @property
    def is_refused(self) -> bool:
        return self.refused_in > 0


@dataclass(frozen=True)
class Match:
    """The whole state of a match, hidden cards included. Without slots, to cache its sheet.

    ``substitutes``: the seats that computers have taken from players who left.
    """

    rules: Rules
    parties: Parties
    lineup: Lineup
    tables: tuple[Table, ...]
    phase: MatchPhase = MatchPhase.PLAYING
    played: tuple[PlayedRound, ...] = ()
    ready: tuple[Seat, ...] = ()
    strikes: tuple[int, ...] = ()
    advice: tuple[Advice, ...] = ()
    outcome: Outcome | None = None
    substitution: Substitution | None = None
    substitutes: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the match, in order."""
        return tuple(sorted(seat for party in self.parties for seat in party))

    @property
    def number(self) -> int:
        """The current round, from 1."""
        return self.lineup.number

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have to act; between rounds those that are not ready yet."""
        match self.phase:
            case MatchPhase.PLAYING:
                acting = (table.to_act for table in self.tables)
                return tuple(seat for seat in acting if seat is not None)
            case MatchPhase.BETWEEN:
                return tuple(seat for seat in self.seats if seat not in self.ready)
            case MatchPhase.OVER:
                return ()
            case _:
                assert_never(self.phase)

    def sheet(self) -> Sheet:
        """The score sheet so far."""
        return self._sheet

    @cached_property
    def _sheet(self) -> Sheet:
        return sheet(self.rules, len(self.parties), [one.entry for one in self.played])

    def table_of(self, seat: Seat) -> int | None:
        """Return the number of the table where ``seat`` plays this round."""
        for index, table in enumerate(self.tables):
            if seat in table.pair:
                return index
        return None

    def captain_of(self, adviser: Seat) -> Seat | None:
        """Return the captain whom a player sitting out may advise (rulebook 2.10, chouette)."""
        if adviser not in self.lineup.idle or not self.tables:
            return None
        if self.rules.table_format is TableFormat.BOX:
            return self.tables[0].pair.non_dealer
        if self.rules.table_format is TableFormat.CHOUETTE:
            pair, partners = self.tables[0].pair, self.parties[1]
            return pair.non_dealer if pair.non_dealer in partners else pair.dealer
        return None

    @property
    def may_abort(self) -> bool:
        """Whether the match can be aborted, because no card has been discarded yet."""
        return self.number == 1 and not self.has_discards

    @property
    def has_discards(self) -> bool:
        """Whether a card has been discarded in the current round."""
        return any(
            event.fact
            in (RoundEventKind.DISCARDED, RoundEventKind.KNOCKED, RoundEventKind.DECLARED_BIG_GIN)
            for table in self.tables
            for event in table.round.events
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The match after an action, with the events that the action caused."""

    match: Match
    happened: tuple[MatchEvent, ...] = ()
