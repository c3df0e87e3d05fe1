"""What the organizer of an event decides, and what the kind of an event decides for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final

from engine.clocks.clock import DAILY, ClockRules
from engine.events.berger import rounds_for
from engine.events.length import USUAL_LENGTH, MatchLength
from engine.events.results import PairingSlot
from engine.events.standings import Line
from engine.events.tournament import Tournament
from engine.game.rules import Rules

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
        return self.rounds is not None and self.rounds > rounds_for(self.most)


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
