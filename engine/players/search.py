"""A search one turn ahead, which decides between discards that the network thinks nearly equal.

Every choice meets the same imagined hands of the opponent and the same cards of the stock. With
such a hand the opponent answers as a master who knows no habits and does not search. A knock is
settled exactly; another answer is worth what the network says of the next turn.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final, NamedTuple

from engine.game.actions import Discard, RoundAction
from engine.game.cards import FULL_DECK, Card, CardSet, cards_of
from engine.game.melds import RunWrap
from engine.game.rules import Rules, TableFormat, WallRule
from engine.players.habits import STRANGER
from engine.players.judgement import Judged
from engine.players.memory import NO_CARD
from engine.players.network import Moment, is_learned, networks
from engine.players.position import Position
from engine.players.sight import Sight, ground

HANDS: Final = 24
"""Imagined hands of the opponent."""
MARGIN: Final = 1.5
"""Points up to which a discard is close to the best."""
CHOICES: Final = 4
"""The most discards that are searched."""
TRUST: Final = 0.5
"""The weight of the search; the rest is the network's."""
DRAWS: Final = 2
"""Draws of the opponent before which nothing is searched."""
NARROW: Final = 10
"""Deadwood above the least up to which an imagined turn considers a discard."""

Worth = Callable[[float], float]


class Deal(NamedTuple):
    """What is imagined: the opponent's hand and the next card of the stock."""

    hand: CardSet
    following: Card


@dataclass(frozen=True, slots=True)
class _Turn:
    """Eleven cards to discard from or to knock with.

    ``before``: what their owner sees; its hand does not matter. ``taken``: the card from the pile,
    or ``NO_CARD``. ``last``: whether a discard ends the round.
    """

    before: Sight
    cards: CardSet
    taken: Card = NO_CARD
    last: bool = False


class _Played(NamedTuple):
    """The best end of a turn and what it is worth to the player."""

    worth: float
    card: Card
    knocks: bool


def searches(rules: Rules) -> bool:
    """Whether the search is proven under these rules: two players, runs in a line, void walls."""
    return (
        is_learned(rules)
        and rules.run_wrap is RunWrap.NONE
        and rules.table_format is TableFormat.TWO
        and rules.wall_rule is WallRule.VOID
        and not rules.deep_pickup
        and not rules.may_return_taken_discard
    )


def searched(position: Position, judged: Sequence[Judged]) -> RoundAction:
    """Return the best action, after a search if there are discards close to the best.

    ``judged``: the choices by the network, best first. A knock that it calls best is not searched.
    """
    best, memory = judged[0], position.memory
    if not searches(position.view.public.rules) or memory.turns < DRAWS:
        return best.action
    close = [
        (one, one.action.card)
        for one in judged
        if isinstance(one.action, Discard) and one.worth > best.worth - MARGIN
    ][:CHOICES]
    if not isinstance(best.action, Discard) or len(close) < 2:
        return best.action
    found = worths(position, [card for _, card in close], imagined(position))
    together = [
        (one.worth + TRUST * (worth - one.worth), one)
        for (one, _), worth in zip(close, found, strict=True)
    ]
    return max(together, key=lambda pair: pair[0])[1].action


def imagined(position: Position) -> list[Deal]:
    """Return hands that the opponent may hold, each with a card of the stock."""
    deals = []
    for hand in position.likely_hands(HANDS):
        stock = list(cards_of(position.memory.unseen & ~hand))
        deals.append(Deal(hand, stock[position.chance.below(len(stock))]))
    return deals


def worths(position: Position, discards: Sequence[Card], deals: Sequence[Deal]) -> list[float]:
    """Return the mean worth of each discard over what is imagined."""
    lines = [(card, deal) for card in discards for deal in deals]
    found = _Search(position).values(lines)
    size = len(deals)
    return [sum(found[at : at + size]) / size for at in range(0, len(found), size)]


class _Search:
    """The stages of a search; each asks the networks about all its positions at once."""

    def __init__(self, position: Position) -> None:
        self._rules = rules = position.view.public.rules
        self._hand = position.memory.hand
        self._sight = Sight.of(position.memory, rules, self._hand, habits=position.habits)
        self._own_throws = FULL_DECK & ~(
            self._sight.unseen | self._sight.known | self._sight.thrown | self._hand
        )
        self._took = position.view.taken is not None
        self._play = position.play
        self._stakes = position.stakes
        self._networks, self._ground = networks(rules), ground(rules)

    def values(self, lines: Sequence[tuple[Card, Deal]]) -> list[float]:
        """Return the worth of each discard with each hand of the opponent."""
        sights = [self._of_opponent(thrown, deal.hand) for thrown, deal in lines]
        taken = self._takes(sights, [thrown for thrown, _ in lines])
        found, drawn, following = [0.0] * len(lines), [], []
        for at, (_, deal) in enumerate(lines):
            if at in taken:
                continue
            hand = deal.hand | 1 << deal.following
            if self._rules.big_gin_bonus is not None and not self._play.solver.deadwood(hand):
                found[at] = self._after_big_gin(lines[at][0])
                continue
            stock = sights[at].stock - 1
            unseen = sights[at].unseen & ~(1 << deal.following)
            after = replace(sights[at], unseen=unseen, stock=stock)
            drawn.append(_Turn(after, hand, last=stock <= self._rules.wall_size))
            following.append(at)
        played = self._played(drawn, self._stakes.points)
        answers = [(at, True, *one[1:]) for at, one in taken.items()]
        answers += [
            (at, False, *one[1:])
            for at, turn, one in zip(following, drawn, played, strict=True)
            if one.knocks or not turn.last
        ]
        going: list[tuple[int, bool, Card]] = []
        for at, took, card, knocks in answers:
            thrown, deal = lines[at]
            if not knocks:
                going.append((at, took, card))
                continue
            hand = (deal.hand | 1 << (thrown if took else deal.following)) & ~(1 << card)
            left = self._play.solver.deadwood(hand)
            rest = self._hand & ~(1 << thrown)
            found[at] = self._stakes.worth(-self._play.knock_points(hand, left, rest))
        next_turns = [self._own(lines[at][0], card, took=took) for at, took, card in going]
        for (at, _, _), worth in zip(going, self._own_turns(next_turns), strict=True):
            found[at] = worth
        return found

    def _of_opponent(self, thrown: Card, hand: CardSet) -> Sight:
        """Return what the opponent sees with this hand after the discard."""
        own, rest = self._sight, self._hand & ~(1 << thrown)
        known = own.shown & rest
        return replace(
            own,
            hand=hand,
            known=known,
            shown=own.known & hand,
            unseen=(own.unseen | rest) & ~hand & ~known,
            hidden=rest.bit_count() - known.bit_count(),
            thrown=self._own_throws | 1 << thrown,
            refused=own.thrown & ~rest,
            last=thrown,
            before=NO_CARD,
            took=self._took,
            turns=own.turns + 1,
            habits=STRANGER,
        )

    def _own(self, thrown: Card, top: Card, *, took: bool) -> Sight:
        """Return what is seen before the next turn, after the opponent has thrown ``top``."""
        own, rest = self._sight, self._hand & ~(1 << thrown)
        known = (own.known | (1 << thrown if took else 0)) & ~(1 << top)
        return replace(
            own,
            hand=rest,
            shown=own.shown & rest,
            known=known,
            unseen=own.unseen & ~(1 << top),
            hidden=rest.bit_count() - known.bit_count(),
            thrown=own.thrown | 1 << top,
            refused=own.refused | (0 if took else 1 << thrown),
            stock=own.stock - (not took),
            turns=own.turns + 1,
            before=own.last,
            last=top,
            took=took,
        )

    def _after_big_gin(self, thrown: Card) -> float:
        left = self._play.solver.deadwood(self._hand & ~(1 << thrown))
        return self._stakes.worth(-((self._rules.big_gin_bonus or 0) + left))

    def _takes(self, sights: Sequence[Sight], tops: Sequence[Card]) -> dict[int, _Played]:
        """Return the turns of an opponent who takes the discard, by number."""
        useful = [
            at
            for at, (sight, top) in enumerate(zip(sights, tops, strict=True))
            if self._is_useful(sight, top)
        ]
        turns = [
            _Turn(sights[at], sights[at].hand | 1 << tops[at], taken=tops[at]) for at in useful
        ]
        points = self._stakes.points
        played = self._played(turns, points)
        left = self._valued(Moment.DRAWING, [sights[at] for at in useful], points)
        return {
            at: one for at, one, leave in zip(useful, played, left, strict=True)
            if one.worth >= leave
        }  # fmt: skip

    def _own_turns(self, sights: Sequence[Sight]) -> list[float]:
        """Return what the next turns are worth, where the card thrown last may be taken."""
        worth = self._stakes.worth
        found = self._valued(Moment.DRAWING, sights, worth)
        useful = [at for at, sight in enumerate(sights) if self._is_useful(sight, sight.last)]
        turns = []
        for at in useful:
            sight = sights[at]
            bit = 1 << sight.last
            seen = replace(sight, shown=sight.shown | bit)
            turns.append(_Turn(seen, sight.hand | bit, taken=sight.last))
        for at, one in zip(useful, self._played(turns, worth), strict=True):
            found[at] = max(found[at], one.worth)
        return found

    def _is_useful(self, sight: Sight, top: Card) -> bool:
        """Whether the card makes a meld or allows a knock, so that one may take it."""
        solver, bit = self._play.solver, 1 << top
        return (
            solver.deadwood(sight.hand | bit) < solver.deadwood(sight.hand) + solver.value(top)
            or solver.best_discard(sight.hand | bit, bit)[1] <= sight.limit
        )

    def _played(self, turns: Sequence[_Turn], worth: Worth) -> list[_Played]:
        """Return the best discard or knock of each turn."""
        discards: list[list[Card]] = []
        knocks: list[tuple[int, Card]] = []
        value = self._play.value
        sure = set()
        for at, turn in enumerate(turns):
            every = self._play.solver.discards(turn.cards)
            entries = [entry for entry in every if entry[0] != turn.taken]
            card, least = min(entries, key=lambda entry: (entry[1], -value[entry[0]], entry[0]))
            if least == 0:
                sure.add(at)
            if least <= turn.before.limit:
                knocks.append((at, card))
            stays = least == 0 or turn.last
            discards.append([] if stays else [c for c, left in entries if left <= least + NARROW])
        thrown = [
            self._rest(turn, card, top=card)
            for turn, cards in zip(turns, discards, strict=True)
            for card in cards
        ]
        values = iter(self._valued(Moment.THROWN, thrown, worth))
        found = [
            max(
                (_Played(next(values), card, knocks=False) for card in cards),
                key=attrgetter("worth"),
                default=_Played(0.0, NO_CARD, knocks=False),
            )
            for cards in discards
        ]
        laid = [self._rest(turns[at], card) for at, card in knocks]
        now = self._valued(Moment.KNOCKED, laid, worth)
        for (at, card), one in zip(knocks, now, strict=True):
            never = turns[at].last and one <= 0
            if at in sure or (not never and one >= found[at].worth):
                found[at] = _Played(one, card, knocks=True)
        return found

    def _rest(self, turn: _Turn, card: Card, top: Card = NO_CARD) -> Sight:
        hand = turn.cards & ~(1 << card)
        return replace(turn.before, hand=hand, top=top, shown=turn.before.shown & hand)

    def _valued(self, moment: Moment, sights: Iterable[Sight], worth: Worth) -> list[float]:
        return self._networks.worths(moment, list(sights), self._ground, worth)
