"""The rulebook's hand-checked cases, its traps, and what each option does to a round.

The first are read from the copy beside this file, or from the file named by ``GIN_VECTORS`` (same
format). A kind that no check knows is an error, so that no case is passed over in silence.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules import hand_cases, match_cases, script_cases

VECTORS = Path(os.environ.get("GIN_VECTORS") or Path(__file__).with_name("rule_vectors.json"))
DOCUMENT: dict[str, Any] = json.loads(VECTORS.read_text())
OWN: dict[str, Any] = json.loads(Path(__file__).with_name("round_vectors.json").read_text())
CASES: list[dict[str, Any]] = [*DOCUMENT["vectors"], *OWN["vectors"]]
CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "is_meld": hand_cases.is_meld,
    "deadwood": hand_cases.deadwood,
    "discards": hand_cases.discards,
    "illegal_knock": hand_cases.illegal_knock,
    "layoff": hand_cases.layoff,
    "knocker_choice": hand_cases.knocker_choice,
    "hand_result": hand_cases.hand_result,
    "knock_value": hand_cases.knock_value,
    "mahjong": hand_cases.mahjong,
    "mahjong_pick": hand_cases.mahjong_pick,
    "deal": match_cases.deal,
    "game": match_cases.game,
    "award": match_cases.awarded_round,
    "settle": match_cases.settled,
    "best_of": match_cases.best_of,
    "hollywood": match_cases.hollywood,
    "multi_match": match_cases.multi_match,
    "team_round": match_cases.team_round_points,
    "team_entry": match_cases.team_entry,
    "box_game": match_cases.box_game,
    "cutthroat": match_cases.cutthroat,
    "chouette": match_cases.chouette,
    "captains": match_cases.captains,
    "script": script_cases.script,
    "position": script_cases.position,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_rulebook_case(case: dict[str, Any]) -> None:
    CHECKS[case["kind"]](case)


def test_every_kind_is_known() -> None:
    unknown = {case["kind"] for case in CASES} - CHECKS.keys()
    assert not unknown, f"no check for {sorted(unknown)}"


def test_defaults_and_presets_are_the_rulebooks() -> None:
    from engine.game.presets import PRESETS
    from engine.game.rules import Rules, rules_from

    assert rules_from(DOCUMENT["default_options"]) == Rules()
    expected = {name: rules_from(options) for name, options in DOCUMENT["presets"].items()}
    assert {name: PRESETS[name] for name in expected} == expected
