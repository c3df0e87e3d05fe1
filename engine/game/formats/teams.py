"""Two sides at several tables at once: partnerships, and captains for odd numbers (rulebook 3)."""

from collections.abc import Sequence

from engine.game.formats.base import Lineup, Pair, Parties, TableResult, next_dealing, party_of
from engine.game.rules import Pairing, Rules
from engine.game.seats import Seat
from engine.game.sheet import ScoreEntry


class Partnership:
    """Four, six or eight players in two equal sides."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return sides if sides is not None else (tuple(seats[0::2]), tuple(seats[1::2]))

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        return _lineup(rules, parties[0], parties[1], (), (lot % 2, lot % 2, 1))

    def entry(self, rules: Rules, parties: Parties, results: Sequence[TableResult]) -> ScoreEntry:
        return team_entry(rules, parties, results)

    def following(
        self,
        rules: Rules,
        parties: Parties,
        lineup: Lineup,
        results: Sequence[TableResult],
        new_game: bool,
    ) -> Lineup:
        winner = team_entry(rules, parties, results).winner
        deal = _deal(rules, lineup, winner, new_game)
        return _lineup(rules, parties[0], parties[1], (), deal)


class Captains:
    """Five or seven players: the smaller side always plays, one of the larger side sits out."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        if sides is not None:
            return sides
        small = len(seats) // 2
        return tuple(seats[:small]), tuple(seats[small:])

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        big = parties[1]
        deal, bench = lot % 2, big[lot // 2 % len(big)]
        active = tuple(seat for seat in big if seat is not bench)
        return _lineup(rules, parties[0], active, (bench,), (deal, deal, 1))

    def entry(self, rules: Rules, parties: Parties, results: Sequence[TableResult]) -> ScoreEntry:
        return team_entry(rules, parties, results)

    def following(
        self,
        rules: Rules,
        parties: Parties,
        lineup: Lineup,
        results: Sequence[TableResult],
        new_game: bool,
    ) -> Lineup:
        winner = team_entry(rules, parties, results).winner
        active, bench = _active(rules, parties, lineup), lineup.idle[0]
        if winner == 0:
            lost = {seat: _signed(result, seat) for result in results for seat in result.pair}
            out = min(active, key=lambda seat: lost[seat])
            active = tuple(bench if seat is out else seat for seat in active)
            bench = out
        deal = _deal(rules, lineup, winner, new_game)
        return _lineup(rules, parties[0], active, (bench,), deal)


def team_entry(rules: Rules, parties: Parties, results: Sequence[TableResult]) -> ScoreEntry:
    """Return the net of all tables for the winning side, with the sweep bonus (2.8, 3.5)."""
    signed = []
    for result in results:
        points = [0, 0]
        for side, seat in enumerate(result.pair):
            points[party_of(parties, seat)] = result.award.points[side]
        signed.append(points[0] - points[1])
    multiplier = min(result.multiplier for result in results)
    winner, points_won = team_round(rules, signed, multiplier)
    if winner is None:
        return ScoreEntry(None, (0, 0), (0, 0))
    boxes = _team_boxes(rules, parties[winner], results, multiplier) - 1
    scores, extra = [0, 0], [0, 0]
    scores[winner], extra[winner] = points_won, boxes
    return ScoreEntry(winner, (scores[0], scores[1]), (extra[0], extra[1]))


def _team_boxes(
    rules: Rules, side: Sequence[Seat], results: Sequence[TableResult], multiplier: int
) -> int:
    """Return the boxes of the winning side: one for the round, plus those for gin or undercut.

    The losing side has none (rulebook 3.5). A spade doubles the box of the round when it
    doubles every table.
    """
    doubled = rules.spade_doubles_boxes
    boxes = multiplier if doubled else 1
    for result in results:
        if result.winner in side:
            boxes += result.award.extra_boxes - (result.multiplier - 1 if doubled else 0)
    return boxes


def team_round(rules: Rules, tables: Sequence[int], multiplier: int) -> tuple[int | None, int]:
    """Return the winning side (``None``: no winner) and the points of a team round.

    ``tables``: signed results from side 0's perspective, doubling already applied.
    """
    net = sum(tables)
    if net == 0:
        return None, 0
    winner = 0 if net > 0 else 1
    swept = all(table > 0 if winner == 0 else table < 0 for table in tables)
    sweep = rules.sweep_bonus if swept else 0
    return winner, abs(net) + sweep * (multiplier if rules.sweep_bonus_doubled else 1)


def _signed(result: TableResult, seat: Seat) -> int:
    side = result.pair.index(seat)
    return result.award.points[side] - result.award.points[1 - side]


def _deal(rules: Rules, lineup: Lineup, winner: int | None, new_game: bool) -> tuple[int, int, int]:
    dealing = next_dealing(rules, lineup.dealing, lineup.opened, winner, new_game)
    opened = dealing if new_game else lineup.opened
    return dealing, opened, lineup.number + 1


def _lineup(
    rules: Rules,
    first: Sequence[Seat],
    second: Sequence[Seat],
    idle: tuple[Seat, ...],
    deal: tuple[int, int, int],
) -> Lineup:
    dealing, opened, number = deal
    shift = (number - 1) % len(second) if rules.pairing is Pairing.ROTATE else 0
    pairs = []
    for index, seat in enumerate(first):
        other = second[(index + shift) % len(second)]
        pairs.append(Pair(seat, other) if dealing == 1 else Pair(other, seat))
    return Lineup(tuple(pairs), idle, dealing, opened, number)


def _active(rules: Rules, parties: Parties, lineup: Lineup) -> tuple[Seat, ...]:
    """Return the playing seats of the larger side in order, undoing the rotation of the pairs."""
    count = len(lineup.pairs)
    shift = (lineup.number - 1) % count if rules.pairing is Pairing.ROTATE else 0
    order: list[Seat | None] = [None] * count
    for index, pair in enumerate(lineup.pairs):
        seat = next(seat for seat in pair if seat in parties[1])
        order[(index + shift) % count] = seat
    return tuple(seat for seat in order if seat is not None)
