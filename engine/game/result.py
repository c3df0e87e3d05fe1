"""The end of a round as facts, without points: the knocker and the cards left in each hand."""

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
