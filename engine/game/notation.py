"""Actions as short text and back: one letter, cards, melds. Stored, shown and sent in this form.

===========  ==================================================================
``p``        pass                        ``s``        draw from the stock
``t``        take the top discard        ``t3``       take three (Mahjong gin)
``u9C:…``    take 9C from the pile and expose a meld (``deep_pickup``)
``d9S``      discard                     ``k9S``      knock, discarding 9S
``k9S:…/…``  knock with this layout      ``b``        big gin
``x9S``      at the wall: take the last discard and knock
``l8C1``     lay 8C off on meld 1        ``a``        make the best layoffs
``f``        end the laying off          ``m5C5D5S``  put a meld on the table
``r:words``  ready, with contribution    ``v:words``  advise the captain
``q``        resign                      ``z``        abort the match
``e``        time expired                ``n``        deal the next round
``c``        cancelled by an administrator
``y``        request a takeback       ``Y``        allow the takeback
``N``        refuse the takeback      ``h``        request or accept a pause
``H``        end the pause            ``i3``       three days of vacation
``G``        give the opponent time   ``W0``       claim the win: seat 0 is late
``O``        call the match off       ``L``        a turn has expired
===========  ==================================================================

Melds are cards without spaces, separated by ``/``.
"""

from collections.abc import Callable
from typing import Final, assert_never

from engine.game.actions import (
    Abort,
    Action,
    Advise,
    AllowBack,
    AllowSubstitute,
    AskBack,
    AskPause,
    AskSubstitute,
    AutoLayOff,
    Award,
    BigGin,
    CallOff,
    Cancel,
    ClaimWin,
    DealNext,
    Discard,
    DoneLayingOff,
    Draw,
    Expire,
    GiveTime,
    Knock,
    Lapse,
    LayMeld,
    LayOff,
    Melds,
    Pass,
    Ready,
    RefuseBack,
    RefuseSubstitute,
    Resign,
    Resume,
    Take,
    TakeDeep,
    TakeKnock,
    Vacation,
)
from engine.game.cards import CardSet, card, card_text, cards_of, parse_set
from engine.game.errors import RecordError
from engine.game.seats import Seat


def meld_text(meld: CardSet) -> str:
    """Write the cards of a meld without spaces."""
    return "".join(card_text(number) for number in cards_of(meld))


def melds_text(melds: Melds) -> str:
    """Write melds separated by ``/``."""
    return "/".join(meld_text(meld) for meld in melds)


def parse_meld(text: str) -> CardSet:
    """Read a meld's cards: ``parse_meld("5C5D5S")``."""
    return parse_set(" ".join(text[index : index + 2] for index in range(0, len(text), 2)))


def parse_melds(text: str) -> Melds:
    """Read melds separated by ``/``; the empty text gives no melds."""
    return tuple(parse_meld(part) for part in text.split("/")) if text else ()


def action_text(action: Action) -> str:
    """Write an action."""
    match action:
        case Take(count=count):
            return "t" if count == 1 else f"t{count}"
        case TakeDeep(card=number, meld=meld):
            return f"u{card_text(number)}:{meld_text(meld)}"
        case Discard(card=number):
            return f"d{card_text(number)}"
        case Knock(card=number, layout=layout):
            return f"k{card_text(number)}" + _layout_text(layout)
        case BigGin(layout=layout):
            return "b" + _layout_text(layout)
        case TakeKnock(card=number, layout=layout):
            return f"x{card_text(number)}" + _layout_text(layout)
        case LayOff(card=number, meld=index):
            return f"l{card_text(number)}{index}"
        case LayMeld(cards=meld):
            return f"m{meld_text(meld)}"
        case Ready(words=words):
            return f"r:{words}" if words else "r"
        case Advise(text=text):
            return f"v:{text}"
        case (
            Pass()
            | Draw()
            | AutoLayOff()
            | DoneLayingOff()
            | Resign()
            | Abort()
            | Expire()
            | DealNext()
            | Cancel()
            | CallOff()
            | Lapse()
            | AskBack()
            | AllowBack()
            | RefuseBack()
            | AskPause()
            | Resume()
            | GiveTime()
        ):
            return _LETTERS[type(action)]
        case Vacation(days=days):
            return f"i{days}"
        case (
            AskSubstitute(seat=seat)
            | AllowSubstitute(seat=seat)
            | RefuseSubstitute(seat=seat)
            | Award(winner=seat)
            | ClaimWin(late=seat)
        ):
            return f"{_SEAT_LETTERS[type(action)]}{int(seat)}"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """Read an action. Raise RecordError if the text is not one."""
    reader = _READERS.get(text[:1])
    if reader is None:
        raise RecordError("unknown_action", text=text[:20])
    try:
        action = reader(text[1:])
    except (ValueError, IndexError) as error:
        raise RecordError("bad_action", text=text[:20]) from error
    return action


def _layout_text(layout: Melds | None) -> str:
    return "" if layout is None else ":" + melds_text(layout)


def _layout(text: str) -> Melds | None:
    if not text:
        return None
    if text[0] != ":":
        raise ValueError(text)
    return parse_melds(text[1:])


def _alone(action: Action) -> Callable[[str], Action]:
    def read(rest: str) -> Action:
        if rest:
            raise ValueError(rest)
        return action

    return read


def _about_seat(kind: Callable[[Seat], Action]) -> Callable[[str], Action]:
    return lambda rest: kind(Seat(_number(rest)))


def _words(rest: str) -> str:
    if rest and rest[0] != ":":
        raise ValueError(rest)
    return rest[1:]


def _lay_off(rest: str) -> LayOff:
    if not rest[2:].isdecimal():
        raise ValueError(rest)
    return LayOff(card(rest[:2]), int(rest[2:]))


def _number(rest: str) -> int:
    if not rest.isdecimal() or len(rest) > 3:
        raise ValueError(rest)
    return int(rest)


def _take(rest: str) -> Take:
    if rest and not rest.isdecimal():
        raise ValueError(rest)
    return Take(int(rest or 1))


def _take_deep(rest: str) -> TakeDeep:
    if rest[2:3] != ":":
        raise ValueError(rest)
    return TakeDeep(card(rest[:2]), parse_meld(rest[3:]))


_BARE: Final[dict[str, Action]] = {
    "p": Pass(),
    "s": Draw(),
    "a": AutoLayOff(),
    "f": DoneLayingOff(),
    "q": Resign(),
    "z": Abort(),
    "e": Expire(),
    "n": DealNext(),
    "c": Cancel(),
    "y": AskBack(),
    "Y": AllowBack(),
    "N": RefuseBack(),
    "h": AskPause(),
    "H": Resume(),
    "G": GiveTime(),
    "O": CallOff(),
    "L": Lapse(),
}
_ABOUT_SEAT: Final[dict[str, Callable[[Seat], Action]]] = {
    "j": AskSubstitute,
    "J": AllowSubstitute,
    "K": RefuseSubstitute,
    "C": Award,
    "W": ClaimWin,
}
_SEAT_LETTERS: Final = {kind: letter for letter, kind in _ABOUT_SEAT.items()}
_LETTERS: Final = {type(action): letter for letter, action in _BARE.items()}
_READERS: Final[dict[str, Callable[[str], Action]]] = {
    **{letter: _alone(action) for letter, action in _BARE.items()},
    **{letter: _about_seat(kind) for letter, kind in _ABOUT_SEAT.items()},
    "t": _take,
    "u": _take_deep,
    "d": lambda rest: Discard(card(rest)),
    "k": lambda rest: Knock(card(rest[:2]), _layout(rest[2:])),
    "b": lambda rest: BigGin(_layout(rest)),
    "x": lambda rest: TakeKnock(card(rest[:2]), _layout(rest[2:])),
    "l": _lay_off,
    "m": lambda rest: LayMeld(parse_meld(rest)),
    "r": lambda rest: Ready(_words(rest)),
    "v": lambda rest: Advise(_words(rest)),
    "i": lambda rest: Vacation(_number(rest)),
}
