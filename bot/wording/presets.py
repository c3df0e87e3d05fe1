"""Names of the rulesets; a server's rulesets keep the names they were given."""

from typing import Final

from bot.ui.i18n import Translator, mark
from engine.daily.challenge import PRESET

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
