"""The state of one round of gin: phases, hands, stock, discards, the knock (rulebook 1.5).

This module knows the two sides but not the players. ``engine.game.gin`` plays the round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from engine.game.actions import Melds
from engine.game.cards import DECK_SIZE, Card, CardSet, card_set, union
from engine.game.errors import RuleCode, RuleError
from engine.game.events import RoundEvent
from engine.game.fast_replace import changed
from engine.game.result import RoundFacts
from engine.game.seats import Side


class Phase(StrEnum):
    """The phases of a round (rulebook 1.5; ``MELD`` only in Mahjong gin, 2.9)."""

    OFFER_NON_DEALER = "OFFER_N"
    OFFER_DEALER = "OFFER_D"
    FORCED_STOCK = "FORCED_STOCK"
    DRAW = "DRAW"
    MELD = "MELD"
    DISCARD = "DISCARD"
    LAYOFF = "LAYOFF"
    LAST_DISCARD = "LAST_DISCARD"
    OVER = "OVER"


@dataclass(frozen=True, slots=True)
class KnockDown:
    """A knock as it lies on the table. ``melds`` grow with every layoff."""

    side: Side
    discard: Card | None
    melds: Melds
    deadwood_cards: CardSet
    deadwood: int
    big_gin: bool


@dataclass(frozen=True, slots=True)
class GinRound:
    """The whole state of one round, hidden cards included.

    ``stock``: top first. ``discards``: top last. ``taken``: card taken from the pile this turn.
    ``drawn``: card drawn from the stock this turn. ``upcard`` and ``knock_card`` are constant
    (rulebook 1.5). ``exposed``: melds that a side exposed for a ``deep_pickup``.
    """

    phase: Phase
    turn: Side
    hands: tuple[CardSet, CardSet]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    knock_limit: int
    multiplier: int = 1
    upcard: Card | None = None
    knock_card: Card | None = None
    taken: Card | None = None
    drawn: Card | None = None
    pile_draws_in_a_row: int = 0
    exposed: tuple[Melds, Melds] = ((), ())
    knock: KnockDown | None = None
    layoffs: tuple[tuple[Card, int], ...] = ()
    events: tuple[RoundEvent, ...] = ()
    facts: RoundFacts | None = None
    kind: Literal["gin"] = "gin"

    @property
    def to_act(self) -> Side | None:
        return None if self.phase is Phase.OVER else self.turn

    @property
    def top(self) -> Card | None:
        """The top discard."""
        return self.discards[-1] if self.discards else None

    def free(self, side: Side) -> CardSet:
        """Return the cards of a hand that are not in an exposed meld."""
        return self.hands[side] & ~union(self.exposed[side])

    def after(self, event: RoundEvent, **changes: Any) -> "GinRound":
        """Return the round with the event appended and these fields changed."""
        return changed(self, events=(*self.events, event), **changes)


def require(phase: Phase, *allowed: Phase) -> None:
    """Raise RuleError if the round is not in one of the allowed phases."""
    if phase not in allowed:
        raise RuleError(RuleCode.WRONG_PHASE, phase=phase.value)


def deal_hands(deck: Sequence[Card], size: int) -> tuple[CardSet, CardSet]:
    """Return the first two hands of a deck, dealt one card at a time, non-dealer first (1.4)."""
    if sorted(deck) != list(range(DECK_SIZE)):
        raise ValueError("a deck is the 52 cards, each once")
    return card_set(deck[0 : 2 * size : 2]), card_set(deck[1 : 2 * size : 2])
