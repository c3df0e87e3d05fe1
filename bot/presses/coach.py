"""Presses on the coach: a round's review, and hints in practice."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press
from bot.ui.custom_id import Area


class CoachVerb(StrEnum):
    """The parts of a review; ``ASK`` hides the answer, ``TRY`` is another attempt."""

    OPEN = "open"
    LUCK = "luck"
    SEE = "see"
    ASK = "ask"
    SHOW = "show"
    TRY = "try"


@dataclass(frozen=True)
class CoachPress(Press):
    """A decision of a round, by its index in the review; the revision is the round's number."""

    WORD = "coach"

    verb: CoachVerb
    decision: int | None = None
    choice: int | None = None
    id: int = 0
    revision: int = 0


@dataclass(frozen=True)
class HintPress(Press):
    """The request for a suggestion, in practice only; the id is the match."""

    AREA = Area.HAND
    WORD = "hint"

    id: int
    revision: int = 0
