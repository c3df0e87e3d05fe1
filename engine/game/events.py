"""The events of a round and their visibility (rulebook 1.5, section 6.28)."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.game.cards import Card, CardSet
from engine.game.seats import Side


class RoundEventKind(StrEnum):
    """The kinds of event. Values are one letter, because every snapshot holds many of them."""

    PASSED = "p"
    TOOK = "t"
    DREW = "s"
    TOOK_DEEP = "u"
    DISCARDED = "d"
    KNOCKED = "k"
    DECLARED_BIG_GIN = "b"
    LAID_OFF = "l"
    FINISHED_LAYING_OFF = "f"
    MELDED = "m"


class RoundEvent(NamedTuple):
    """One event. The fields that are set depend on its kind.

    ``card``: the card taken, drawn (``None`` for a viewer who may not see it), discarded (also
    in a knock) or laid off. ``melds``: the layout of a knock, or one meld put down.
    ``number``: how many cards were taken, or the meld that a card was laid off on.
    """

    side: Side
    fact: RoundEventKind
    card: Card | None = None
    melds: tuple[CardSet, ...] = ()
    number: int = 0


def seen_by(events: Iterable[RoundEvent], viewer: Side | None) -> tuple[RoundEvent, ...]:
    """Return the events without the cards that ``viewer`` (``None``: the public) did not see.

    Only cards drawn from the stock are hidden: everything else happened face up.
    """
    drew = RoundEventKind.DREW
    return tuple(
        [
            _unseen(event) if event.fact is drew and event.side is not viewer else event
            for event in events
        ]
    )


@lru_cache(maxsize=1024)
def _unseen(event: RoundEvent) -> RoundEvent:
    return event._replace(card=None)
