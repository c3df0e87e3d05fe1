"""What players can ask for, in the imperative (rulebook 1.5, 2.9). An action is a value."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.game.cards import Card, CardSet
from engine.game.seats import Seat

Melds: TypeAlias = tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the upcard, or the last discard at the wall."""


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
    """Discard face down and end the round; without ``layout`` the best one is taken."""

    card: Card
    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """Declare that all cards after the draw are melded."""

    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class TakeKnock:
    """At the wall: take the last discard and knock at once with ``card`` thrown."""

    card: Card
    layout: Melds | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to the meld with this number on the table."""

    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class AutoLayOff:
    """Lay off in the way that leaves the least deadwood, and be done."""


@dataclass(frozen=True, slots=True)
class DoneLayingOff:
    """Lay off nothing more."""


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Mahjong gin: put a meld on the table."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Ready:
    """Ask for the next deal; ``words`` are the player's own contribution to the shuffle."""

    words: str = ""


@dataclass(frozen=True, slots=True)
class Advise:
    """Three-handed: the player sitting out tells the captain something."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Call the match off before the first discard; it counts for nobody."""


@dataclass(frozen=True, slots=True)
class Expire:
    """The clock's action: play the neutral move for a seat that ran out of time (1.13)."""


@dataclass(frozen=True, slots=True)
class DealNext:
    """The clock's action: deal the next round though not everybody said ready."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """An administrator's action: end the match without a winner."""


@dataclass(frozen=True, slots=True)
class Award:
    """An administrator's action: end the match and give it to the side of ``winner``."""

    winner: Seat


@dataclass(frozen=True, slots=True)
class AskBack:
    """Ask to take the own last discard, pass or taking of the discard back."""


@dataclass(frozen=True, slots=True)
class AllowBack:
    """Let the opponent take the last move back."""


@dataclass(frozen=True, slots=True)
class RefuseBack:
    """Do not let the opponent take the last move back; also takes the own wish back."""


@dataclass(frozen=True, slots=True)
class AskPause:
    """Ask for a pause, or agree to the one that was asked for."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause; without one, refuse it or no longer want it."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """Let the own clock stand still for some days."""

    days: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give the opponent the time of one more turn."""


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the match because the turn of ``late`` is over."""

    late: Seat


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the match without a result because a turn is over."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """The clock's action: a turn is over, and the opponent may claim."""


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
"""Taking a misclick back, which needs both players."""
LateAction: TypeAlias = ClaimWin | CallOff
"""What an opponent may do when a turn is over, besides giving time."""
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
    | LateAction
)
"""What a person in a seat may ask for."""
SystemAction: TypeAlias = Expire | DealNext | Cancel | Award | Lapse
"""What only the clock or an administrator may ask for."""
Action: TypeAlias = SeatAction | SystemAction
