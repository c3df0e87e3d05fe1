"""Characters: one a level, rare lines, a human pace."""

import pytest

from engine.players.levels import Level
from engine.players.personas import CHARACTERS, TalkMoment, line, pace_ms


@pytest.mark.parametrize("level", Level)
def test_every_level_has_a_character_with_something_to_say_at_every_moment(level: Level) -> None:
    character = CHARACTERS[level]
    assert character.level is level
    assert set(character.lines) == set(TalkMoment)
    assert all(len(words) <= 80 for lines in character.lines.values() for words in lines)


def test_names_are_different() -> None:
    assert len({one.name for one in CHARACTERS.values()}) == len(Level)


@pytest.mark.parametrize("level", Level)
def test_talk_is_rare_and_the_pace_human(level: Level) -> None:
    character = CHARACTERS[level]
    said = [line(character, TalkMoment.GIN, seed) for seed in range(1000)]
    assert 0 < sum(one is not None for one in said) <= 150
    paces = [pace_ms(character, seed) for seed in range(3000)]
    assert min(paces) >= 500
    assert max(paces) <= 3000
