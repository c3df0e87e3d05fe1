"""Public statistics of a finished round, kept for the rest of the match.

The cards of a finished round are dropped; their statistics about the two players stay.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.game.cards import Card, CardSet, card_set, union
from engine.game.melds import Solver, solver
from engine.game.round import RoundEvent, RoundEventKind, RoundFacts
from engine.game.rules import Rules
from engine.game.seats import Side

_DRAWS = (RoundEventKind.DREW, RoundEventKind.TOOK, RoundEventKind.TOOK_DEEP)


@dataclass(frozen=True, slots=True)
class Discards:
    """How a side discarded.

    ``compared``: pairs of a discard and a loose card shown at the end; in ``dearer`` of them the
    loose card counts more. ``steps``: discards after another one; ``rises`` of them count more than
    the one before.
    """

    compared: int = 0
    dearer: int = 0
    steps: int = 0
    rises: int = 0


@dataclass(frozen=True, slots=True)
class RoundEnding:
    """The end of a round of gin. Tuples of two are indexed by ``Side``.

    ``left``: deadwood of each shown hand, before layoffs. ``draws``: the draws of each side.
    ``limit``: the knock limit. ``could``: points that layoffs could have saved the
    defender, ``laid_off``: whether any card was laid off (rulebook 1.7).
    """

    knocker: Side | None
    left: tuple[int, int]
    draws: tuple[int, int]
    limit: int
    could: int = 0
    laid_off: bool = False
    discards: tuple[Discards, Discards] = (Discards(), Discards())


def ending_of(rules: Rules, facts: RoundFacts, events: Iterable[RoundEvent]) -> RoundEnding:
    """Return the statistics of a finished round of gin."""
    count, events = solver(rules.meld_rules), tuple(events)
    drawn = Counter(event.side for event in events if event.fact in _DRAWS)
    left = [count.deadwood(_whole(facts, side)) for side in Side]
    could, laid = 0, card_set(card for card, _ in facts.layoffs)
    if facts.knocker is not None:
        down = facts.hands[facts.knocker]
        left[facts.knocker] = down.deadwood
        defender = _held(facts, facts.knocker.other)
        left[facts.knocker.other] = count.deadwood(defender)
        if down.deadwood or rules.layoff_on_gin:
            could = count.deadwood(defender) - count.deadwood_after_layoffs(down.melds, defender)
    return RoundEnding(
        facts.knocker,
        (left[0], left[1]),
        (drawn[Side.NON_DEALER], drawn[Side.DEALER]),
        facts.knock_limit,
        could,
        bool(laid),
        (
            _discards(count, _discarded(events, Side.NON_DEALER), _held(facts, Side.NON_DEALER)),
            _discards(count, _discarded(events, Side.DEALER), _held(facts, Side.DEALER)),
        ),
    )


def _discarded(events: Iterable[RoundEvent], side: Side) -> list[Card]:
    """Return the discards of a side, oldest first, without that of a knock."""
    return [
        event.card
        for event in events
        if event.fact is RoundEventKind.DISCARDED and event.side is side and event.card is not None
    ]


def _held(facts: RoundFacts, side: Side) -> CardSet:
    """Return the cards that a side had at the end, those laid off included."""
    laid = card_set(card for card, _ in facts.layoffs)
    return _whole(facts, side) | (0 if facts.knocker is side else laid)


def _discards(count: Solver, discarded: Sequence[Card], hand: CardSet) -> Discards:
    left, value = count.deadwood(hand), count.value
    loose = [value(card) for card, after in count.discards(hand) if after == left - value(card)]
    worth = [value(card) for card in discarded]
    return Discards(
        compared=len(worth) * len(loose),
        dearer=sum(one > other for one in loose for other in worth),
        steps=max(0, len(worth) - 1),
        rises=sum(later > earlier for earlier, later in pairwise(worth)),
    )


def _whole(facts: RoundFacts, side: Side) -> CardSet:
    shown = facts.hands[side]
    return union((shown.deadwood_cards, *shown.melds))
