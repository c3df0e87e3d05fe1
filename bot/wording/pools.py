"""Names of the rating pools, leaderboards and months."""

from typing import Final

from bot.ui.i18n import Translator, mark
from engine.service import LeaderboardMetric
from engine.standings.pools import ANY, Family, Pace, parse_pool

FAMILIES: Final = {
    Family.STANDARD: mark("Standard"),
    Family.STRAIGHT: mark("Straight"),
    Family.OKLAHOMA: mark("Oklahoma"),
    Family.HOLLYWOOD: mark("Hollywood"),
    Family.TEDESCO: mark("Tedesco"),
    Family.MAHJONG: mark("Mahjong"),
    Family.THREE_HANDED: mark("Three or more players"),
    Family.TEAMS: mark("Teams"),
}
PACES: Final = {
    Pace.LIVE: mark("{family}, live"),
    Pace.CORRESPONDENCE: mark("{family}, correspondence"),
}
ALL_POOLS: Final = mark("All rules")
BOARDS: Final = {
    LeaderboardMetric.RATING: mark("Rating"),
    LeaderboardMetric.WON: mark("Matches won"),
    LeaderboardMetric.POINTS: mark("Points"),
    LeaderboardMetric.GINS: mark("Gins"),
    LeaderboardMetric.UNDERCUTS: mark("Undercuts"),
    LeaderboardMetric.LAYOFFS: mark("Points laid off"),
    LeaderboardMetric.STREAK: mark("Longest winning streak"),
    LeaderboardMetric.BLITZES: mark("Hollywood blitzes"),
}
MONTHS: Final = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def pool_title(words: Translator, pool: str) -> str:
    """Return a pool as ``Standard, live``, or all of them together for ``any``."""
    if pool == ANY:
        return words.t(ALL_POOLS)
    parsed = parse_pool(pool)
    return words.t(PACES[parsed.pace], family=words.t(FAMILIES[parsed.family]))


def season_title(words: Translator, season: str) -> str:
    """Return ``2026-11`` as ``November 2026``, and the season of all months as "all time"."""
    year, _, month = season.partition("-")
    if not month:
        return words.t("all time")
    return words.t("{month} {year}", month=words.t(MONTHS[int(month) - 1]), year=year)
