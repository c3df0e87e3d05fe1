"""Whether a choice leads when the round is played on."""

import pytest

from engine.coach.confirming import leads
from engine.course.grading import answers_of
from engine.course.lessons import lesson
from engine.players.position import Position


@pytest.mark.parametrize(("name", "step"), [("runs", 1), ("upcard", 2), ("outs", 1)])
def test_what_leads_is_confirmed_and_never_the_other_way_round(name: str, step: int) -> None:
    found = answers_of(lesson(name).at(step))
    puzzle = found.puzzle
    best, other = (puzzle.answers[one or 0].action for one in (puzzle.best, puzzle.next_best))
    assert leads(Position.of(found.view, 0), best, other)
    assert not leads(Position.of(found.view, 0), other, best)
    assert not leads(Position.of(found.view, 0), best, best)
