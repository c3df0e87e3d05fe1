"""The length of an event's matches: offered where it has an effect, kept, and refused by name."""

from pathlib import Path

import pytest

from engine.events.kinds import SWISS
from engine.events.plan import USUAL_LENGTH, lengths_of, with_length
from engine.game.presets import PRESETS
from engine.game.rules import MatchFormat
from tests.bot.events.evening import evening


@pytest.mark.parametrize("name", [one for one in PRESETS if 2 in PRESETS[one].players()])
def test_every_length_that_is_offered_changes_the_rules(name: str) -> None:
    rules = PRESETS[name]
    usual, *others = lengths_of(rules)
    assert usual == USUAL_LENGTH
    assert with_length(rules, usual) == rules
    assert len({with_length(rules, one) for one in others}) == len(others) > 0
    assert rules not in {with_length(rules, one) for one in others}


@pytest.mark.slow
async def test_a_set_number_of_rounds_is_played_and_refused_by_name(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS, length="0-8")
        assert event.plan.rules.match_format is MatchFormat.ROUNDS
        assert event.plan.rules.rounds == 8
        assert "Standard gin · match of 8 rounds" in here.message(event).text
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.press(here.host, panel, "More")
        panel = await here.choose(here.host, panel, "plan-set-length", "0-8")
        panel = await here.press(here.host, panel, "Back")
        panel = await here.choose(here.host, panel, "plan-rules", "hollywood")
        assert "“Matches of 8 rounds” has no effect with Hollywood" in panel.text
        assert "8 rounds ·" not in panel.text


async def test_the_rules_of_an_event_are_those_it_is_played_by(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS, length="0-8")
        rules = await here.press(here.host, here.message(event), "Rules")
        assert "match of 8 rounds · knock with 10 or less" in rules.text
        assert "to 100 points" not in rules.text
        scoring = await here.press(here.host, rules, "Scoring")
        assert "match of 8 rounds · knock with 10 or less" in scoring.text
        options = await here.press(here.host, scoring, "Options")
        assert (
            "match of 8 rounds · knock with 10 or less"
            in (await here.press(here.host, options, "Next")).text
        )
