"""A match as the service hands it out: players, times and views; never the state itself."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from engine.clocks import VACATION_DAYS
from engine.game.match import MatchPhase
from engine.game.revision import epoch_of, on_buttons, revision
from engine.game.seats import Seat
from engine.game.view import MatchView, SeatView, public_view, seat_view
from engine.premoves import Premoves
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.people import DIRECT_MESSAGES, GuildId, LobbyId, MatchId, Player, UserId
from engine.service.stored_match import Rated, StoredMatch


@dataclass(frozen=True)
class LiveMatch:
    """A match at one version. ``public`` and ``view`` contain visible information only.

    Seen from outside its server (``outside``, ``seen_by``) it names its people as they are for all
    servers. A match that was found across servers is always seen in this way, and names only the
    reader as their own server does. The class has no slots, because it caches its views.
    """

    _stored: StoredMatch = field(repr=False)
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
    def setup(self) -> MatchSetup:
        """What was agreed before the deal."""
        return self._stored.setup

    @property
    def table(self) -> TableMessage:
        """Where the table message is."""
        return self._stored.table

    @property
    def outside(self) -> "LiveMatch":
        """The match as anybody sees it who is not on its server."""
        return self._seen_as(is_outside=self.table.guild != DIRECT_MESSAGES, reader=None)

    def seen_by(self, user_id: UserId, guild: GuildId = DIRECT_MESSAGES) -> "LiveMatch":
        """Return the match as a person sees it in a server, or outside all of them."""
        is_outside = self.table.is_apart or self.table.guild not in (guild, DIRECT_MESSAGES)
        return self._seen_as(is_outside=is_outside, reader=user_id if is_outside else None)

    def _seen_as(self, *, is_outside: bool, reader: UserId | None) -> "LiveMatch":
        if (is_outside, reader) == (self._is_outside, self._reader):
            return self
        seen = LiveMatch(self._stored, is_outside, reader)
        # Views have no names, so all readers share them.
        vars(seen).update(_public=self._public, _views=self._views)
        return seen

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The players by seat, with the names that those have for whoever sees the match."""
        return tuple(one.outside if self._is_unknown(one) else one for one in self._stored.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, for whoever sees the match."""
        return tuple(player.name for player in self.players)

    @property
    def updated_ms(self) -> int:
        """The time of the last move."""
        return self._stored.updated_ms

    @property
    def ended_ms(self) -> int | None:
        return self._stored.ended_ms

    @property
    def is_hidden(self) -> bool:
        """Whether others may still have to play the same deals."""
        return self.setup.has_shared_deals and self._stored.revealed is None

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
        """The rating changes on its server, of all servers if it has none; ``None``: unrated."""
        return self._stored.ratings

    def deadline_of(self, seat: Seat) -> int | None:
        """Return when this seat's turn expires; ``None`` if it has no turn or no limit."""
        return self._stored.deadline_of(seat)

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

    def _is_unknown(self, player: Player) -> bool:
        """Whether a player is named as they are outside their server."""
        if self.table.is_apart:
            return player.user_id != self._reader
        return self._is_outside and (player.world is not None or player.user_id != self._reader)

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
