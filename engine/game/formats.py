"""Seating formats: lineups, and how table results add up (rulebook 2.10, 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from engine.game.rules import DealRule, DrawDeal, Pairing, Rules, TableFormat
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


class Partnership:
    """Four, six or eight players in two equal sides."""

    def parties(self, seats: Sequence[Seat], sides: Parties | None) -> Parties:
        return sides if sides is not None else (tuple(seats[0::2]), tuple(seats[1::2]))

    def first(self, rules: Rules, parties: Parties, lot: int) -> Lineup:
        return _team_lineup(rules, parties[0], parties[1], (), (lot % 2, lot % 2, 1))

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
        return _team_lineup(rules, parties[0], parties[1], (), deal)


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
        return _team_lineup(rules, parties[0], active, (bench,), (deal, deal, 1))

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
        return _team_lineup(rules, parties[0], active, (bench,), deal)


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


def _team_lineup(
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


_FORMATS: dict[TableFormat, Format] = {
    TableFormat.TWO: HeadsUp(),
    TableFormat.BOX: Box(),
    TableFormat.CUTTHROAT: Rotation(),
    TableFormat.ROTATION: Rotation(),
    TableFormat.CHOUETTE: Chouette(),
    TableFormat.PARTNERSHIP: Partnership(),
    TableFormat.CAPTAINS: Captains(),
}


def format_of(rules: Rules) -> Format:
    """Return the format that these rules name."""
    return _FORMATS[rules.table_format]
