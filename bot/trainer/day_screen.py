"""The daily puzzle: the hand, the question, and the value of every answer after the reply."""

from typing import Final

from bot.match.exercise_screen import ShownExercise, exercise_screen
from bot.match.page.lesson import puzzle_table
from bot.match.puzzle import explained
from bot.presses.exercise import ExercisePress, ExerciseVerb, next_of
from bot.presses.menu import MenuPress, MenuVerb
from bot.presses.pages import DailyPress, DailyVerb
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.screen import Button, Row, Screen
from bot.wording.names import date_words
from engine.service.daily import PuzzleForReader
from engine.service.exercises import Series
from engine.trainer.puzzle import Track

NOTE: Final = mark("One answer per day. The position comes from a real game, shown anonymously.")


def day_puzzle_screen(reader: Reader, called: str, asked: PuzzleForReader) -> Screen:
    """Return the question, or the solution for a person who has answered.

    ``called``: the reader's name, safe to show.
    """
    t = reader.words.t
    back = Button(t("Daily challenge"), DailyPress(DailyVerb.LOOK, id=asked.day), emoji="📅")
    more = Button(t("More puzzles"), MenuPress(MenuVerb.TRAINER), emoji="🎯")
    is_open = asked.mine is None
    solution = _solution(reader, asked)
    table = puzzle_table(
        reader,
        called,
        asked.puzzle,
        t("Puzzle of the day"),
        date_words(asked.day),
        note=f"-# {t(NOTE)}",
        verdict=solution,
        following=None if is_open else (more.label, next_of(Track.ALL)),
    )
    shown = ShownExercise(
        asked.puzzle,
        table,
        ExercisePress(ExerciseVerb.VALUE, Series.DAY, id=asked.day),
        (f"## 🧩 {t('Puzzle of the day')} · {date_words(asked.day)}",),
        notes=(f"-# {t(NOTE)}",) if is_open else (),
        choice=asked.mine,
        solution=solution,
        is_open=is_open,
        controls=(Row((back,) if is_open else (back, more)),),
    )
    return exercise_screen(reader, shown)


def _solution(reader: Reader, asked: PuzzleForReader) -> str:
    """Return what became of the answer, and what others have chosen; nothing before it."""
    if asked.mine is None:
        return ""
    return "\n".join(explained(reader, asked.puzzle, asked.mine, counts=asked.counts))
