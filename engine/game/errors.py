"""The engine's errors, as codes with data; the user interface supplies the wording.

GinError
├── RuleError      an action that the rules forbid now; the state is unchanged
├── OptionError    rules that cannot be played (rulebook 5)
└── RecordError    a record or notation that cannot be read or does not add up
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

Detail: TypeAlias = int | str | bool | None


class RuleCode(StrEnum):
    """The rule that an action would break."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_AT_TABLE = "not_at_table"
    WRONG_PHASE = "wrong_phase"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    ROUND_RUNNING = "round_running"
    UPCARD_REFUSED = "upcard_refused"
    DISCARD_PILE_EMPTY = "discard_pile_empty"
    NOT_IN_HAND = "not_in_hand"
    JUST_TAKEN = "just_taken"
    EXPOSED = "exposed"
    OVER_KNOCK_LIMIT = "over_knock_limit"
    BAD_LAYOUT = "bad_layout"
    NOT_ALL_MELDED = "not_all_melded"
    BIG_GIN_OFF = "big_gin_off"
    NOT_A_MELD = "not_a_meld"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    LAYOFFS_BY_HAND = "layoffs_by_hand"
    DEEP_PICKUP_OFF = "deep_pickup_off"
    TOO_FEW_DISCARDS = "too_few_discards"
    DEEPEST_NOT_USED = "deepest_not_used"
    LEAVES_NO_DISCARD = "leaves_no_discard"
    ALREADY_READY = "already_ready"
    TOO_LATE_TO_ABORT = "too_late_to_abort"
    NOT_ADVISER = "not_adviser"
    EMPTY_ADVICE = "empty_advice"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    BACK_REFUSED = "back_refused"
    NO_BACK_ASKED = "no_back_asked"
    NO_CLOCK = "no_clock"
    ALREADY_PAUSED = "already_paused"
    PAUSE_ASKED = "pause_asked"
    NOT_PAUSED = "not_paused"
    NO_VACATION = "no_vacation"
    VACATION_USED = "vacation_used"
    NOBODY_LATE = "nobody_late"
    SUBSTITUTE_FOR_TWO = "substitute_for_two"
    SUBSTITUTE_ASKED = "substitute_asked"
    SUBSTITUTE_REFUSED = "substitute_refused"
    NO_SUBSTITUTE_ASKED = "no_substitute_asked"
    NOT_ABSENT = "not_absent"
    NOBODY_STAYS = "nobody_stays"


class GinError(Exception):
    """The base of the errors that a caller may report to a person."""

    def __init__(self, code: str, data: Mapping[str, Detail]) -> None:
        details = ", ".join(f"{name}={value}" for name, value in data.items())
        super().__init__(f"{code}({details})" if details else code)
        self.code = code
        self.data = dict(data)


class RuleError(GinError):
    """The action is not legal now. ``data`` never holds a card hidden from the actor."""

    def __init__(self, code: RuleCode, **data: Detail) -> None:
        super().__init__(code, data)
        self.broken = code


class OptionError(GinError):
    """Rules that cannot be played: ``code`` names the reason, ``data`` the options."""

    def __init__(self, code: str, **data: Detail) -> None:
        super().__init__(code, data)


class RecordError(GinError):
    """A record or a line of notation that cannot be read or is inconsistent."""

    def __init__(self, code: str, **data: Detail) -> None:
        super().__init__(code, data)
