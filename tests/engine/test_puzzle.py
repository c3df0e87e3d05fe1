"""The puzzle of a day: a real question, one good answer, nothing hidden, nobody named."""

import hashlib
import json
from dataclasses import replace

import pytest

from engine.daily import puzzle
from engine.game.actions import BigGin, Discard, Knock, Resign
from engine.game.cards import cards_of
from engine.game.errors import RecordError
from engine.game.notation import action_text
from engine.game.record import sealed
from engine.trainer.puzzle import Puzzle, puzzle_from
from tests.worlds.sequences import played

DAY = 20261121


def root_of(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["a", "b", "c", "d"])
def test_a_puzzle_of_computers_is_a_fair_question(text: str) -> None:
    found = puzzle.find([], root_of(text), DAY)
    assert found == puzzle.find([], root_of(text), DAY)
    check(found)


def test_a_puzzle_of_people_names_nobody() -> None:
    record, _ = played("standard")
    named = sealed(replace(record, names=("Ann the first", "Bob")))
    found = puzzle.find([named], root_of("a"), DAY)
    check(found)
    assert "Ann" not in found.to_json()


@pytest.mark.slow
def test_records_that_hold_no_question_are_passed_over() -> None:
    record = played("standard")[0]
    damaged = [replace(record, moves=record.moves[1:]), replace(record, seal="")]
    unread = [*damaged, played("three_handed")[0], played("mahjong")[0]]
    assert puzzle.find(unread, root_of("a"), DAY) == puzzle.find([], root_of("a"), DAY)


def check(found: Puzzle) -> None:
    assert len(tuple(cards_of(found.hand))) == 11
    expected = [one.expected for one in found.answers]
    assert expected[found.best] == max(expected)
    assert len(set(map(repr, (one.action for one in found.answers)))) == len(found.answers) >= 2
    for one in found.answers:
        if isinstance(one.action, Discard | Knock):
            assert found.hand >> one.action.card & 1
        else:
            assert isinstance(one.action, BigGin)
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
    plain = json.loads(puzzle.find([], root_of("a"), DAY).to_json())
    assert puzzle_from(json.dumps(plain)).answers
    plain["answers"][0][0] = action_text(Resign())
    with pytest.raises(RecordError):
        puzzle_from(json.dumps(plain))
