"""A puzzle at a table, as a page shows it; chat shows the other parts of its screens."""

from typing import Final

from bot.match.puzzle import (
    answers_on_table,
    of_opponent,
    question_words,
    situation_words,
    worth_title,
)
from bot.ui.learning import LessonTable, RaceClock
from bot.ui.reader import Reader
from engine.trainer.puzzle import Puzzle
from engine.trainer.view import view_of

PRESET: Final = "standard"
RECENT: Final = 6
"""The opponent's discards that stand in the strip; the paper beside the table has all."""


def puzzle_table(
    reader: Reader,
    called: str,
    puzzle: Puzzle,
    *,
    title: str,
    subtitle: str,
    press: str,
    choice: int | None = None,
    verdict: str = "",
    note: str = "",
    following: tuple[str, str] | None = None,
    tools: tuple[tuple[str, str], ...] = (),
    last: tuple[str, ...] = (),
    race: RaceClock | None = None,
) -> LessonTable:
    """Return a puzzle at a table, or what became of the answer ``choice``.

    ``called``: the reader's name, safe to show. ``press``: an answer, by its number as the value.
    ``note``: what else is to be known of the position, in Discord's markdown. ``last``: what became
    of the answer before.
    """
    own = view_of(puzzle)
    players = ((called, None), (reader.words.t("Opponent"), None))
    known = situation_words(reader, puzzle, counts=False)
    return LessonTable(
        title=title,
        subtitle=subtitle,
        idea=f"{known}\n{note}" if note else known,
        task=question_words(reader, puzzle),
        preset=PRESET,
        players=players if own.seat == 0 else players[::-1],
        own=own,
        answers=answers_on_table(reader, puzzle),
        press=press,
        steps=(),
        at=0,
        hint=None,
        chosen=choice,
        best=None if choice is None else puzzle.best,
        verdict=verdict,
        worth_title=worth_title(reader, puzzle),
        following=following,
        remarks=(*last, *of_opponent(reader, puzzle, RECENT)),
        tools=tools,
        race=race,
    )
