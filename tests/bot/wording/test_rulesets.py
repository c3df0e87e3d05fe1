"""Rulesets to choose from: a sentence and a length each, in every language."""

import pytest

from bot.match.options import ruleset_cards
from bot.ui.i18n import words_for
from bot.wording.names import LANGUAGE_NAMES
from bot.wording.rules import COMMON_RULESETS, MOST_LETTERS, RULESET_SENTENCES
from engine.game.option_types import Option
from engine.game.presets import PRESETS

HOUSE: dict[str, dict[str, Option]] = {
    "friday": {"knock_card_source": "upcard", "undercut_bonus": 20},
    "plain": {},
    "broken": {"target": "many"},
}


def test_every_preset_has_a_sentence_of_its_own_rules() -> None:
    assert set(RULESET_SENTENCES) == set(PRESETS)
    assert set(PRESETS) > COMMON_RULESETS


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_card_has_room_for_its_words(language: str) -> None:
    for one in ruleset_cards(words_for(language), {}):
        assert 0 < len(one.sentence) <= MOST_LETTERS, one
        assert 0 < len(one.length) <= 60, one


def test_a_servers_own_rules_come_first_and_say_how_they_differ() -> None:
    first, second, *_ = cards = ruleset_cards(words_for("en-US"), HOUSE)
    assert (first.name, second.name) == ("friday", "plain")
    assert first.sentence == "The upcard sets the knock limit; undercut 20 instead of 25."
    assert first.is_common
    assert second.sentence == RULESET_SENTENCES["standard"]
    assert "broken" not in [one.name for one in cards], "rules that cannot be played"


def test_a_length_is_that_of_the_ruleset() -> None:
    lengths = {one.name: one.length for one in ruleset_cards(words_for("en-US"), {})}
    assert lengths["standard"] == "to 100 points"
    assert lengths["hollywood"] == "Hollywood: 3 games to 100"
    assert lengths["tournament"] == "best of 5, games to 250"
