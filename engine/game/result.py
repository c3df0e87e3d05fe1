"""How a round ended, as facts: who knocked, what was left in each hand. No points here."""

from dataclasses import dataclass
from enum import StrEnum

from engine.game.cards import Card, CardSet
from engine.game.melds import Layout
from engine.game.seats import Side


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
    """Why nobody could win the round (rulebook 1.9)."""

    WALL = "wall"
    PILE_DRAWS = "pile_draws"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One player's cards as they lie open when the round is over.

    ``melds`` are the own melds (for the knocker as they were laid down), ``deadwood`` counts
    ``deadwood_cards``.
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
    """A layout as it lies on the table."""
    return ShownHand(layout.melds, layout.deadwood_cards, layout.deadwood)


def kind_of_knock(knocker: int, defender: int, *, big: bool, undercut_on_tie: bool) -> ResultKind:
    """What a knock with these deadwoods after layoffs is (rulebook 1.8).

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
