"""A search one turn ahead, which decides between discards that the network thinks nearly equal.

Every choice meets the same imagined hands of the opponent and the same cards of the stock. With
such a hand the opponent answers as a master who knows no habits and does not search. A knock is
settled exactly; another answer is worth what the network says of the next turn.

What is imagined follows from what the player sees, not from a seed. So the master always prefers
the same discard in a position, and the coach, who searches too, never faults it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final, NamedTuple

from engine.game.actions import Discard
from engine.game.cards import FULL_DECK, Card, CardSet, cards_of
from engine.game.melds import RunWrap
from engine.game.rules import Rules, TableFormat, WallRule
from engine.players.hand_context import HandContext, baseline
from engine.players.judgement import Estimate
from engine.players.memory import NO_CARD, UNKNOWN_HABITS, Chance
from engine.players.network import NetworkKind, is_learned, networks
from engine.players.position import Position

HANDS: Final = 24
"""Imagined hands of the opponent."""
MARGIN: Final = 1.5
"""Points up to which a discard is close to the best."""
CHOICES: Final = 4
"""The most discards that are searched."""
TRUST: Final = 0.25
"""The weight of the search; the rest is the network's."""
DRAWS: Final = 2
"""Draws of the opponent before which nothing is searched."""
NARROW: Final = 10
"""Deadwood above the least up to which an imagined turn considers a discard."""

Price = Callable[[float], float]
"""A way to value points."""
Values = tuple[float, ...]
"""What something is worth by each of some prices; the first one decides."""


class ImaginedDeal(NamedTuple):
    """What is imagined: the opponent's hand and the next card of the stock."""

    hand: CardSet
    following: Card


@dataclass(frozen=True, slots=True)
class _Turn:
    """Eleven cards to discard from or to knock with.

    ``before``: what their owner sees; its hand does not matter. ``taken``: the card from the pile,
    or ``NO_CARD``. ``last``: whether a discard ends the round.
    """

    before: HandContext
    cards: CardSet
    taken: Card = NO_CARD
    last: bool = False


class _Played(NamedTuple):
    """The best end of a turn and what it is worth to the player."""

    values: Values
    card: Card
    knocks: bool

    @property
    def worth(self) -> float:
        return self.values[0]


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


def looked_ahead(position: Position, judged: Sequence[Estimate]) -> list[Estimate]:
    """Return the choices again, best first, after a search if there are discards close to the best.

    ``judged``: the choices by the network, best first. A knock that it calls best is not searched.
    The best after the search is worth what the network says of the best: only the differences
    between close discards change.
    """
    best = judged[0]
    close = _close(position, judged)
    if len(close) < 2:
        return list(judged)
    found = results(position, [card for _, card in close], imagined(position))
    mixed = [_mixed(one, values) for (one, _), values in zip(close, found, strict=True)]
    most = max(mixed, key=attrgetter("worth"))
    worth, points = best.worth - most.worth, best.points - most.points
    rest = [one for one in judged if all(one is not other for other, _ in close)]
    after = [_raised(one, worth, points) for one in mixed]
    return sorted([*after, *rest], key=lambda one: -one.worth)


def _close(position: Position, judged: Sequence[Estimate]) -> list[tuple[Estimate, Card]]:
    """Return the discards to search, with their cards; none where nothing is searched."""
    best = judged[0]
    late = position.memory.turns >= DRAWS
    if not late or not isinstance(best.action, Discard) or not searches(position.view.public.rules):
        return []
    return [
        (one, one.action.card)
        for one in judged
        if isinstance(one.action, Discard) and one.worth > best.worth - MARGIN
    ][:CHOICES]


def _mixed(one: Estimate, found: Sequence[Values]) -> Estimate:
    """Return the choice by network and search together."""
    results = tuple(one.worth + TRUST * (worth - one.worth) for worth, _ in found)
    points = sum(points for _, points in found) / len(found)
    return replace(
        one,
        worth=sum(results) / len(results),
        points=one.points + TRUST * (points - one.points),
        results=results,
    )


def _raised(one: Estimate, worth: float, points: float) -> Estimate:
    return replace(
        one,
        worth=one.worth + worth,
        points=one.points + points,
        results=tuple(result + worth for result in one.results),
    )


def imagined(position: Position) -> list[ImaginedDeal]:
    """Return hands that the opponent may hold, each with a card of the stock.

    The same in the same position, whatever its seed.
    """
    memory = position.memory
    chance, deals = Chance(memory.unseen + 3 * memory.hand), []
    for hand in replace(position, chance=chance).likely_hands(HANDS):
        stock = list(cards_of(memory.unseen & ~hand))
        deals.append(ImaginedDeal(hand, stock[chance.below(len(stock))]))
    return deals


def results(
    position: Position, discards: Sequence[Card], deals: Sequence[ImaginedDeal]
) -> list[list[Values]]:
    """Return what each discard is worth on every imagined deal: at this score, and in points."""
    lines = [(card, deal) for card in discards for deal in deals]
    found = _Search(position).values(lines)
    size = len(deals)
    return [found[at : at + size] for at in range(0, len(found), size)]


class _Search:
    """The stages of a search; each asks the networks about all its positions at once."""

    def __init__(self, position: Position) -> None:
        self._rules = rules = position.view.public.rules
        self._hand = position.memory.hand
        self._context = HandContext.of(position.memory, rules, self._hand, habits=position.habits)
        self._own_discards = FULL_DECK & ~(
            self._context.unseen | self._context.known | self._context.discarded | self._hand
        )
        self._took = position.view.taken is not None
        self._play = position.play
        score_values = position.score_values
        self._theirs: tuple[Price, ...] = (score_values.points,)
        self._own: tuple[Price, ...] = (score_values.worth, score_values.points)
        self._networks, self._ground = networks(rules), baseline(rules)

    def values(self, lines: Sequence[tuple[Card, ImaginedDeal]]) -> list[Values]:
        """Return the worth of each discard with each hand of the opponent."""
        contexts = [self._of_opponent(discarded, deal.hand) for discarded, deal in lines]
        taken = self._takes(contexts, [discarded for discarded, _ in lines])
        found, drawn, following = [self._settled(0)] * len(lines), [], []
        for at, (_, deal) in enumerate(lines):
            if at in taken:
                continue
            hand = deal.hand | 1 << deal.following
            if self._rules.big_gin_bonus is not None and not self._play.solver.deadwood(hand):
                found[at] = self._after_big_gin(lines[at][0])
                continue
            stock = contexts[at].stock - 1
            unseen = contexts[at].unseen & ~(1 << deal.following)
            after = replace(contexts[at], unseen=unseen, stock=stock)
            drawn.append(_Turn(after, hand, last=stock <= self._rules.wall_size))
            following.append(at)
        played = self._played(drawn, self._theirs)
        answers = [(at, True, *one[1:]) for at, one in taken.items()]
        answers += [
            (at, False, *one[1:])
            for at, turn, one in zip(following, drawn, played, strict=True)
            if one.knocks or not turn.last
        ]
        going: list[tuple[int, bool, Card]] = []
        for at, took, card, knocks in answers:
            discarded, deal = lines[at]
            if not knocks:
                going.append((at, took, card))
                continue
            hand = (deal.hand | 1 << (discarded if took else deal.following)) & ~(1 << card)
            left = self._play.solver.deadwood(hand)
            rest = self._hand & ~(1 << discarded)
            found[at] = self._settled(-self._play.knock_points(hand, left, rest))
        next_turns = [self._next(lines[at][0], card, took=took) for at, took, card in going]
        for (at, _, _), values in zip(going, self._own_turns(next_turns), strict=True):
            found[at] = values
        return found

    def _of_opponent(self, discarded: Card, hand: CardSet) -> HandContext:
        """Return what the opponent sees with this hand after the discard."""
        own, rest = self._context, self._hand & ~(1 << discarded)
        known = own.shown & rest
        return replace(
            own,
            hand=hand,
            known=known,
            shown=own.known & hand,
            unseen=(own.unseen | rest) & ~hand & ~known,
            hidden=rest.bit_count() - known.bit_count(),
            discarded=self._own_discards | 1 << discarded,
            refused=own.discarded & ~rest,
            last=discarded,
            before=NO_CARD,
            took=self._took,
            turns=own.turns + 1,
            steps=0,
            rises=0,
            habits=UNKNOWN_HABITS,
        )

    def _next(self, discarded: Card, top: Card, *, took: bool) -> HandContext:
        """Return what is seen before the next turn, after the opponent has thrown ``top``."""
        own, rest = self._context, self._hand & ~(1 << discarded)
        known = (own.known | (1 << discarded if took else 0)) & ~(1 << top)
        later, value = own.last != NO_CARD, self._play.value
        return replace(
            own,
            hand=rest,
            shown=own.shown & rest,
            known=known,
            unseen=own.unseen & ~(1 << top),
            hidden=rest.bit_count() - known.bit_count(),
            discarded=own.discarded | 1 << top,
            refused=own.refused | (0 if took else 1 << discarded),
            stock=own.stock - (not took),
            turns=own.turns + 1,
            steps=own.steps + later,
            rises=own.rises + (later and value[top] > value[own.last]),
            before=own.last,
            last=top,
            took=took,
        )

    def _after_big_gin(self, discarded: Card) -> Values:
        left = self._play.solver.deadwood(self._hand & ~(1 << discarded))
        return self._settled(-((self._rules.big_gin_bonus or 0) + left))

    def _settled(self, points: float) -> Values:
        return tuple(price(points) for price in self._own)

    def _takes(self, contexts: Sequence[HandContext], tops: Sequence[Card]) -> dict[int, _Played]:
        """Return the turns of an opponent who takes the discard, by number."""
        useful = [
            at
            for at, (context, top) in enumerate(zip(contexts, tops, strict=True))
            if self._is_useful(context, top)
        ]
        turns = [
            _Turn(contexts[at], contexts[at].hand | 1 << tops[at], taken=tops[at]) for at in useful
        ]
        played = self._played(turns, self._theirs)
        left = self._valued(NetworkKind.DRAWING, [contexts[at] for at in useful], self._theirs)
        return {
            at: one for at, one, leave in zip(useful, played, left, strict=True)
            if one.worth >= leave[0]
        }  # fmt: skip

    def _own_turns(self, contexts: Sequence[HandContext]) -> list[Values]:
        """Return what the next turns are worth, where the card thrown last may be taken."""
        found = self._valued(NetworkKind.DRAWING, contexts, self._own)
        useful = [
            at for at, context in enumerate(contexts) if self._is_useful(context, context.last)
        ]
        turns = []
        for at in useful:
            context = contexts[at]
            bit = 1 << context.last
            seen = replace(context, shown=context.shown | bit)
            turns.append(_Turn(seen, context.hand | bit, taken=context.last))
        for at, one in zip(useful, self._played(turns, self._own), strict=True):
            found[at] = max(found[at], one.values)
        return found

    def _is_useful(self, context: HandContext, top: Card) -> bool:
        """Whether the card makes a meld or allows a knock, so that one may take it."""
        solver, bit = self._play.solver, 1 << top
        return (
            solver.deadwood(context.hand | bit) < solver.deadwood(context.hand) + solver.value(top)
            or solver.best_discard(context.hand | bit, bit)[1] <= context.limit
        )

    def _played(self, turns: Sequence[_Turn], prices: Sequence[Price]) -> list[_Played]:
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
        discarded = [
            self._rest(turn, card, top=card)
            for turn, cards in zip(turns, discards, strict=True)
            for card in cards
        ]
        values = iter(self._valued(NetworkKind.DISCARDED, discarded, prices))
        found = [
            max(
                (_Played(next(values), card, knocks=False) for card in cards),
                key=attrgetter("worth"),
                default=_Played((0.0,) * len(prices), NO_CARD, knocks=False),
            )
            for cards in discards
        ]
        laid = [self._rest(turns[at], card) for at, card in knocks]
        now = self._valued(NetworkKind.KNOCKED, laid, prices)
        for (at, card), one in zip(knocks, now, strict=True):
            never = turns[at].last and one[0] <= 0
            if at in sure or (not never and one[0] >= found[at].worth):
                found[at] = _Played(one, card, knocks=True)
        return found

    def _rest(self, turn: _Turn, card: Card, top: Card = NO_CARD) -> HandContext:
        hand = turn.cards & ~(1 << card)
        return replace(turn.before, hand=hand, top=top, shown=turn.before.shown & hand)

    def _valued(
        self, moment: NetworkKind, contexts: Iterable[HandContext], prices: Sequence[Price]
    ) -> list[Values]:
        return self._networks.valued(moment, list(contexts), self._ground, *prices)
