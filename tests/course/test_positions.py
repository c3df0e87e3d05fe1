"""The positions of the lessons: what is asked for leads by a margin, and the ideas hold there."""

import json
from dataclasses import replace

import pytest

from engine.coach import Option, Why
from engine.course.grading import LEAST_MARGIN, graded, graded_at
from engine.course.lessons import FILE, GROUPS, IN_A_LESSON, LESSONS, CoursePosition, lesson
from engine.game.actions import Discard, Knock, LayOff, Take
from engine.game.cards import card, cards_from
from engine.game.notation import action_text
from engine.game.round import RoundEventKind
from engine.players.memory import MASTERS_HABITS
from engine.players.position import Position
from engine.players.score_value import ScoreValues
from engine.trainer.puzzle import Puzzle, Question
from engine.trainer.questions import Studied
from tests.coach.claims import Claims, is_meld

STEPS = [(name, step) for name in LESSONS for step in range(IN_A_LESSON)]
OTHER_SEEDS = (1, 2, 3)


def asked(name: str, step: int, seed: int = 0) -> Studied:
    found = graded(lesson(name).at(step).view(), seed)
    assert found is not None
    return found


def best_text(puzzle: Puzzle) -> str:
    return " ".join(map(action_text, puzzle.answers[puzzle.best].actions))


def bests(name: str) -> list[object]:
    """The best first action of each step."""
    found = [asked(name, step).puzzle for step in range(IN_A_LESSON)]
    return [one.answers[one.best].action for one in found]


def test_every_lesson_has_its_positions_and_no_other_is_stored() -> None:
    stored = json.loads(FILE.read_text("utf-8"))
    assert set(stored) == set(LESSONS)
    assert all(len(one) == IN_A_LESSON for one in stored.values())
    assert len(set(LESSONS)) == sum(map(len, GROUPS.values())) == len(LESSONS)
    texts = [json.dumps(one) for positions in stored.values() for one in positions]
    assert len(set(texts)) == len(texts), "no two steps are the same position"


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_position_is_one_of_a_real_round(name: str, step: int) -> None:
    position = lesson(name).at(step)
    view = position.view()
    assert view.is_my_turn
    assert CoursePosition.read(json.loads(json.dumps(position.plain()))) == position
    for deck, table in zip(position.decks, position.match().tables, strict=True):
        known = cards_from(deck)
        drawn = sum(event.fact is RoundEventKind.DREW for event in table.round.events)
        assert len(known) == len(set(known)) == 21 + drawn, "nothing is kept that nobody has seen"


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_answer_that_is_asked_for_leads(name: str, step: int) -> None:
    found = asked(name, step)
    assert best_text(found.puzzle) == lesson(name).at(step).right
    assert found.gap >= LEAST_MARGIN
    losses = [found.puzzle.lost(n) for n in range(len(found.puzzle.answers))]
    assert sorted(losses)[1] >= LEAST_MARGIN - 0.1, "as shown, rounded to tenths"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "step"), STEPS)
def test_it_leads_whatever_hands_are_imagined(name: str, step: int) -> None:
    for seed in OTHER_SEEDS:
        found = asked(name, step, seed)
        assert best_text(found.puzzle) == lesson(name).at(step).right
        assert found.gap >= LEAST_MARGIN


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_reason_holds_when_it_is_counted_again(name: str, step: int) -> None:
    found = asked(name, step)
    puzzle, claims = found.puzzle, Claims(found.view)
    options = [Option(one.action, one.expected, one.expected) for one in puzzle.answers]
    assert puzzle.next_best is not None
    for number, why in enumerate(puzzle.reasons):
        other = options[puzzle.next_best if number == puzzle.best else number]
        if puzzle.question is not Question.LAYOFF:
            assert claims.is_true(why, options[puzzle.best], other), (name, step, number, why)


@pytest.mark.parametrize("name", [*LESSONS])
def test_no_lesson_is_solved_by_the_same_press_each_time(name: str) -> None:
    kinds = [type(one) for one in bests(name)]
    assert len(set(kinds)) > 1 or kinds[0] in (Discard, LayOff), (name, kinds)


@pytest.mark.parametrize(("name", "is_run"), [("runs", True), ("sets", False)])
def test_melds_are_taken_for_melds(name: str, is_run: bool) -> None:
    for step in range(IN_A_LESSON):
        found = asked(name, step)
        if not isinstance(found.puzzle.answers[found.puzzle.best].action, Take):
            continue
        claims = Claims(found.view)
        top = found.puzzle.discards[-1]
        made = [
            {top, first, second}
            for first in claims.hand
            for second in claims.hand
            if first < second and is_meld(frozenset({top, first, second}))
        ]
        suits = [len({one // 13 for one in meld}) for meld in made]
        assert any((count == 1) is is_run for count in suits), (name, step)


def test_the_score_decides_where_a_lesson_says_so() -> None:
    for name in ("score", "hollywood", "partners"):
        for step in range(IN_A_LESSON):
            found = asked(name, step)
            even = replace(Position.of(found.view, 0, MASTERS_HABITS), score_values=ScoreValues())
            other = graded_at(even)
            assert other is not None
            assert best_text(other.puzzle) != best_text(found.puzzle), (name, step)


def test_oklahoma_is_limited_by_the_upcard() -> None:
    for step in range(IN_A_LESSON):
        puzzle = asked("oklahoma", step).puzzle
        upcard = card(lesson("oklahoma").at(step).decks[0].split()[20])
        assert puzzle.limit == min(upcard % 13 + 1, 10) < 10
        assert any(isinstance(one.action, Knock) for one in puzzle.answers)


def test_few_cards_are_left_at_the_end_of_the_stock() -> None:
    for step in range(IN_A_LESSON):
        assert asked("stock", step).puzzle.stock <= 9


def test_an_undercut_is_won_only_by_the_answer_that_is_asked_for() -> None:
    for step in range(IN_A_LESSON):
        puzzle = asked("undercut", step).puzzle
        assert puzzle.answers[puzzle.best].expected > 0
        assert sum(one.expected < 0 for one in puzzle.answers) >= 2
        assert Why.ONLY_CHOICE not in [one.why for one in puzzle.reasons], "there are others"
