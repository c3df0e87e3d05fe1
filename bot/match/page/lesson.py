"""A step of a lesson, or a puzzle, at the table of a page."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from bot.match.hand.model import HandPanel
from bot.match.page.actions import seat_actions
from bot.match.page.public import shown_state
from bot.match.page.seat import own_state
from bot.match.puzzle import (
    answer_label,
    by_points,
    of_opponent,
    question_words,
    situation_words,
    worth_title,
    worth_words,
)
from bot.ui.parts.base import PressButton
from bot.ui.parts.lesson import LessonPart, RaceClock, TablePlace, WorthState
from bot.ui.parts.table import ActionState
from bot.ui.press import Press
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.wording.scores import signed_tenths
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
from engine.game.cards import Card
from engine.game.notation import action_text
from engine.game.view import SeatView
from engine.service import MatchSetup
from engine.trainer.making import MISTAKE
from engine.trainer.puzzle import Puzzle, view_of

NamedPress: TypeAlias = tuple[str, Press]
"""A press and its label."""
NO_MATCH: Final = 0
NO_REVISION: Final = 0
PUZZLE_PRESET: Final = "standard"
RECENT: Final = 6
"""The opponent's discards that stand in the strip; the paper beside the table has all."""


def table_of_lesson(
    own: SeatView, players: tuple[NamedPlayer, ...], preset: str = PUZZLE_PRESET
) -> MatchContext:
    """Return the table of a lesson or a puzzle, which is no match."""
    view = own.public
    return MatchContext(NO_MATCH, view, players, MatchSetup(view.rules, preset))


def puzzle_table(
    reader: Reader,
    called: str,
    puzzle: Puzzle,
    *,
    title: str,
    subtitle: str,
    press: Press,
    choice: int | None = None,
    verdict: str = "",
    note: str = "",
    following: NamedPress | None = None,
    tools: tuple[NamedPress, ...] = (),
    last: tuple[str, ...] = (),
    race: RaceClock | None = None,
) -> LessonPart:
    """Return a puzzle at a table, or what became of the answer ``choice``.

    ``called``: the reader's name, safe to show. ``press``: an answer, by its number as the value.
    ``note``: what else is to be known of the position, in Discord's markdown. ``last``: what became
    of the answer before.
    """
    own = view_of(puzzle)
    players = (NamedPlayer(called, None), NamedPlayer(reader.words.t("Opponent"), None))
    known = situation_words(reader, puzzle, counts=False)
    return lesson_part(
        reader,
        puzzle,
        own,
        table_of_lesson(own, players if own.seat == 0 else players[::-1]),
        title=title,
        subtitle=subtitle,
        idea=f"{known}\n{note}" if note else known,
        task=question_words(reader, puzzle),
        press=press,
        choice=choice,
        verdict=verdict,
        following=following,
        remarks=(*last, *of_opponent(reader, puzzle, RECENT)),
        tools=tools,
        race=race,
    )


def lesson_part(
    reader: Reader,
    puzzle: Puzzle,
    own: SeatView,
    board: MatchContext,
    *,
    title: str,
    subtitle: str,
    idea: str,
    task: str,
    press: Press,
    choice: int | None,
    verdict: str,
    following: NamedPress | None,
    is_weighted: bool = False,
    steps: tuple[bool | None, ...] = (),
    at: int = 0,
    hint: int | None = None,
    back: NamedPress | None = None,
    remarks: tuple[str, ...] = (),
    tools: tuple[NamedPress, ...] = (),
    race: RaceClock | None = None,
) -> LessonPart:
    """Return a step of a lesson, or a puzzle, at a table.

    ``idea``: what the lesson teaches, or what is known of the puzzle's table; ``task``: the
    sentence in the strip, with the ``remarks``. ``press``: an answer, by its number as the value.
    ``choice``: what was answered; then ``verdict`` says why, and nothing more can be answered.
    ``is_weighted``: a point counts as it does at the score. ``hint``: the answer that is marked.
    """
    drawn = Reader(reader.words)
    panel = HandPanel(drawn, board, own, NO_REVISION)
    actions = tuple(_actions(panel, reader, puzzle)) if choice is None else ()
    seat = own_state(panel, task=task, actions=actions)
    return LessonPart(
        title=title,
        subtitle=subtitle,
        idea=idea,
        view=shown_state(drawn, board).model_copy(update={"buttons": ()}),
        seat=seat.model_copy(update={"remarks": (*remarks, *seat.remarks)}),
        press=press,
        steps=steps,
        at=at,
        hint=None if hint is None or choice is not None else str(hint),
        verdict=verdict,
        worth_title=worth_title(reader, puzzle, is_weighted=is_weighted),
        worths=() if choice is None else tuple(_worths(reader, puzzle, choice)),
        next=_button(following),
        back=_button(back),
        tools=tuple(PressButton(label=label, press=one) for label, one in tools),
        race=race,
    )


def _button(named: NamedPress | None) -> PressButton | None:
    return None if named is None else PressButton(label=named[0], press=named[1])


def _worths(reader: Reader, puzzle: Puzzle, choice: int) -> Iterator[WorthState]:
    """Return what the answers are worth, the best one first."""
    for number in by_points(puzzle):
        one, lost = puzzle.answers[number], puzzle.lost(number)
        is_best = number == puzzle.best
        yield WorthState(
            label=answer_label(reader, puzzle, one),
            worth=worth_words(puzzle, one),
            points=one.expected,
            best=is_best,
            own=number == choice,
            cost=reader.words.t("Best") if is_best else signed_tenths(-lost),
            dear=lost >= MISTAKE,
            card=_card_of(one.action),
            place=_place_of(one.action),
        )


def _card_of(action: RoundAction) -> Card | None:
    """Return the card of the hand that carries what an answer costs."""
    return action.card if isinstance(action, Discard) else None


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


def _actions(panel: HandPanel, reader: Reader, puzzle: Puzzle) -> Iterator[ActionState]:
    """Return the actions that are answers; the text of each is the answer's number."""
    if any(isinstance(one.action, LayOff | DoneLayingOff) for one in puzzle.answers):
        # Whole plans are compared, not the cards one by one.
        for number, one in enumerate(puzzle.answers):
            label = answer_label(reader, puzzle, one)
            yield ActionState(kind="auto", action=str(number), label=label)
        return
    numbers = {_asked(one.action): str(number) for number, one in enumerate(puzzle.answers)}
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
