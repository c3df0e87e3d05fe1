"""Presses on coins, achievements and the shop."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.codec import Press
from engine.service import Kind


class RewardsVerb(StrEnum):
    """The pages and the actions on a look; ``BACK`` and ``NEXT`` turn the achievements' pages."""

    HOME = "home"
    LIST = "list"
    BACK = "list-back"
    NEXT = "list-next"
    SHOP = "shop"
    SEE = "see"
    BUY = "buy"
    WEAR = "wear"
    OFF = "off"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(RewardsVerb, ()),
    RewardsVerb.SEE: ("kind",),
    **dict.fromkeys((RewardsVerb.BUY, RewardsVerb.WEAR, RewardsVerb.OFF), ("good",)),
}


@dataclass(frozen=True)
class RewardsPress(Press):
    """A control of these pages; the id is a page of the achievements.

    ``kind``: the kind of looks in the menu; ``good``: the look's key, possibly no longer sold.
    """

    WORD = "rewards"
    PARTS = _PARTS

    verb: RewardsVerb
    kind: Kind | None = None
    good: str | None = None
    id: int = 0
