"""Pools: every ruleset of the rulebook has one, and each stays where it is."""

import pytest

from engine.clocks import CLOCKS, LIVE
from engine.game.presets import PRESETS
from engine.standings.rating import POOLS, Family, Pace, family_of, parse_pool, pool_of

FAMILIES = {
    "standard": Family.STANDARD,
    "single": Family.STANDARD,
    "casual": Family.STANDARD,
    "classic": Family.STANDARD,
    "tournament": Family.STANDARD,
    "multi_match": Family.STANDARD,
    "big_gin_50": Family.STANDARD,
    "undercut_20": Family.STANDARD,
    "tie_not_awarded": Family.STANDARD,
    "dealt_knock": Family.STANDARD,
    "straight": Family.STRAIGHT,
    "oklahoma": Family.OKLAHOMA,
    "oklahoma_ace_gin": Family.OKLAHOMA,
    "oklahoma_deep": Family.OKLAHOMA,
    "oklahoma_hollywood": Family.HOLLYWOOD,
    "oklahoma_match": Family.OKLAHOMA,
    "oklahoma_match_hollywood": Family.HOLLYWOOD,
    "hollywood": Family.HOLLYWOOD,
    "tedesco": Family.TEDESCO,
    "round_corner": Family.TEDESCO,
    "tedesco_2v2": Family.TEAMS,
    "tedesco_3v3": Family.TEAMS,
    "tedesco_4v4": Family.TEAMS,
    "mahjong": Family.MAHJONG,
    "three_handed": Family.THREE_HANDED,
    "partnership_4": Family.TEAMS,
    "captains_5": Family.TEAMS,
    "partnership_6": Family.TEAMS,
    "captains_7": Family.TEAMS,
    "partnership_8": Family.TEAMS,
}


def test_every_preset_has_its_family() -> None:
    assert {name: family_of(rules) for name, rules in PRESETS.items()} == FAMILIES


def test_live_is_what_is_played_at_one_sitting() -> None:
    paces = {name: pool_of(PRESETS["standard"], clock).pace for name, clock in CLOCKS.items()}
    assert paces[LIVE.name] is Pace.LIVE
    assert paces["daily"] is paces["casual"] is paces["untimed"] is Pace.CORRESPONDENCE


def test_a_pool_is_written_and_read() -> None:
    assert [parse_pool(str(pool)) for pool in POOLS] == list(POOLS)
    with pytest.raises(ValueError, match="chess"):
        parse_pool("chess.live")
