"""A lesson or a puzzle as a page gets it, at a table."""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from bot.match.hand.model import HandPanel
from bot.ui.i18n import Translator
from bot.ui.learning import (
    LessonAnswer,
    LessonTable,
    NamedPress,
    RaceClock,
)
from bot.ui.parts.base import PressButton
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.web.protocol.learn import (
    LessonPart,
    RaceClockState,
    WorthState,
)
from bot.web.protocol.table import ActionState
from bot.web.views.actions import seat_actions
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
        tools=tuple(PressButton(label=label, press=press) for label, press in lesson.tools),
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
    return None if named is None else PressButton(label=named[0], press=named[1])


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
