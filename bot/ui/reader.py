"""Who reads a screen, and what the screen is about."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.render.models import Look
from bot.ui.i18n import Translator
from bot.ui.names import plain_name
from engine.game.seats import Seat
from engine.game.view import MatchView
from engine.service import Rated

DEFAULT_LOOK: Final = Look()


class HandOrder(Enum):
    """How the own cards are arranged."""

    MELDS = "melds"
    SUIT = "suits"
    RANK = "ranks"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Reader:
    """A person's language and tastes.

    ``text_mode``: every screen in words. ``one_tap``: a press on a card discards it at once.
    """

    words: Translator
    look: Look = DEFAULT_LOOK
    text_mode: bool = False
    one_tap: bool = False
    table_talk: bool = True
    order: HandOrder = HandOrder.MELDS


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table. ``name`` is safe to show; computers have no ``user``."""

    name: str
    user: int | None
    level: str | None = None

    @property
    def plain(self) -> str:
        """The name for pictures and labels, where nothing is formatted."""
        return plain_name(self.name)

    @property
    def mention(self) -> str:
        return self.name if self.user is None else f"<@{self.user}>"


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match with what people need to recognise it.

    ``deadlines``: when the turn of each seat ends, in epoch seconds. ``late``: whose turn is over,
    so that the opponent may claim. ``paused``, ``wants_pause``: a pause, or the wish for one.
    ``opens_at``: when the next round is dealt without being asked for. ``preset`` is the name of
    the ruleset. ``private``: the challenge of a day, which only its player may see. ``by_day``: a
    turn takes hours or days.
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
    by_day: bool = False

    def name(self, seat: Seat) -> str:
        """A player's name."""
        return self.players[seat].name

    def plain(self, seat: Seat) -> str:
        """A player's name for pictures."""
        return self.players[seat].plain

    def party_plain(self, party: int) -> str:
        """The names of a party for pictures."""
        return " & ".join(self.plain(seat) for seat in self.view.parties[party])

    def party_name(self, party: int) -> str:
        """The names of everybody who shares a score."""
        return " & ".join(self.name(seat) for seat in self.view.parties[party])

    def deadline(self, seat: Seat) -> int | None:
        """When this seat's turn ends; nothing while the clocks stand still."""
        if self.paused or seat in self.late:
            return None
        return next((at for one, at in self.deadlines if one is seat), None)
