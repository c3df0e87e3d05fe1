"""The legal actions of a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import DECK_SIZE, Card, CardSet, cards_of


class Verb(StrEnum):
    """The actions of a round by name (rulebook 1.5)."""

    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"
    TAKE_DEEP = "take_deep"
    DISCARD = "discard"
    KNOCK = "knock"
    BIG_GIN = "big_gin"
    LAY_OFF = "lay_off"
    AUTO = "auto"
    DONE = "done"
    TAKE_KNOCK = "take_knock"
    MELD = "meld"


DISCARDS: Final = tuple(Discard(card) for card in range(DECK_SIZE))
"""Every discard action, made once because every turn lists up to eleven."""


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal actions of one side.

    ``takes``: how many cards of the pile may be taken (``(1,)`` outside Mahjong gin).
    ``discards``: the cards that may be discarded. ``knocks``: each card that may be discarded to
    knock (now, or with the last discard at the wall) with the least deadwood it leaves.
    ``layoffs``: card and meld number. ``deep``: card and exposed meld. ``melds``: melds that may
    be put down.
    """

    verbs: tuple[Verb, ...] = ()
    takes: tuple[int, ...] = ()
    discards: CardSet = 0
    knocks: tuple[tuple[Card, int], ...] = ()
    layoffs: tuple[tuple[Card, int], ...] = ()
    deep: tuple[tuple[Card, CardSet], ...] = ()
    melds: tuple[CardSet, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verbs)

    def actions(self) -> Iterator[RoundAction]:
        """Iterate over the legal actions; a knock once per discard, with the best layout."""
        for verb in self.verbs:
            yield from self._of(verb)

    def _of(self, verb: Verb) -> Iterator[RoundAction]:
        match verb:
            case Verb.PASS:
                yield Pass()
            case Verb.TAKE:
                yield from (Take(count) for count in self.takes)
            case Verb.DRAW:
                yield Draw()
            case Verb.TAKE_DEEP:
                yield from (TakeDeep(card, meld) for card, meld in self.deep)
            case Verb.DISCARD:
                yield from (DISCARDS[card] for card in cards_of(self.discards))
            case Verb.KNOCK:
                yield from (Knock(card) for card, _ in self.knocks)
            case Verb.BIG_GIN:
                yield BigGin()
            case Verb.LAY_OFF:
                yield from (LayOff(card, meld) for card, meld in self.layoffs)
            case Verb.AUTO:
                yield AutoLayOff()
            case Verb.DONE:
                yield DoneLayingOff()
            case Verb.TAKE_KNOCK:
                yield from (TakeKnock(card) for card, _ in self.knocks)
            case Verb.MELD:
                yield from (LayMeld(meld) for meld in self.melds)
            case _:
                assert_never(verb)


NOTHING_LEGAL = Legal()
