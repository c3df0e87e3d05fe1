"""A match as the service hands it out: who, where, when, and views; never the state itself."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

from engine.clocks.clock import ClockRules, Expiry, Times, deadline
from engine.clocks.pauses import CLAIM_TIME, PAUSE_LIMIT, VACATION_DAYS
from engine.game.match import Match, MatchPhase
from engine.game.revision import epoch_of, on_buttons, revision
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.view import MatchView, SeatView, public_view, seat_view
from engine.premoves import NO_PLANS, Premoves
from engine.service.people import (
    ChannelId,
    GuildId,
    LobbyId,
    MatchId,
    MessageId,
    Player,
    UserId,
)
from engine.service.rated import Rated
from engine.service.scheduler import Due, Slot


@dataclass(frozen=True)
class StoredMatch:
    """A match as its row holds it, hidden cards included. It does not leave the service.

    ``pending``: what each seat has contributed to the next shuffle so far. ``sides``: chosen
    teams. ``floor_ms``: no deadline is before it. ``version`` counts the moves. ``plans``: what
    each seat keeps for itself; it is nobody else's business and changes no version. ``day``: the
    day, such as 20261121, whose challenge this is; its deals are the same for everybody, so it
    has no table in public and none of its secrets is shown before the day is over. ``epoch``:
    when the database was restored last with this match in it. It has no slots: it keeps its timers.
    """

    match_id: MatchId
    lobby_id: LobbyId | None
    guild_id: GuildId
    channel_id: ChannelId
    message_id: MessageId | None
    preset: str
    clock: ClockRules
    times: Times
    floor_ms: int
    rated: bool
    players: tuple[Player, ...]
    sides: tuple[tuple[Seat, ...], ...] | None
    lot: int
    pending: tuple[str | None, ...]
    anchor: str
    revealed: str | None
    revealed_number: int
    version: int
    rendered_version: int
    match: Match
    created_ms: int
    updated_ms: int
    ended_ms: int | None
    ratings: Rated | None = None
    plans: tuple[Premoves, ...] = ()
    day: int | None = None
    epoch: int = 0

    @cached_property
    def timers(self) -> dict[Hashable, dict[Slot, Due]]:
        """The timers of this state by the settings they were worked out for."""
        return {}

    @property
    def deal_id(self) -> int:
        """What the decks are shuffled for: the match, or the day on which all get the same."""
        return self.match_id if self.day is None else self.day

    def plans_of(self, seat: Seat) -> Premoves:
        return self.plans[seat] if self.plans else NO_PLANS

    def seat_of(self, user_id: int) -> Seat | None:
        for player in self.players:
            if player.user_id == user_id:
                return player.seat
        return None

    def deadline_of(self, seat: Seat) -> int | None:
        return deadline(self.clock, self.times, seat, self.floor_ms)

    def look_again_at(self, seat: Seat) -> int | None:
        """When the clock of a seat next does something by itself."""
        due = self.deadline_of(seat)
        if due is None:
            return None
        if self.times.pause is not None:
            return self.times.pause.since + PAUSE_LIMIT
        return due + CLAIM_TIME if seat in self.times.late else due

    @property
    def expiry(self) -> Expiry:
        """What the end of a turn brings; with one person there is nobody who could claim."""
        return Expiry.NEUTRAL if self.is_solitary else self.clock.expiry

    @property
    def is_solitary(self) -> bool:
        """One person plays, with computers."""
        return sum(player.user_id is not None for player in self.players) <= 1

    def rivals_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The people of other parties."""
        mine = next(party for party in self.match.parties if seat in party)
        return tuple(
            player.seat
            for player in self.players
            if player.user_id is not None and player.seat not in mine
        )

    @property
    def computers(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players if player.is_computer)


@dataclass(frozen=True)
class LiveMatch:
    """A match at one version. ``public`` and ``view`` show what may be seen and no more.

    It has no slots: it keeps the views that it has made.
    """

    _stored: StoredMatch = field(repr=False)

    @property
    def id(self) -> MatchId:
        return self._stored.match_id

    @property
    def lobby_id(self) -> LobbyId | None:
        return self._stored.lobby_id

    @property
    def version(self) -> int:
        """How many moves were made; the version of the table message."""
        return self._stored.version

    @property
    def rendered_version(self) -> int:
        """The version that the table message shows; -1 when it has to be drawn anew."""
        return self._stored.rendered_version

    @property
    def guild(self) -> GuildId:
        return self._stored.guild_id

    @property
    def channel(self) -> ChannelId:
        return self._stored.channel_id

    @property
    def message(self) -> MessageId | None:
        """The table message."""
        return self._stored.message_id

    @property
    def preset(self) -> str:
        """The name of the rules, as it was chosen."""
        return self._stored.preset

    @property
    def rules(self) -> Rules:
        return self._stored.match.rules

    @property
    def clock(self) -> ClockRules:
        return self._stored.clock

    @property
    def rated(self) -> bool:
        return self._stored.rated

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, by seat."""
        return self._stored.players

    @property
    def created_ms(self) -> int:
        return self._stored.created_ms

    @property
    def updated_ms(self) -> int:
        """When the last move was made."""
        return self._stored.updated_ms

    @property
    def ended_ms(self) -> int | None:
        return self._stored.ended_ms

    @property
    def day(self) -> int | None:
        """The day whose challenge this is; ``None`` for every other match."""
        return self._stored.day

    @property
    def is_private(self) -> bool:
        """Only its player may see it: no table in a channel, no spectators, no hints."""
        return self._stored.day is not None

    @property
    def is_solitary(self) -> bool:
        """One person plays, with computers."""
        return self._stored.is_solitary

    @property
    def is_over(self) -> bool:
        return self._stored.match.phase is MatchPhase.OVER

    @property
    def anchor(self) -> str:
        """The commitment to every deck of the match, in hex; public from the start."""
        return self._stored.anchor

    @property
    def revealed(self) -> tuple[str, ...]:
        """The secrets of the ended rounds in hex, first round first.

        Each is the hash of the one after it, so the newest gives them all; of a match that was
        restored from a backup, only those dealt since.
        """
        newest = self._stored.revealed
        if newest is None:
            return ()
        secrets = [bytes.fromhex(newest)]
        for _ in range(self._stored.revealed_number - 1):
            secrets.append(hashlib.sha256(secrets[-1]).digest())
        return tuple(secret.hex() for secret in reversed(secrets))

    @property
    def ratings(self) -> Rated | None:
        """What the match did to the ratings of its server; ``None``: it was not rated."""
        return self._stored.ratings

    def deadline_of(self, seat: Seat) -> int | None:
        """When this seat's turn expires; ``None`` if it has no turn or no limit."""
        return self._stored.deadline_of(seat)

    @property
    def expiry(self) -> Expiry:
        """What the end of a turn brings."""
        return self._stored.expiry

    @property
    def is_paused(self) -> bool:
        """The clocks stand still by agreement."""
        return self._stored.times.pause is not None and not self.is_over

    @property
    def wants_pause(self) -> Seat | None:
        """Who asks for a pause."""
        return None if self.is_over else self._stored.times.wants_pause

    @property
    def late(self) -> tuple[Seat, ...]:
        """Whose turn is over, so that the opponent may claim."""
        return () if self.is_over else self._stored.times.late

    def away_until(self, seat: Seat) -> int | None:
        """Until when somebody is on vacation from this match."""
        until = self._stored.times.until(seat)
        return until or None

    def vacation_left(self, seat: Seat) -> int:
        """Vacation days that somebody still has in this match."""
        return VACATION_DAYS - self._stored.times.days_spent(seat)

    def rivals_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The people of other parties."""
        return self._stored.rivals_of(seat)

    def plans_of(self, seat: Seat) -> Premoves:
        """What the player in ``seat`` keeps for the next turns; for that player only."""
        return self._stored.plans_of(seat)

    def public(self) -> MatchView:
        """What everybody may see."""
        return self._public

    @cached_property
    def _public(self) -> MatchView:
        return public_view(self._stored.match)

    def view(self, seat: Seat) -> SeatView:
        """What the player in ``seat`` may see."""
        if seat not in self._views:
            self._views[seat] = seat_view(self._stored.match, seat, self._public)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[Seat, SeatView]:
        return {}

    def seat_of(self, user_id: UserId) -> Seat | None:
        """Where this person sits; ``None``: not in this match."""
        return self._stored.seat_of(user_id)

    def player(self, seat: Seat) -> Player:
        """Who sits in ``seat``."""
        return self._stored.players[seat]

    def revision(self, seat: Seat) -> int:
        """What a button for ``seat`` carries; see :mod:`engine.game.revision`."""
        return on_buttons(revision(self._stored.match, seat), self._stored.epoch)

    def is_of_lost_time(self, number: int) -> bool:
        """Whether a button was made before the database was restored."""
        return epoch_of(number) != self._stored.epoch


def stored_of(live: LiveMatch) -> StoredMatch:
    """The state behind a live match; for the service only."""
    return live._stored
