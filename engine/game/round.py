"""A round of gin as values: its phases, hands and piles, its events, and its end as facts (1.5).

This module knows the two sides but not the players. ``engine.game.gin`` plays the round. It makes
one copy per move, so frozen values are copied by :func:`changed`: ``dataclasses.replace`` looks
up every field and runs the frozen ``__init__``; here the slots are copied, which takes a third of
the time and gives the same value.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from engine.game.actions import Melds
from engine.game.cards import DECK_SIZE, Card, CardSet, card_set, union
from engine.game.errors import RuleCode, RuleError
from engine.game.melds import Layout
from engine.game.seats import Side

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Value = TypeVar("Value", bound=DataclassInstance)
else:
    Value = TypeVar("Value")


@cache
def _slots(kind: type[Any]) -> tuple[tuple[str, Callable[[Any, Any], None]], ...]:
    return tuple((field.name, getattr(kind, field.name).__set__) for field in fields(kind))


def changed(value: Value, **changes: Any) -> Value:
    """Return a copy of a slotted dataclass without ``__post_init__``, with these fields changed.

    Raise TypeError for an unknown field.
    """
    kind = type(value)
    copy = object.__new__(kind)
    used = 0
    for name, put in _slots(kind):
        if name in changes:
            put(copy, changes[name])
            used += 1
        else:
            put(copy, getattr(value, name))
    if used != len(changes):
        raise TypeError(f"{kind.__name__} has no such field among {sorted(changes)}")
    return copy


class RoundEventKind(StrEnum):
    """The kinds of event. Values are one letter, because every snapshot holds many of them."""

    PASSED = "p"
    TOOK = "t"
    DREW = "s"
    TOOK_DEEP = "u"
    DISCARDED = "d"
    KNOCKED = "k"
    DECLARED_BIG_GIN = "b"
    LAID_OFF = "l"
    FINISHED_LAYING_OFF = "f"
    MELDED = "m"


class RoundEvent(NamedTuple):
    """One event. The fields that are set depend on its kind.

    ``card``: the card taken, drawn (``None`` for a viewer who may not see it), discarded (also
    in a knock) or laid off. ``melds``: the layout of a knock, or one meld put down.
    ``number``: how many cards were taken, or the meld that a card was laid off on.
    """

    side: Side
    fact: RoundEventKind
    card: Card | None = None
    melds: tuple[CardSet, ...] = ()
    number: int = 0


def seen_by(events: Iterable[RoundEvent], viewer: Side | None) -> tuple[RoundEvent, ...]:
    """Return the events without the cards that ``viewer`` (``None``: the public) did not see.

    Only cards drawn from the stock are hidden: everything else happened face up.
    """
    drew = RoundEventKind.DREW
    return tuple(
        [
            _unseen(event) if event.fact is drew and event.side is not viewer else event
            for event in events
        ]
    )


@lru_cache(maxsize=1024)
def _unseen(event: RoundEvent) -> RoundEvent:
    return event._replace(card=None)


class ResultKind(StrEnum):
    """The ways a round can end (rulebook 1.8, 1.9, 2.9)."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"
    TIE = "tie"
    GIN_TIED = "gin_tied"
    VOID = "void"
    MAHJONG_GIN = "mahjong_gin"


class VoidReason(StrEnum):
    """The reason why a round is void (rulebook 1.9)."""

    WALL = "wall"
    PILE_DRAWS = "pile_draws"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One player's open cards when the round is over.

    ``melds``: the player's own melds (the knocker's as they were laid down). ``deadwood``: the
    points of ``deadwood_cards``.
    """

    melds: tuple[CardSet, ...]
    deadwood_cards: CardSet
    deadwood: int


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A finished round. Tuples of two are indexed by ``Side``."""

    kind: ResultKind
    winner: Side | None
    knocker: Side | None
    hands: tuple[ShownHand, ShownHand]
    multiplier: int = 1
    knock_limit: int = 10
    discard: Card | None = None
    layoffs: tuple[tuple[Card, int], ...] = ()
    void_reason: VoidReason | None = None
    mahjong_scores: tuple[int, int] | None = None

    @property
    def knocker_deadwood(self) -> int | None:
        return None if self.knocker is None else self.hands[self.knocker].deadwood

    @property
    def defender_deadwood(self) -> int | None:
        return None if self.knocker is None else self.hands[self.knocker.other].deadwood


def shown(layout: Layout) -> ShownHand:
    """Return a layout as an open hand."""
    return ShownHand(layout.melds, layout.deadwood_cards, layout.deadwood)


def kind_of_knock(knocker: int, defender: int, *, big: bool, undercut_on_tie: bool) -> ResultKind:
    """Return the result of a knock with these deadwoods after layoffs (rulebook 1.8).

    >>> kind_of_knock(8, 8, big=False, undercut_on_tie=True).value
    'undercut'
    """
    if big:
        return ResultKind.BIG_GIN
    if knocker == 0:
        return ResultKind.GIN
    if knocker < defender:
        return ResultKind.KNOCK
    if knocker == defender and not undercut_on_tie:
        return ResultKind.TIE
    return ResultKind.UNDERCUT


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
