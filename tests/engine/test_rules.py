"""Options: read from plain data, checked, refused with a code that names the objection (5)."""

from dataclasses import replace
from typing import Any

import pytest

from engine.game.errors import OptionError
from engine.game.option_types import Span
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.rules import FIELDS, Rules, declared, rules_from


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"game_kind": "mahjong", "match_format": "hollywood"}, "mahjong_hollywood"),
        ({"game_kind": "mahjong", "knock_card_source": "upcard"}, "mahjong_knock_card"),
        ({"game_kind": "mahjong", "table_format": "rotation"}, "mahjong_two"),
        ({"game_kind": "mahjong", "first_turn": "stock_only"}, "mahjong_upcard"),
        ({"game_kind": "mahjong", "deep_pickup": True}, "mahjong_deep_pickup"),
        ({"game_kind": "mahjong", "run_wrap": "around_corner"}, "mahjong_run_wrap"),
        ({"best_of": 4}, "best_of_even"),
        ({"knock_card_source": "upcard", "first_turn": "stock_only"}, "upcard_missing"),
        ({"shared_knock_card": True}, "shared_knock_card"),
        (
            {"shared_knock_card": True, "table_format": "partnership"},
            "shared_knock_card",
        ),
        ({"sweep_bonus": 25}, "sweep_bonus"),
        ({"deal_rule": "box"}, "deal_rule_box"),
        ({"ace_deadwood": 11}, "ace_deadwood"),
        ({"knock_limit": 11}, "out_of_range"),
        ({"target": 9}, "out_of_range"),
        ({"gin_extra_boxes": 5}, "out_of_range"),
        ({"hand_size": "10"}, "wrong_type"),
        ({"gin_bonus": True}, "wrong_type"),
        ({"gin_bonus": None}, "wrong_type"),
        ({"undercut_on_tie": 1}, "wrong_type"),
        ({"deal_rule": "oldest"}, "unknown_value"),
        ({"run_wrap": "both"}, "unknown_value"),
        ({"joker": True}, "unknown_option"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(OptionError) as refused:
        rules_from(options)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("options", "data"),
    [
        ({"gin_bonus": "many"}, {"option": "gin_bonus", "value": "many"}),
        ({"ace_deadwood": 11}, {"value": 11}),
        ({"target": 9}, {"option": "target", "value": 9, "low": 10, "high": 1000}),
        (
            {"run_wrap": "both"},
            {"option": "run_wrap", "value": "both", "known": "none, high_low, around_corner"},
        ),
        ({"joker": True}, {"option": "joker"}),
    ],
)
def test_a_refused_option_is_named_with_what_it_may_be(
    options: dict[str, Any], data: dict[str, Any]
) -> None:
    with pytest.raises(OptionError) as refused:
        rules_from(options)
    assert refused.value.data == data


SPANS = {name: span for name in FIELDS if (span := declared(name, Span)) is not None}


@pytest.mark.parametrize("name", sorted(SPANS))
def test_the_ends_of_a_range_are_inside_and_their_neighbours_are_not(name: str) -> None:
    # Ranges that the rulebook gives, or that its tables, sheets and messages are made for.
    low, high = SPANS[name].low, SPANS[name].high
    base = PRESETS["tedesco_2v2"] if name == "sweep_bonus" else PRESETS["hollywood"]
    for value in (low, high):
        if name == "best_of" and value % 2 == 0:
            continue
        assert rules_from({name: value}, base).options()[name] == value
    for value in (low - 1, high + 1):
        with pytest.raises(OptionError):
            rules_from({name: value}, base)


def test_ranges_are_those_of_the_rulebook() -> None:
    assert SPANS["knock_limit"] == Span(0, 10)
    assert SPANS["hollywood_columns"] == Span(1, 6)
    assert SPANS["hollywood_target"] == SPANS["target"] == Span(10, 1000)


def test_rules_made_by_hand_are_checked_as_well() -> None:
    with pytest.raises(OptionError) as refused:
        Rules(deal_rule="winner")  # type: ignore[arg-type]
    assert refused.value.code == "wrong_type"
    with pytest.raises(OptionError) as refused:
        Rules(joker=True)  # type: ignore[call-arg]
    assert refused.value.code == "unknown_option"


@pytest.mark.parametrize("name", FIELDS)
def test_no_option_takes_a_value_of_another_type(name: str) -> None:
    default = getattr(Rules(), name)
    others: list[Any] = ["25", 25.0, 1.0, "true", [], 1 if isinstance(default, bool) else True]
    for value in others:
        with pytest.raises(OptionError) as refused:
            replace(Rules(), **{name: value})
        assert refused.value.code == "wrong_type", value


def test_combinations_that_the_rulebook_allows_are_accepted() -> None:
    offered = rules_from({"knock_card_source": "second_deck"})
    assert offered.first_turn.value == "upcard_offer"
    assert rules_from({"knock_limit": 0, **PRESETS["tedesco"].options()}).knock_limit == 10
    assert rules_from({"match_format": "hollywood"}, PRESETS["straight"]).knock_limit == 0


def test_options_survive_a_round_trip_and_differences_are_few() -> None:
    for rules in PRESETS.values():
        assert rules_from(rules.options()) == rules
        assert rules_from(rules.differences(Rules())) == rules
    assert PRESETS["straight"].differences(Rules()) == {"knock_limit": 0}


def test_presets_seat_as_many_as_their_format_takes() -> None:
    for name, rules in PRESETS.items():
        assert PRESET_PLAYERS.get(name, 2) in rules.players()
