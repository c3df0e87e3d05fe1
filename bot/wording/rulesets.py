"""Rulesets to choose from: each with a sentence and the length of a match."""

from typing import Final

from bot.ui.i18n import Translator, mark
from bot.ui.screen import RulesetCard, clipped
from bot.wording.names import title_of
from bot.wording.rules import length_words
from bot.wording.rules_options import differences
from engine.game.presets import PRESETS
from engine.game.rules import Rules

_TEDESCO_TEAMS: Final = mark("Tedesco gin in two teams. All tables share one knock card.")
_CAPTAINS: Final = mark("Two teams of different sizes. In each round one player sits out.")
_FIXED_TEAMS: Final = mark("Two teams. You play the same opponent in every round.")
SENTENCES: Final = {
    "standard": mark("Knock with ten or less. This is what most people mean by gin."),
    "single": mark("Standard gin without bonuses at the end."),
    "casual": mark("No big gin and no bonuses at the end. The winner deals."),
    "classic": mark("The older scoring: 20 for gin, 10 for an undercut, no big gin."),
    "tournament": mark("Several games without bonuses. Whoever wins most of them wins the match."),
    "multi_match": mark("Several matches, one after the other. Their points add up."),
    "big_gin_50": mark("Standard gin, but big gin earns 50."),
    "undercut_20": mark("Standard gin, but an undercut earns 20."),
    "tie_not_awarded": mark("Standard gin, but equal deadwood is no undercut."),
    "dealt_knock": mark("Standard gin, but a dealt hand that could knock is dealt again."),
    "straight": mark("No knocking: the round goes on until somebody has gin."),
    "oklahoma": mark("The upcard sets the knock limit. If it's a spade, the round counts double."),
    "oklahoma_ace_gin": mark(
        "Oklahoma gin, but with an ace as the upcard only gin ends the round."
    ),
    "oklahoma_hollywood": mark("Oklahoma gin. Each round counts in up to three games at once."),
    "oklahoma_deep": mark("Oklahoma gin, but you may take any discard into a meld that you show."),
    "oklahoma_match": mark("Oklahoma gin with the knock card from a second deck, and no upcard."),
    "oklahoma_match_hollywood": mark(
        "The knock card comes from a second deck. Each round counts in up to three games."
    ),
    "hollywood": mark("Standard gin. Each round counts in up to three games at once."),
    "tedesco": mark("Queen, king, ace, two is a run. An unmelded ace costs 15."),
    "tedesco_2v2": _TEDESCO_TEAMS,
    "tedesco_3v3": _TEDESCO_TEAMS,
    "tedesco_4v4": _TEDESCO_TEAMS,
    "mahjong": mark("No knocking: lay melds on the table, and take several discards at once."),
    "three_handed": mark("Two play, one sits out. Whoever loses a round sits out the next one."),
    "partnership_4": mark("Two teams at two tables. The opponents change every round."),
    "captains_5": _CAPTAINS,
    "partnership_6": _FIXED_TEAMS,
    "captains_7": _CAPTAINS,
    "partnership_8": _FIXED_TEAMS,
    "round_corner": mark("Queen, king, ace, two is a run. You may lay off on gin, too."),
}
"""What is special about each preset."""
COMMON: Final = frozenset(
    (
        "standard",
        "single",
        "oklahoma",
        "hollywood",
        "straight",
        "round_corner",
        "three_handed",
        "partnership_4",
        "captains_5",
        "partnership_6",
        "captains_7",
        "partnership_8",
    )
)
"""The presets that people meet first; the others are variations of them."""
MOST_LETTERS: Final = 120


def ruleset_card(
    words: Translator, name: str, rules: Rules, players: tuple[int, ...]
) -> RulesetCard:
    """Return a ruleset to choose. One of a server's own says how it differs from standard gin."""
    return RulesetCard(
        name=name,
        title=title_of(words, name) or name,
        sentence=words.t(SENTENCES[name]) if name in PRESETS else _own(words, rules),
        length=length_words(words, rules),
        players=players,
        is_common=name in COMMON or name not in PRESETS,
    )


def _own(words: Translator, rules: Rules) -> str:
    changed = "; ".join(differences(words, PRESETS["standard"], rules))
    if not changed:
        return words.t(SENTENCES["standard"])
    return clipped(f"{changed[0].upper()}{changed[1:]}.", MOST_LETTERS)
