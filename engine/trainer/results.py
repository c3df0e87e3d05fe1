"""What became of the steps of an exercise, in one letter for each."""

from typing import Final

RIGHT: Final = "1"
WRONG: Final = "0"
SKIPPED: Final = "-"
"""A puzzle that was no longer there, or could not be read."""


def letter(*, is_right: bool) -> str:
    """Return the letter of an answer."""
    return RIGHT if is_right else WRONG


def last_answer(results: str) -> bool | None:
    """Return whether the last answer was right; ``None`` before the first.

    >>> last_answer("10-"), last_answer("-"), last_answer("1")
    (False, None, True)
    """
    answered = results.replace(SKIPPED, "")
    return answered[-1] == RIGHT if answered else None
