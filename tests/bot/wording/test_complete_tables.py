"""Every table of words has an entry for everything the engine can name, and for nothing else."""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.current_matches import ACTIONS, QUESTIONS
from bot.daily import REFUSALS
from bot.leaderboard.handlers import REASONS
from bot.match.options import CLOCK_TITLES, LEVEL_CHOICES
from bot.presses.match import ChoicePurpose
from bot.render.models import Back, Felt, Theme
from bot.render.palette import BACKS, FACES, FELTS
from bot.rewards import _REASONS as EARNED
from bot.rewards import REFUSED
from bot.ui.i18n import LANGUAGES
from bot.wording.errors import _LOBBIES, _OPTIONS, _RULES
from bot.wording.names import ACHIEVEMENT_NAMES as ACHIEVEMENTS
from bot.wording.names import BOARDS, FAMILIES, GOOD_NAMES, LANGUAGE_NAMES, PACES, TITLES
from bot.wording.options import NEED_WORDS, OPTION_WORDS
from bot.wording.reasons import _REASONS as COACHING
from bot.wording.reasons import GRADES
from bot.wording.scores import _LINES
from engine.clocks import CLOCKS
from engine.coach.reasons import Why
from engine.coach.review import Grade
from engine.game.errors import RuleCode
from engine.game.option_types import Choices, Need, Span
from engine.game.options import OPTIONS
from engine.game.presets import PRESETS
from engine.game.scoring import LineKind
from engine.players import CHARACTERS, Level, TalkMoment
from engine.service import LobbyCode, Unrated
from engine.service.daily import DayCode
from engine.service.rewards import Purchase
from engine.service.rewards.achievements import WORTH
from engine.service.rewards.coins import GOODS, Earned
from engine.service.standings import LeaderboardMetric
from engine.standings.rating import Family, Pace

ENGINE = Path(__file__).parents[3] / "engine"
TABLES: dict[str, tuple[Iterable[object], Iterable[object]]] = {
    "preset titles": (TITLES, PRESETS),
    "language names": (LANGUAGE_NAMES, {"en-US"} | (LANGUAGES.keys() - {"es-419"})),
    "score lines": (_LINES, LineKind),
    "level choices": ((choice.value for choice in LEVEL_CHOICES), Level),
    "characters": (CHARACTERS, Level),
    "rule refusals": (_RULES, RuleCode),
    "lobby refusals": (_LOBBIES, LobbyCode),
    "daily refusals": (REFUSALS, DayCode),
    "options": (OPTION_WORDS, OPTIONS),
    "option needs": (NEED_WORDS, Need),
    "clocks": (CLOCK_TITLES, CLOCKS),
    "achievements": (ACHIEVEMENTS, WORTH),
    "goods": (GOOD_NAMES, GOODS),
    "coins": (EARNED, Earned),
    "purchases": (REFUSED, set(Purchase) - {Purchase.BOUGHT}),
    "families": (FAMILIES, Family),
    "paces": (PACES, Pace),
    "leaderboards": (BOARDS, LeaderboardMetric),
    "unrated": (REASONS, Unrated),
    "coach's reasons": (COACHING, Why),
    "coach's grades": (GRADES, Grade),
    "questions": (QUESTIONS, ChoicePurpose),
    "actions": (ACTIONS, set(ChoicePurpose) - {ChoicePurpose.RESIGN}),
    "faces": (FACES, Theme),
    "felts": (FELTS, Felt),
    "backs": (BACKS, Back),
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_names_everything_there_is(table: str) -> None:
    named, there_is = TABLES[table]
    assert sorted(map(str, named)) == sorted(map(str, there_is))


def test_every_value_of_an_option_has_its_phrase() -> None:
    for name, row in OPTION_WORDS.items():
        values = OPTIONS[name]
        if isinstance(row.change, str):
            assert isinstance(values, Span) or name == "ace_deadwood"
            assert bool(row.on and row.off) == (isinstance(values, Span) and values.or_none)
        else:
            assert isinstance(values, Choices)
            assert set(row.change) == set(values.values), name


def test_a_rule_stands_in_a_part_and_is_of_values_that_there_are() -> None:
    for name, row in OPTION_WORDS.items():
        assert (row.part is None) == (not row.rule)
        values = OPTIONS[name]
        if not isinstance(row.rule, str):
            assert set(row.rule) <= set(values.values if isinstance(values, Choices) else ()), name


def test_every_character_has_a_line_for_every_moment() -> None:
    for character in CHARACTERS.values():
        assert set(character.lines) == set(TalkMoment)
        assert all(character.lines.values())


def codes_of_option_errors() -> set[str]:
    """The codes with which the game refuses rules: literals, and the keys of ``objections``."""
    found: set[str] = set()
    for name in ("rules", "options"):
        for node in ast.walk(ast.parse((ENGINE / "game" / f"{name}.py").read_text())):
            match node:
                case ast.Call(
                    func=ast.Name(id="OptionError"), args=[ast.Constant(value=str(code))]
                ):
                    found.add(code)
                case ast.Assign(targets=[ast.Name(id="objections")], value=ast.Dict(keys=keys)):
                    found |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
                case _:
                    pass
    return found


def test_every_objection_to_rules_has_its_sentence() -> None:
    assert codes_of_option_errors() - {"no_effect"} == _OPTIONS.keys()
