"""The two turn machines behind one interface: gin (rulebook 1.5) and Mahjong gin (2.9)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from engine.game.actions import RoundAction
from engine.game.cards import Card
from engine.game.gin import GinTable
from engine.game.legal import Legal
from engine.game.mahjong import MahjongRound, MahjongTable
from engine.game.melds import Layout
from engine.game.round import GinRound
from engine.game.rules import GameKind, Rules
from engine.game.seats import Side

Round: TypeAlias = GinRound | MahjongRound


class Machine:
    """Plays rounds of the game that the rules name."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._gin = GinTable(rules)
        self._mahjong = MahjongTable(rules)

    def deal(self, deck: Sequence[Card], knock_card: Card | None = None) -> Round:
        """Deal a round (rulebook 1.4)."""
        if self.rules.game_kind is GameKind.MAHJONG:
            return self._mahjong.deal(deck)
        return self._gin.deal(deck, knock_card)

    def is_misdeal(self, state: Round) -> bool:
        """Whether the round must be dealt again (``dealt_knock_misdeal``)."""
        return isinstance(state, GinRound) and self._gin.is_misdeal(state)

    def legal(self, state: Round, side: Side) -> Legal:
        """Return the legal actions of ``side``."""
        if isinstance(state, MahjongRound):
            return self._mahjong.legal(state, side)
        return self._gin.legal(state, side)

    def apply(self, state: Round, side: Side, action: RoundAction) -> Round:
        """Return the round after ``action``. Raise RuleError if the action is not legal."""
        if isinstance(state, MahjongRound):
            return self._mahjong.apply(state, side, action)
        return self._gin.apply(state, side, action)

    def neutral(self, state: Round) -> RoundAction:
        """Return the move that the clock plays (rulebook 1.13)."""
        if isinstance(state, MahjongRound):
            return self._mahjong.neutral(state)
        return self._gin.neutral(state)

    def layout(self, state: Round, side: Side) -> Layout:
        """Return the best layout of a side's hand."""
        if isinstance(state, MahjongRound):
            return self._mahjong.layout(state, side)
        return self._gin.layout(state, side)


@lru_cache(maxsize=256)
def machine(rules: Rules) -> Machine:
    """Return the machine for these rules."""
    return Machine(rules)
