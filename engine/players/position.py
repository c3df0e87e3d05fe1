"""A decision to be made: the view, what is remembered, and what points are worth."""

from dataclasses import dataclass

from engine.game.cards import CardSet
from engine.game.view import SeatView
from engine.players.chance import Chance
from engine.players.habits import Habits, habits_of
from engine.players.inference import sample_hands
from engine.players.memory import Memory, recall
from engine.players.simulation import Simulation, simulation
from engine.players.stakes import Stakes, stakes_of


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a level looks at. Made from one view and one seed, nothing else."""

    view: SeatView
    memory: Memory
    stakes: Stakes
    play: Simulation
    chance: Chance
    habits: Habits

    @classmethod
    def of(cls, view: SeatView, seed: int) -> "Position":
        """The position that this view shows, with a generator of its own."""
        play = simulation(view.public.rules)
        chance, habits = Chance(seed), habits_of(view)
        return cls(view, recall(view), stakes_of(view), play, chance, habits)

    @property
    def ends_stock(self) -> bool:
        """The discard to be made is the last of the round: the stock has run out (1.9)."""
        drew = self.view.drawn is not None
        return drew and self.memory.stock_size <= self.view.public.rules.wall_size

    def likely_hands(self, count: int) -> list[CardSet]:
        """Hands that the opponent may hold."""
        return sample_hands(self.memory, count, self.chance, self.play.solver)
