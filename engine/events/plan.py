"""What the organizer of an event decides: kind, length of matches, times; and the event so far."""

import calendar
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from engine.clocks import DAILY, DAY, MINUTE, ClockRules
from engine.duplicate import BoardScore
from engine.events.standings import Entrant, Line, PairingResult, PairingSlot
from engine.events.systems import berger_rounds
from engine.game.rules import MatchFormat, Rules


class MatchLength(NamedTuple):
    """The points or the rounds of a match; neither in the usual one."""

    points: int = 0
    rounds: int = 0

    def __str__(self) -> str:
        return f"{self.points}-{self.rounds}"


USUAL_LENGTH: Final = MatchLength()
LENGTHS: Final = (
    USUAL_LENGTH,
    *(MatchLength(points=points) for points in (50, 75, 100, 150, 200, 250, 300, 500)),
    *(MatchLength(rounds=rounds) for rounds in (4, 6, 8, 10, 12, 16, 20)),
)


def lengths_of(rules: Rules) -> tuple[MatchLength, ...]:
    """Return the lengths that have an effect on a ruleset, the usual one first."""
    return tuple(one for one in LENGTHS if one == USUAL_LENGTH or with_length(rules, one) != rules)


def with_length(rules: Rules, length: MatchLength) -> Rules:
    """Return the rules with a length; the same rules if it has no effect on them."""
    if length.points and rules.match_format is not MatchFormat.ROUNDS:
        return rules.to_points(length.points)
    if length.rounds and rules.match_format.is_one_score:
        return replace(rules, match_format=MatchFormat.ROUNDS, rounds=length.rounds)
    return rules


Scores: TypeAlias = Sequence[Mapping[int, tuple[BoardScore, ...]]]
"""Everybody's boards in each public round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What has happened in an event. Entrants are their numbers.

    ``entrants``: everybody who takes part, also those who have left. ``results``: of the pairings
    that are over, in their order. ``rounds``: of the whole event. ``here``: who is to be paired.
    ``apart``: pairs that are avoided. ``patient``: who has waited long enough to meet the same
    opponent again. ``boards``: of a duplicate event.
    """

    entrants: Sequence[Entrant]
    results: Sequence[PairingResult]
    rounds: int = 1
    here: AbstractSet[int] = frozenset()
    apart: Sequence[tuple[int, int]] = ()
    patient: AbstractSet[int] = frozenset()
    third_place: bool = False
    boards: Scores = ()

    @property
    def present(self) -> list[Entrant]:
        """The entrants who are to be paired."""
        return [one for one in self.entrants if one.number in self.here]


MOST_ENTRIES: Final = 512


class Repeat(StrEnum):
    """How often an event is announced again."""

    WEEKLY = "weekly"
    MONTHLY = "monthly"


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What the organizer decides.

    ``rounds``: of a Swiss or a field, fewer if too few people come to meet somebody new in each;
    ``None``: by the number of entries. ``minutes``: the length
    of an arena. ``best_of``: matches of one knockout pairing (1, 3, 5). ``division``: the most
    players of one division of a league (4 to 8). ``most``: the places; whoever enters when all are
    taken waits. ``zone``: an IANA time zone in which ``repeat`` keeps the time of day.
    ``after_ms``: in a draft, how long after the announcement it starts; then ``starts_ms`` is 0.
    ``winner_role``: a role of the server for the winner. ``boards``: in each round of a duplicate
    event. ``side``: the players of a team.
    ``rules``: the preset's, with this ``length`` of matches. ``dropped``: whether the event is of a
    kind that Gin has no longer; its next timer calls it off.
    """

    name: str
    kind: "EventKind"
    preset: str
    rules: Rules
    starts_ms: int
    clock: ClockRules = DAILY
    rated: bool = True
    rounds: int | None = None
    minutes: int = 60
    best_of: int = 1
    third_place: bool = False
    division: int = 6
    most: int = MOST_ENTRIES
    repeat: Repeat | None = None
    zone: str = "UTC"
    winner_role: int | None = None
    boards: int = 8
    side: int = 2
    length: MatchLength = USUAL_LENGTH
    dropped: bool = False
    after_ms: int = 0

    @property
    def has_start(self) -> bool:
        """Whether the start is chosen."""
        return bool(self.starts_ms or self.after_ms)

    @property
    def is_slow(self) -> bool:
        """Whether matches are played by correspondence."""
        return self.clock.is_by_correspondence

    @property
    def is_at_once(self) -> bool:
        """Whether all rounds are played at the same time: everybody against everybody, slowly."""
        return self.kind.is_seasonal or (self.kind.is_divided and self.is_slow)

    @property
    def has_too_many_rounds(self) -> bool:
        """Whether even a full event has fewer opponents for everybody than rounds."""
        return self.rounds is not None and self.rounds > berger_rounds(self.most)


class EventSpeed(Enum):
    """How fast the matches of a kind may be."""

    ANY = auto()
    LIVE = auto()
    SLOW = auto()
    """By correspondence."""


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """A field of the plan that the organizer chooses. ``offers``: its values.

    A field with two offers, no and yes, is a switch.
    """

    field: str
    offers: Sequence[object]

    @property
    def is_switch(self) -> bool:
        return tuple(self.offers) == (False, True)

    def read(self, text: str) -> object:
        """Return the offer that is written so; KeyError for any other text."""
        return {str(one): one for one in self.offers}[text]


Pairer = Callable[[Tournament, int], list[PairingSlot]]
"""The pairings of a round; in an arena those of everybody who is free."""
Ranker = Callable[[Tournament], list[Line]]


@dataclass(frozen=True, eq=False, repr=False)
class EventKind:
    """Who meets whom, what results add up to, and what entrants may do.

    ``name``: as it is stored. ``choices``: what the organizer chooses, the most important first.
    ``rounds``: from the plan and the number of entrants; ``None`` without rounds. ``ends_ms``: the
    end, from the plan and the time of the start; ``None`` for an event that ends with its last
    match.

    ``late_rounds``: how many rounds somebody who enters after the start may have missed.
    ``fewest``: the fewest people with whom an event is held.

    ``is_knockout``: a pairing has a winner, by the best of several matches, and the loser is out.
    ``is_continuous``: whoever is free is paired at once until the time is up, and may pause, leave
    and come back. ``is_divided``: in divisions, in which everybody meets everybody.
    ``is_seasonal``: it begins anew by itself each month, with the entrants of the month before.
    ``is_duplicate``: the same boards are played at several tables. ``has_teams``: two of them.
    ``has_half_points``: whether scores count half points.
    """

    name: str
    choices: tuple[PlanChoice, ...]
    pair: Pairer
    rank: Ranker
    rounds: Callable[[EventPlan, int], int | None]
    ends_ms: Callable[[EventPlan, int], int] | None = None
    speed: EventSpeed = EventSpeed.ANY
    late_rounds: int = 0
    fewest: int = 2
    is_knockout: bool = False
    is_continuous: bool = False
    is_divided: bool = False
    is_seasonal: bool = False
    is_duplicate: bool = False
    has_teams: bool = False
    has_half_points: bool = False

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    @property
    def has_rounds(self) -> bool:
        """Whether players see one round after the other."""
        return self.ends_ms is None and not self.has_teams

    @property
    def takes_late(self) -> bool:
        """Whether anybody may enter after the start."""
        return self.is_continuous or self.late_rounds > 0

    def offers(self, field: str) -> bool:
        """Whether the organizer chooses this field of the plan."""
        return any(one.field == field for one in self.choices)

    def allows(self, field: str, value: object) -> bool:
        """Whether the organizer may choose this value for a field of the plan."""
        return any(one.field == field and value in one.offers for one in self.choices)

    def is_too_late(self, played: int, rounds: int | None, ends_ms: int | None, now: int) -> bool:
        """Whether nobody enters a running event any more.

        ``played``: the current round, which a newcomer has missed. ``rounds``: all of them.
        """
        if self.is_continuous:
            return ends_ms is not None and now >= ends_ms
        return not self.late_rounds or played > self.late_rounds or played >= (rounds or 0)

    def joined_round(self, round_: int) -> int:
        """Return the round for which somebody is there who enters during ``round_``."""
        return round_ + 1 if self.late_rounds else 1


LONGEST_AHEAD: Final = 366 * DAY
CHECK_IN_MS: Final = 15 * MINUTE
SLOW_CHECK_IN_MS: Final = DAY
"""The time of the check-in where turns last hours or days."""


def check_in_ms(plan: EventPlan) -> int:
    """Return how long before the start the check-in opens."""
    return SLOW_CHECK_IN_MS if plan.is_slow else CHECK_IN_MS


def announced_at(plan: EventPlan, now: int) -> EventPlan:
    """Return the plan as it is announced now: with its start as a moment."""
    starts_ms = now + plan.after_ms if plan.after_ms else plan.starts_ms
    return replace(plan, starts_ms=starts_ms, after_ms=0)


def is_in_time(starts_ms: int, now: int) -> bool:
    """Whether an event may start then: in the future, and within a year."""
    return now < starts_ms <= now + LONGEST_AHEAD


def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC also where the machine has no data about zones."""
    return UTC if name == "UTC" else ZoneInfo(name)


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    try:
        zone_of(name)
    except (ValueError, OSError, KeyError):
        return False
    return True


def season_end(plan: EventPlan, starts_ms: int) -> int:
    """Return the end of a season of a league: the same time of day a month later."""
    return _later(starts_ms, Repeat.MONTHLY, plan.zone, 1)


def again(plan: EventPlan, now: int) -> EventPlan:
    """Return the plan of the next event of a repetition, whose check-in is still to come."""
    repeat = plan.repeat or Repeat.MONTHLY
    count = 1
    while (starts := _later(plan.starts_ms, repeat, plan.zone, count)) < now + check_in_ms(plan):
        count += 1
    return replace(plan, starts_ms=starts)


def _later(moment_ms: int, repeat: Repeat, zone: str, count: int) -> int:
    """Return a moment some weeks or months later, at the same time of day in its zone."""
    here = zone_of(zone)
    local = datetime.fromtimestamp(moment_ms / 1000, UTC).astimezone(here).replace(tzinfo=None)
    if repeat is Repeat.WEEKLY:
        moved = local + timedelta(weeks=count)
    else:
        years, month = divmod(local.month - 1 + count, 12)
        year = local.year + years
        day = min(local.day, calendar.monthrange(year, month + 1)[1])
        moved = local.replace(year=year, month=month + 1, day=day)
    return round(moved.replace(tzinfo=here).timestamp() * 1000)
