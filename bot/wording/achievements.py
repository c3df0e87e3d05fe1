"""Names and requirements of achievements."""

from typing import Final

from bot.ui.i18n import Translator, mark

NAMES: Final[dict[str, tuple[str, str]]] = {
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
    "shutout": (mark("Clean sheet"), mark("win a game in which the other side wins no round")),
    "blitz": (mark("Blitz"), mark("blitz an opponent in a Hollywood game")),
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
    "lesson": (mark("Well schooled"), mark("finish the lesson")),
}
"""The title and the requirement by name."""


def achievement_title(words: Translator, name: str) -> str:
    """Return the title of an achievement."""
    return words.t(NAMES[name][0]) if name in NAMES else name


def achievement_condition(words: Translator, name: str) -> str:
    """Return the requirement of an achievement."""
    return words.t(NAMES[name][1]) if name in NAMES else ""
