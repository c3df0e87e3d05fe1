"""Options: what they change, and that nothing is promised that is never played."""

import random
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.actions import Ready
from engine.game.errors import OptionError
from engine.game.match import MatchPhase, PlayedRound, act
from engine.game.option_types import Choices, Option, Span
from engine.game.options import OPTIONS, house_rules, missing
from engine.game.presets import PRESETS
from engine.game.rules import Rules, rules_from
from engine.game.view import seat_view
from tests.engine.playing import any_action, new_match

STANDARD = PRESETS["standard"]
ROUNDS = 3
WITHOUT_BOXES = ("single", "casual", "tournament", "mahjong", "three_handed")


def test_every_option_of_the_rules_is_listed() -> None:
    assert list(OPTIONS) == [field.name for field in fields(Rules)]
    for name, values in OPTIONS.items():
        default = STANDARD.options()[name]
        if isinstance(values, Choices):
            assert default in values.values
        else:
            assert values.low <= int(default or 0) <= values.high


def values_of(name: str) -> list[Option]:
    values = OPTIONS[name]
    if isinstance(values, Choices):
        return list(values.values)
    return [values.low, (values.low + values.high) // 2, values.high]


def possible(base: Rules, options: dict[str, Option]) -> Rules | None:
    try:
        return rules_from(options, base)
    except OptionError:
        return None


@cache
def played(rules: Rules, seed: int) -> Sequence[object]:
    """What some rounds of random players bring, and whose turn it ever was."""
    match, decks = new_match(rules, rules.players()[0], seed)
    rng, said = random.Random(seed), list[object]()
    for _ in range(600):
        if match.phase is MatchPhase.OVER or len(match.played) >= ROUNDS:
            break
        said.append((match.phase, match.to_act))
        seat = rng.choice(match.to_act)
        between = match.phase is MatchPhase.BETWEEN
        action = Ready() if between else any_action(seat_view(match, seat), rng)
        match = act(match, seat, action, decks).match
    sheet = match.sheet()
    shown = (sheet.totals, sheet.games_won, sheet.finished, sheet.winner, sheet.games)
    return [*said, *map(_without_limits, match.played), shown, sheet.columns]


def _without_limits(one: PlayedRound) -> PlayedRound:
    """A round as played: where no card counts 1, limits of 0 and 1 differ in name only (2.8)."""
    tables = [
        replace(table, ending=table.ending and replace(table.ending, limit=0))
        for table in one.tables
    ]
    return replace(one, tables=tuple(tables))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_an_option_that_is_called_without_effect_changes_nothing(data: st.DataObject) -> None:
    base = PRESETS[data.draw(st.sampled_from(sorted(PRESETS)))]
    idle = [name for name in OPTIONS if missing(name, base) is not None]
    if not idle:
        return
    name = data.draw(st.sampled_from(idle))
    value = data.draw(st.sampled_from(values_of(name)))
    changed = possible(base, {name: value})
    if changed is not None:
        seed = data.draw(st.integers(0, 3))
        assert played(changed, seed) == played(base, seed), name


@pytest.mark.parametrize(
    ("base", "options", "need"),
    [
        ("standard", {"hollywood_target": 150}, "hollywood"),
        ("standard", {"best_of": 7}, "best_of"),
        ("standard", {"spade_doubles": True}, "knock_card"),
        ("standard", {"spade_doubles_boxes": True}, "spades"),
        ("standard", {"mm_match_bonus": 50}, "session"),
        ("standard", {"mahjong_gin_bonus": 50}, "mahjong"),
        ("standard", {"pairing": "fixed"}, "teams"),
        ("standard", {"adviser_sees_hand": False}, "adviser"),
        ("hollywood", {"target": 150}, "games"),
        ("tedesco", {"oklahoma_ace": "gin"}, "low_aces"),
        ("oklahoma", {"knock_limit": 5}, "fixed_limit"),
        ("straight", {"undercut_bonus": 10}, "knocking"),
        ("single", {"gin_extra_boxes": 2}, "boxes"),
        *((name, {"winner_rule": "highest_total"}, "boxes") for name in WITHOUT_BOXES),
        (
            "standard",
            {"winner_rule": "highest_total", "boxes_count_toward_target": True},
            "boxes_apart",
        ),
        ("multi_match", {"game_bonus": 50}, "one_game"),
        ("mahjong", {"gin_bonus": 20}, "gin"),
        ("three_handed", {"draw_deal": "by_rule"}, "free_deal"),
        ("standard", {"shutout_flat": 50}, "flat_shutout"),
        ("partnership_4", {"sweep_bonus_doubled": False}, "sweep"),
    ],
)
def test_what_has_no_effect_is_refused_by_name(
    base: str, options: dict[str, Option], need: str
) -> None:
    with pytest.raises(OptionError) as refused:
        house_rules(options, PRESETS[base])
    assert refused.value.code == "no_effect"
    assert refused.value.data == {"option": next(iter(options)), "need": need}


def test_what_an_option_needs_may_come_with_it() -> None:
    rules = house_rules({"match_format": "hollywood", "hollywood_target": 150}, STANDARD)
    assert rules.points_to_win == 150
    rules = house_rules({"spade_doubles": True, "knock_card_source": "upcard"}, STANDARD)
    assert rules == PRESETS["oklahoma"]


def test_a_limit_that_voids_every_round_makes_no_house_rules() -> None:
    with pytest.raises(OptionError) as refused:
        house_rules({"max_pile_draws_in_a_row": 1}, STANDARD)
    assert refused.value.data["low"] == 2
    kept = rules_from({"max_pile_draws_in_a_row": 1})
    assert kept.max_pile_draws_in_a_row == 1, "matches that play it stay readable"


def test_a_knock_card_is_refused_where_it_would_lose_straight_gin() -> None:
    for source in ("upcard", "second_deck"):
        with pytest.raises(OptionError) as refused:
            house_rules({"knock_card_source": source}, PRESETS["straight"])
        assert refused.value.code == "no_effect"
        assert refused.value.data == {"option": "knock_limit", "need": "fixed_limit"}
    stored = rules_from({"knock_card_source": "upcard"}, PRESETS["straight"])
    assert house_rules({"gin_bonus": 30}, stored).gin_bonus == 30, "stored ones can be changed"


def test_another_kind_of_game_brings_its_own_bonuses() -> None:
    assert house_rules({"game_kind": "mahjong"}, STANDARD) == PRESETS["mahjong"]
    assert house_rules({"game_kind": "gin"}, PRESETS["mahjong"]) == STANDARD
    short = house_rules({"game_kind": "mahjong", "target": 200}, PRESETS["oklahoma"])
    assert short == replace(PRESETS["mahjong"], target=200)


def test_points_to_win_are_the_columns_in_hollywood() -> None:
    assert PRESETS["hollywood"].to_points(150).hollywood_target == 150
    assert PRESETS["tedesco"].to_points(120).points_to_win == 120
    assert PRESETS["standard"].to_points(150) == replace(STANDARD, target=150)


def test_every_span_can_be_played_at_both_ends() -> None:
    for name, values in OPTIONS.items():
        if isinstance(values, Span) and name != "best_of":
            base = PRESETS["tedesco_3v3"] if name == "sweep_bonus" else STANDARD
            for value in (values.low, values.high):
                assert getattr(rules_from({name: value}, base), name) == value
