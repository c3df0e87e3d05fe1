"""Two players, one table (rulebook 1)."""

from collections.abc import Sequence

from engine.game.formats.base import (
    Lineup,
    Pair,
    Parties,
    TableResult,
    individual,
    next_dealing,
    single_table_entry,
)
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.sheet import ScoreEntry


class HeadsUp:
    """Two players at one table."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return individual(seats)

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        return _lineup(parties, lot % 2, lot % 2, 1)

    def entry(self, rules: Rules, parties: Parties, results: Sequence[TableResult]) -> ScoreEntry:
        return single_table_entry(parties, results[0])

    def following(
        self,
        rules: Rules,
        parties: Parties,
        lineup: Lineup,
        results: Sequence[TableResult],
        new_game: bool,
    ) -> Lineup:
        winner = self.entry(rules, parties, results).winner
        dealing = next_dealing(rules, lineup.dealing, lineup.opened, winner, new_game)
        opened = dealing if new_game else lineup.opened
        return _lineup(parties, dealing, opened, lineup.number + 1)


def _lineup(parties: Parties, dealing: int, opened: int, number: int) -> Lineup:
    pair = Pair(parties[1 - dealing][0], parties[dealing][0])
    return Lineup((pair,), (), dealing, opened, number)
