"""One table and a queue: box and captain, chouette, loser sits out (rulebook 2.10, 3)."""

from collections.abc import Sequence

from engine.game.formats.base import (
    Lineup,
    Pair,
    Parties,
    TableResult,
    individual,
    next_dealing,
    party_of,
    single_table_entry,
)
from engine.game.rules import DealRule, DrawDeal, Rules
from engine.game.seats import Seat
from engine.game.sheet import ScoreEntry


def _by_lot(seats: Sequence[Seat], lot: int) -> list[Seat]:
    """Return the order of the seats that a random number encodes (factorial number system)."""
    left, order = list(seats), []
    while left:
        lot, index = divmod(lot, len(left))
        order.append(left.pop(index))
    return order


class Box:
    """Three-handed: the box deals and plays the captain, the third seat advises (rulebook 2.10)."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return individual(seats)

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        box, captain, out = _by_lot([party[0] for party in parties], lot)
        dealing = party_of(parties, box)
        return Lineup((Pair(captain, box),), (out,), dealing, dealing)

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
        (captain, box), (out,) = lineup.pairs[0], lineup.idle
        if results[0].winner is box:
            captain, out = out, captain
        elif results[0].winner is captain:
            box, captain, out = captain, out, box
        dealing = party_of(parties, box)
        opened = dealing if new_game else lineup.opened
        return Lineup((Pair(captain, box),), (out,), dealing, opened, lineup.number + 1)


class Rotation:
    """The winner stays, the loser goes to the end of the queue; cutthroat with three players."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return individual(seats)

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        order = _by_lot([party[0] for party in parties], lot)
        dealing = party_of(parties, order[1])
        return Lineup((Pair(order[0], order[1]),), tuple(order[2:]), dealing, dealing)

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
        pair, idle = lineup.pairs[0], lineup.idle
        winner = results[0].winner
        if winner is None:
            by_rule = rules.draw_deal is DrawDeal.BY_RULE
            if by_rule and rules.deal_rule is DealRule.ALTERNATE:
                pair = Pair(pair.dealer, pair.non_dealer)
        else:
            loser = pair.dealer if winner is pair.non_dealer else pair.non_dealer
            incoming, idle = idle[0], (*idle[1:], loser)
            if rules.deal_rule is DealRule.ALTERNATE:
                winner_deals = winner is pair.non_dealer
            else:
                winner_deals = rules.deal_rule is DealRule.WINNER
            pair = Pair(incoming, winner) if winner_deals else Pair(winner, incoming)
        dealing = party_of(parties, pair.dealer)
        opened = dealing if new_game else lineup.opened
        return Lineup((pair,), idle, dealing, opened, lineup.number + 1)


class Chouette:
    """One box against all others, who share a score and take turns as captain (rulebook 3)."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return sides if sides is not None else ((seats[0],), tuple(seats[1:]))

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        return _chouette_lineup(parties, parties[1], lot % 2, lot % 2, 1)

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
        box = parties[0][0]
        pair = lineup.pairs[0]
        captain = pair.dealer if pair.non_dealer is box else pair.non_dealer
        line = (captain, *lineup.idle)
        if results[0].winner is box:
            line = (*line[1:], captain)
        winner = self.entry(rules, parties, results).winner
        dealing = next_dealing(rules, lineup.dealing, lineup.opened, winner, new_game)
        opened = dealing if new_game else lineup.opened
        return _chouette_lineup(parties, line, dealing, opened, lineup.number + 1)


def _chouette_lineup(
    parties: Parties, line: Sequence[Seat], dealing: int, opened: int, number: int
) -> Lineup:
    box, captain = parties[0][0], line[0]
    pair = Pair(captain, box) if dealing == 0 else Pair(box, captain)
    return Lineup((pair,), tuple(line[1:]), dealing, opened, number)
