"""The lines of the doctor's report."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Mark(StrEnum):
    """What a check came to."""

    RIGHT = "✔"
    WRONG = "✗"
    SKIPPED = "–"


class Finding(NamedTuple):
    """One line: what was looked at, and what was found with what to do."""

    mark: Mark
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.mark} {self.what}: {self.text}"


def right(what: str, text: str) -> Finding:
    """Return a finding that needs nothing done."""
    return Finding(Mark.RIGHT, what, text)


def wrong(what: str, text: str) -> Finding:
    """Return a finding that says what to do."""
    return Finding(Mark.WRONG, what, text)


def skipped(what: str, text: str) -> Finding:
    """Return the reason why something was not looked at."""
    return Finding(Mark.SKIPPED, what, text)


def summary(findings: Iterable[Finding]) -> str:
    """Return the last line of the report."""
    count = [one.mark for one in findings].count(Mark.WRONG)
    if not count:
        return "Nothing is wrong."
    return (
        f"{count} thing{'s are' if count > 1 else ' is'} wrong; each line with ✗ says what to do."
    )
