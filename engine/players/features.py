"""The input features of the master's network: a position as numbers, invariant under suit order.

``benchmarks/selfplay.c`` computes the same numbers in the same order for training; a test
compares the two.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.game.cards import Card, CardSet, card_set, cards_of
from engine.game.melds import Solver
from engine.players.hand_context import Baseline, HandContext, outlook
from engine.players.memory import Habits

FEATURES: Final = 156
DEADWOOD_STEPS: Final = (0, 2, 5, 8, 10, 15, 20, 27, 35, 45, 60)
LIMIT_STEPS: Final = (0, 3, 6, 9)
"""Bounds of the groups for a hand's deadwood and for the knock limit."""
COUNTS: Final = 12
"""Groups for the value of one card: none, 1 to 10, more."""
NO_CHEAPEST: Final = 20
"""The lowest discarded value as long as there is no discard."""


def features(context: HandContext, on: Baseline) -> list[float]:
    """Return the ``FEATURES`` numbers of a position."""
    return [
        *_own(context, on),
        *_theirs(context, on.solver),
        *_habits(context.habits),
        *opponent_features(context),
        *_top(context, on),
    ]


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


def _own(context: HandContext, on: Baseline) -> list[float]:
    """Return the features of the player's hand: deadwood, loose cards, possible draws, risks."""
    hand, solver = context.hand, on.solver
    left, without = solver.deadwood(hand), solver.discards(hand)
    loose = card_set(card for card, after in without if after == left - solver.value(card))
    high = sum(solver.value(card) >= 10 for card in cards_of(loose))
    use_of = outlook(context, on).uses
    uses = [sum(use_of(card)) for card in cards_of(loose)]
    return [
        left / 50,
        *_one_of(len(DEADWOOD_STEPS) + 1, _group(left, DEADWOOD_STEPS)),
        float(left <= context.limit),
        (_count(hand, solver) - left) / 50,
        *_one_of(10, loose.bit_count()),
        high / 5,
        *_draws(context, left, min(after for _, after in without), on),
        *_hopes(context, loose, on),
        _count(card_set(_fitting(loose, context.known, on)), solver) / 20,
        sum(uses) / 2,
        min([1.0, *uses]),
    ]


def _draws(context: HandContext, left: int, least: int, on: Baseline) -> list[float]:
    """Return the features of one draw from the stock, over all unseen cards.

    First with all unseen cards equally likely, then weighted by their odds, then the opponent's
    possible layoffs and deadwood. ``least``: deadwood without the worst card.
    """
    hand, solver, limit, seen = context.hand, on.solver, context.limit, outlook(context, on)
    held = seen.held
    fall = gins = knocks = fives = melds = extends = 0
    free = live_fall = live_gins = live_knocks = laid = likely = likely_count = 0.0
    for count, (number, stays) in seen.live.items():
        after = min(left, least + count)
        fall += number * (left - after)
        free += stays
        live_fall += stays * (left - after)
        likely += number - stays
        likely_count += (number - stays) * count
        if after <= limit:
            knocks += number
            live_knocks += stays
        if after <= 5:
            fives += number
        if after == 0:
            gins += number
            live_gins += stays
    for card in cards_of(context.unseen & on.meeting(hand)):
        count, stays = solver.value(card), 1 - held[card]
        alone = min(left, least + count)
        after = solver.best_discard(hand | 1 << card)[1]
        whole = solver.deadwood(hand | 1 << card)
        fall += alone - after
        live_fall += stays * (alone - after)
        fives += (after <= 5) - (alone <= 5)
        gained = (after <= limit) - (alone <= limit)
        knocks += gained
        live_knocks += stays * gained
        gained = (after == 0) - (alone == 0)
        gins += gained
        live_gins += stays * gained
        melds += whole < left + count
        if whole <= left:
            extends += 1
            laid += held[card] * count
    share, live = 1 / max(1, context.unseen.bit_count()), 1 / max(0.01, free)
    theirs = _count(context.known, solver) + context.hidden * likely_count / max(0.01, likely)
    return [
        fall * share / 10,
        gins * share * 3,
        knocks * share,
        fives * share,
        melds * share,
        extends * share * 3,
        live_fall * live / 10,
        live_gins * live * 3,
        live_knocks * live,
        laid / 10,
        _count(card_set(_growing(context, left, on)), solver) / 10,
        theirs / 60,
    ]


def _growing(context: HandContext, left: int, on: Baseline) -> Iterable[Card]:
    """Iterate over the known cards of the opponent that could be laid off on this hand."""
    for card in cards_of(context.known & on.meeting(context.hand)):
        if on.solver.deadwood(context.hand | 1 << card) <= left:
            yield card


def _hopes(context: HandContext, loose: CardSet, on: Baseline) -> list[float]:
    """Return the features of cards that complete pairs and neighbours of the loose cards."""
    pairs = ends = middles = alone = alone_count = two_way = 0
    for card in cards_of(loose):
        same = on.around[card][0]
        mates = same & loose
        set_outs = (same & context.unseen).bit_count() if mates else 0
        if mates and not mates & (1 << card) - 1:
            pairs += set_outs
        far_below, below, above, far_above = on.steps[card]
        down = _run_outs((below, far_below, above), loose, context.unseen)
        beside, between = _run_outs((above, far_above, below), loose, context.unseen)
        ends += beside
        middles += between
        run_outs = beside + between + sum(down)
        if not set_outs and not run_outs:
            alone += 1
            alone_count += on.solver.value(card)
        two_way += bool(set_outs and run_outs)
    return [pairs / 6, ends / 6, middles / 4, alone / 5, alone_count / 30, two_way / 3]


def _run_outs(places: tuple[Card, Card, Card], loose: CardSet, unseen: CardSet) -> tuple[int, int]:
    """Return unseen cards around a card and its neighbour, and between it and the next but one.

    ``places``: next to the card, next but one, and next on the other side.
    """
    one, two, back = places
    beside = _has(unseen, two) + _has(unseen, back) if _has(loose, one) else 0
    return beside, _has(unseen, one) if _has(loose, two) else 0


def _fitting(loose: CardSet, known: CardSet, on: Baseline) -> Iterable[Card]:
    """Iterate over loose cards that could be laid off on melds of the opponent's known cards."""
    for card in cards_of(loose):
        same, near, far = on.around[card]
        in_run = near & known and ((near | far) & known).bit_count() >= 2
        if in_run or (same & known).bit_count() >= 2:
            yield card


def _theirs(context: HandContext, solver: Solver) -> list[float]:
    """Return the features of the turn, the opponent's cards and discards, and its knowledge."""
    last, before = (
        0 if card < 0 else solver.value(card) for card in (context.last, context.before)
    )
    discarded = [solver.value(card) for card in cards_of(context.discarded)]
    return [
        *_one_of(16, context.stock // 2),
        context.turns / 10,
        *_one_of(8, context.turns),
        *_one_of(6, context.known.bit_count()),
        _count(context.known, solver) / 40,
        solver.deadwood(context.known) / 20,
        *_one_of(COUNTS, last),
        *_one_of(COUNTS, before),
        min([NO_CHEAPEST, *discarded]) / 20,
        sum(count >= 10 for count in discarded) / 5,
        float(context.took),
        context.shown.bit_count() / 5,
        context.limit / 10,
        *_one_of(len(LIMIT_STEPS) + 1, _group(context.limit, LIMIT_STEPS)),
        context.gin / 25,
        context.undercut / 25,
    ]


def _habits(habits: Habits) -> list[float]:
    """Return the features of the opponent's habits: its knocks and layoffs in finished rounds.

    Every denominator has one round more, so that little evidence has little weight.
    """
    rounds, caught = habits.rounds + 1, habits.caught + 1
    answers = habits.missed + habits.made + 1
    return [
        *_one_of(5, habits.rounds),
        habits.knocks / rounds,
        habits.gins / rounds,
        habits.left / (habits.knocks + 1) / 10,
        habits.knocks / (habits.knocks + 1),
        habits.turns / (habits.knocks + habits.gins + 1) / 10,
        habits.waited / rounds,
        float(habits.waited > 0),
        habits.rest / caught / 30,
        habits.caught / caught,
        habits.missed / answers,
        habits.made / answers,
    ]


def opponent_features(context: HandContext) -> list[float]:
    """Return the features of how the opponent discards: whether the dearest card goes first."""
    habits = context.habits
    steps, rises = habits.steps + context.steps, habits.rises + context.rises
    return [
        habits.dearer / (habits.compared + 5),
        habits.compared / (habits.compared + 10),
        float(habits.compared > 0 and habits.dearer == 0),
        rises / (steps + 2),
        steps / (steps + 5),
        context.rises / (context.steps + 1),
    ]


def _top(context: HandContext, on: Baseline) -> list[float]:
    """Return the features of the discard just made and its use for the opponent."""
    card = context.top
    if card < 0:
        return [0.0] * 18
    same, near, _ = on.around[card]
    return [
        1.0,
        on.solver.value(card) / 10,
        *_one_of(4, (same & context.unseen).bit_count()),
        *_one_of(3, (same & context.known).bit_count()),
        *_runs(context, card, on),
        (same & context.discarded).bit_count() / 2,
        (near & context.discarded).bit_count() / 2,
        (same & context.refused).bit_count() / 2,
        (near & context.refused).bit_count() / 2,
        *outlook(context, on).uses(card),
    ]


def _runs(context: HandContext, card: Card, on: Baseline) -> list[float]:
    """Count the opponent's possible pairs that make a run: all, half known, known."""
    could = context.known | context.unseen
    held = [(pair & context.known).bit_count() for pair in on.windows[card] if pair & could == pair]
    return [len(held) / 3, held.count(1) / 2, float(held.count(2))]
