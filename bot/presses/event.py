"""Presses on the events of a server and on the builder of a new one."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from bot.ui.custom_id import base36, number36
from bot.ui.press import Press, TextForm


def _person(text: str) -> int | None:
    number = number36(text.removeprefix(_GONE)) or None
    return -number if number is not None and text.startswith(_GONE) else number


def _person_text(user: int | None) -> str:
    number = user or 0
    return f"{_GONE}{base36(-number)}" if number < 0 else base36(number)


_GONE: Final = "~"
"""Before the number of a player who has deleted their data, whose id is negative."""
Entrant = Annotated[int | None, TextForm(_person, _person_text)]


class EventVerb(StrEnum):
    """The controls of events.

    ``OPEN`` is the menu of a list; ``TABLE`` is the menu of pairings; ``TEAM`` enters a team; the
    verbs that end in ``YES`` answer a question.
    """

    LIST = "list"
    OPEN = "open"
    SHOW = "show"
    ENTER = "enter"
    WITHDRAW = "withdraw"
    WITHDRAW_YES = "withdraw-yes"
    CHECK_IN = "check-in"
    PAUSE = "pause"
    RESUME = "resume"
    MATCH = "match"
    ENTRIES = "entries"
    STANDINGS = "standings"
    BRACKET = "bracket"
    BOARDS = "boards"
    PROOF = "proof"
    TEAM = "team"
    SECTION = "section"
    ORGANIZE = "organise"
    POSTPONE = "postpone"
    CANCEL = "cancel"
    CANCEL_YES = "cancel-yes"
    REMOVE = "remove"
    REMOVE_YES = "remove-yes"
    PUT_BACK = "put-back"
    REPLACE = "replace"
    REPLACE_BY = "replace-by"
    REPLACE_YES = "replace-yes"
    PAIRINGS = "pairings"
    TABLE = "table"
    AWARD = "award"
    AWARD_YES = "award-yes"
    UNDO = "undo"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(EventVerb, ()),
    **dict.fromkeys(
        (
            EventVerb.LIST,
            EventVerb.ENTRIES,
            EventVerb.STANDINGS,
            EventVerb.BRACKET,
            EventVerb.BOARDS,
            EventVerb.TEAM,
            EventVerb.PAIRINGS,
            EventVerb.UNDO,
        ),
        ("number",),
    ),
    **dict.fromkeys((EventVerb.AWARD, EventVerb.AWARD_YES), ("number", "user")),
    **dict.fromkeys((EventVerb.REMOVE_YES, EventVerb.REPLACE_BY), ("user",)),
    EventVerb.REPLACE_YES: ("user", "other"),
}


@dataclass(frozen=True)
class EventPress(Press):
    """A control of an event; the id is the event, in the menu of a list its page of past events.

    ``number``: a page, a pairing, a round or a team. ``user``: an entrant, or nobody for a draw;
    ``other``: who replaces them.
    """

    WORD = "event"
    PARTS = _PARTS

    verb: EventVerb
    number: int = 0
    user: Entrant = None
    other: Entrant = None
    id: int = 0


class PlanVerb(StrEnum):
    """The controls of the builder; ``WHEN`` and ``NAME`` open forms and are their submission.

    ``START`` is the menu of usual starts. ``NEW`` goes on with a draft that was changed, ``AGAIN``
    begins another one; ``REPEAT`` begins that of an event that is over, a week later, and its id is
    the event. ``SET`` chooses a field of the plan; ``HOUSE`` is the menu of a server's own
    rules. ``ASK`` opens the form of a request, which ``TAKE`` goes on with.
    """

    NEW = "new"
    AGAIN = "again"
    PAGE = "page"
    MORE = "more"
    KIND = "kind"
    RULES = "rules"
    HOUSE = "house"
    CLOCK = "clock"
    START = "start"
    WHEN = "when"
    ZONE = "zone"
    NAME = "name"
    ROLE = "role"
    SET = "set"
    ANNOUNCE = "post"
    ASK = "ask"
    TAKE = "take"
    REPEAT = "repeat"


@dataclass(frozen=True)
class PlanPress(Press):
    """A control of the builder; the id is the draft, the revision its version."""

    WORD = "plan"
    PARTS: ClassVar[Mapping[Any, tuple[str, ...]]] = {
        **dict.fromkeys(PlanVerb, ()),
        PlanVerb.SET: ("field",),
    }

    verb: PlanVerb
    field: str = ""
    id: int = 0
    revision: int = 0


@dataclass(frozen=True)
class BuildPress(Press):
    """A control of the builder as it was when its buttons contained the whole plan."""

    WORD = "build"

    plan: str
    id: int = 0
    revision: int = 0
