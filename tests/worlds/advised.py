"""Advice of the tutor that tests show, without the rounds that it would need."""

import pytest

from bot.coach.tutor import Advising, Studying, TooFewRounds, Tutor, TutorState
from engine.game.actions import Discard, Knock
from engine.game.cards import card
from engine.service.trainer.advice import Advised, TutorAdvice
from engine.trainer import tutor
from engine.trainer.tutor import Example, Loss, LossChange, Mistake, TutorFinding


def advising(missing: int, *changes: LossChange) -> Advising:
    """One finding with two examples and puzzles."""
    return Advising(TutorAdvice(7, (Advised(_finding(), (11, 12)),)), missing, changes)


def beginning(missing: int) -> TooFewRounds:
    """What the first rounds have cost."""
    return TooFewRounds(missing, (_finding(),))


def _finding() -> TutorFinding:
    mistake = Mistake(9, tutor.KNOCKS_LATE, 6.5, Discard(card("9H")), Knock(card("QS")))
    examples = (Example(5, 2, mistake), Example(6, 1, mistake))
    return TutorFinding(tutor.KNOCKS_LATE, (1.0, 2.0), Loss(1.5, 0.5), examples)


def working(monkeypatch: pytest.MonkeyPatch) -> list[TutorState]:
    """Let the tutor go through the states of its work; those that nobody has seen yet."""
    states: list[TutorState] = [Studying(3, 50), Studying(30, 50), advising(13)]

    async def look(_self: Tutor, _user: int, *, anew: bool = False) -> TutorState:
        return states.pop(0)

    monkeypatch.setattr(Tutor, "look", look)
    return states
