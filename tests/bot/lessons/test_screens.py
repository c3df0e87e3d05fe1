"""Every screen of the course offers what it asks for."""

import pytest

from bot.lessons.screens import course_screen, lesson_screen
from bot.lessons.words import GROUP_TITLES, IDEAS, TITLES
from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.i18n import words_for
from bot.ui.parts.cards import CardsPart
from bot.ui.parts.lesson import LessonPart
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.screen import Screen
from bot.web.panels import Offer
from engine.course.grading import graded
from engine.course.lessons import ALL_STARS, GROUPS, IN_A_LESSON, LESSONS, CourseProgress, lesson
from engine.game.cards import card_text, cards_of
from engine.game.round import GinRound
from engine.trainer.questions import Studied

ENGLISH = Reader(words_for("en-US"), text_mode=True)
STEPS = [(name, step) for name in LESSONS for step in range(IN_A_LESSON)]


def studied(name: str, step: int) -> Studied:
    found = graded(lesson(name).at(step).view())
    assert found is not None
    return found


def answers_of(screen: Screen) -> list[ExercisePress]:
    """The answers that a screen offers; a card that may not be discarded is locked."""
    live = [one for one in screen.buttons() if not one.disabled]
    return [one.press for one in live if isinstance(one.press, ExercisePress)]


def table_of(screen: Screen) -> LessonPart:
    (found,) = [part for part in screen.parts if isinstance(part, LessonPart)]
    return found


def test_every_lesson_and_group_has_its_words() -> None:
    assert set(TITLES) == set(IDEAS) == set(LESSONS)
    assert set(GROUP_TITLES) == set(GROUPS)
    for idea in IDEAS.values():
        assert idea.rstrip(".").count(". ") <= 1, idea


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_answer_has_a_button_and_stars_no_further_step(name: str, step: int) -> None:
    found = studied(name, step)
    screen = lesson_screen(ENGLISH, "Ann", name, step, found, "1" * step)
    answers = answers_of(screen)
    assert all(one.verb is ExerciseVerb.ANSWER for one in answers)
    assert sorted(one.choice or 0 for one in answers) == list(range(len(found.puzzle.answers)))
    assert {(one.id, one.revision) for one in answers} == {(LESSONS.index(name) + 1, step)}
    lines = [line for text in screen.texts() for line in text.split("\n")]
    (shown,) = [line for line in lines if line.startswith("### ")]
    is_example = "Best here" in shown
    assert is_example == (step == 0), "only the example says what is best"


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_page_is_offered_the_same_answers_as_the_chat(name: str, step: int) -> None:
    found = studied(name, step)
    screen = lesson_screen(ENGLISH, "Ann", name, step, found, "1" * step)
    part, offer = table_of(screen), Offer(screen)
    numbers = {one.action for one in part.seat.actions if one.action.isdecimal()}
    numbers |= {one.knock.action for one in part.seat.actions if one.knock is not None}
    assert numbers == {str(n) for n in range(len(found.puzzle.answers))}
    assert part.hint == (str(found.puzzle.best) if step == 0 else None)
    assert not part.worths, "nothing is given away"
    for number in numbers:
        assert offer.includes(part.press, (number,), ())
    assert not offer.includes(part.press, (str(len(numbers)),), ())


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_page_gets_no_card_that_the_player_does_not_see(name: str, step: int) -> None:
    found = studied(name, step)
    part = table_of(lesson_screen(ENGLISH, "Ann", name, step, found, "1" * step))
    sent = part.view.model_dump_json() + part.seat.model_dump_json()
    view, match = found.view, lesson(name).at(step).match()
    table = match.tables[match.table_of(view.seat) or 0]
    assert isinstance(table.round, GinRound)
    side = table.pair.index(view.seat)
    known = set(cards_of(view.hand)) | set(table.round.discards)
    known |= {event.card for event in table.round.events if event.card is not None}
    if table.round.knock is not None:
        known |= set(cards_of(table.round.hands[1 - side]))
        known |= {one for meld in table.round.knock.melds for one in cards_of(meld)}
    hidden = (set(cards_of(table.round.hands[1 - side])) | set(table.round.stock)) - known
    if len(match.tables) == 1:  # At two tables there are two of each card.
        assert not [card_text(one) for one in hidden if f'"{card_text(one)}"' in sent]
    assert set(part.seat.hand) == set(cards_of(view.hand))


@pytest.mark.parametrize("name", LESSONS)
def test_an_answer_shows_what_it_costs_and_leads_on(name: str) -> None:
    found = studied(name, 1)
    puzzle = found.puzzle
    for choice in range(len(puzzle.answers)):
        screen = lesson_screen(ENGLISH, "Ann", name, 1, found, "11", choice)
        text = "\n".join(screen.texts())
        assert ("✅" in text) == (choice == puzzle.best)
        if choice != puzzle.best:
            assert f"loses about {puzzle.lost(choice):.1f} points" in text
        assert not answers_of(screen)
        presses = [one.press for one in screen.buttons() if not one.disabled]
        verbs = [one.verb for one in presses if isinstance(one, LessonPress)]
        assert verbs == [LessonVerb.OPEN, LessonVerb.MAP]
        part = table_of(screen)
        assert part.worths[0].best
        assert [one.own for one in part.worths].count(True) == 1
        assert not part.seat.actions
        assert not Offer(screen).includes(part.press, ("0",), ())


def test_a_wrong_move_in_the_example_is_explained_and_can_be_made_again() -> None:
    found = studied("runs", 0)
    wrong = 1 - found.puzzle.best
    screen = lesson_screen(ENGLISH, "Ann", "runs", 0, found, "", wrong)
    assert any("loses about" in text for text in screen.texts())
    assert answers_of(screen)
    assert table_of(screen).verdict


def test_the_map_leads_to_every_lesson_and_marks_the_next() -> None:
    screen = course_screen(ENGLISH, CourseProgress({"runs": 3, "sets": 1}, {}), (1, 2, 3))
    (course,) = [part for part in screen.parts if isinstance(part, CardsPart)]
    shown = [one for group in course.groups for one in group.cards]
    assert [one.title.split()[0] for one in shown] == [str(n + 1) for n in range(len(LESSONS))]
    assert [one.title for one in shown if one.mine] == ["3 Deadwood"]
    (stars,) = course.facts
    assert stars.value == f"4 / {ALL_STARS}"
    presses = [one.way.press for one in shown]
    assert all(press is not None and Offer(screen).includes(press, (), ()) for press in presses)
    following, notes = [part for part in screen.parts if isinstance(part, SectionPart)]
    assert following.title == "Deadwood"
    assert notes.lines == (IDEAS["runs"], IDEAS["sets"])
