"""The rules in words: complete, within Discord's limits, and what the options say."""

from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest

from bot.presses.lobby import PLAY, SCORE, RulesTab, options_tab
from bot.ui.i18n import words_for
from bot.ui.reader import Reader
from bot.wording.rules import house_rules, in_short, rules_in_short, rules_screen, sections
from bot.wording.rules_options import pages, value_text
from engine.game.option_types import Option
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.rules import Rules, rules_from
from tests.bot.ui.screen_limits import problems

WORDS: Final = words_for("en")
READER: Final = Reader(WORDS)
ROOT: Final = Path(__file__).parents[3]

OKLAHOMA: Final[dict[str, Option]] = {"knock_card_source": "upcard", "spade_doubles": True}
TEAMS: Final[dict[str, Option]] = {"table_format": "partnership"}
SESSION: Final[dict[str, Option]] = {"match_format": "multi_match"}
HOLLYWOOD: Final[dict[str, Option]] = {"match_format": "hollywood"}
COMPANIONS: Final[dict[str, dict[str, Option]]] = {
    "oklahoma_ace": {"knock_card_source": "upcard"},
    "spade_doubles": {"knock_card_source": "upcard"},
    "spade_doubles_boxes": OKLAHOMA,
    "shutout_flat": {"shutout": "flat"},
    "best_of": {"match_format": "best_of"},
    "rounds": {"match_format": "rounds"},
    "session_target": SESSION,
    "mm_round_bonus": SESSION,
    "mm_match_bonus": SESSION,
    "mm_shutout_bonus": SESSION,
    "hollywood_columns": HOLLYWOOD,
    "hollywood_target": HOLLYWOOD,
    "hollywood_late_entry": HOLLYWOOD,
    "hollywood_third_double": HOLLYWOOD,
    "pairing": TEAMS,
    "shared_knock_card": TEAMS | {"knock_card_source": "second_deck"},
    "sweep_bonus": TEAMS,
    "sweep_bonus_doubled": TEAMS | OKLAHOMA | {"sweep_bonus": 25},
    "mahjong_gin_bonus": {"game_kind": "mahjong"},
    "adviser_sees_hand": {"table_format": "box"},
}
"""What else has to be chosen before an option has an effect; nothing for all others."""
NEEDS: Final[dict[tuple[str, Option], dict[str, Option]]] = {
    ("deal_rule", "box"): {"table_format": "box"},
}
WITHOUT_EFFECT: Final = {
    ("deal_rule", "box"): "the box deals whatever the rule says",
}


def said(rules: Rules) -> str:
    return "\n".join(line for section in sections(WORDS, rules) for line in section.lines)


def other_values(name: str, default: object) -> list[Option]:
    if isinstance(default, bool):
        return [not default]
    kind = type(default)
    if issubclass(kind, str):
        return [member.value for member in kind if member is not default]  # type: ignore[attr-defined]
    special: dict[str, list[Option]] = {
        "ace_deadwood": [15],
        "hand_size": [7, 9],
        "knock_limit": [0, 5],
        "big_gin_bonus": [None, 50],
        "best_of": [3, 7],
        "hollywood_columns": [1, 4],
        "wall_size": [0, 1, 3],
        "target": [150, 500],
        "max_pile_draws_in_a_row": [2, 20],
    }
    return special.get(name, [1, 20])


CASES = [
    (field.name, value)
    for field in fields(Rules)
    for value in other_values(field.name, field.default)
    if not (field.name.endswith("_extra_boxes") and value == 20)
    and not (field.name in ("session_target", "hollywood_target") and value == 1)
]


@pytest.mark.parametrize(("name", "value"), CASES, ids=str)
def test_every_option_changes_the_words(name: str, value: Option) -> None:
    companions = COMPANIONS.get(name, {}) | NEEDS.get((name, value), {})
    base = rules_from(companions)
    changed = rules_from({**companions, name: value})
    if (name, value) in WITHOUT_EFFECT:
        assert said(changed) == said(base)
    else:
        assert said(changed) != said(base)
    phrases = house_rules(READER, "my own rules", changed)
    assert len(phrases) == len(changed.differences(PRESETS["standard"]))
    assert all(phrase and "{" not in phrase for phrase in phrases)
    assert len(set(phrases)) == len(phrases)


def test_every_option_is_tried() -> None:
    assert {name for name, _ in CASES} == {field.name for field in fields(Rules)}


@pytest.mark.parametrize(
    ("options", "silent"),
    [
        ({"knock_limit": 0}, ("ndercut", "aid off", "Knock:")),
        ({"spade_doubles": True}, ("spade",)),
        ({"game_kind": "mahjong", "wall_rule": "last_discard"}, ("ndercut", "last discard may")),
        ({"box_bonus": 0, "gin_extra_boxes": 2}, ("box",)),
        ({"ace_deadwood": 15, **OKLAHOMA}, ("knock with 1.",)),
        ({"big_gin_bonus": None}, ("ig gin",)),
        ({"table_format": "partnership"}, ("every table",)),
    ],
)
def test_what_has_no_effect_is_not_mentioned(
    options: dict[str, Option], silent: tuple[str, ...]
) -> None:
    text = said(rules_from(options))
    assert not [word for word in silent if word in text]


TABS: Final = (PLAY, SCORE, *map(options_tab, range(pages())))


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_screen_of_a_preset_leaves_room_for_longer_languages(
    preset: str, tab: RulesTab
) -> None:
    screen = rules_screen(READER, PRESETS[preset], preset, tab)
    assert problems(screen) == []
    assert sum(map(len, screen.texts())) <= 2600


def test_the_pages_together_say_all_rules_and_every_option() -> None:
    for preset, rules in PRESETS.items():
        texts = [rules_screen(READER, rules, preset, tab).texts() for tab in TABS]
        whole = "\n".join(text for page in texts for text in page)
        for section in sections(WORDS, rules, preset):
            assert all(line in whole for line in section.lines)
        for name, value in rules.options().items():
            assert f"`{name}` **{value_text(value)}**" in whole


def test_a_preset_for_one_number_of_players_speaks_of_no_other() -> None:
    for preset, size in PRESET_PLAYERS.items():
        page = "\n".join(rules_screen(READER, PRESETS[preset], preset).texts())
        assert f"{size} players" in page or (size == 3 and "Three players" in page)
        assert "six or eight" not in page
        assert "Five or seven" not in page


def test_options_that_change_nothing_say_what_they_need() -> None:
    (text,) = rules_screen(READER, PRESETS["standard"], "standard", options_tab(3)).texts()
    assert "No effect here; needs match_format=hollywood" in text
    (text,) = rules_screen(READER, PRESETS["hollywood"], "hollywood", options_tab(3)).texts()
    assert "needs match_format=hollywood" not in text


def test_the_longest_rules_still_fit() -> None:
    wordy: dict[str, Option] = {
        "gin_extra_boxes": 4,
        "undercut_extra_boxes": 4,
        "spade_doubles_boxes": True,
        "deep_pickup": True,
        "dealt_knock_misdeal": True,
        "wall_rule": "last_discard",
        "shutout": "double_and_flat",
        "undercut_on_tie": False,
        "hollywood_third_double": True,
        "layoff_on_gin": True,
        "sweep_bonus": 50,
        "table_format": "captains",
        "exact_fifty_forfeit": True,
    }
    rules = rules_from(wordy, PRESETS["tedesco_4v4"])
    for tab in TABS:
        assert problems(rules_screen(READER, rules, "ours", tab)) == []


def test_numbers_are_those_of_the_ruleset() -> None:
    text = said(PRESETS["classic"])
    for sentence in (
        "- Gin: 20 + the opponent's deadwood",
        "as the knocker or less): 10 + the difference",
        "- **Boxes**: 20 for each round won",
        "- Game bonus: 100 for the winner",
        "- A shutout earns the winner 100",
        "then the loser of a round deals.",
    ):
        assert sentence in text
    assert "Best of 5: the first to win 3 games wins the match." in said(PRESETS["tournament"])
    assert "each to 300" in said(PRESETS["tedesco_4v4"])
    assert "wins every table scores 50 more" in said(PRESETS["tedesco_4v4"])


def test_differences_are_told_from_the_named_preset() -> None:
    rules = rules_from({"undercut_bonus": 10, "run_wrap": "around_corner"})
    assert house_rules(READER, "standard", rules) == (
        "runs go around the corner",
        "undercut 10 instead of 25",
    )
    classic = PRESETS["classic"]
    assert house_rules(READER, "classic", classic) == ()
    assert "gin 20 instead of 25" in house_rules(READER, "friday night", classic)
    again = rules_from({"big_gin_bonus": 50}, classic)
    assert house_rules(READER, "classic", again) == ("big gin 50",)


def test_one_line_is_enough_to_tell_most_presets_apart() -> None:
    assert in_short(WORDS, PRESETS["standard"]) == "to 100 points · knock with 10 or less"
    assert "one against all others" in in_short(WORDS, rules_from({"table_format": "chouette"}))
    lines = {in_short(WORDS, rules) for rules in PRESETS.values()}
    assert len(lines) >= 14


ARRANGEMENTS: Final[list[tuple[dict[str, Option], str]]] = [
    (
        {"table_format": "cutthroat"},
        "The player who stays deals, unless they dealt the last round.",
    ),
    ({"table_format": "rotation", "deal_rule": "winner"}, "The winner of a round deals the next"),
    ({"table_format": "cutthroat", "deal_rule": "loser"}, "The player coming in deals."),
    ({"table_format": "chouette", "deal_rule": "winner"}, "then the winner of a round deals."),
    ({"table_format": "captains", "deal_rule": "loser"}, "the team that lost the round deals."),
    ({"table_format": "partnership"}, "then the teams take turns."),
    ({"table_format": "partnership", "box_bonus": 0}, "scores the difference. A void table"),
    (
        {"table_format": "chouette", "draw_deal": "by_rule"},
        "After a void or tied round the deal passes",
    ),
    ({"knock_limit": 0, "hand_size": 7}, "face down and show all your cards melded."),
    ({"game_kind": "mahjong", "may_return_taken_discard": True}, "may be discarded again at once."),
    ({"match_format": "multi_match", "mm_shutout_bonus": 0}, "- 100 for the winner of the match"),
]


@pytest.mark.parametrize(("options", "sentence"), ARRANGEMENTS)
def test_every_arrangement_has_its_sentence(options: dict[str, Option], sentence: str) -> None:
    assert sentence in said(rules_from(options))


@pytest.mark.parametrize(
    ("options", "short"),
    [
        ({"table_format": "cutthroat"}, "the loser sits out · to 100 points"),
        ({"table_format": "rotation"}, "the winner stays · to 100 points"),
        ({"table_format": "box"}, "two play, one sits out · to 100 points"),
        ({"table_format": "captains"}, "two teams, one on the bench · to 100 points"),
        ({"run_wrap": "high_low", "hand_size": 7}, "aces high or low · 7 cards each"),
    ],
)
def test_one_line_names_players_and_cards(options: dict[str, Option], short: str) -> None:
    rules = rules_from(options)
    assert short in in_short(WORDS, rules)
    assert rules_in_short(READER, rules) == in_short(WORDS, rules)
