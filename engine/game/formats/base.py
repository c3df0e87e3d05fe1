"""The interface of every format: parties, lineups, the dealer and the value of a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from engine.game.rules import DealRule, DrawDeal, Rules
from engine.game.scoring import ScoreAward
from engine.game.seats import Seat
from engine.game.sheet import ScoreEntry

Parties: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each party, that is, of each owner of a score."""


class Pair(NamedTuple):
    """The two players of a table."""

    non_dealer: Seat
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a round. ``idle`` are the seats without a table, next to play first.

    ``dealing``: the index of the party that deals; ``opened``: the party that dealt the first round
    of the current game. ``number`` counts rounds from 1.
    """

    pairs: tuple[Pair, ...]
    idle: tuple[Seat, ...]
    dealing: int
    opened: int
    number: int = 1


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table: its players and the value of the round."""

    pair: Pair
    award: ScoreAward
    multiplier: int

    @property
    def winner(self) -> Seat | None:
        return None if self.award.winner is None else self.pair[self.award.winner]


class Format(Protocol):
    """A seating format for two to eight players."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        """Return the seats that share a score. ``sides``: chosen teams, if the format has teams."""

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        """Return the first round; ``lot`` is a random number in place of cutting cards."""

    def entry(self, rules: Rules, parties: Parties, results: Sequence[TableResult]) -> ScoreEntry:
        """Return the value of the round for each party."""

    def following(
        self,
        rules: Rules,
        parties: Parties,
        lineup: Lineup,
        results: Sequence[TableResult],
        new_game: bool,
    ) -> Lineup:
        """Return the next round's players. ``new_game``: the round opens a game of the match."""


def individual(seats: Sequence[Seat]) -> Parties:
    """Return one party per seat."""
    return tuple((seat,) for seat in seats)


def next_dealing(
    rules: Rules, dealing: int, opened: int, winner: int | None, new_game: bool
) -> int:
    """Return which of two parties deals next (rulebook 1.10)."""
    if new_game:
        return 1 - opened
    if winner is None:
        passes_on = rules.draw_deal is DrawDeal.BY_RULE and rules.deal_rule is DealRule.ALTERNATE
        return 1 - dealing if passes_on else dealing
    if rules.deal_rule is DealRule.WINNER:
        return winner
    if rules.deal_rule is DealRule.LOSER:
        return 1 - winner
    return 1 - dealing


def single_table_entry(parties: Parties, result: TableResult) -> ScoreEntry:
    """Return one table's award, credited to the parties of the two players."""
    owners = [party_of(parties, seat) for seat in result.pair]
    scores, extra = [0] * len(parties), [0] * len(parties)
    for side, owner in enumerate(owners):
        scores[owner] += result.award.points[side]
    winner = None
    if result.award.winner is not None:
        winner = owners[result.award.winner]
        extra[winner] = result.award.extra_boxes
    return ScoreEntry(winner, tuple(scores), tuple(extra))


def party_of(parties: Parties, seat: Seat) -> int:
    """Return the index of the party that a seat belongs to."""
    return next(index for index, members in enumerate(parties) if seat in members)
