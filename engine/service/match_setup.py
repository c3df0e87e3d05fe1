"""The facts of one match that lobbies, matches and requests share; each is declared here only."""

from dataclasses import dataclass
from typing import Final

from engine.clocks import DAILY, ClockRules
from engine.game.rules import Rules
from engine.game.start_position import PlayedDeck
from engine.service.people import ChannelId, GuildId, MatchId, MessageId, Place
from engine.standings.rating import Pool, pool_of

UNDRAWN: Final = -1
"""The version that a table message shows before it is posted, or when it has to be redrawn."""


@dataclass(frozen=True, slots=True)
class SharedBoards:
    """Boards that several matches of an event play.

    ``id``: what the decks are shuffled for. ``contributions``: the contributions to every board.
    """

    id: int
    contributions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """What is agreed before a match is dealt, and never changes.

    ``preset``: the name shown for ``rules``. ``day``: the day, such as 20261121, whose challenge
    the match is; its deals are the same for every player, and its secrets stay hidden until the
    day is over. ``boards``: those of a duplicate event, which stay hidden until its last table has
    played them. ``begun``: the deck of a match that was played on from a position; it counts for
    nothing, and nobody committed to it.
    """

    rules: Rules
    preset: str = "standard"
    clock: ClockRules = DAILY
    rated: bool = False
    day: int | None = None
    boards: SharedBoards | None = None
    begun: PlayedDeck | None = None

    @property
    def pool(self) -> Pool:
        """The pool of ratings that the match counts in, if it is rated."""
        return pool_of(self.rules, self.clock)

    @property
    def has_shared_deals(self) -> bool:
        """Whether others play the same deals, so that only its players may see the match.

        It has no table in a channel, no spectators and no hints.
        """
        return self.day is not None or self.is_duplicate

    @property
    def is_duplicate(self) -> bool:
        """Whether the boards are those of a duplicate event."""
        return self.boards is not None

    def deal_id(self, match_id: MatchId) -> int:
        """Return the id that the decks are shuffled for: the match, its day, or its boards."""
        if self.boards is not None:
            return self.boards.id
        return match_id if self.day is None else self.day


@dataclass(frozen=True, slots=True)
class TableMessage:
    """Where the message of a table is, or of the lobby that becomes the table.

    ``message``: its id; ``None`` until it is posted. ``place``: the kind of chat. ``locale``: the
    language of its host; ``None`` for that of the server. ``rendered_version``: the version that
    the message shows, :data:`UNDRAWN` when it has to be redrawn.
    """

    guild: GuildId
    channel: ChannelId
    message: MessageId | None = None
    place: Place = Place.SERVER
    locale: str | None = None
    rendered_version: int = UNDRAWN

    @property
    def is_apart(self) -> bool:
        """Whether the players were found across servers, so that there is no table message."""
        return self.place is Place.APART

    @property
    def language(self) -> str | None:
        """The language of the message; ``None`` for that of the server, which is asked."""
        return None if self.place is Place.SERVER else self.locale
