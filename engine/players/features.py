"""What the master's network looks at: a position as numbers, the same under any order of suits.

``benchmarks/selfplay.c`` computes the same numbers in the same order when it learns; a test
compares the two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.cards import DECK_SIZE, SUIT_SIZE, Card, CardSet, card_set, cards_of
from engine.melds import RunWrap, Solver, solver
from engine.players.memory import NO_CARD, Memory
from engine.rules import Rules

FEATURES: Final = 110
DEADWOOD_STEPS: Final = (0, 2, 5, 8, 10, 15, 20, 27, 35, 45, 60)
NUMBER_STEPS: Final = (0, 3, 6, 9)
"""Bounds of groups for the count of a card and for the knock limit."""
THROWN_ODDS: Final = (0.5, 0.55, 0.78)
"""Odds that the opponent holds a card, for each card it threw: same rank, next, next but one."""
REFUSED_ODDS: Final = (0.64, 0.67, 0.82)
KNOWN_ODDS: Final = (2.4, 2.2, 1.6)
SURE_ENOUGH: Final = 0.95


@dataclass(frozen=True, slots=True)
class Sight:
    """A hand of ten between two moves and what its owner knows.

    ``top``: the discard just made, which the opponent may take, or ``NO_CARD``. ``known``,
    ``thrown``, ``refused``: the opponent's, as in ``Memory``. ``shown``: own cards that the
    opponent saw taken.
    """

    hand: CardSet
    top: Card
    known: CardSet
    unseen: CardSet
    thrown: CardSet
    refused: CardSet
    shown: CardSet
    hidden: int
    stock: int
    turns: int
    last: Card
    before: Card
    took: bool
    limit: int
    gin: int
    undercut: int

    @classmethod
    def of(cls, memory: Memory, rules: Rules, hand: CardSet, top: Card = NO_CARD) -> "Sight":
        """The position with this hand, after throwing ``top``."""
        thrown = (NO_CARD, NO_CARD, *memory.thrown)
        return cls(
            hand=hand,
            top=top,
            known=memory.known,
            unseen=memory.unseen,
            thrown=card_set(memory.thrown),
            refused=card_set(memory.refused),
            shown=memory.shown & hand,
            hidden=memory.hidden,
            stock=memory.stock_size,
            turns=memory.turns,
            last=thrown[-1],
            before=thrown[-2],
            took=memory.took_last,
            limit=memory.limit,
            gin=rules.gin_bonus,
            undercut=rules.undercut_bonus,
        )


@dataclass(frozen=True, slots=True)
class Ground:
    """What the rules of melds say about cards.

    ``steps``: for each card those two below, one below, one above and two above in its suit, or
    ``NO_CARD``. ``around``: for each card the sets of the same rank, of the next cards in its
    suit, and of the next but one.
    """

    solver: Solver
    steps: tuple[tuple[Card, Card, Card, Card], ...]
    around: tuple[tuple[CardSet, CardSet, CardSet], ...]


@cache
def ground(rules: Rules) -> Ground:
    """The ground that a round under these rules is played on."""
    corner = rules.run_wrap is RunWrap.AROUND_CORNER
    steps = tuple(
        (
            _step(card, -2, corner=corner),
            _step(card, -1, corner=corner),
            _step(card, 1, corner=corner),
            _step(card, 2, corner=corner),
        )
        for card in range(DECK_SIZE)
    )
    around = tuple(
        (
            card_set(range(card % SUIT_SIZE, DECK_SIZE, SUIT_SIZE)) & ~(1 << card),
            card_set(one for one in beside[1:3] if one >= 0),
            card_set(one for one in (beside[0], beside[3]) if one >= 0),
        )
        for card, beside in enumerate(steps)
    )
    return Ground(solver(rules.meld_rules), steps, around)


def _step(card: Card, step: int, *, corner: bool) -> Card:
    base, rank = card - card % SUIT_SIZE, card % SUIT_SIZE + step
    if corner:
        return base + rank % SUIT_SIZE
    return base + rank if 0 <= rank < SUIT_SIZE else NO_CARD


def features(sight: Sight, on: Ground) -> list[float]:
    """The ``FEATURES`` numbers of a position."""
    return [*_own(sight, on), *_theirs(sight, on.solver), *_top(sight, on)]


def _has(cards: CardSet, card: Card) -> int:
    return cards >> card & 1 if card >= 0 else 0


def _group(number: int, steps: Sequence[int]) -> int:
    return sum(number > step for step in steps)


def _one_of(size: int, index: int) -> list[float]:
    found = [0.0] * size
    found[min(index, size - 1)] = 1.0
    return found


def _count(cards: CardSet, solver: Solver) -> int:
    return sum(solver.value(card) for card in cards_of(cards))


def _own(sight: Sight, on: Ground) -> list[float]:
    """The own hand: its count, its loose cards, and what a draw could make of it."""
    hand, solver = sight.hand, on.solver
    left = solver.deadwood(hand)
    loose = card_set(
        card for card, after in solver.discards(hand) if after == left - solver.value(card)
    )
    high = sum(solver.value(card) >= 10 for card in cards_of(loose))
    return [
        left / 50,
        *_one_of(len(DEADWOOD_STEPS) + 1, _group(left, DEADWOOD_STEPS)),
        float(left <= sight.limit),
        (_count(hand, solver) - left) / 50,
        *_one_of(10, loose.bit_count()),
        high / 5,
        *_draws(sight, left, solver),
        *_hopes(sight, loose, on),
        _count(card_set(_fitting(loose, sight.known, on)), solver) / 20,
    ]


def _draws(sight: Sight, left: int, solver: Solver) -> list[float]:
    """What one card from the stock does to the hand, over all unseen cards."""
    hand, deadwood, best = sight.hand, solver.deadwood, solver.best_discard
    fall = gins = knocks = fives = melds = extends = 0
    for card in cards_of(sight.unseen):
        held = hand | 1 << card
        after, whole = best(held)[1], deadwood(held)
        fall += left - after
        gins += after == 0
        knocks += after <= sight.limit
        fives += after <= 5
        melds += whole < left + solver.value(card)
        extends += whole <= left
    share = 1 / max(1, sight.unseen.bit_count())
    return [
        fall * share / 10,
        gins * share * 3,
        knocks * share,
        fives * share,
        melds * share,
        extends * share * 3,
    ]


def _hopes(sight: Sight, loose: CardSet, on: Ground) -> list[float]:
    """Cards that would complete pairs and neighbours of the loose cards, and those without any."""
    pairs = ends = middles = alone = alone_count = two_way = 0
    for card in cards_of(loose):
        same = on.around[card][0]
        mates = same & loose
        set_outs = (same & sight.unseen).bit_count() if mates else 0
        if mates and not mates & (1 << card) - 1:
            pairs += set_outs
        far_below, below, above, far_above = on.steps[card]
        down = _run_outs((below, far_below, above), loose, sight.unseen)
        beside, between = _run_outs((above, far_above, below), loose, sight.unseen)
        ends += beside
        middles += between
        run_outs = beside + between + sum(down)
        if not set_outs and not run_outs:
            alone += 1
            alone_count += on.solver.value(card)
        two_way += bool(set_outs and run_outs)
    return [pairs / 6, ends / 6, middles / 4, alone / 5, alone_count / 30, two_way / 3]


def _run_outs(places: tuple[Card, Card, Card], loose: CardSet, unseen: CardSet) -> tuple[int, int]:
    """Unseen cards beside a card and its neighbour, and between it and the next but one.

    ``places``: next to the card, next but one, and next on the other side.
    """
    one, two, back = places
    beside = _has(unseen, two) + _has(unseen, back) if _has(loose, one) else 0
    return beside, _has(unseen, one) if _has(loose, two) else 0


def _fitting(loose: CardSet, known: CardSet, on: Ground) -> Iterable[Card]:
    """Loose cards that could be laid off on melds of cards the opponent is known to hold."""
    for card in cards_of(loose):
        same, near, far = on.around[card]
        in_run = near & known and ((near | far) & known).bit_count() >= 2
        if in_run or (same & known).bit_count() >= 2:
            yield card


def _theirs(sight: Sight, solver: Solver) -> list[float]:
    """How late it is, what the opponent holds and throws, and what it knows of this hand."""
    faces = [
        0 if card < 0 else _group(solver.value(card), NUMBER_STEPS)
        for card in (sight.last, sight.before)
    ]
    return [
        *_one_of(16, sight.stock // 2),
        sight.turns / 10,
        *_one_of(8, sight.turns),
        *_one_of(6, sight.known.bit_count()),
        _count(sight.known, solver) / 40,
        solver.deadwood(sight.known) / 20,
        *_one_of(5, faces[0]),
        *_one_of(5, faces[1]),
        float(sight.took),
        sight.shown.bit_count() / 5,
        sight.limit / 10,
        *_one_of(5, _group(sight.limit, NUMBER_STEPS)),
        sight.gin / 25,
        sight.undercut / 25,
    ]


def _top(sight: Sight, on: Ground) -> list[float]:
    """The discard just made and what the opponent could do with it."""
    card = sight.top
    if card < 0:
        return [0.0] * 18
    same, near, _ = on.around[card]
    by_set, by_run = _meldable(sight, card, on)
    return [
        1.0,
        on.solver.value(card) / 10,
        *_one_of(4, (same & sight.unseen).bit_count()),
        *_one_of(3, (same & sight.known).bit_count()),
        *_windows(sight, card, on),
        (same & sight.thrown).bit_count() / 2,
        (near & sight.thrown).bit_count() / 2,
        (same & sight.refused).bit_count() / 2,
        (near & sight.refused).bit_count() / 2,
        by_set,
        by_run,
    ]


def _pairs(sight: Sight, card: Card, on: Ground) -> Iterable[tuple[Card, Card]]:
    """Pairs of cards that the opponent may hold and that make a run with ``card``."""
    far_below, below, above, far_above = on.steps[card]
    could = sight.known | sight.unseen
    for one, two in ((far_below, below), (below, above), (above, far_above)):
        if _has(could, one) and _has(could, two):
            yield one, two


def _windows(sight: Sight, card: Card, on: Ground) -> list[float]:
    """Such pairs: how many, how many of them half known, how many known for sure."""
    held = [_has(sight.known, one) + _has(sight.known, two) for one, two in _pairs(sight, card, on)]
    return [len(held) / 3, held.count(1) / 2, float(held.count(2))]


def _meldable(sight: Sight, card: Card, on: Ground) -> tuple[float, float]:
    """Roughly how likely the opponent can use ``card`` in a set, and in a run."""
    first, second, third = (_odds(sight, other, on) for other in cards_of(on.around[card][0]))
    by_set = first * second + first * third + second * third
    by_run = sum(
        _odds(sight, one, on) * _odds(sight, two, on) for one, two in _pairs(sight, card, on)
    )
    return min(1.0, by_set), min(1.0, by_run)


def _odds(sight: Sight, card: Card, on: Ground) -> float:
    """Roughly how likely the opponent holds this card."""
    if sight.known >> card & 1:
        return 1.0
    if not sight.unseen >> card & 1:
        return 0.0
    odds = sight.hidden / max(1, sight.unseen.bit_count())
    for cards, changes in (
        (sight.thrown, THROWN_ODDS),
        (sight.refused, REFUSED_ODDS),
        (sight.known, KNOWN_ODDS),
    ):
        for group, change in zip(on.around[card], changes, strict=True):
            odds *= change ** (group & cards).bit_count()
    return min(SURE_ENOUGH, odds)
