"""Presses on the events of a server and on the builder of a new one."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Final, NamedTuple
from zoneinfo import available_timezones

from bot.presses.codec import Press, TextForm
from bot.ui.custom_id import base36, number36
from engine.clocks.clock import (
    DAILY,
    EIGHT_HOURS,
    LIVE,
    LIVE_3_10,
    LIVE_5_15,
    THREE_DAYS,
    TWO_DAYS,
    ClockRules,
)
from engine.service.events.types import EventKind, Repeat


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
    ORGANISE = "organise"
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
    """A control of an event; the id is the event.

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


class BuildVerb(StrEnum):
    """The controls of the builder; ``WHEN`` and ``NAME`` open forms and are their submission."""

    PAGE = "page"
    MORE = "more"
    KIND = "kind"
    RULES = "rules"
    HOUSE = "house"
    CLOCK = "clock"
    WHEN = "when"
    ZONE = "zone"
    NAME = "name"
    SIZE = "size"
    BOARDS = "boards"
    MOST = "most"
    LENGTH = "length"
    REPEAT = "repeat"
    ROLE = "role"
    THIRD = "third"
    RATED = "rated"
    ANNOUNCE = "post"


KINDS: Final = tuple(EventKind)
CLOCKS: Final = (LIVE_5_15, LIVE_3_10, LIVE, DAILY, EIGHT_HOURS, TWO_DAYS, THREE_DAYS)
"""The clocks of events. Their order stands in posted ids: new ones go to the end."""
MINUTES: Final = (30, 60, 90, 120)
"""The lengths of an arena."""
BEST_OF: Final = (1, 3, 5)
DIVISIONS: Final = (4, 5, 6, 7, 8)
BOARDS: Final = (8, 4, 6, 10, 12, 16)
"""The boards of a round. As below, the usual one comes first, because older ids hold none."""
SIDES: Final = (2, 4, 8)
LIMITS: Final = (0, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256)
"""The most players of an event; 0 for no limit."""


class Length(NamedTuple):
    """The points or the rounds of a match; neither in the usual one."""

    points: int = 0
    rounds: int = 0

    def __str__(self) -> str:
        return f"{self.points}-{self.rounds}"


USUAL_LENGTH: Final = Length()
LENGTHS: Final = (
    USUAL_LENGTH,
    *(Length(points=points) for points in (50, 75, 100, 150, 200, 250, 300, 500)),
    *(Length(rounds=rounds) for rounds in (4, 6, 8, 10, 12, 16, 20)),
)
REPEATS: Final = (None, Repeat.WEEKLY, Repeat.MONTHLY)
MOST_ROUNDS: Final = 15
NAME_LENGTH: Final = 40
"""The most characters of an event's name, which has to stand in a custom id."""
_BITS: Final = (26, 3, 3, 2, 2, 4, 2, 1, 1, 3, 3, 4, 4)
"""The sides have two bits to spare, so that what follows stays where it is in posted ids."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is being planned, small enough for a custom id.

    ``preset`` and ``zone``: the codes of their names. ``start``: minutes since the epoch in UTC, 0
    until it is chosen. ``rounds``: of a Swiss or a field, 0 for the usual number. ``most``: 0 for
    no limit. ``role``: 0 for none.
    """

    kind: EventKind = EventKind.SWISS
    preset: int = zlib.crc32(b"standard")
    zone: int = zlib.crc32(b"UTC")
    start: int = 0
    clock: ClockRules = LIVE_5_15
    minutes: int = 60
    best_of: int = 1
    rounds: int = 0
    division: int = 6
    boards: int = 8
    side: int = 2
    most: int = 0
    length: Length = USUAL_LENGTH
    repeat: Repeat | None = None
    third_place: bool = False
    rated: bool = True
    role: int = 0
    name: str = ""


def code_of(name: str) -> int:
    """Return the code of a name, which is shorter than the name and never changes."""
    return zlib.crc32(name.encode())


def zone_of(code: int) -> str:
    """Return the time zone of a code, UTC for an unknown one."""
    return _zones().get(code, "UTC")


@cache
def _zones() -> Mapping[int, str]:
    return {code_of(name): name for name in sorted(available_timezones())}


def _packed(draft: Draft) -> int:
    """Return the choices of a draft as one number."""
    choices = (
        draft.start,
        KINDS.index(draft.kind),
        CLOCKS.index(draft.clock),
        MINUTES.index(draft.minutes),
        BEST_OF.index(draft.best_of),
        draft.rounds,
        REPEATS.index(draft.repeat),
        int(draft.third_place),
        int(draft.rated),
        DIVISIONS.index(draft.division),
        BOARDS.index(draft.boards),
        SIDES.index(draft.side),
        LIMITS.index(draft.most),
    )
    packed = LENGTHS.index(draft.length)
    for bits, choice in zip(reversed(_BITS), reversed(choices), strict=True):
        packed = packed << bits | choice
    return packed


def _unpacked(packed: int) -> tuple[int, ...]:
    """Return the numbers of the choices, and at the end that of the length."""
    found = []
    for bits in _BITS:
        found.append(packed & (1 << bits) - 1)
        packed >>= bits
    return (*found, packed)


def _code(text: str) -> int:
    """Read a code; what is larger was written by a release that wrote codes in another way."""
    code = number36(text)
    if code > _MOST_CODE:
        raise ValueError(text)
    return code


_MOST_CODE: Final = 2**32 - 1
_Code = Annotated[int, TextForm(_code, base36)]


@dataclass(frozen=True)
class BuildPress(Press):
    """A control of the builder, with the whole plan: nothing is stored until it is announced.

    The id is the winner's role, the revision holds the choices.
    """

    WORD = "build"

    verb: BuildVerb
    preset: _Code
    zone: _Code
    name: str
    id: int = 0
    revision: int = 0

    @classmethod
    def to(cls, verb: BuildVerb, draft: Draft) -> "BuildPress":
        """Return a control of a plan."""
        return cls(verb, draft.preset, draft.zone, draft.name, draft.role, _packed(draft))

    @property
    def draft(self) -> Draft:
        """The plan; choices that were never offered become the nearest one."""
        start, kind, clock, minutes, best_of, rounds, repeat, third, rated, *rest = _unpacked(
            self.revision
        )
        division, boards, side, most, length = rest
        return Draft(
            kind=KINDS[min(kind, len(KINDS) - 1)],
            preset=self.preset,
            zone=self.zone,
            start=start,
            clock=CLOCKS[min(clock, len(CLOCKS) - 1)],
            minutes=MINUTES[minutes],
            best_of=BEST_OF[min(best_of, len(BEST_OF) - 1)],
            rounds=rounds,
            division=DIVISIONS[min(division, len(DIVISIONS) - 1)],
            boards=BOARDS[min(boards, len(BOARDS) - 1)],
            side=SIDES[min(side, len(SIDES) - 1)],
            most=LIMITS[min(most, len(LIMITS) - 1)],
            length=LENGTHS[min(length, len(LENGTHS) - 1)],
            repeat=REPEATS[min(repeat, len(REPEATS) - 1)],
            third_place=bool(third),
            rated=bool(rated),
            role=self.id,
            name=self.name[:NAME_LENGTH],
        )
