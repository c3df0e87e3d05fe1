"""A match as its row holds it, hidden cards included; for the service only."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from engine.clocks import CLAIM_TIME, PAUSE_LIMIT, Expiry, Times, deadline
from engine.game.match import Match
from engine.game.seats import Seat
from engine.premoves import NO_PLANS, Premoves
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.people import LobbyId, MatchId, Player
from engine.service.scheduler import Due, TimerSlot


class Unrated(StrEnum):
    """The reason why a rated match changed no rating.

    ``SHORT``: no round was finished. ``OFTEN``: the same two have played their rated matches of
    the day. The others are shown to administrators only, see
    :mod:`engine.service.standings.unrated`.
    """

    SHORT = "short"
    OFTEN = "often"
    LOSSES = "losses"
    RESIGNATIONS = "resignations"


class RatingChange(NamedTuple):
    """A player's new rating, rounded, and its change by the match.

    ``is_reduced``: it is nought because a group of opponents gives only so many points.
    """

    seat: Seat
    value: int
    change: int
    provisional: bool
    is_reduced: bool = False


class Rated(NamedTuple):
    """The changes by seat, or the reason why there are none."""

    changes: tuple[RatingChange, ...]
    unrated: Unrated | None = None


_ADAPTER: Final = TypeAdapter(Rated)


def rated_text(rated: Rated) -> str:
    """Return the changes as JSON."""
    return _ADAPTER.dump_json(rated).decode()


def rated_from(text: str) -> Rated:
    """Return the changes of their JSON."""
    return _ADAPTER.validate_json(text)


@dataclass(frozen=True)
class StoredMatch:
    """A match as its row holds it, hidden cards included. It does not leave the service.

    ``pending``: each seat's contribution to the next shuffle so far. ``sides``: chosen teams.
    ``floor_ms``: the earliest permitted deadline. ``version`` counts the moves. ``plans``: each
    seat's premoves; they are private and change no version. ``epoch``: the last time the database
    was restored with this match in it. The class has no slots, because it caches its timers.
    """

    match_id: MatchId
    lobby_id: LobbyId | None
    setup: MatchSetup
    table: TableMessage
    times: Times
    floor_ms: int
    players: tuple[Player, ...]
    sides: tuple[tuple[Seat, ...], ...] | None
    lot: int
    pending: tuple[str | None, ...]
    anchor: str
    revealed: str | None
    revealed_number: int
    version: int
    match: Match
    created_ms: int
    updated_ms: int
    ended_ms: int | None
    ratings: Rated | None = None
    plans: tuple[Premoves, ...] = ()
    epoch: int = 0

    @cached_property
    def timers(self) -> dict[Hashable, dict[TimerSlot, Due]]:
        """The timers of this state, by the settings they were computed for."""
        return {}

    def plans_of(self, seat: Seat) -> Premoves:
        return self.plans[seat] if self.plans else NO_PLANS

    def seat_of(self, user_id: int) -> Seat | None:
        for player in self.players:
            if player.user_id == user_id:
                return player.seat
        return None

    def deadline_of(self, seat: Seat) -> int | None:
        return deadline(self.setup.clock, self.times, seat, self.floor_ms)

    def look_again_at(self, seat: Seat) -> int | None:
        """Return when the clock of a seat next changes by itself."""
        due = self.deadline_of(seat)
        if due is None:
            return None
        if self.times.pause is not None:
            return self.times.pause.since + PAUSE_LIMIT
        return due + CLAIM_TIME if seat in self.times.late else due

    @property
    def expiry(self) -> Expiry:
        """The consequence of an expired turn; with one person no opponent could claim."""
        return Expiry.NEUTRAL if self.is_solitary else self.setup.clock.expiry

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays against computers."""
        return sum(player.user_id is not None for player in self.players) <= 1

    def rivals_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the people of other parties."""
        mine = next(party for party in self.match.parties if seat in party)
        return tuple(
            player.seat
            for player in self.players
            if player.user_id is not None and player.seat not in mine
        )

    @property
    def computers(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players if player.is_computer)
