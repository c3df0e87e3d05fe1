"""Presses under the public table message and in its More menu."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.codec import Press
from bot.ui.custom_id import Area, CustomId
from engine.game.seats import Seat


class TableVerb(StrEnum):
    """The buttons of a table.

    ``WATCHING`` redraws an open watch panel, ``REFRESH`` the table; ``APART`` blocks an opponent of
    another server, whom nobody can choose anywhere else, and ``TOGETHER`` takes that back.
    """

    HAND = "hand"
    READY = "ready"
    REFRESH = "refresh"
    SHEET = "sheet"
    WATCH = "watch"
    WATCHING = "watching"
    MORE = "more"
    RULES = "rules"
    VERIFY = "verify"
    BUMP = "bump"
    TALK = "talk"
    ABORT = "abort"
    RESIGN = "resign"
    RESIGN_YES = "resign-yes"
    RESIGN_NO = "resign-no"
    APART = "apart"
    TOGETHER = "together"


class AgreementVerb(StrEnum):
    """The agreements of two sides: pauses, late turns, take-backs, nudges."""

    PAUSE = "pause"
    RESUME = "resume"
    TIME = "time"
    NUDGE = "nudge"
    LATE = "late"
    OFF = "off"
    CLAIM = "claim"
    ALLOW = "allow"
    REFUSE = "refuse"


@dataclass(frozen=True)
class TablePress(Press):
    """A button of a table; the id is the match."""

    AREA = Area.TABLE

    verb: TableVerb
    id: int = 0


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(AgreementVerb, ()),
    **dict.fromkeys((AgreementVerb.LATE, AgreementVerb.OFF, AgreementVerb.CLAIM), ("seat",)),
    **dict.fromkeys((AgreementVerb.ALLOW, AgreementVerb.REFUSE), ("table",)),
}


@dataclass(frozen=True)
class AgreementPress(Press):
    """A request or its answer. ``seat``: the late player; ``table``: the table of a take-back."""

    AREA = Area.TABLE
    WORD = "by"
    BETWEEN = ""
    PARTS = _PARTS

    verb: AgreementVerb
    seat: Seat | None = None
    table: int | None = None
    id: int = 0


@dataclass(frozen=True)
class RematchPress(Press):
    """The request for a rematch; the id is the match that is over."""

    AREA = Area.TABLE
    WORD = "rematch"

    id: int
    revision: int = 0


@dataclass(frozen=True)
class ProofPress(Press):
    """The proof of another round; the id is the match, the revision the round."""

    AREA = Area.TABLE
    WORD = "proof"

    id: int
    revision: int = 0


def read_table(custom_id: CustomId) -> TablePress | AgreementPress | None:
    """Parse a button of a table; ``None`` if there is no such button."""
    return TablePress.read(custom_id) or AgreementPress.read(custom_id)
