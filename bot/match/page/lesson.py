"""A step of a lesson, or a puzzle, at the table of a page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.match.hand.model import HandPanel
from bot.match.page.actions import seat_actions
from bot.match.page.public import shown_state
from bot.match.page.seat import own_state
from bot.match.puzzle import (
    answer_label,
    answer_words,
    by_points,
    of_opponent,
    reason_lines,
    situation_words,
    worth_title,
    worth_words,
)
from bot.ui.parts.base import PressButton
from bot.ui.parts.lesson import LessonPart, RaceClock, TablePlace, WorthState
from bot.ui.parts.table import ActionState
from bot.ui.press import Press
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.wording.cards import melds_named
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
from engine.trainer.puzzle import Puzzle, view_after, view_of

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


@dataclass(frozen=True, slots=True)
class ExerciseTable:
    """The table of an exercise on a page: what chat shows otherwise, or not at all.

    ``idea``: what the lesson teaches, or what is known of the puzzle's table; the ``remarks`` stand
    below the task. ``verdict``: what became of the answer. ``is_weighted``: a point counts as it
    does at the score. ``steps``: whether each was right, ``at``: the one shown. ``hint``: the
    answer that is marked. ``following``, ``back``, ``tools``: where it leads.
    """

    view: SeatView
    board: MatchContext
    title: str
    subtitle: str
    idea: str
    verdict: str = ""
    is_weighted: bool = False
    steps: tuple[bool | None, ...] = ()
    at: int = 0
    hint: int | None = None
    following: NamedPress | None = None
    back: NamedPress | None = None
    tools: tuple[NamedPress, ...] = ()
    remarks: tuple[str, ...] = ()
    race: RaceClock | None = None


def puzzle_table(
    reader: Reader,
    called: str,
    puzzle: Puzzle,
    title: str,
    subtitle: str,
    *,
    note: str = "",
    verdict: str = "",
    following: NamedPress | None = None,
    tools: tuple[NamedPress, ...] = (),
    last: tuple[str, ...] = (),
    race: RaceClock | None = None,
) -> ExerciseTable:
    """Return the table of a puzzle.

    ``called``: the reader's name, safe to show. ``note``: what else is to be known of the position,
    in Discord's markdown. ``last``: what became of the answer before.
    """
    own = view_of(puzzle)
    players = (NamedPlayer(called, None), NamedPlayer(reader.words.t("Opponent"), None))
    known = situation_words(reader, puzzle, counts=False)
    return ExerciseTable(
        own,
        table_of_lesson(own, players if own.seat == 0 else players[::-1]),
        title,
        subtitle,
        f"{known}\n{note}" if note else known,
        verdict=verdict,
        following=following,
        tools=tools,
        remarks=(*last, *of_opponent(reader, puzzle, RECENT)),
        race=race,
    )


def lesson_part(
    reader: Reader,
    puzzle: Puzzle,
    press: Press,
    task: str,
    choice: int | None,
    table: ExerciseTable,
) -> LessonPart:
    """Return an exercise at its table.

    ``press``: an answer, by its number as the value. ``task``: the sentence in the strip.
    ``choice``: what was answered, so that nothing more can be.
    """
    drawn = Reader(reader.words)
    own, board = table.view, table.board
    # In a lesson a right answer is made; a puzzle keeps its cards, which carry what each costs.
    made = choice if choice is not None and table.back and puzzle.is_right(choice) else None
    if made is not None:
        own = view_after(own, puzzle.answers[made].action)
        board = replace(board, view=own.public)

    panel = HandPanel(drawn, board, own, NO_REVISION)
    actions = tuple(_actions(panel, reader, puzzle)) if choice is None else ()
    seat = own_state(panel, task=task, actions=actions)
    return LessonPart(
        title=table.title,
        subtitle=table.subtitle,
        idea=table.idea,
        view=shown_state(drawn, board).model_copy(update={"buttons": ()}),
        seat=seat.model_copy(update={"remarks": (*table.remarks, *seat.remarks)}),
        press=press,
        steps=table.steps,
        at=table.at,
        hint=None if table.hint is None or choice is not None else str(table.hint),
        verdict=table.verdict,
        why=() if choice is None else tuple(_why(reader, puzzle, choice, table)),
        worth_title=worth_title(reader, puzzle, is_weighted=table.is_weighted),
        worths=() if choice is None else tuple(_worths(reader, puzzle, choice, made)),
        next=_button(table.following),
        back=_button(table.back),
        tools=tuple(PressButton(label=label, press=one) for label, one in table.tools),
        race=table.race,
    )


def _button(named: NamedPress | None) -> PressButton | None:
    return None if named is None else PressButton(label=named[0], press=named[1])


def _why(reader: Reader, puzzle: Puzzle, choice: int, table: ExerciseTable) -> Iterator[str]:
    """Return the reasons, and what the hand is after the best answer, and after another one.

    The strip says whether it is right, and of a puzzle the first reason.
    """
    yield from reason_lines(reader, puzzle, choice)[0 if table.back else 1 :]
    other = puzzle.next_best if choice == puzzle.best else choice
    for number in (puzzle.best, other):
        if number is None:
            continue
        answer = puzzle.answers[number]
        after = view_after(table.view, answer.action)
        if after is table.view:
            continue
        yield reader.words.t(
            "After “{answer}”: {melds}, deadwood {n}.",
            answer=answer_words(reader, answer),
            melds=melds_named(reader, after.layout.melds),
            n=after.layout.deadwood,
        )


def _worths(reader: Reader, puzzle: Puzzle, choice: int, made: int | None) -> Iterator[WorthState]:
    """Return what the answers are worth, the best one first. ``made``: one that has been made."""
    for number in by_points(puzzle):
        one, lost = puzzle.answers[number], puzzle.lost(number)
        is_best = number == puzzle.best
        card, place = _bearer(puzzle, one.action, is_made=number == made)
        yield WorthState(
            label=answer_label(reader, puzzle, one),
            worth=worth_words(puzzle, one),
            points=one.expected,
            best=is_best,
            own=number == choice,
            cost=reader.words.t("Best") if is_best else signed_tenths(-lost),
            dear=lost >= MISTAKE,
            card=card,
            place=place,
        )


def _bearer(
    puzzle: Puzzle, action: RoundAction, *, is_made: bool
) -> tuple[Card | None, TablePlace | None]:
    """Return the card of the hand or the place of the table that carries what an answer costs."""
    match action:
        case Discard() if is_made:
            return None, "pile"
        case Discard(card=card):
            return card, None
        case Draw():
            return None, "stock"
        case Take() if is_made:
            return puzzle.discards[-1], None
        case Take():
            return None, "pile"
        case Knock() | BigGin():
            return None, "knock"
        case _:
            return None, None


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
