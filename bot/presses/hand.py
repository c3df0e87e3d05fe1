"""Presses on the private hand panel that change nothing in the match."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import OneCard, Press
from bot.ui.custom_id import Area


class HandVerb(StrEnum):
    """The controls of the panel.

    ``PICK`` selects a card; without one it is a menu of actions, like ``DISCARDS``, ``MELD`` and
    ``LAY_OFF``. ``LOOK`` shows the unchanged hand, ``DROP`` shows it with no card selected.
    """

    LOOK = "look"
    PICK = "pick"
    DROP = "drop"
    KNOCK = "knock"
    DISCARDS = "pick0"
    MORE_DISCARDS = "pick25"
    MELD = "meld"
    LAY_OFF = "layoff"
    BY_HAND = "byhand"
    MORE = "more"
    RESULT = "result"
    SORT = "sort"
    ADVISE = "advise"
    ORDER = "order"
    PLAN_UPCARD = "plan-pass"
    PLAN_STOCK = "plan-stock"
    PLAN_KNOCK = "plan-knock"
    PLAN_NONE = "plan-none"


@dataclass(frozen=True)
class HandPress(Press):
    """A control of the panel; the id is the match, the revision the state it was drawn for."""

    AREA = Area.HAND

    verb: HandVerb
    card: OneCard | None = None
    id: int = 0
    revision: int = 0
