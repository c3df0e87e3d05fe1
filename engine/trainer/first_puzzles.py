"""The puzzles that come with Gin, so that nobody who opens the trainer waits for the first ones."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from engine.standings.rating import Rating
from engine.trainer.making import UNCERTAIN, Prepared, key_of
from engine.trainer.puzzle import puzzle_from

FILE: Final = Path(__file__).with_name("first_puzzles.json")
"""A line for each puzzle: its estimated rating, and the puzzle as it is stored."""


@cache
def first_puzzles() -> tuple[Prepared, ...]:
    """Return the puzzles, some of each theme."""
    return tuple(_prepared(value, text) for value, text in json.loads(FILE.read_text()))


def written(puzzles: Iterable[Prepared]) -> str:
    """Return the text of the file."""
    lines = (json.dumps([round(one.rating.value), one.text]) for one in puzzles)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _prepared(value: float, text: str) -> Prepared:
    question = puzzle_from(text).question
    return Prepared(key_of(text), question, text, Rating(float(value), UNCERTAIN))
