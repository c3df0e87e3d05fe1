"""The named rulesets, as differences from ``standard`` (rulebook 2, 3 and 5)."""

from typing import Final

from engine.game.option_types import Option
from engine.game.rules import Rules, rules_from

_NO_END_BONUSES: Final[dict[str, Option]] = {"box_bonus": 0, "game_bonus": 0, "shutout": "none"}
_OKLAHOMA: Final[dict[str, Option]] = {"knock_card_source": "upcard", "spade_doubles": True}
_OKLAHOMA_MATCH: Final[dict[str, Option]] = {
    "knock_card_source": "second_deck",
    "spade_doubles": True,
    "first_turn": "stock_only",
    "deal_rule": "loser",
}
_TEDESCO: Final[dict[str, Option]] = {
    "run_wrap": "around_corner",
    "ace_deadwood": 15,
    "spade_doubles": True,
    "match_format": "hollywood",
}
_TEDESCO_TEAMS: Final[dict[str, Option]] = _TEDESCO | {
    "knock_card_source": "second_deck",
    "first_turn": "stock_only",
    "shared_knock_card": True,
    "deal_rule": "loser",
    "table_format": "partnership",
}
_TEAMS: Final[dict[str, Option]] = {"table_format": "partnership", "deal_rule": "winner"}

_PRESET_OPTIONS: Final[dict[str, dict[str, Option]]] = {
    "standard": {},
    "single": _NO_END_BONUSES,
    "casual": _NO_END_BONUSES | {"big_gin_bonus": None, "deal_rule": "winner"},
    "classic": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "big_gin_bonus": None,
        "box_bonus": 20,
        "shutout": "flat",
        "deal_rule": "loser",
    },
    "tournament": _NO_END_BONUSES
    | {"match_format": "best_of", "target": 250, "wall_rule": "last_discard"},
    "multi_match": {"match_format": "multi_match"},
    "big_gin_50": {"big_gin_bonus": 50},
    "undercut_20": {"undercut_bonus": 20},
    "tie_not_awarded": {"undercut_on_tie": False},
    "dealt_knock": {"dealt_knock_misdeal": True},
    "straight": {"knock_limit": 0},
    "oklahoma": _OKLAHOMA,
    "oklahoma_ace_gin": _OKLAHOMA | {"oklahoma_ace": "gin"},
    "oklahoma_hollywood": _OKLAHOMA | {"match_format": "hollywood"},
    "oklahoma_deep": _OKLAHOMA | {"deep_pickup": True},
    "oklahoma_match": _OKLAHOMA_MATCH,
    "oklahoma_match_hollywood": _OKLAHOMA_MATCH | {"match_format": "hollywood"},
    "hollywood": {"match_format": "hollywood"},
    "tedesco": _TEDESCO | {"knock_card_source": "upcard", "hollywood_target": 200},
    "tedesco_2v2": _TEDESCO_TEAMS | {"hollywood_target": 200},
    "tedesco_3v3": _TEDESCO_TEAMS | {"hollywood_target": 300, "sweep_bonus": 25},
    "tedesco_4v4": _TEDESCO_TEAMS | {"hollywood_target": 300, "sweep_bonus": 50},
    "mahjong": _NO_END_BONUSES | {"game_kind": "mahjong", "target": 500},
    "three_handed": _NO_END_BONUSES
    | {
        "table_format": "box",
        "undercut_bonus": 10,
        "big_gin_bonus": None,
        "deal_rule": "box",
    },
    "partnership_4": _TEAMS | {"target": 125},
    "captains_5": {"table_format": "captains", "target": 125, "deal_rule": "winner"},
    "partnership_6": _TEAMS | {"target": 150, "pairing": "fixed"},
    "captains_7": {"table_format": "captains", "target": 150, "deal_rule": "winner"},
    "partnership_8": _TEAMS | {"target": 150, "pairing": "fixed"},
    "round_corner": {
        "run_wrap": "around_corner",
        "ace_deadwood": 15,
        "layoff_on_gin": True,
        "gin_bonus": 20,
        "undercut_bonus": 20,
        "big_gin_bonus": None,
        "box_bonus": 20,
        "target": 125,
    },
}
PRESETS: Final = {name: rules_from(options) for name, options in _PRESET_OPTIONS.items()}
"""The named rulesets, by the rulebook's names."""

PRESET_PLAYERS: Final[dict[str, int]] = {
    "three_handed": 3,
    "partnership_4": 4,
    "tedesco_2v2": 4,
    "captains_5": 5,
    "partnership_6": 6,
    "tedesco_3v3": 6,
    "captains_7": 7,
    "partnership_8": 8,
    "tedesco_4v4": 8,
}
"""The number of players of a preset; two if it is not listed."""


def players_of(name: str, rules: Rules) -> tuple[int, ...]:
    """Return the numbers of players of a ruleset: one for a preset, all possible ones for others.

    >>> players_of("partnership_6", PRESETS["partnership_6"]), players_of("ours", PRESETS["single"])
    ((6,), (2,))
    """
    size = PRESET_PLAYERS.get(name)
    return tuple(rules.players()) if size is None else (size,)
