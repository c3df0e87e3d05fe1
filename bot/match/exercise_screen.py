"""The screen of an exercise: the question with its buttons, or what became of an answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.match.page.lesson import ExerciseTable, lesson_part
from bot.match.puzzle import answer_label, hand_part, head_part, question_words, situation_words
from bot.presses.exercise import ExercisePress
from bot.ui.press import Press
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text, clipped, rows
from bot.wording.cards import highest_first, in_run_order, short
from engine.game.actions import Discard
from engine.game.melds import STANDARD, solver
from engine.trainer.puzzle import Puzzle, Question

IN_A_ROW: Final = 3
CARDS_IN_A_ROW: Final = 4
FEW: Final = 3
"""The answers up to which each is called in full; of more, a discard is its card."""
MOST_OF_A_LABEL: Final = 80


@dataclass(frozen=True, slots=True)
class ShownExercise:
    """An exercise as its reader sees it, in chat and at the ``table`` of a page.

    ``heading``: the texts above the cards. ``press``: an answer, whose number a page sends.
    ``known``: what stands above what is known of the table, ``notes`` below it. ``task``: the
    question, if it is not the puzzle's own. ``choice``: what was answered, and ``solution`` says
    what became of it; ``is_open``: it is asked, as before an answer, or after one that has to be
    given again.
    """

    puzzle: Puzzle
    table: ExerciseTable
    press: ExercisePress
    heading: Sequence[str]
    known: Sequence[str] = ()
    notes: Sequence[str] = ()
    task: str = ""
    choice: int | None = None
    solution: str = ""
    is_open: bool = True
    controls: Sequence[Part] = field(default=())


def exercise_screen(reader: Reader, shown: ShownExercise) -> Screen:
    """Return the screen of an exercise."""
    puzzle, choice = shown.puzzle, shown.choice
    parts: list[Part] = [Text(text) for text in shown.heading]
    head = head_part(reader, puzzle)
    if head is not None:
        parts.append(head)
    situation = situation_words(reader, puzzle, counts=head is None)
    about = [one for one in (*shown.known, situation, *shown.notes) if one]
    asked = shown.task or question_words(reader, puzzle)
    task = f"### {asked}"
    if choice is not None:
        parts += [hand_part(reader, puzzle), Text("\n".join(about)), Text(shown.solution)]
        parts += [Text(task)] if shown.is_open else []
    else:
        parts += [hand_part(reader, puzzle), Text("\n".join((*about, task)))]
    if shown.is_open:
        parts += answer_rows(reader, puzzle, shown.press.answered)
    if choice is None:
        accent = Accent.TURN
    else:
        accent = Accent.GOLD if puzzle.is_right(choice) else Accent.ALERT
    final = None if shown.is_open else choice
    table = lesson_part(reader, puzzle, shown.press, asked, final, shown.table)
    return Screen((*parts, *shown.controls, table), accent)


def answer_rows(reader: Reader, puzzle: Puzzle, press: Callable[[int], Press]) -> tuple[Row, ...]:
    """Return a button for each answer. ``press``: that of an answer by its number."""
    if puzzle.question is Question.DISCARD:
        return rows(_cards(puzzle, press), CARDS_IN_A_ROW)
    is_long = len(puzzle.answers) > FEW
    labels = [
        short(one.action.card)
        if is_long and isinstance(one.action, Discard)
        else answer_label(reader, puzzle, one)
        for one in puzzle.answers
    ]
    in_a_row = CARDS_IN_A_ROW if is_long and puzzle.question is Question.KNOCK else IN_A_ROW
    return choice_rows(labels, press, in_a_row)


def choice_rows(
    labels: Sequence[str], press: Callable[[int], Press], in_a_row: int = IN_A_ROW
) -> tuple[Row, ...]:
    """Return a button for each choice; one colour for all, or a green one would look right."""
    buttons = [
        Button(clipped(label, MOST_OF_A_LABEL), press(number), Style.PRIMARY)
        for number, label in enumerate(labels)
    ]
    return rows(buttons, in_a_row)


def _cards(puzzle: Puzzle, press: Callable[[int], Press]) -> list[Button]:
    """Return a button for each card, in the order of the picture: one press is the answer."""
    layout = solver(STANDARD).best_layout(puzzle.hand)
    melded = [card for meld in layout.melds for card in in_run_order(meld)]
    numbers = {
        one.action.card: number
        for number, one in enumerate(puzzle.answers)
        if isinstance(one.action, Discard)
    }
    buttons = []
    for card in (*melded, *highest_first(layout.deadwood_cards)):
        # Only the card that was just taken may not be discarded, and no answer has its number.
        locked = card not in numbers
        answer = press(numbers.get(card, len(puzzle.answers)))
        style = Style.SECONDARY if card in melded else Style.PRIMARY
        buttons.append(Button(short(card), answer, style, "🔒" if locked else None, locked))
    return buttons
