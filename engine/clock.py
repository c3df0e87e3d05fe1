"""Time for a turn, and a bank for a long thought (rulebook 1.13). Pure: the time is passed in.

All times are milliseconds, moments are counted from 1970-01-01 UTC.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from engine.errors import OptionError
from engine.seats import Seat

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class ClockRules:
    """How long a turn may take.

    ``turn_ms``: for every turn, ``None``: as long as one likes. ``bank_ms``: on top of it, once in
    a match, used up only when a turn takes longer.
    """

    name: str
    turn_ms: int | None
    bank_ms: int = 0

    def __post_init__(self) -> None:
        if self.turn_ms is not None and not SECOND <= self.turn_ms <= 60 * DAY:
            raise OptionError("turn_time", value=self.turn_ms)
        if not 0 <= self.bank_ms <= DAY:
            raise OptionError("bank_time", value=self.bank_ms)


CASUAL: Final = ClockRules("casual", 7 * DAY)
DAILY: Final = ClockRules("daily", DAY)
LIVE: Final = ClockRules("live", 90 * SECOND, 120 * SECOND)
UNTIMED: Final = ClockRules("untimed", None)
CLOCKS: Final = {clock.name: clock for clock in (CASUAL, DAILY, LIVE, UNTIMED)}
"""The clocks a challenge can name."""


@dataclass(frozen=True, slots=True)
class Times:
    """When each seat's turn began (``None``: not its turn) and what is left of each bank."""

    since: tuple[int | None, ...]
    banks: tuple[int, ...]


def fresh_times(rules: ClockRules, seats: int) -> Times:
    """Nobody's turn yet, full banks."""
    return Times((None,) * seats, (rules.bank_ms,) * seats)


def moved_on(rules: ClockRules, times: Times, acting: Collection[Seat], now: int) -> Times:
    """The times once ``acting`` are the seats to act: turns begin, and ended ones are charged.

    >>> rules = ClockRules("x", 1000, 500)
    >>> first = moved_on(rules, fresh_times(rules, 2), [Seat.ONE], 0)
    >>> moved_on(rules, first, [Seat.TWO], 1200)
    Times(since=(None, 1200), banks=(300, 500))
    """
    since, banks = list(times.since), list(times.banks)
    for index, began in enumerate(times.since):
        if Seat(index) in acting:
            since[index] = now if began is None else began
        elif began is not None:
            since[index] = None
            if rules.turn_ms is not None:
                over = max(0, now - began - rules.turn_ms)
                banks[index] = max(0, banks[index] - over)
    return Times(tuple(since), tuple(banks))


def deadline(rules: ClockRules, times: Times, seat: Seat, floor: int = 0) -> int | None:
    """When this seat's turn expires, never before ``floor``; ``None`` without turn or limit."""
    began = times.since[seat]
    if began is None or rules.turn_ms is None:
        return None
    return max(floor, began + rules.turn_ms + times.banks[seat])
