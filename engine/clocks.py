"""Turn clocks: time banks, quiet hours, expiry, pauses and vacations (rulebook 1.13).

Pure: times and moments are passed in, and a change returns new times or raises RuleError. All times
are milliseconds; moments count from 1970-01-01 UTC. The end of a turn is computed once, when the
turn begins, as an absolute moment: later changes (a player's quiet hours, a restart) do not move
it. ``quiet`` returns a player's quiet hours.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from engine.game.errors import OptionError, RuleCode, RuleError
from engine.game.seats import Seat

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MOST_QUIET: Final = 12 * HOUR
"""Upper limit of quiet hours, without which a deadline could be postponed indefinitely."""

Hours: TypeAlias = tuple[int, int]
"""Quiet hours: from and to, in minutes of the UTC day."""


class Expiry(StrEnum):
    """The consequence of an expired turn.

    ``CLAIM``: the opponent may claim the win, call the match off or give time. ``NEUTRAL``: the
    neutral move is played, and three in a row forfeit (rulebook 1.13).
    """

    CLAIM = "claim"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The time limits of a match.

    ``turn_ms``: time for every turn, ``None``: unlimited. ``bank_ms``: extra time for the whole
    match, used only when a turn takes longer. ``keeps``: whether the unused time of a turn is added
    to the bank ("5 minutes + 15 seconds a turn").
    """

    name: str
    turn_ms: int | None
    bank_ms: int = 0
    keeps: bool = False
    expiry: Expiry = Expiry.NEUTRAL

    def __post_init__(self) -> None:
        if self.turn_ms is not None and not SECOND <= self.turn_ms <= 60 * DAY:
            raise OptionError("turn_time", value=self.turn_ms)
        if not 0 <= self.bank_ms <= DAY:
            raise OptionError("bank_time", value=self.bank_ms)

    @property
    def is_slow(self) -> bool:
        """Whether turns last hours or days, so that quiet hours, vacations and reminders apply."""
        return self.turn_ms is not None and self.turn_ms >= HOUR

    @property
    def is_by_correspondence(self) -> bool:
        """Whether turns last hours or days, or as long as players like."""
        return self.turn_ms is None or self.is_slow


CASUAL: Final = ClockRules("casual", 7 * DAY, expiry=Expiry.CLAIM)
DAILY: Final = ClockRules("daily", DAY, expiry=Expiry.CLAIM)
EIGHT_HOURS: Final = ClockRules("eight_hours", 8 * HOUR, expiry=Expiry.CLAIM)
TWO_DAYS: Final = ClockRules("two_days", 2 * DAY, expiry=Expiry.CLAIM)
THREE_DAYS: Final = ClockRules("three_days", 3 * DAY, expiry=Expiry.CLAIM)
LIVE: Final = ClockRules("live", 90 * SECOND, 120 * SECOND)
LIVE_3_10: Final = ClockRules("live_3_10", 10 * SECOND, 3 * MINUTE, keeps=True)
LIVE_5_15: Final = ClockRules("live_5_15", 15 * SECOND, 5 * MINUTE, keeps=True)
UNTIMED: Final = ClockRules("untimed", None)
CLOCKS: Final = {
    clock.name: clock
    for clock in (
        DAILY,
        EIGHT_HOURS,
        TWO_DAYS,
        THREE_DAYS,
        CASUAL,
        LIVE_3_10,
        LIVE_5_15,
        LIVE,
        UNTIMED,
    )
}
"""The clocks that a challenge can name."""


class Pause(NamedTuple):
    """A pause of a match. ``left``: the remaining turn time of each seat."""

    since: int
    left: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a match, by seat.

    ``since``: start of the turn, ``None``: not its turn. ``banks``: the rest of the bank.
    ``due``: end of the turn. ``late``: seats with an expired turn, so that the opponent may claim.
    ``away``: end of a vacation. ``spent``: vacation days taken.
    ``wants_pause``: seats that request a pause.
    """

    since: tuple[int | None, ...]
    banks: tuple[int, ...]
    due: tuple[int | None, ...]
    late: tuple[Seat, ...] = ()
    away: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    wants_pause: Seat | None = None
    pause: Pause | None = None

    def until(self, seat: Seat) -> int:
        """Return the end of the vacation of ``seat``; 0 for none."""
        return self.away[seat] if self.away else 0

    def days_spent(self, seat: Seat) -> int:
        """Return the vacation days that ``seat`` has taken in this match."""
        return self.spent[seat] if self.spent else 0


def fresh_times(rules: ClockRules, seats: int) -> Times:
    """Return the times before the first turn, with full banks."""
    return Times((None,) * seats, (rules.bank_ms,) * seats, (None,) * seats)


def nobody_is_quiet(_seat: Seat) -> Hours | None:
    """Return no quiet hours."""
    return None


def moved_on(
    rules: ClockRules,
    times: Times,
    acting: Collection[Seat],
    now: int,
    quiet: Callable[[Seat], Hours | None] = nobody_is_quiet,
) -> Times:
    """Return the times with ``acting`` as the seats to act: charge ended turns, begin new ones.

    ``quiet`` is called for the seats whose turn begins on a slow clock.

    >>> rules = ClockRules("x", 1000, 500)
    >>> first = moved_on(rules, fresh_times(rules, 2), [Seat.ONE], 0)
    >>> moved_on(rules, first, [Seat.TWO], 1200).banks
    (300, 500)
    """
    since, banks, due = list(times.since), list(times.banks), list(times.due)
    for index, began in enumerate(times.since):
        seat = Seat(index)
        if seat in acting and began is None:
            since[index] = now
            if rules.turn_ms is not None:
                hours = quiet(seat) if rules.is_slow else None
                start = max(now, times.until(seat))
                due[index] = running_out(start, rules.turn_ms + banks[index], hours)
        elif seat not in acting and began is not None:
            banks[index] = _bank_after(rules, banks[index], due[index], now)
            since[index] = due[index] = None
    late = tuple(seat for seat in times.late if since[seat] is not None)
    return replace(times, since=tuple(since), banks=tuple(banks), due=tuple(due), late=late)


def _bank_after(rules: ClockRules, bank: int, due: int | None, now: int) -> int:
    if due is None or rules.turn_ms is None:
        return bank
    most = bank + rules.turn_ms if rules.keeps else bank
    return min(most, max(0, due - now))


def deadline(rules: ClockRules, times: Times, seat: Seat, floor: int = 0) -> int | None:
    """Return when this seat's turn expires, at least ``floor``; ``None`` without turn or limit."""
    due = times.due[seat]
    if due is None or rules.turn_ms is None:
        return None
    return max(floor, due)


def running_out(now: int, span: int, quiet: Hours | None) -> int:
    """Return the moment when ``span`` has passed outside quiet hours.

    >>> running_out(0, 8 * HOUR, (60, 120)) // HOUR
    9
    """
    if quiet is None or span <= 0:
        return now + max(0, span)
    start, length = _night(quiet)
    # ``- 1`` keeps a rest to run, so that a deadline falls before quiet hours and not after them.
    days = (span - 1) // (DAY - length)
    moment, left = now + days * DAY, span - days * (DAY - length)
    while True:
        into = (moment - start) % DAY
        if into < length:
            moment += length - into
            into = length
        awake = DAY - into
        if left <= awake:
            return moment + left
        moment += awake
        left -= awake


def time_between(now: int, then: int, quiet: Hours | None) -> int:
    """Return the time from ``now`` to ``then`` outside quiet hours; never below 0.

    >>> time_between(0, 9 * HOUR, (60, 120)) // HOUR
    8
    """
    if then <= now:
        return 0
    if quiet is None:
        return then - now
    start, length = _night(quiet)
    days, rest = divmod(then - now, DAY)
    first = (now - start) % DAY
    asleep = max(0, min(first + rest, length) - first)
    asleep += max(0, min(first + rest - DAY, length))
    return days * (DAY - length) + rest - asleep


def _night(quiet: Hours) -> tuple[int, int]:
    """Return the start and the length of quiet hours."""
    start, end = quiet
    return start * MINUTE, min((end - start) * MINUTE % DAY, MOST_QUIET)


PAUSE_LIMIT: Final = 30 * DAY
"""The longest pause; it then ends automatically."""
VACATION_DAYS: Final = 14
"""Vacation days of a player in one match."""
CLAIM_TIME: Final = 14 * DAY
"""The time for a claim; the match is then called off as abandoned."""
_LONGEST_NOTICE: Final = DAY

Quiet: TypeAlias = Callable[[Seat], Hours | None]


def asked_for_pause(
    rules: ClockRules, times: Times, seat: Seat, others: Collection[Seat], now: int, quiet: Quiet
) -> Times:
    """Request a pause for one side; once the other side also requests it, the clocks stop.

    ``others``: the human players of other parties; if empty (against computers), the pause begins.
    """
    if rules.turn_ms is None:
        raise RuleError(RuleCode.NO_CLOCK)
    if times.pause is not None:
        raise RuleError(RuleCode.ALREADY_PAUSED)
    if not others or times.wants_pause in others:
        left = tuple(_left(times, Seat(n), now, quiet) for n in range(len(times.due)))
        return replace(times, wants_pause=None, pause=Pause(now, left))
    if times.wants_pause is not None:
        raise RuleError(RuleCode.PAUSE_ASKED)
    return replace(times, wants_pause=seat)


def _left(times: Times, seat: Seat, now: int, quiet: Quiet) -> int | None:
    due = times.due[seat]
    return None if due is None else time_between(max(now, times.until(seat)), due, quiet(seat))


def resumed(times: Times, now: int, quiet: Quiet) -> Times:
    """Restart the clocks with the remaining times; without a pause, drop the request for one."""
    if times.pause is None:
        if times.wants_pause is None:
            raise RuleError(RuleCode.NOT_PAUSED)
        return replace(times, wants_pause=None)
    due = tuple(
        None if left is None else running_out(max(now, times.until(Seat(n))), left, quiet(Seat(n)))
        for n, left in enumerate(times.pause.left)
    )
    return replace(times, due=due, pause=None)


def on_vacation(rules: ClockRules, times: Times, seat: Seat, days: int, now: int) -> Times:
    """Stop the clock of ``seat`` for a number of whole days (slow clocks only)."""
    if not rules.is_slow:
        raise RuleError(RuleCode.NO_VACATION)
    spent = times.days_spent(seat) + days
    if days < 1 or spent > VACATION_DAYS:
        raise RuleError(RuleCode.VACATION_USED, left=VACATION_DAYS - times.days_spent(seat))
    seats = range(len(times.since))
    until = max(now, times.until(seat)) + days * DAY
    due, pause = list(times.due), times.pause
    moment = due[seat]
    if moment is not None and pause is None:
        due[seat] = max(moment, now) + days * DAY
    return replace(
        times,
        due=tuple(due),
        late=tuple(one for one in times.late if one is not seat),
        away=tuple(until if n == seat else times.until(Seat(n)) for n in seats),
        spent=tuple(spent if n == seat else times.days_spent(Seat(n)) for n in seats),
    )


def fell_late(times: Times, seat: Seat) -> Times:
    """Mark the turn of ``seat`` as expired: its opponents may claim from now on."""
    return replace(times, late=(*times.late, seat))


def left(times: Times, seat: Seat) -> Times:
    """Return the times after a computer has taken ``seat``: no clock runs for it any more."""

    def without(values: Sequence[int | None]) -> tuple[int | None, ...]:
        return tuple(None if n == seat else value for n, value in enumerate(values))

    pause = times.pause
    return replace(
        times,
        due=without(times.due),
        late=tuple(one for one in times.late if one is not seat),
        away=tuple(0 if n == seat else until for n, until in enumerate(times.away)),
        wants_pause=None if times.wants_pause is seat else times.wants_pause,
        pause=None if pause is None else pause._replace(left=without(pause.left)),
    )


def given_time(
    rules: ClockRules, times: Times, rivals: Collection[Seat], now: int, quiet: Quiet
) -> Times:
    """Give the late seats, or those to move, of ``rivals`` the time of one whole turn from now."""
    if rules.turn_ms is None:
        raise RuleError(RuleCode.NO_CLOCK)
    if times.pause is not None:
        raise RuleError(RuleCode.ALREADY_PAUSED)
    late = [seat for seat in rivals if seat in times.late]
    slow = late or [seat for seat in rivals if times.due[seat] is not None]
    if not slow:
        raise RuleError(RuleCode.NOBODY_LATE)
    due = list(times.due)
    for seat in slow:
        fresh = running_out(now, rules.turn_ms, quiet(seat))
        due[seat] = max(fresh, due[seat] or 0)
    left = tuple(seat for seat in times.late if seat not in slow)
    return replace(times, due=tuple(due), late=left)


def reminder_at(rules: ClockRules, due: int) -> int | None:
    """Return when to send the reminder of a turn that ends at ``due``; never on a fast clock.

    A quarter of the turn before its end, at most a day.
    """
    if rules.turn_ms is None or not rules.is_slow:
        return None
    return due - min(rules.turn_ms // 4, _LONGEST_NOTICE)
