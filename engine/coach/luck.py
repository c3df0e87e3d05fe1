"""The shares of the deal, the draws and the decisions in a round's points.

The method is that of variance reduction: a *value* is the worth of a position with all cards face
up but the order of the stock unknown. The points of a round are then a sum of steps from one value
to the next, and every step has a cause:

* the deal: the value of the dealt hands (an unseen deal is worth 0 to either side);
* a card drawn from the stock: the value with it less the value just before, the player being
forced to draw; the average over all possible cards is 0;
* a decision: the value after it less the value before, which is the result of a *quick* player
(``engine.players.simulation``) with the same cards.

The steps add up to the points exactly, even if the values are rough. Values are means over
playouts with random stocks; where the round is over, or only layoffs are left, they are exact.
Decisions are judged with all cards open here, so a single one can be lucky or unlucky; the coach
judges decisions by the player's knowledge instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.coach.review import RoundReview, decisions_of, grade_round
from engine.game.cards import Card, CardSet
from engine.game.machine import Round
from engine.game.mahjong import MahjongRound
from engine.game.match import Match
from engine.game.record import MatchRecord, positions, without_taken_back
from engine.game.round import GinRound, Phase, RoundEventKind
from engine.game.rules import Rules
from engine.game.scoring import award
from engine.game.seats import Seat, Side
from engine.players.mahjong_simulation import mahjong_play
from engine.players.memory import NO_CARD, Chance
from engine.players.simulation import Simulation, simulation

STOCKS: Final = 48
"""Random stock orders per value."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The sources of one side's points in a round. ``points`` is the sum of the rest.

    ``deal``: the dealt cards. ``draws``: both players' cards from the stock. ``decisions``: those
    of this side. ``theirs``: the opponent's, as points to this side.
    """

    deal: float
    draws: float
    decisions: float
    theirs: float

    @property
    def points(self) -> float:
        """The points of the round: won less lost."""
        return self.deal + self.draws + self.decisions + self.theirs

    @property
    def luck(self) -> float:
        """The part outside the players' control: deal and draws."""
        return self.deal + self.draws

    @property
    def skill(self) -> float:
        """The part of the decisions of both players."""
        return self.decisions + self.theirs

    @property
    def mirrored(self) -> "Luck":
        """The same round from the other side's perspective."""
        return Luck(-self.deal, -self.draws, -self.theirs, -self.decisions)

    def __add__(self, other: "Luck") -> "Luck":
        return Luck(
            self.deal + other.deal,
            self.draws + other.draws,
            self.decisions + other.decisions,
            self.theirs + other.theirs,
        )


NO_LUCK: Final = Luck(0.0, 0.0, 0.0, 0.0)


def luck_of_round(
    positions: Sequence[Round], rules: Rules, side: Side, stocks: int = STOCKS, seed: int = 0
) -> Luck:
    """Split a finished round's points for ``side``.

    ``positions``: the round after the deal and after every action, until it is over. Raise
    ValueError if it is not over.
    """
    if positions[-1].facts is None:
        raise ValueError("a round that is not over has no points to explain")
    values = Values(rules, stocks, seed)
    value = values.of(positions[0])
    total = Luck(value, 0.0, 0.0, 0.0)
    for before, after in pairwise(positions):
        step = _step(values, before, after, value)
        total += step
        value += step.points
    return total if side is Side.NON_DEALER else total.mirrored


def _step(values: "Values", before: Round, after: Round, value: float) -> Luck:
    """Return one action's share, for the non-dealer; ``value`` is that of the position before."""
    new = values.of(after)
    if after.events[-1].fact is RoundEventKind.DREW and len(after.events) == len(before.events) + 1:
        bound = values.bound_to_draw(before)
        return _decided(before.turn, bound - value) + Luck(0.0, new - bound, 0.0, 0.0)
    return _decided(before.turn, new - value)


def _decided(side: Side, points: float) -> Luck:
    if side is Side.NON_DEALER:
        return Luck(0.0, 0.0, points, 0.0)
    return Luck(0.0, 0.0, 0.0, points)


def shuffled(stock: Sequence[Card], count: int, seed: int) -> list[list[Card]]:
    """Return the stock in so many random orders."""
    chance, orders = Chance(seed), []
    for _ in range(count):
        order = sorted(stock)
        chance.shuffle(order)
        orders.append(order)
    return orders


class Values:
    """Values of positions with all cards open, in points to the non-dealer, with the multiplier."""

    def __init__(self, rules: Rules, stocks: int, seed: int) -> None:
        self._rules = rules
        self._gin = _GinValues(rules, stocks, seed)
        self._mahjong = _MahjongValues(rules, stocks, seed)

    def of(self, state: Round) -> float:
        """Return the value of a position."""
        if state.facts is not None:
            points = award(self._rules, state.facts).points
            return float(points[0] - points[1])
        return self._mahjong.of(state) if isinstance(state, MahjongRound) else self._gin.of(state)

    def bound_to_draw(self, state: Round) -> float:
        """Return its value when the player to move has to draw from the stock."""
        if isinstance(state, MahjongRound):
            return self._mahjong.bound_to_draw(state)
        return self._gin.bound_to_draw(state)


class _MahjongValues:
    """Values of positions of Mahjong gin."""

    def __init__(self, rules: Rules, stocks: int, seed: int) -> None:
        self._play = mahjong_play(rules)
        self._stocks = stocks
        self._seed = seed

    def of(self, state: MahjongRound, *, bound: bool = False) -> float:
        orders, playout = shuffled(state.stock, self._stocks, self._seed), self._play.playout
        total = sum(playout(state, state.hands, stock, bound=bound) for stock in orders)
        return total / self._stocks

    def bound_to_draw(self, state: MahjongRound) -> float:
        return self.of(state, bound=True)


class _GinValues:
    """Values of positions of gin."""

    def __init__(self, rules: Rules, stocks: int, seed: int) -> None:
        self._rules = rules
        self._play: Simulation = simulation(rules)
        self._stocks = stocks
        self._seed = seed

    def of(self, state: GinRound) -> float:
        match state.phase:
            case Phase.LAYOFF:
                return self._laying_off(state)
            case Phase.DISCARD:
                return self._discarding(state)
            case Phase.FORCED_STOCK:
                return self.bound_to_draw(state)
            case Phase.LAST_DISCARD:
                return 0.0
            case _:
                return self._drawing(state, state.discards[-1] if state.discards else NO_CARD)

    def bound_to_draw(self, state: GinRound) -> float:
        return self._drawing(state, NO_CARD)

    def _drawing(self, state: GinRound, top: Card) -> float:
        return self._mean(state, state.hands, int(state.turn), top)

    def _mean(self, state: GinRound, hands: tuple[CardSet, CardSet], turn: int, top: Card) -> float:
        if len(state.stock) <= self._rules.wall_size:
            return 0.0
        total = sum(
            self._play.playout(hands[0], hands[1], turn, top, stock, limit=state.knock_limit)
            for stock in shuffled(state.stock, self._stocks, self._seed)
        )
        return state.multiplier * total / self._stocks

    def _discarding(self, state: GinRound) -> float:
        turn = int(state.turn)
        taken = 0 if state.taken is None else 1 << state.taken
        hand, other = state.hands[turn], state.hands[1 - turn]
        forbidden = 0 if self._rules.may_return_taken_discard else taken
        card, left = self._play.solver.best_discard(hand, forbidden)
        rest = hand & ~(1 << card)
        if left <= state.knock_limit:
            points = self._play.knock_points(rest, left, other) * state.multiplier
            return float(points if turn == 0 else -points)
        hands = (rest, other) if turn == 0 else (other, rest)
        if state.drawn is not None and len(state.stock) <= self._rules.wall_size:
            return 0.0
        return self._mean(state, hands, 1 - turn, card)

    def _laying_off(self, state: GinRound) -> float:
        assert state.knock is not None
        defender = state.hands[state.turn]
        answered = self._play.solver.deadwood_after_layoffs(state.knock.melds, defender)
        points = self._play.settle(state.knock.deadwood, answered, defender) * state.multiplier
        return float(points if state.knock.side is Side.NON_DEALER else -points)


@dataclass(frozen=True, slots=True)
class Study:
    """One seat's round."""

    number: int
    review: RoundReview
    luck: Luck


def study(record: MatchRecord, number: int, seat: Seat) -> Study | None:
    """Study a round of a record; ``None`` if the seat did not play it or it is not finished."""
    record = without_taken_back(record)
    states = list(positions(record))
    rounds, side = _rounds_of(states, number, seat)
    if side is None or not rounds or rounds[-1].facts is None:
        return None
    review = grade_round(decisions_of(states, record.moves, seat, number))
    return Study(number, review, luck_of_round(rounds, record.rules, side))


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """One seat's luck, summed over its ``rounds`` finished rounds."""

    rounds: int
    luck: Luck


def luck_of_match(record: MatchRecord) -> dict[Seat, SeatLuck]:
    """Return each seat's luck over all finished rounds; seats without one are omitted.

    Each table's points are split once and negated for the other side; so the parts of a match
    add up to the points won less the points lost at the table.
    """
    played: dict[tuple[int, int, int], tuple[tuple[Seat, Seat], list[Round]]] = {}
    for match in positions(without_taken_back(record)):
        for number, table in enumerate(match.tables):
            key = match.number, number, table.attempt
            _, states = played.setdefault(key, (table.pair, []))
            if not states or states[-1] is not table.round:
                states.append(table.round)
    found: dict[Seat, SeatLuck] = {}
    for pair, states in played.values():
        if states[-1].facts is not None:
            luck = luck_of_round(states, record.rules, Side.NON_DEALER)
            for seat, share in zip(pair, (luck, luck.mirrored), strict=True):
                before = found.get(seat, SeatLuck(0, NO_LUCK))
                found[seat] = SeatLuck(before.rounds + 1, before.luck + share)
    return found


def _rounds_of(states: Sequence[Match], number: int, seat: Seat) -> tuple[list[Round], Side | None]:
    """Return the distinct states of the seat's own table in that round."""
    found: list[Round] = []
    side: Side | None = None
    for match in states:
        index = match.table_of(seat)
        if match.number != number or index is None:
            continue
        table = match.tables[index]
        side = Side(table.pair.index(seat))
        if not found or found[-1] is not table.round:
            found.append(table.round)
    return found, side
