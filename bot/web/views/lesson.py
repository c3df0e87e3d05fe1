"""The course, the trainer and the coach as a page gets them: tables, positions, advice."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final, Literal, TypeAlias

from bot.match.hand.model import HandPanel
from bot.ui.i18n import Translator
from bot.ui.learning import (
    AskBoard,
    AskedAnswer,
    CourseMap,
    LessonAnswer,
    LessonTable,
    NamedPress,
    RaceClock,
    TutorBoard,
    TutoredFinding,
)
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
    RaceClockState,
    TutoredExampleState,
    TutoredFindingState,
    TutorPart,
    WorthState,
)
from bot.web.protocol.table import ActionState
from bot.web.views.actions import cards, maybe_card, seat_actions
from bot.web.views.public import shown_state
from bot.web.views.seat import own_state
from engine.game.actions import (
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    RoundAction,
    Take,
)
from engine.game.cards import card_text
from engine.game.notation import action_text
from engine.service import MatchSetup

NO_MATCH: Final = 0
NO_REVISION: Final = 0
TablePlace: TypeAlias = Literal["stock", "pile", "knock"]


def learning_part(
    part: CourseMap | LessonTable | AskBoard | TutorBoard, words: Translator
) -> CoursePart | LessonPart | AskPart | TutorPart:
    """Return a part of a panel that teaches."""
    match part:
        case CourseMap():
            return _course(part)
        case LessonTable():
            return lesson_part(part, words)
        case AskBoard():
            return _position(part)
        case TutorBoard():
            return _tutor(part)


def _course(course: CourseMap) -> CoursePart:
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
                    press=str(one.press),
                    next=one.is_next,
                )
                for one in group.lessons
            ),
        )
        for group in course.groups
    )
    plain = {
        name: value
        for name, value in asdict(course).items()
        if name not in ("groups", "hand", "press")
    }
    return CoursePart(**plain, press=str(course.press), hand=cards(course.hand), groups=groups)


def lesson_part(lesson: LessonTable, words: Translator) -> LessonPart:
    """Return a step of a lesson, or a puzzle of the trainer."""
    reader = Reader(words)
    players = tuple(NamedPlayer(name, None, level) for name, level in lesson.players)
    view = lesson.own.public
    board = MatchContext(NO_MATCH, view, players, MatchSetup(view.rules, lesson.preset))
    panel = HandPanel(reader, board, lesson.own, NO_REVISION)
    is_open = lesson.chosen is None
    actions = tuple(_actions(panel, lesson)) if is_open else ()
    seat = own_state(panel, task=lesson.task, actions=actions)
    return LessonPart(
        title=lesson.title,
        subtitle=lesson.subtitle,
        idea=lesson.idea,
        view=shown_state(reader, board).model_copy(update={"buttons": ()}),
        seat=seat.model_copy(update={"remarks": (*lesson.remarks, *seat.remarks)}),
        press=str(lesson.press),
        steps=lesson.steps,
        at=lesson.at,
        hint=None if lesson.hint is None or not is_open else str(lesson.hint),
        verdict=lesson.verdict,
        worth_title=lesson.worth_title,
        worths=tuple(_worths(lesson)),
        next=_button(lesson.following),
        back=_button(lesson.back),
        tools=tuple(PressButton(label=label, press=str(press)) for label, press in lesson.tools),
        race=None if lesson.race is None else _race(lesson.race),
    )


def _race(clock: RaceClock) -> RaceClockState:
    return RaceClockState(
        ends=clock.ends_ms,
        length=clock.length_ms,
        solved=clock.solved,
        wrong=clock.wrong,
        most_wrong=clock.most_wrong,
        press=str(clock.press),
    )


def _button(named: NamedPress | None) -> PressButton | None:
    return None if named is None else PressButton(label=named[0], press=str(named[1]))


def _position(board: AskBoard) -> AskPart:
    """Return a position to put up, and the answer to it."""
    found = board.answer
    return AskPart(
        press=str(board.press),
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


def _tutor(board: TutorBoard) -> TutorPart:
    """Return the tutor's advice."""
    return TutorPart(
        sentence=board.sentence,
        findings=tuple(map(_tutored, board.findings)),
        note=board.note,
        progress=board.progress,
        following=_button(board.following),
    )


def _tutored(one: TutoredFinding) -> TutoredFindingState:
    return TutoredFindingState(
        title=one.title,
        advice=one.advice,
        loss=one.loss,
        changed=one.changed,
        share=one.share,
        low=one.low,
        high=one.high,
        examples=tuple(
            TutoredExampleState(
                words=example.words,
                played=maybe_card(example.played),
                best=maybe_card(example.best),
                replay=PressButton(
                    label=example.replay[0], press=str(example.replay[1]), emoji="🎬"
                ),
            )
            for example in one.examples
        ),
        puzzles=_button(one.puzzles),
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
            cost=one.cost,
            dear=one.is_dear,
            card=_card_of(one.actions[0]),
            place=_place_of(one.actions[0]),
        )


def _card_of(action: RoundAction) -> str | None:
    """Return the card of the hand that carries what an answer costs."""
    return card_text(action.card) if isinstance(action, Discard) else None


def _place_of(action: RoundAction) -> TablePlace | None:
    """Return the place of the table that carries what an answer costs."""
    match action:
        case Draw():
            return "stock"
        case Take():
            return "pile"
        case Knock() | BigGin():
            return "knock"
        case _:
            return None


def _actions(panel: HandPanel, lesson: LessonTable) -> Iterator[ActionState]:
    """Return the actions that are answers; the text of each is the answer's number."""
    numbers = {_asked(one.actions[0]): str(number) for number, one in enumerate(lesson.answers)}
    if any(isinstance(one.actions[0], LayOff | DoneLayingOff) for one in lesson.answers):
        # Whole plans are compared, not the cards one by one.
        yield from (_plan(number, one) for number, one in enumerate(lesson.answers))
        return
    for state in seat_actions(panel):
        offered = None if state.knock is None else numbers.get(state.knock.action)
        knock = None
        if state.knock is not None and offered is not None:
            knock = state.knock.model_copy(update={"action": offered, "layouts": ()})
        changed = {"knock": knock, "confirm": False}
        if (action := numbers.get(state.action)) is not None:
            yield state.model_copy(update=changed | {"action": action})
        elif knock is not None:
            only = {"kind": "knock", "action": offered, "label": knock.label}
            yield state.model_copy(update=changed | only | {"after": knock.deadwood})


def _asked(action: RoundAction) -> str:
    """Return the text of an action; of a knock without its layout, which no answer asks for."""
    return action_text(Knock(action.card) if isinstance(action, Knock) else action)


def _plan(number: int, answer: LessonAnswer) -> ActionState:
    return ActionState(kind="auto", action=str(number), label=answer.label)
