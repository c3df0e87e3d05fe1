"""The course and the coach as a page gets them: a map, the table of a match, a position."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from bot.match.hand.model import HandPanel
from bot.ui.i18n import Translator
from bot.ui.learning import AskBoard, AskedAnswer, CourseMap, LessonAnswer, LessonTable
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.web.protocol.base import Named, PressButton
from bot.web.protocol.learn import (
    AskedAnswerState,
    AskedChoiceState,
    AskPart,
    ChanceState,
    CoursePart,
    LessonGroupState,
    LessonPart,
    MappedLessonState,
    WorthState,
)
from bot.web.protocol.table import ActionState
from bot.web.views.actions import cards, maybe_card, seat_actions
from bot.web.views.public import shown_state
from bot.web.views.seat import own_state
from engine.game.actions import DoneLayingOff, LayOff
from engine.game.cards import card_text
from engine.game.notation import action_text
from engine.service import MatchSetup

NO_MATCH: Final = 0
NO_REVISION: Final = 0


def course_part(course: CourseMap) -> CoursePart:
    """Return the map."""
    groups = tuple(
        LessonGroupState(
            title=group.title,
            stars=group.stars,
            lessons=tuple(
                MappedLessonState(
                    number=one.number,
                    title=one.title,
                    stars=one.stars,
                    card=card_text(one.card),
                    press=one.press,
                    next=one.is_next,
                )
                for one in group.lessons
            ),
        )
        for group in course.groups
    )
    plain = {
        name: value for name, value in asdict(course).items() if name not in ("groups", "hand")
    }
    return CoursePart(**plain, hand=cards(course.hand), groups=groups)


def lesson_part(lesson: LessonTable, words: Translator) -> LessonPart:
    """Return a step of a lesson."""
    reader = Reader(words)
    players = tuple(NamedPlayer(name, None, level) for name, level in lesson.players)
    view = lesson.own.public
    board = MatchContext(NO_MATCH, view, players, MatchSetup(view.rules, lesson.preset))
    panel = HandPanel(reader, board, lesson.own, NO_REVISION)
    is_open = lesson.chosen is None
    actions = tuple(_actions(panel, lesson)) if is_open else ()
    following = lesson.following
    return LessonPart(
        title=lesson.title,
        subtitle=lesson.subtitle,
        idea=lesson.idea,
        view=shown_state(reader, board).model_copy(update={"buttons": ()}),
        seat=own_state(panel, task=lesson.task, actions=actions),
        press=lesson.press,
        steps=lesson.steps,
        at=lesson.at,
        hint=None if lesson.hint is None or not is_open else str(lesson.hint),
        verdict=lesson.verdict,
        worth_title=lesson.worth_title,
        worths=tuple(_worths(lesson)),
        next=None if following is None else PressButton(label=following[0], press=following[1]),
        back=PressButton(label=lesson.back[0], press=lesson.back[1]),
    )


def ask_part(board: AskBoard) -> AskPart:
    """Return a position to put up, and the answer to it."""
    found = board.answer
    return AskPart(
        press=board.press,
        length=board.length,
        example=board.example,
        presets=tuple(Named(name=name, title=title) for name, title in board.presets),
        hand=cards(board.hand),
        pile=cards(board.pile),
        taken=cards(board.taken),
        score=board.score,
        preset=board.preset,
        answer=None if found is None else _answered(found),
    )


def _answered(found: AskedAnswer) -> AskedAnswerState:
    return AskedAnswerState(
        best=found.best,
        reason=found.reason,
        choices=tuple(
            AskedChoiceState(**(asdict(one) | {"card": maybe_card(one.card)}))
            for one in found.choices
        ),
        chances=tuple(
            ChanceState(card=card_text(card), chance=chance) for card, chance in found.chances
        ),
        chances_title=found.chances_title,
    )


def _worths(lesson: LessonTable) -> Iterator[WorthState]:
    if lesson.chosen is None:
        return
    numbers = range(len(lesson.answers))
    order = sorted(numbers, key=lambda n: (n != lesson.best, -lesson.answers[n].points))
    for number in order:
        one = lesson.answers[number]
        yield WorthState(
            label=one.label,
            worth=one.worth,
            points=one.points,
            best=number == lesson.best,
            own=number == lesson.chosen,
        )


def _actions(panel: HandPanel, lesson: LessonTable) -> Iterator[ActionState]:
    """Return the actions that are answers; the text of each is the answer's number."""
    numbers = {
        action_text(one.actions[0]): str(number) for number, one in enumerate(lesson.answers)
    }
    if any(isinstance(one.actions[0], LayOff | DoneLayingOff) for one in lesson.answers):
        # Whole plans are compared, not the cards one by one.
        yield from (_plan(number, one) for number, one in enumerate(lesson.answers))
        return
    for state in seat_actions(panel):
        knock = state.knock
        if knock is not None:
            offered = numbers.get(knock.action)
            changed = {"action": offered, "layouts": ()}
            knock = None if offered is None else knock.model_copy(update=changed)
        action = numbers.get(state.action)
        if action is not None:
            yield state.model_copy(update={"action": action, "knock": knock, "confirm": False})


def _plan(number: int, answer: LessonAnswer) -> ActionState:
    return ActionState(kind="auto", action=str(number), label=answer.label)
