"""Presses on studies: making one, walking through its lines, and changing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final

from bot.ui.press import ManyCards, Press


class StudyVerb(StrEnum):
    """What is done with a study.

    ``BACK`` and ``STEP`` show a move. ``OPEN``: the one chosen in the list. ``GO``: to the move
    chosen in a menu. ``ADD``: a move, written by a page. ``SHARING``: whether it is shared,
    ``BEGIN`` and ``END`` change that.
    """

    LIST = "list"
    OPEN = "open"
    STEP = "step"
    BACK = "back"
    GO = "go"
    ADD = "add"
    CUT = "cut"
    NOTE = "note"
    NAME = "name"
    ASK = "ask"
    FILES = "files"
    SHARING = "share"
    BEGIN = "share-begin"
    END = "share-end"
    DELETE = "delete"
    DELETE_YES = "delete-yes"


STEPS: Final = (StudyVerb.STEP, StudyVerb.BACK)
_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(StudyVerb, ()),
    **dict.fromkeys(
        (*STEPS, StudyVerb.ADD, StudyVerb.CUT, StudyVerb.NOTE, StudyVerb.ASK), ("node",)
    ),
}


@dataclass(frozen=True)
class StudyPress(Press):
    """A control of a study; the id is the study, the revision the version that is shown.

    ``node``: the move that it is about, 0 for the start.
    """

    WORD = "study"
    PARTS = _PARTS

    verb: StudyVerb
    node: int | None = None
    id: int = 0
    revision: int = 0


@dataclass(frozen=True)
class StudyPositionPress(Press):
    """Make a study of a position that the coach was asked about, at a score."""

    WORD = "studypos"

    preset: str
    hand: ManyCards
    pile: ManyCards
    taken: ManyCards
    own: int
    other: int


@dataclass(frozen=True)
class StudyRoundPress(Press):
    """Make a study of a round from a step on; the id is the match, the revision the round."""

    WORD = "studyround"

    step: int
    id: int = 0
    revision: int = 0


class WeeklyVerb(StrEnum):
    """What is done with the hand of the week.

    ``OFFER`` and ``POST``: a study's position as one.
    """

    OFFER = "offer"
    POST = "post"
    CLOSE = "close"
    CLOSE_YES = "close-yes"


@dataclass(frozen=True)
class WeeklyPress(Press):
    """A control of the hand of the week; the id is that hand, or the study that is to be one.

    ``node``: the move of the study.
    """

    WORD = "weekly"
    PARTS: ClassVar[Mapping[Any, tuple[str, ...]]] = {
        **dict.fromkeys(WeeklyVerb, ()),
        WeeklyVerb.OFFER: ("node",),
        WeeklyVerb.POST: ("node",),
    }

    verb: WeeklyVerb
    node: int | None = None
    id: int = 0
