"""Presses on the list of somebody's own matches."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from bot.presses.codec import Form, MaybeId, Press


class HistoryVerb(StrEnum):
    """Pages of the list, and what can be done with a match; ``AT`` begins a page at a match."""

    OLDER = "older"
    NEWER = "newer"
    AT = "at"
    OPEN = "open"
    RECORD = "record"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Filter:
    """The matches listed: those against ``opponent`` (a user), by the rules ``preset``."""

    opponent: int | None = None
    preset: str | None = None


def _preset(text: str) -> str | None:
    return text or None


@dataclass(frozen=True)
class HistoryPress(Press):
    """A control of the list; the id is where the page begins or the match it is about."""

    WORD = "history"

    verb: HistoryVerb
    opponent: MaybeId
    preset: Annotated[str | None, Form(_preset, lambda preset: preset or "")]
    id: int = 0

    @classmethod
    def to(cls, verb: HistoryVerb, match: int, chosen: Filter) -> Self:
        """Return the press about a match in a list."""
        return cls(verb, chosen.opponent, chosen.preset, match)

    @property
    def chosen(self) -> Filter:
        """The list that the press belongs to."""
        return Filter(self.opponent, self.preset)
