"""Standings: totals, ratings, leaderboards, seasons and conduct."""

from engine.service.standings.leaderboards import (
    LeaderboardMetric,
    LeaderboardQuery,
    Placing,
)
from engine.service.standings.luck import (
    LuckOverTime,
    MatchLuck,
)
from engine.service.standings.ratings import (
    StoredRating,
)
from engine.service.standings.seasons import (
    SEASON_BOARDS,
    Champion,
    season_board,
)
from engine.service.standings.standing import (
    RankedLine,
    Standing,
)
from engine.service.standings.statistics import (
    Hidden,
    Opponent,
    Profile,
    SeasonHonour,
    Totals,
    wilson,
)

__all__ = [
    "SEASON_BOARDS",
    "Champion",
    "Hidden",
    "LeaderboardMetric",
    "LeaderboardQuery",
    "LuckOverTime",
    "MatchLuck",
    "Opponent",
    "Placing",
    "Profile",
    "RankedLine",
    "SeasonHonour",
    "Standing",
    "StoredRating",
    "Totals",
    "season_board",
    "wilson",
]
