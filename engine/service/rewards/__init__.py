"""Rewards: achievements, coins and daily results."""

from engine.service.rewards.achievements import (
    BY_LESSON,
    WORTH,
)
from engine.service.rewards.coins import (
    GOODS,
    CoinAccount,
    GoodsKind,
    LedgerLine,
    Purchase,
    ShopItem,
    may_use,
)
from engine.service.rewards.daily_attempts import (
    DailyAttempt,
)

__all__ = [
    "BY_LESSON",
    "GOODS",
    "WORTH",
    "CoinAccount",
    "DailyAttempt",
    "GoodsKind",
    "LedgerLine",
    "Purchase",
    "ShopItem",
    "may_use",
]
