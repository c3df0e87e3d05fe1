"""The puzzle of a day: a real question, one good answer, nothing hidden, nobody named."""

import hashlib
import json
from dataclasses import replace

import pytest

from engine.game.actions import Discard, Knock, Resign
from engine.game.cards import cards_of
from engine.game.errors import RecordError
from engine.game.notation import action_text
from engine.game.record import positions, sealed
from engine.trainer.making import OF_A_DAY, Prepared, from_records, of_a_day
from engine.trainer.puzzle import Puzzle, Question, puzzle_from
from tests.worlds.records import recorded
from tests.worlds.sequences import played

pytestmark = [pytest.mark.usefixtures("few_deals"), pytest.mark.xdist_group("questions")]


def root_of(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def checked(found: list[Prepared]) -> list[Puzzle]:
    puzzles = [puzzle_from(one.text) for one in found]
    for one in puzzles:
        check(one)
    return puzzles


@pytest.mark.slow
def test_a_day_without_matches_gets_a_fair_question_of_computers() -> None:
    found = of_a_day([], root_of("a"))
    assert checked(found)
    assert found == of_a_day([], root_of("a"))
    assert {one.key for one in found}.isdisjoint(one.key for one in of_a_day([], root_of("b")))


@pytest.mark.slow
def test_a_puzzle_of_people_comes_first_and_names_nobody() -> None:
    record, _ = recorded("standard", 4)
    named = sealed(replace(record, names=("Ann the first", "Bob")))
    found = of_a_day([named], root_of("a"))
    checked(found)
    held = {hand for state in positions(record) for hand in state.tables[0].round.hands}
    assert puzzle_from(found[0].text).hand in held
    assert not any("Ann" in one.text for one in found)


@pytest.mark.slow
def test_days_ask_for_other_turns_of_the_same_matches() -> None:
    record, _ = recorded("standard", 4)
    days = [[one.key for one in of_a_day([record], root_of(text))] for text in "abc"]
    assert len({day[0] for day in days}) > 1
    trainer = {one.key for one in from_records([record], OF_A_DAY)}
    assert any(set(day) - trainer for day in days)


@pytest.mark.slow
def test_records_that_hold_no_question_are_passed_over() -> None:
    record = played("standard")[0]
    damaged = [replace(record, moves=record.moves[1:]), replace(record, seal="")]
    unread = [*damaged, played("three_handed")[0], played("mahjong")[0]]
    assert of_a_day(unread, root_of("a")) == of_a_day([], root_of("a"))


def check(found: Puzzle) -> None:
    assert found.question in (Question.DISCARD, Question.KNOCK)
    assert len(tuple(cards_of(found.hand))) == 11
    expected = [one.expected for one in found.answers]
    assert expected[found.best] == max(expected)
    assert len(set(map(repr, (one.action for one in found.answers)))) == len(found.answers) >= 2
    for one in found.answers:
        assert isinstance(one.action, Discard | Knock)
        assert found.hand >> one.action.card & 1
    seen = found.hand | found.theirs
    assert not any(seen >> card & 1 for card in found.discards)
    assert puzzle_from(found.to_json()) == found


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"question": "guess"}', json.dumps({"question": "discard"})]
)
def test_what_is_not_a_puzzle_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        puzzle_from(text)


@pytest.mark.slow
def test_only_what_a_round_asks_for_can_be_an_answer() -> None:
    plain = json.loads(of_a_day([], root_of("a"))[0].text)
    assert puzzle_from(json.dumps(plain)).answers
    plain["answers"][0][0] = action_text(Resign())
    with pytest.raises(RecordError):
        puzzle_from(json.dumps(plain))
