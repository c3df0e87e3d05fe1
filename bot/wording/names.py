"""Names of rulesets, rating pools, months, goods, achievements and languages."""

from typing import Final

from bot.ui.i18n import Translator, mark
from engine import daily
from engine.daily import PRESET
from engine.service import MatchSetup
from engine.service.rewards import GoodsKind
from engine.service.standings import LeaderboardMetric
from engine.standings.rating import ANY, Family, Pace, parse_pool

OWN_LANGUAGE: Final = "server"
"""The choice of no own language: that of the server, or of the person's Discord client."""
LANGUAGE_NAMES: Final = {
    "en-US": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es-ES": "Español",
    "it": "Italiano",
    "pt-BR": "Português (Brasil)",
    "pl": "Polski",
}
"""The names of the languages in themselves, which need no translation."""


TITLES: Final = {
    "standard": mark("Standard gin"),
    "single": mark("Single game"),
    "casual": mark("Casual gin"),
    "classic": mark("Classic gin"),
    "tournament": mark("Tournament"),
    "multi_match": mark("Multi-match session"),
    "big_gin_50": mark("Gin with big gin at 50"),
    "undercut_20": mark("Gin with undercuts at 20"),
    "tie_not_awarded": mark("Gin without undercuts on ties"),
    "dealt_knock": mark("Gin with redeals on dealt knocks"),
    "straight": mark("Straight gin"),
    "oklahoma": mark("Oklahoma gin"),
    "oklahoma_ace_gin": mark("Oklahoma gin, aces gin only"),
    "oklahoma_hollywood": mark("Oklahoma gin with Hollywood scoring"),
    "oklahoma_deep": mark("Oklahoma gin with deep pickup"),
    "oklahoma_match": mark("Oklahoma gin with a second deck"),
    "oklahoma_match_hollywood": mark("Oklahoma gin with a second deck, Hollywood scoring"),
    "hollywood": mark("Hollywood gin"),
    "tedesco": mark("Tedesco gin"),
    "tedesco_2v2": mark("Tedesco gin, two against two"),
    "tedesco_3v3": mark("Tedesco gin, three against three"),
    "tedesco_4v4": mark("Tedesco gin, four against four"),
    "mahjong": mark("Mahjong gin"),
    "three_handed": mark("Three-handed gin"),
    "partnership_4": mark("Partners, two against two"),
    "captains_5": mark("Captains, five players"),
    "partnership_6": mark("Partners, three against three"),
    "captains_7": mark("Captains, seven players"),
    "partnership_8": mark("Partners, four against four"),
    "round_corner": mark("Round-the-corner gin"),
}
"""The names of the presets."""
DAY: Final = mark("Daily challenge")


def title_of(words: Translator, preset: str) -> str:
    """Return the name of a ruleset: ours in the reader's language, a server's own unchanged."""
    if preset == PRESET:
        return words.t(DAY)
    return words.t(TITLES[preset]) if preset in TITLES else preset


def title_of_match(words: Translator, setup: MatchSetup) -> str:
    """Return the name of a match's rules, and whether it was played on from a position."""
    title = title_of(words, setup.preset)
    return title if setup.begun is None else words.t("{rules}, from a position", rules=title)


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
    LeaderboardMetric.BLITZES: mark("Hollywood shutouts"),
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


GOOD_NAMES: Final = {
    "felt:walnut": mark("Walnut table"),
    "felt:starlight": mark("Night sky"),
    "back:sunburst": mark("Sunburst"),
    "back:peacock": mark("Peacock"),
    "title:early_bird": mark("Early bird"),
    "title:night_owl": mark("Night owl"),
    "title:collector": mark("Collector"),
    "title:card_counter": mark("Card counter"),
    "title:cool_head": mark("Cool head"),
    "title:table_host": mark("Table host"),
    "title:deadwood_sweeper": mark("Deadwood sweeper"),
    "title:gin_connoisseur": mark("Gin connoisseur"),
}


def title_words(words: Translator, name: str) -> str:
    """Return a title in the reader's language; empty for none."""
    key = f"{GoodsKind.TITLE}:{name}"
    return words.t(GOOD_NAMES[key]) if key in GOOD_NAMES else ""


ACHIEVEMENT_NAMES: Final[dict[str, tuple[str, str]]] = {
    "first_match": (mark("Take a seat"), mark("finish a match with another player")),
    "first_win": (mark("First win"), mark("win a match")),
    "ten_wins": (mark("Ten wins"), mark("win ten matches")),
    "hundred_matches": (mark("A hundred matches"), mark("finish a hundred matches")),
    "streak_five": (mark("On a roll"), mark("win five matches in a row")),
    "streak_ten": (mark("Unstoppable"), mark("win ten matches in a row")),
    "first_gin": (mark("Gin!"), mark("go gin")),
    "fifty_gins": (mark("Distiller"), mark("go gin fifty times")),
    "quick_gin": (mark("Lightning"), mark("go gin by your fourth turn")),
    "big_gin": (mark("Eleven of eleven"), mark("lay down big gin")),
    "undercut": (mark("Not so fast"), mark("undercut a knock")),
    "undercuts_25": (mark("Ambusher"), mark("undercut 25 knocks")),
    "shutout": (mark("Clean sheet"), mark("win a game in which the other side wins no rounds")),
    "blitz": (mark("Shutout"), mark("shut out an opponent in a Hollywood game")),
    "comeback": (mark("Comeback"), mark("win after being far behind")),
    "layoffs_100": (mark("Guest at the table"), mark("lay off 100 points in total")),
    "five_rulesets": (mark("Curious"), mark("play five different rulesets")),
    "every_ruleset": (mark("Rulebook"), mark("play every ruleset")),
    "ten_people": (mark("Sociable"), mark("play ten different people")),
    "partners": (mark("Side by side"), mark("win together with a partner")),
    "beat_expert": (mark("Past Viktor"), mark("win a match against Viktor, the expert")),
    "beat_master": (mark("Giant killer"), mark("win a match against Ada, the master")),
    "first_day": (mark("Day one"), mark("play a daily challenge")),
    "under_par": (mark("Better than par"), mark("beat par in a daily challenge")),
    "week": (mark("A whole week"), mark("play the daily challenge seven days in a row")),
    "month": (mark("A whole month"), mark("play the daily challenge thirty days in a row")),
    "solver": (mark("Solver"), mark("find the best answer to a puzzle")),
    "solver_20": (mark("Puzzle box"), mark("find the best answer to twenty puzzles")),
    "perfect_round": (mark("Flawless"), mark("play a round in which the coach finds no mistakes")),
    "lesson": (mark("Well schooled"), mark("finish the first eight lessons of the course")),
}
"""The title and the requirement by name."""


def achievement_title(words: Translator, name: str) -> str:
    """Return the title of an achievement."""
    return words.t(ACHIEVEMENT_NAMES[name][0]) if name in ACHIEVEMENT_NAMES else name


def achievement_condition(words: Translator, name: str) -> str:
    """Return the requirement of an achievement."""
    return words.t(ACHIEVEMENT_NAMES[name][1]) if name in ACHIEVEMENT_NAMES else ""


def date_words(day: int) -> str:
    """Return a day as a timestamp that Discord shows in the reader's language."""
    # Noon falls on the same day in nearly every time zone.
    return f"<t:{daily.begins_ms(day) // 1000 + 43_200}:D>"
