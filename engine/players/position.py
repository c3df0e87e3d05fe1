"""A decision to make: the view, the memory, and the value of points."""

from dataclasses import dataclass

from engine.game.cards import CardSet
from engine.game.melds import RunWrap
from engine.game.view import SeatView
from engine.players.beliefs import Belief, belief
from engine.players.chance import Chance
from engine.players.habits import Habits, habits_of
from engine.players.hand_context import HandContext, baseline
from engine.players.inference import sample_hands
from engine.players.memory import Memory, recall
from engine.players.network import is_learned
from engine.players.score_value import Stakes, stakes_of
from engine.players.simulation import Simulation, simulation


@dataclass(frozen=True, slots=True)
class Position:
    """The input of a level, made from one view and one seed only."""

    view: SeatView
    memory: Memory
    stakes: Stakes
    play: Simulation
    chance: Chance
    habits: Habits

    @classmethod
    def of(cls, view: SeatView, seed: int) -> "Position":
        """Return the position of this view, with its own random generator."""
        play = simulation(view.public.rules)
        chance, habits = Chance(seed), habits_of(view)
        return cls(view, recall(view), stakes_of(view), play, chance, habits)

    @property
    def ends_stock(self) -> bool:
        """Whether the next discard ends the round, because the stock has run out (1.9)."""
        drew = self.view.drawn is not None
        return drew and self.memory.stock_size <= self.view.public.rules.wall_size

    def likely_hands(self, count: int) -> list[CardSet]:
        """Return hands that the opponent may hold."""
        return sample_hands(self.memory, count, self.chance, self.play.solver, self._belief())

    def _belief(self) -> Belief | None:
        rules = self.view.public.rules
        if not is_learned(rules):
            return None
        sight = HandContext.of(self.memory, rules, self.memory.hand, habits=self.habits)
        return belief(sight, baseline(rules), corner=rules.run_wrap is RunWrap.AROUND_CORNER)
