"""Presses on a match: playing, the hand panel, the table message, replays and the coach."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Self

from bot.ui.custom_id import Area
from bot.ui.press import OneCard, Press, Role, TextForm
from engine.game.actions import SeatAction, SystemAction
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action
from engine.game.seats import Seat


def read_action(text: str) -> SeatAction:
    """Read an action; ValueError for any other text, and for actions not open to people."""
    try:
        action = parse_action(text)
    except RecordError as error:
        raise ValueError(text) from error
    if isinstance(action, SystemAction):
        raise ValueError(text)
    return action


@dataclass(frozen=True)
class PlayPress(Press):
    """An action; the id is the match, the revision the state the button was drawn for."""

    AREA = Area.PLAY

    action: Annotated[SeatAction, TextForm(read_action, action_text)]
    id: int = 0
    revision: int = 0


class HandVerb(StrEnum):
    """The controls of the panel.

    ``PICK`` selects a card; without one it is a menu of actions, like ``DISCARDS``, ``MELD`` and
    ``LAY_OFF``. ``LOOK`` shows the unchanged hand, ``DROP`` shows it with no card selected.
    """

    LOOK = "look"
    PICK = "pick"
    DROP = "drop"
    KNOCK = "knock"
    DISCARDS = "pick0"
    MORE_DISCARDS = "pick25"
    MELD = "meld"
    LAY_OFF = "layoff"
    BY_HAND = "byhand"
    MORE = "more"
    RESULT = "result"
    SORT = "sort"
    ADVISE = "advise"
    ORDER = "order"
    PLAN_UPCARD = "plan-pass"
    PLAN_STOCK = "plan-stock"
    PLAN_KNOCK = "plan-knock"
    PLAN_NONE = "plan-none"


@dataclass(frozen=True)
class HandPress(Press):
    """A control of the panel; the id is the match, the revision the state it was drawn for."""

    AREA = Area.HAND

    verb: HandVerb
    card: OneCard | None = None
    id: int = 0
    revision: int = 0


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
    REPOST = "bump"
    TALK = "talk"
    ABORT = "abort"
    RESIGN = "resign"
    RESIGN_YES = "resign-yes"
    RESIGN_NO = "resign-no"
    APART = "apart"
    TOGETHER = "together"


class AgreementVerb(StrEnum):
    """The agreements of two sides: pauses, late turns, take-backs, nudges, substitutes."""

    PAUSE = "pause"
    RESUME = "resume"
    TIME = "time"
    NUDGE = "nudge"
    LATE = "late"
    OFF = "off"
    CLAIM = "claim"
    ALLOW = "allow"
    REFUSE = "refuse"
    SUBSTITUTE = "sub"
    SUBSTITUTE_YES = "sub_yes"
    SUBSTITUTE_NO = "sub_no"


_TABLE_ROLES: Final[Mapping[TableVerb, Role]] = {
    TableVerb.SHEET: "sheet",
    TableVerb.VERIFY: "verify",
}


@dataclass(frozen=True)
class TablePress(Press):
    """A button of a table; the id is the match."""

    AREA = Area.TABLE

    verb: TableVerb
    id: int = 0

    @property
    def role(self) -> Role | None:
        return _TABLE_ROLES.get(self.verb)


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(AgreementVerb, ()),
    **dict.fromkeys((AgreementVerb.LATE, AgreementVerb.OFF, AgreementVerb.CLAIM), ("seat",)),
    **dict.fromkeys(
        (AgreementVerb.SUBSTITUTE, AgreementVerb.SUBSTITUTE_YES, AgreementVerb.SUBSTITUTE_NO),
        ("seat",),
    ),
    **dict.fromkeys((AgreementVerb.ALLOW, AgreementVerb.REFUSE), ("table",)),
}


@dataclass(frozen=True)
class AgreementPress(Press):
    """A request or its answer.

    ``seat``: the late player, or the one to replace. ``table``: the table of a take-back.
    """

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

    @property
    def role(self) -> Role | None:
        return "rematch"


@dataclass(frozen=True)
class ProofPress(Press):
    """The proof of another round; the id is the match, the revision the round."""

    AREA = Area.TABLE
    WORD = "proof"

    id: int
    revision: int = 0


class ChoicePurpose(StrEnum):
    """The purpose for which a match is chosen."""

    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    GIVE = "give"


@dataclass(frozen=True)
class ChooseMatchPress(Press):
    """The menu; the match is its value."""

    WORD = "pick"

    purpose: ChoicePurpose


BOTH: Final = "8"
"""The code for no seat: both hands are open."""


class ReplaySource(StrEnum):
    """The origin of a replay: a match of this bot, or an imported file."""

    MATCH = "m"
    STUDY = "s"


class ReplayVerb(StrEnum):
    """The kinds of buttons to a place; ``PLAY`` and ``PLAY_EYES`` show the animation.

    ``WHAT_IF`` stays there, and asks the coach about another choice.
    """

    OPEN = "open"
    BACK = "back"
    NEXT = "next"
    PLAY = "play"
    EYES = "eyes"
    PLAY_EYES = "playeyes"
    JUMP = "jump"
    ROUND = "round"
    WHAT_IF = "whatif"


@dataclass(frozen=True, slots=True)
class Watching:
    """The place in a replay. ``id``: the match or the file; ``eyes``: a seat, ``None`` for both."""

    source: ReplaySource
    id: int
    number: int
    table: int = 0
    step: int = 0
    eyes: Seat | None = None


def _eyes(text: str) -> Seat | None:
    return None if text == BOTH else Seat(int(text))


def _eyes_text(eyes: Seat | None) -> str:
    return BOTH if eyes is None else f"{int(eyes)}"


@dataclass(frozen=True)
class ReplayPress(Press):
    """A control of a replay; the id is the match or the file, the revision the round."""

    WORD = "replay"

    source: ReplaySource
    table: int
    step: int
    eyes: Annotated[Seat | None, TextForm(_eyes, _eyes_text)]
    verb: ReplayVerb
    id: int = 0
    revision: int = 0

    @classmethod
    def to(cls, at: Watching, verb: ReplayVerb = ReplayVerb.OPEN) -> Self:
        """Return the press that leads to a place."""
        return cls(at.source, at.table, at.step, at.eyes, verb, at.id, at.number)

    @property
    def at(self) -> Watching:
        """The place that the press leads to."""
        return Watching(self.source, self.id, self.revision, self.table, self.step, self.eyes)

    @property
    def role(self) -> Role | None:
        return "replay"


@dataclass(frozen=True)
class PlayOnPress(Press):
    """A menu of levels; the id is the match whose step is played on, the revision the round."""

    WORD = "playon"

    step: int
    id: int = 0
    revision: int = 0


class CoachVerb(StrEnum):
    """The parts of a review; ``ASK`` hides the answer, ``TRY`` is another attempt."""

    OPEN = "open"
    LUCK = "luck"
    SEE = "see"
    ASK = "ask"
    SHOW = "show"
    TRY = "try"


_COACH_ROLES: Final[Mapping[CoachVerb, Role]] = {CoachVerb.OPEN: "coach", CoachVerb.LUCK: "luck"}


@dataclass(frozen=True)
class CoachPress(Press):
    """A decision of a round, by its index in the review; the revision is the round's number."""

    WORD = "coach"

    verb: CoachVerb
    decision: int | None = None
    choice: int | None = None
    id: int = 0
    revision: int = 0

    @property
    def role(self) -> Role | None:
        return _COACH_ROLES.get(self.verb)


@dataclass(frozen=True)
class HintPress(Press):
    """The request for a suggestion, in practice only; the id is the match."""

    AREA = Area.HAND
    WORD = "hint"

    id: int
    revision: int = 0

    @property
    def role(self) -> Role | None:
        return "hint"


class ShareVerb(StrEnum):
    """Look at the sharing, begin it, end it."""

    LOOK = "look"
    BEGIN = "begin"
    END = "end"


@dataclass(frozen=True)
class SharePress(Press):
    """A button about sharing; the id is the match."""

    WORD = "share"

    verb: ShareVerb
    id: int = 0

    @property
    def role(self) -> Role | None:
        return "share"
