"""The actions of players, the clock and administrators, as values (rulebook 1.5, 2.9)."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.game.cards import Card, CardSet
from engine.game.seats import Seat

Melds: TypeAlias = tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the upcard, or the last discard at the wall."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top discard (or the upcard); ``count`` cards of the pile in Mahjong gin."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class TakeDeep:
    """Take one card from anywhere in the pile and expose ``meld`` with it (``deep_pickup``)."""

    card: Card
    meld: CardSet


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one card on the discard pile and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Discard face down and end the round; without ``layout`` the best one is used."""

    card: Card
    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """Declare that all cards after the draw are melded."""

    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class TakeKnock:
    """At the wall: take the last discard and knock at once, discarding ``card``."""

    card: Card
    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to the meld with this number on the table."""

    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class AutoLayOff:
    """Make the layoffs that leave the least deadwood, and end the laying off."""


@dataclass(frozen=True, slots=True)
class DoneLayingOff:
    """End the laying off."""


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Put a meld on the table (Mahjong gin)."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Ready:
    """Ask for the next deal; ``words`` are the player's own contribution to the shuffle."""

    words: str = ""


@dataclass(frozen=True, slots=True)
class Advise:
    """Send advice from the player sitting out to the captain (three-handed)."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign the match."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Abort the match before the first discard; it does not count for anyone."""


@dataclass(frozen=True, slots=True)
class Expire:
    """Play the neutral move for a seat that ran out of time; sent by the clock (1.13)."""


@dataclass(frozen=True, slots=True)
class DealNext:
    """Deal the next round although some seats are not ready; sent by the clock."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the match without a winner; sent by an administrator."""


@dataclass(frozen=True, slots=True)
class Award:
    """End the match and award it to the side of ``winner``; sent by an administrator."""

    winner: Seat


@dataclass(frozen=True, slots=True)
class AskBack:
    """Ask to take back one's last discard, pass or pickup of the top discard."""


@dataclass(frozen=True, slots=True)
class AllowBack:
    """Allow the opponent to take back the last move."""


@dataclass(frozen=True, slots=True)
class RefuseBack:
    """Refuse a takeback; also withdraws one's own request."""


@dataclass(frozen=True, slots=True)
class AskPause:
    """Request a pause, or accept the one that was requested."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause; before it begins, refuse or withdraw the request."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """Stop one's own clock for some days."""

    days: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give the opponent the time of one turn."""


@dataclass(frozen=True, slots=True)
class AskSubstitute:
    """Ask the others that a computer takes ``seat``: one's own, or that of an absent player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllowSubstitute:
    """Agree that a computer takes ``seat``."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RefuseSubstitute:
    """Refuse a computer for ``seat``; also withdraws one's own request."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the win because the turn time of ``late`` has expired."""

    late: Seat


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the match without a result because a turn has expired."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """Mark a turn as expired, so that the opponent may claim; sent by the clock."""


RoundAction: TypeAlias = (
    Pass
    | Take
    | Draw
    | TakeDeep
    | Discard
    | Knock
    | BigGin
    | TakeKnock
    | LayOff
    | AutoLayOff
    | DoneLayingOff
    | LayMeld
)
BackAction: TypeAlias = AskBack | AllowBack | RefuseBack
"""The actions of a takeback, which needs both players."""
SubstituteAction: TypeAlias = AskSubstitute | AllowSubstitute | RefuseSubstitute
"""The actions by which a computer takes a seat, which all other players must agree to."""
LateAction: TypeAlias = ClaimWin | CallOff
"""The options of an opponent when a turn has expired, besides giving time."""
SeatAction: TypeAlias = (
    RoundAction
    | Ready
    | Advise
    | Resign
    | Abort
    | BackAction
    | AskPause
    | Resume
    | Vacation
    | GiveTime
    | SubstituteAction
    | LateAction
)
"""The actions that a player may send."""
SystemAction: TypeAlias = Expire | DealNext | Cancel | Award | Lapse
"""The actions that only the clock or an administrator may send."""
Action: TypeAlias = SeatAction | SystemAction
