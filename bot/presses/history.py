"""Presses on a person's match list."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from bot.presses.codec import Form, MaybeId, Press


class HistoryVerb(StrEnum):
    """Pages of the list, and actions on a match; ``AT`` begins a page at a match."""

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
    """A control of the list; the id is the first match of the page or the match concerned."""

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
        """The filter of the press's list."""
        return Filter(self.opponent, self.preset)
