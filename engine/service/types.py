"""The requests and answers of the service: commands, lobbies, results. All frozen values."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.game.actions import SeatAction
from engine.game.errors import RuleError
from engine.game.match import MatchEvent
from engine.game.seats import Seat
from engine.game.start_position import StartPosition
from engine.service.live import LiveMatch
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.people import ChannelId, InteractionId, LobbyId, MatchId, Person, UserId

# -- lobbies ----------------------------------------------------------------------------


class LobbyStatus(StrEnum):
    """The status of a lobby; only an open one can be joined."""

    OPEN = "open"
    STARTED = "started"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class LobbyCode(StrEnum):
    """The reason for a lobby's refusal."""

    ALREADY_OPEN = "already_open"
    TOO_MANY_OPEN = "too_many_open"
    TOO_MANY_THIS_HOUR = "too_many_this_hour"
    SELF = "self"
    BAD_SEATS = "bad_seats"
    NO_SUCH_LOBBY = "no_such_lobby"
    CLOSED = "closed"
    NOT_INVITED = "not_invited"
    ALREADY_IN = "already_in"
    NOT_IN = "not_in"
    NOT_HOST = "not_host"
    FULL = "full"
    TOO_FEW = "too_few"
    NO_SIDES = "no_sides"
    SIDE_FULL = "side_full"
    SIDES_UNEVEN = "sides_uneven"
    NO_SUCH_MATCH = "no_such_match"
    ACROSS = "across"
    NOT_YOUR_MATCH = "not_your_match"
    NOT_OVER = "not_over"
    RESTING = "resting"
    RATING_OUTSIDE = "rating_outside"
    BANNED = "banned"
    TOO_MANY_TABLES = "too_many_tables"
    JUST_MET = "just_met"
    UNAVAILABLE = "unavailable"
    """One of two people has blocked the other; the refusal does not say who."""


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """A request for opponents. ``invited`` empty: anyone may join; one person: a challenge.

    ``seats``: the minimum, ``max_seats``: the maximum. ``room``: ``thread`` for a thread of its
    own. ``ratings``: who may join by rating, both ends included. ``across``: set where people of
    other servers may find it; the greatest difference of ratings, 0 for any.
    """

    interaction: InteractionId
    table: TableMessage
    setup: MatchSetup
    host: Person
    expires_at_ms: int
    seats: int = 2
    max_seats: int = 2
    invited: tuple[Person, ...] = ()
    rematch_of: MatchId | None = None
    room: str | None = None
    ratings: tuple[int, int] | None = None
    across: int | None = None


@dataclass(frozen=True, slots=True)
class Practice:
    """A request for a match against computers of one level, who take every other seat.

    ``position``: gives, from a seed, where a match of two is played on, and the person's seat; its
    rules replace those of the setup.
    """

    interaction: InteractionId
    table: TableMessage
    setup: MatchSetup
    person: Person
    level: str = "casual"
    seats: int | None = None
    position: Callable[[int], tuple[StartPosition, Seat]] | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """A request for a rematch: same people, same rules."""

    interaction: InteractionId
    match_id: MatchId
    channel: ChannelId
    person: Person
    expires_at_ms: int
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A person in a lobby, the side they chose, and the name of their account."""

    user_id: UserId
    name: str
    side: int | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """People waiting for a match. ``anchor``: the commitment to the decks of that match."""

    id: LobbyId
    table: TableMessage
    setup: MatchSetup
    host: UserId
    status: LobbyStatus
    people: tuple[Joined, ...]
    invited: tuple[Person, ...]
    seats: int
    max_seats: int
    anchor: str
    match_id: MatchId | None
    rematch_of: MatchId | None
    created_ms: int
    expires_ms: int
    version: int
    room: str | None = None
    ratings: tuple[int, int] | None = None
    across: int | None = None

    @property
    def is_challenge(self) -> bool:
        """Whether one opponent is invited, whose joining starts the match."""
        return len(self.invited) == 1 and self.max_seats == 2


@dataclass(frozen=True, slots=True)
class LobbyOpened:
    """The lobby is open."""

    lobby: Lobby


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """A person joined, left or changed sides."""

    lobby: Lobby


@dataclass(frozen=True, slots=True)
class LobbyClosed:
    """The lobby will not become a match."""

    lobby: Lobby


@dataclass(frozen=True, slots=True)
class LobbyRefused:
    """The request was refused. ``lobby``: its lobby, or the one in the way.

    ``until_ms``: when the request will be possible again.
    """

    code: LobbyCode
    lobby: Lobby | None = None
    until_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The match has begun."""

    live: LiveMatch
    lobby: Lobby | None = None


LobbyOutcome: TypeAlias = LobbyOpened | LobbyChanged | LobbyClosed | LobbyRefused | Started

# -- matches ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchCommand:
    """One press. ``revision``: the one the button carried; ``None``: any state."""

    interaction: InteractionId
    match_id: MatchId
    user_id: UserId
    action: SeatAction
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """The action is applied and stored."""

    live: LiveMatch
    happened: tuple[MatchEvent, ...] = ()

    def after_retry(self, later: object) -> object:
        """Return this as the outcome if another attempt found the action applied."""
        return Applied(later.live, self.happened) if isinstance(later, Repeated) else later


@dataclass(frozen=True, slots=True)
class Repeated:
    """This interaction was applied before, and is not applied again."""

    live: LiveMatch


@dataclass(frozen=True, slots=True)
class Stale:
    """The state has changed since the button was made; the action was not applied.

    ``is_of_lost_time``: the button is from before the database was restored from a backup.
    """

    live: LiveMatch
    is_of_lost_time: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The action breaks the rules and was not applied."""

    live: LiveMatch
    error: RuleError


@dataclass(frozen=True, slots=True)
class NotSeated:
    """The person does not play in this match."""

    live: LiveMatch


@dataclass(frozen=True, slots=True)
class NoSuchMatch:
    """There is no match with this id."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The match cannot be read and is quarantined; all others continue."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class Busy:
    """The action was not and will not be applied (``reason``): press again."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """The action was begun with an unknown result; the table will show it."""

    match_id: MatchId


ActOutcome: TypeAlias = (
    Applied | Repeated | Stale | Refused | NotSeated | NoSuchMatch | Unreadable | Busy | Unsure
)


@dataclass(frozen=True, slots=True)
class Reminded:
    """The turn of ``seat`` ends soon, and its player is to be reminded."""

    live: LiveMatch
    seat: Seat

    @property
    def subject(self) -> MatchId:
        return self.live.id

    def after(self, earlier: "Reminded") -> "Reminded":
        """Return the newer event."""
        return self


# -- publication, messages, records -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovedOn:
    """A match that has moved on unheard. ``by``: whose hand panel made the last move."""

    live: LiveMatch
    by: UserId | None

    @property
    def subject(self) -> MatchId:
        return self.live.id

    def after(self, earlier: "MovedOn") -> "MovedOn":
        """Return the newer event."""
        return self if self.live.version >= earlier.live.version else earlier


@dataclass(frozen=True, slots=True)
class Committed:
    """A match changed, by whatever cause."""

    match_id: MatchId
    version: int
    happened: tuple[MatchEvent, ...]
    live: LiveMatch

    @property
    def subject(self) -> MatchId:
        return self.match_id

    @property
    def has_ended(self) -> bool:
        """Whether the match ended with this change."""
        return MatchEvent.MATCH_ENDED in self.happened

    def after(self, earlier: "Committed") -> "Committed":
        """Return the newer event, with everything that happened in both."""
        newer = self if self.version >= earlier.version else earlier
        happened = tuple(dict.fromkeys(earlier.happened + self.happened))
        return Committed(self.match_id, newer.version, happened, newer.live)


@dataclass(frozen=True, slots=True)
class LobbyEvent:
    """A lobby changed, by whatever cause."""

    lobby: Lobby

    @property
    def subject(self) -> LobbyId:
        return self.lobby.id

    def after(self, earlier: "LobbyEvent") -> "LobbyEvent":
        """Return the newer event."""
        return self if self.lobby.version >= earlier.lobby.version else earlier


@dataclass(frozen=True, slots=True)
class Finished:
    """A filter of a person's ended matches, the newest first: opponent, rules, and a page.

    ``first``: the page begins with this match; ``before``: with the next older one; ``after``: it
    ends with the next newer one. A match that is gone names no page.
    """

    opponent: UserId | None = None
    preset: str | None = None
    first: MatchId | None = None
    before: MatchId | None = None
    after: MatchId | None = None


@dataclass(frozen=True, slots=True)
class TableProof:
    """A table's deal: the seats, and the number of misdeals before it."""

    non_dealer: int
    dealer: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The public data for checking the decks of one round.

    ``secret`` is ``None`` while the round is played. Labels of the shuffles are those of
    :mod:`engine.fairness`.
    """

    match_id: MatchId
    number: int
    anchor: str
    contributions: tuple[str, ...]
    tables: tuple[TableProof, ...]
    secret: str | None


# -- standings --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches between two people, seen from the first."""

    won: int
    lost: int
    drawn: int

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.drawn
