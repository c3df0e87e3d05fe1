"""The prepared game is a real one: each of its moves is legal, and each screen fits."""

import pytest

from bot.lessons.course import (
    COURSE,
    END,
    LEARNER,
    PLAYED,
    LessonStep,
    begins_step,
    match_at,
    step_at,
)
from bot.lessons.screens import lesson_screen, mistake_at
from bot.match.hand.model import CardByCard, Mode, Resting, Selected
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.custom_id import parse_custom_id
from bot.ui.i18n import LANGUAGES, words_for
from bot.ui.reader import Reader
from bot.ui.screen import Screen, Text
from engine.game.actions import LayOff, SeatAction
from engine.game.cards import cards_of
from engine.game.legal import Verb
from engine.game.result import ResultKind
from engine.game.view import seat_view
from tests.bot.ui.screen_limits import problems


def plays(screen: Screen) -> dict[SeatAction, str]:
    """The moves that a screen's buttons play, with their labels."""
    found = {}
    for button in screen.buttons():
        press = pressed(button.press)
        if press.action is not None:
            found[press.action] = button.label
    return found


def pressed(custom_id: str) -> LessonPress:
    parsed = parse_custom_id(custom_id)
    press = None if parsed is None else LessonPress.read(parsed)
    assert press is not None, f"{custom_id} belongs to the lesson"
    assert str(press) == custom_id
    return press


def modes(place: int) -> list[Mode]:
    """Every view of the learner's hand at a place."""
    if place >= PLAYED:
        return [Resting()]
    view = seat_view(match_at(place), LEARNER)
    cards = cards_of(view.legal.discards)
    by_hand = [CardByCard()] if Verb.AUTO in view.legal.verbs else []
    return [Resting(), *map(Selected, cards), *by_hand]


@pytest.mark.slow
@pytest.mark.parametrize("place", range(PLAYED))
def test_the_right_move_has_an_ordinary_button(place: int) -> None:
    offered: set[SeatAction] = set()
    for mode in modes(place):
        offered |= plays(lesson_screen(Reader(words_for("en-US")), "Ann", place, mode)).keys()
    assert COURSE[place].right in offered


@pytest.mark.parametrize("place", range(PLAYED))
def test_every_other_button_is_explained_in_one_sentence(place: int) -> None:
    reader = Reader(words_for("en-US"))
    wrong = {
        action
        for mode in modes(place)
        for action in plays(lesson_screen(reader, "Ann", place, mode))
        if action != COURSE[place].right
    }
    for action in wrong:
        said = mistake_at(reader, place, action)
        assert said.rstrip("*.").count(". ") == 0, said
        assert "follow the text" not in said, (place, action)


def test_every_idea_has_its_step_in_order() -> None:
    starts = [step_at(place) for place in range(END + 1) if begins_step(place)]
    assert starts == list(LessonStep)


def test_the_rounds_end_as_they_are_told() -> None:
    end = match_at(PLAYED)
    kinds = [one.tables[0].kind for one in end.played]
    assert kinds == [ResultKind.KNOCK, ResultKind.KNOCK, ResultKind.UNDERCUT, ResultKind.GIN]
    winners = [one.entry.winner for one in end.played]
    assert winners == [0, 1, 0, 0]
    assert end.outcome is not None
    assert end.outcome.winner == 0
    layoff = seat_view(match_at(7), LEARNER)
    assert layoff.layout.deadwood - 2 == 41, "what the text says of the round without layoffs"
    assert any(isinstance(one, LayOff) for one in plays(lesson_screen_by_hand()))


def lesson_screen_by_hand() -> Screen:
    return lesson_screen(Reader(words_for("en-US")), "Ann", 7, CardByCard())


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
def test_every_screen_fits_in_every_language_and_says_little(locale: str) -> None:
    for text_mode in (False, True):
        reader = Reader(words_for(locale), text_mode=text_mode)
        for place in range(END + 1):
            for mode in modes(place):
                screen = lesson_screen(reader, "Ann", place, mode, "⚠️")
                assert not problems(screen)
                assert len(list(screen.images())) == 0 or not text_mode
                first = screen.parts[0]
                assert isinstance(first, Text)
                text = first.content.partition("\n")[2]
                assert text.count(". ") + text.count("! ") <= 1, text


def test_one_tap_discards_at_once() -> None:
    reader = Reader(words_for("en-US"), one_tap=True)
    screen = lesson_screen(reader, "Ann", 1)
    assert COURSE[1].right in plays(screen)
    verbs = {pressed(button.press).verb for button in screen.buttons()}
    assert LessonVerb.VIEW not in verbs
