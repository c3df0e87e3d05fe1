"""A match as the service hands it out: players, times and views; never the state itself."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from engine.clocks.clock import ClockRules, Expiry
from engine.clocks.pauses import VACATION_DAYS
from engine.game.match import MatchPhase
from engine.game.revision import epoch_of, on_buttons, revision
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.view import MatchView, SeatView, public_view, seat_view
from engine.premoves import Premoves
from engine.service.homes import NOWHERE, Home
from engine.service.people import (
    DIRECT_MESSAGES,
    ChannelId,
    GuildId,
    LobbyId,
    MatchId,
    MessageId,
    Place,
    Player,
    UserId,
)
from engine.service.rated import Rated
from engine.service.stored_match import StoredMatch


@dataclass(frozen=True)
class LiveMatch:
    """A match at one version. ``public`` and ``view`` contain visible information only.

    A match of two servers is seen from one of them (``seen_in``, ``seen_by``), or from neither:
    then it has no place, and its people are named as they are for all servers. A match of one
    server that is seen from elsewhere names its people in the same way. The class has no slots,
    because it caches its views.
    """

    _stored: StoredMatch = field(repr=False)
    _home: Home | None = None
    _is_outside: bool = False
    _reader: UserId | None = None
    """Who sees it from outside; their own name stays if that of their account is not known."""

    @property
    def id(self) -> MatchId:
        return self._stored.match_id

    @property
    def lobby_id(self) -> LobbyId | None:
        return self._stored.lobby_id

    @property
    def version(self) -> int:
        """The number of moves made; the version of the table message."""
        return self._stored.version

    @property
    def rendered_version(self) -> int:
        """The version that the table message shows; -1 when it has to be redrawn."""
        return self._here.rendered_version

    @property
    def guild(self) -> GuildId:
        return self._here.guild

    @property
    def channel(self) -> ChannelId:
        return self._here.channel

    @property
    def message(self) -> MessageId | None:
        """The id of the table message."""
        return self._here.message

    @property
    def locale(self) -> str | None:
        """The language of the table message; ``None`` for that of the server, which is asked."""
        return self._here.locale

    @property
    def is_across(self) -> bool:
        """Whether its players belong to two servers."""
        return self._stored.away is not None

    @property
    def homes(self) -> tuple["LiveMatch", ...]:
        """The match as it is seen from each of its servers."""
        return tuple(self._seen_from(home) for home in self._stored.homes)

    def seen_in(self, guild: GuildId) -> "LiveMatch":
        """Return the match as a server sees it; of two, from neither if it is played elsewhere."""
        if not self.is_across:
            return self._seen_at(guild, None)
        found = (home for home in self._stored.homes if home.guild == guild)
        return self._seen_from(next(found, None))

    def seen_by(self, user_id: UserId, guild: GuildId = DIRECT_MESSAGES) -> "LiveMatch":
        """Return the match as its player sees it, from their own server; others as in ``guild``."""
        seat = self.seat_of(user_id)
        if not self.is_across:
            return self._seen_at(guild, user_id)
        return self.seen_in(guild) if seat is None else self._seen_from(self._stored.homes[seat])

    @property
    def is_at_second_home(self) -> bool:
        """Whether it is seen from the home of the second seat."""
        return self.is_across and self._home is self._stored.away

    def is_elsewhere(self, seat: Seat) -> bool:
        """Whether a player belongs to another server than the one the match is seen from."""
        return self.is_across and self._stored.homes[seat] is not self._home

    def _seen_at(self, guild: GuildId, reader: UserId | None) -> "LiveMatch":
        """Return a match of one server as a person sees it in a server, or outside all of them."""
        is_outside = self.guild not in (guild, DIRECT_MESSAGES)
        reader = reader if is_outside else None
        if (is_outside, reader) == (self._is_outside, self._reader):
            return self
        return self._shared_with(LiveMatch(self._stored, None, is_outside, reader))

    def _seen_from(self, home: Home | None) -> "LiveMatch":
        return self if home is self._home else self._shared_with(LiveMatch(self._stored, home))

    def _shared_with(self, seen: "LiveMatch") -> "LiveMatch":
        # Views have no names and no places, so all sides share them.
        vars(seen).update(_public=self._public, _views=self._views)
        return seen

    @cached_property
    def _here(self) -> Home:
        if self._home is not None:
            return self._home
        return NOWHERE if self.is_across else self._stored.homes[0]

    @property
    def place(self) -> Place:
        """The kind of chat that the table message is in."""
        return self._stored.place

    @property
    def preset(self) -> str:
        """The name of the chosen rules."""
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
        """The players by seat, with the names that those have who see the match from here."""
        return self._players

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, as they are here."""
        return tuple(player.name for player in self.players)

    @property
    def created_ms(self) -> int:
        return self._stored.created_ms

    @property
    def updated_ms(self) -> int:
        """The time of the last move."""
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
        """Whether only its players may see it: no table in a channel, no spectators, no hints."""
        return self._stored.is_shared

    @property
    def is_duplicate(self) -> bool:
        """Whether its boards are those of a duplicate event."""
        return self._stored.boards is not None

    @property
    def is_hidden(self) -> bool:
        """Whether others may still have to play the same deals."""
        return self._stored.is_shared and self._stored.revealed is None

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays against computers."""
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

        Each is the hash of the one after it, so the newest yields them all; after a restore from a
        backup, only those of rounds dealt since.
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
        """The rating changes on its server, of all servers if there are two; ``None``: unrated."""
        return self._stored.ratings

    def deadline_of(self, seat: Seat) -> int | None:
        """Return when this seat's turn expires; ``None`` if it has no turn or no limit."""
        return self._stored.deadline_of(seat)

    @property
    def expiry(self) -> Expiry:
        """The consequence of an expired turn."""
        return self._stored.expiry

    @property
    def is_paused(self) -> bool:
        """Whether the clocks are stopped by agreement."""
        return self._stored.times.pause is not None and not self.is_over

    @property
    def wants_pause(self) -> Seat | None:
        """The seat that asks for a pause."""
        return None if self.is_over else self._stored.times.wants_pause

    @property
    def late(self) -> tuple[Seat, ...]:
        """The seats whose turn has expired, so that the opponent may claim."""
        return () if self.is_over else self._stored.times.late

    def away_until(self, seat: Seat) -> int | None:
        """Return the end of a player's vacation from this match."""
        until = self._stored.times.until(seat)
        return until or None

    def vacation_left(self, seat: Seat) -> int:
        """Return the vacation days that a player still has in this match."""
        return VACATION_DAYS - self._stored.times.days_spent(seat)

    def rivals_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the people of other parties."""
        return self._stored.rivals_of(seat)

    def plans_of(self, seat: Seat) -> Premoves:
        """Return the premoves of the player in ``seat``; for that player only."""
        return self._stored.plans_of(seat)

    def public(self) -> MatchView:
        """Return the public view."""
        return self._public

    @cached_property
    def _public(self) -> MatchView:
        return public_view(self._stored.match)

    def view(self, seat: Seat) -> SeatView:
        """Return the view of the player in ``seat``."""
        if seat not in self._views:
            self._views[seat] = seat_view(self._stored.match, seat, self._public)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[Seat, SeatView]:
        return {}

    def seat_of(self, user_id: UserId) -> Seat | None:
        """Return a person's seat; ``None`` if they are not in this match."""
        return self._stored.seat_of(user_id)

    @cached_property
    def _players(self) -> tuple[Player, ...]:
        return tuple(one.outside if self._is_stranger(one) else one for one in self._stored.players)

    def _is_stranger(self, player: Player) -> bool:
        """Whether a player is named as they are outside their server."""
        if self._is_outside:
            return player.world is not None or player.user_id != self._reader
        return self.is_elsewhere(player.seat)

    def player(self, seat: Seat) -> Player:
        """Return the player in ``seat``."""
        return self.players[seat]

    def revision(self, seat: Seat) -> int:
        """Return the revision of a button for ``seat``; see :mod:`engine.game.revision`."""
        return on_buttons(revision(self._stored.match, seat), self._stored.epoch)

    def is_of_lost_time(self, number: int) -> bool:
        """Whether a button was made before the database was restored."""
        return epoch_of(number) != self._stored.epoch


def stored_of(live: LiveMatch) -> StoredMatch:
    """Return the state behind a live match; for the service only."""
    return live._stored
