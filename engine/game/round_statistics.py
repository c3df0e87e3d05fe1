"""Public statistics of a finished round, kept for the rest of the match.

The cards of a finished round are dropped; their statistics about the two players stay.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.game.cards import CardSet, card_set, union
from engine.game.events import Event, EventKind
from engine.game.melds import solver
from engine.game.result import RoundFacts
from engine.game.rules import Rules
from engine.game.seats import Side

_DRAWS = (EventKind.DREW, EventKind.TOOK, EventKind.TOOK_DEEP)


@dataclass(frozen=True, slots=True)
class Ending:
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


def ending_of(rules: Rules, facts: RoundFacts, events: Iterable[Event]) -> Ending:
    """Return the statistics of a finished round of gin."""
    count = solver(rules.meld_rules)
    drawn = Counter(event.side for event in events if event.fact in _DRAWS)
    left = [count.deadwood(_whole(facts, side)) for side in Side]
    could, laid = 0, card_set(card for card, _ in facts.layoffs)
    if facts.knocker is not None:
        down = facts.hands[facts.knocker]
        left[facts.knocker] = down.deadwood
        defender = _whole(facts, facts.knocker.other) | laid
        left[facts.knocker.other] = count.deadwood(defender)
        if down.deadwood or rules.layoff_on_gin:
            could = count.deadwood(defender) - count.deadwood_after_layoffs(down.melds, defender)
    return Ending(
        facts.knocker,
        (left[0], left[1]),
        (drawn[Side.NON_DEALER], drawn[Side.DEALER]),
        facts.knock_limit,
        could,
        bool(laid),
    )


def _whole(facts: RoundFacts, side: Side) -> CardSet:
    shown = facts.hands[side]
    return union((shown.deadwood_cards, *shown.melds))
