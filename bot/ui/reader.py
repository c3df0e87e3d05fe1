"""The reader of a screen, and the match that a screen shows."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.render.models import Look
from bot.ui.i18n import Translator
from bot.ui.names import plain_name
from engine.game.seats import Seat
from engine.game.view import MatchView
from engine.service import Place, Rated

DEFAULT_LOOK: Final = Look()


class HandOrder(Enum):
    """The order of the player's cards."""

    MELDS = "melds"
    SUIT = "suits"
    RANK = "ranks"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class CardTable:
    """How the card table opens. ``is_activity``: inside Discord; else by its address.

    ``shares``: whether players may share finished matches.
    """

    is_activity: bool
    url: str = ""
    shares: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """A person's language and preferences.

    ``text_mode``: every screen in words. ``one_tap``: a press on a card discards it at once.
    ``card_table``: how public messages offer the card table, if it is served.
    """

    words: Translator
    look: Look = DEFAULT_LOOK
    text_mode: bool = False
    one_tap: bool = False
    table_talk: bool = True
    order: HandOrder = HandOrder.MELDS
    card_table: CardTable | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table. ``name`` is safe to show; computers have no ``user``.

    ``is_mentioned``: whether a mention may stand for the name; not across servers.
    """

    name: str
    user: int | None
    level: str | None = None
    is_mentioned: bool = True

    @property
    def plain(self) -> str:
        """The name for pictures and labels, without formatting."""
        return plain_name(self.name)

    @property
    def mention(self) -> str:
        return f"<@{self.user}>" if self.is_mentioned and self.user is not None else self.name


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match with the data that identify it to people.

    ``deadlines``: the end of each seat's turn, in epoch seconds. ``late``: the seat whose time is
    over, so that the opponent may claim. ``paused``, ``wants_pause``: a pause, or the request for
    one. ``opens_at``: when the next round is dealt automatically. ``preset`` is the name of the
    ruleset. ``private``: only its players may see it: the daily challenge, and boards of an event
    (``duplicate``), which others may still have to play (``hidden``). ``by_day``: a turn takes
    hours or days. ``event``: the event of the match and its round, in public messages. ``place``:
    the kind of chat that its message is in. ``by_itself``: it belongs to no event and is not across
    servers, so that only an admin can cancel it.
    """

    match: int
    view: MatchView
    players: tuple[Player, ...]
    preset: str
    deadlines: tuple[tuple[Seat, int], ...] = ()
    opens_at: int | None = None
    anchor: str = ""
    rated: bool = False
    ratings: Rated | None = None
    late: tuple[Seat, ...] = ()
    paused: bool = False
    wants_pause: Seat | None = None
    private: bool = False
    duplicate: bool = False
    hidden: bool = False
    by_day: bool = False
    event: tuple[str, int] | None = None
    place: Place = Place.SERVER
    by_itself: bool = False

    def name(self, seat: Seat) -> str:
        """Return a player's name."""
        return self.players[seat].name

    def plain(self, seat: Seat) -> str:
        """Return a player's name for pictures."""
        return self.players[seat].plain

    def party_plain(self, party: int) -> str:
        """Return the names of a party for pictures."""
        return " & ".join(self.plain(seat) for seat in self.view.parties[party])

    def party_name(self, party: int) -> str:
        """Return the names of everyone who shares a score."""
        return " & ".join(self.name(seat) for seat in self.view.parties[party])

    def deadline(self, seat: Seat) -> int | None:
        """Return the end of this seat's turn; ``None`` while the clocks are stopped."""
        if self.paused or seat in self.late:
            return None
        return next((at for one, at in self.deadlines if one is seat), None)
