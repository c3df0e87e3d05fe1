"""A computer that answers what it is told to, or fails."""

from engine.game.actions import RoundAction
from engine.game.view import SeatView


class Odd:
    """A computer that answers with what it was told, or fails."""

    def __init__(self, answer: RoundAction | Exception) -> None:
        self.answer = answer
        self.asked: list[tuple[SeatView, str, int]] = []

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        self.asked.append((view, level, seed))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer
