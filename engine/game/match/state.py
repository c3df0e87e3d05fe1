"""A match as a value: the seats, the tables, the rounds played so far and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Protocol, assert_never

from engine.game.cards import Card
from engine.game.events import EventKind
from engine.game.formats import Lineup, Pair, TableResult
from engine.game.formats.base import Parties
from engine.game.machine import Round
from engine.game.result import ResultKind
from engine.game.round_statistics import Ending
from engine.game.rules import Rules, TableFormat
from engine.game.seats import Seat
from engine.game.sheet import Entry, Sheet, sheet
from engine.game.takeback import last_of


class MatchPhase(StrEnum):
    """Whether cards are played, the next deal is awaited, or all is over."""

    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class EndReason(StrEnum):
    """Why a match is over."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    CALLED_OFF = "called_off"
    AWARDED = "awarded"
    """An administrator gave it to one side."""


class TakebackState(StrEnum):
    """Whether the last move of a table is to be taken back; asked once for every move."""

    NO = "no"
    ASKED = "asked"
    REFUSED = "refused"


class MatchEvent(StrEnum):
    """What an action set off beyond its own table."""

    ROUND_DEALT = "round_dealt"
    TABLE_ENDED = "table_ended"
    ROUND_ENDED = "round_ended"
    MATCH_ENDED = "match_ended"


class Decks(Protocol):
    """Where shuffled decks come from. The same question always has the same answer."""

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """The deck of a round (from 1) at a table (from 0); ``attempt`` counts misdeals."""

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """The card turned up from a second deck (rulebook 2.6)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. ``winner`` is a party; ``by`` the seat that resigned or timed out."""

    reason: EndReason
    winner: int | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table: who sits there and the round they play. ``attempt`` counts misdeals.

    ``back``: whether the last move is to be taken back. ``undone``: how far moves that were taken
    back have carried the table on, so that no button of before them is good again.
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
        """Who may ask to take the last move back: nothing hidden was shown since."""
        side = last_of(self.round)
        return None if side is None or self.back is TakebackState.REFUSED else self.pair[side]

    @property
    def is_over(self) -> bool:
        return self.round.facts is not None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """What the sheet remembers of a finished table; ``ending`` in gin only."""

    result: TableResult
    kind: ResultKind
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What the sheet remembers of a finished round."""

    number: int
    entry: Entry
    tables: tuple[PlayedTable, ...]


class Advice(NamedTuple):
    """A word from a player sitting out to the one who plays for them (rulebook 2.10)."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Match:
    """The whole state of a match, hidden cards included. It has no slots: it keeps its sheet."""

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

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody in the match, by seat number."""
        return tuple(sorted(seat for party in self.parties for seat in party))

    @property
    def number(self) -> int:
        """The current round, from 1."""
        return self.lineup.number

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats the match waits for; between rounds those that are not ready yet."""
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
        """The number of the table where ``seat`` plays this round."""
        for index, table in enumerate(self.tables):
            if seat in table.pair:
                return index
        return None

    def captain_of(self, adviser: Seat) -> Seat | None:
        """Whom a player sitting out may advise (rulebook 2.10, chouette)."""
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
        """No card has been discarded yet: the match can be called off."""
        return self.number == 1 and not any(
            event.fact in (EventKind.DISCARDED, EventKind.KNOCKED, EventKind.DECLARED_BIG_GIN)
            for table in self.tables
            for event in table.round.events
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The match after an action and what the action set off."""

    match: Match
    happened: tuple[MatchEvent, ...] = ()
