"""Records: text and JSON round-trip, replay gives the match, and nothing can be tampered with."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import record
from engine.game.errors import RecordError
from engine.game.presets import PRESETS
from engine.game.record import sealed
from engine.game.seats import Seat
from tests.worlds.sequences import MOVES, played


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_round_trips_and_replays(preset: str) -> None:
    kept, match = played(preset)
    assert record.from_text(record.to_text(kept)) == kept
    assert record.from_json(record.to_json(kept)) == kept
    assert record.replay(kept) == match


def test_every_position_can_be_walked() -> None:
    kept, match = played("standard")
    walked = list(record.positions(kept))
    assert len(walked) == MOVES + 1
    assert walked[-1] == match


@pytest.mark.slow
@given(st.data())
def test_no_line_can_be_changed_left_out_or_moved(data: st.DataObject) -> None:
    lines = record.to_text(played("standard")[0]).splitlines()
    index = data.draw(st.integers(0, len(lines) - 2))
    way = data.draw(st.sampled_from(["drop", "swap", "change"]))
    if way == "drop":
        del lines[index]
    elif way == "swap":
        other = data.draw(
            st.integers(0, len(lines) - 2).filter(lambda at: lines[at] != lines[index])
        )
        lines[index], lines[other] = lines[other], lines[index]
    else:
        place = data.draw(st.integers(0, len(lines[index]) - 1))
        old = lines[index][place]
        new = data.draw(
            st.characters(min_codepoint=33, max_codepoint=126).filter(lambda c: c != old)
        )
        lines[index] = lines[index][:place] + new + lines[index][place + 1 :]
    with pytest.raises(RecordError):
        record.from_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("field", "value"),
    [("lot", 6), ("seal", "00"), ("players", 3), ("format", 2), ("moves", []), ("rules", {"x": 1})],
)
def test_a_changed_json_record_is_refused(field: str, value: object) -> None:
    plain = json.loads(record.to_json(played("standard")[0]))
    plain[field] = value
    with pytest.raises(RecordError):
        record.from_json(json.dumps(plain))


@pytest.mark.parametrize("text", ["", "gin-record 2\nseal x\n", "hello", "gin-record 1"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        record.from_text(text)
    with pytest.raises(RecordError):
        record.from_json(text)


def test_a_resealed_record_still_has_to_be_playable() -> None:
    kept, _ = played("standard")
    wrong_seat = kept.moves[0]._replace(seat=Seat(1 - (kept.moves[0].seat or 0)))
    changed = sealed(replace(kept, moves=(wrong_seat, *kept.moves[1:])))
    with pytest.raises(RecordError, match="record_move"):
        record.replay(changed)
    with pytest.raises(RecordError, match="record_deck_missing"):
        record.replay(sealed(replace(kept, deals=kept.deals[:1])))


def resealed(lines: list[str]) -> str:
    """Text with the seal that its lines have, whatever they say."""
    chained = b""
    for line in lines:
        chained = hashlib.sha256(chained + line.encode()).digest()
    return "\n".join((*lines, f"seal {chained.hex()}")) + "\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lot 5", "lot five"),
        ("lot 5", "luck 5"),
        ("lot 5", "lot 05"),
        ("players 2", "players two"),
        ("sides null", "sides [[0, 99]]"),
        ("rules {}", 'rules {"no_such_rule": 1}'),
        ("started 999", "started 999\nmove 1000 0 ?"),
        ("started 999", "started -999"),
        ("started 999", "started 999\nbegun 1000000"),
        ("started 999", "started 999\nbegun -1"),
        ("players 2", "players 9"),
        ("lot 5", "lot -5"),
    ],
)
def test_a_sealed_text_still_has_to_be_a_record(old: str, new: str) -> None:
    lines = record.to_text(played("standard")[0]).splitlines()[:-1]
    assert record.from_text(resealed(lines)) == played("standard")[0]
    changed = [part for line in lines for part in (new if line == old else line).split("\n")]
    assert changed != lines
    with pytest.raises(RecordError, match="record_unreadable"):
        record.from_text(resealed(changed))


@pytest.mark.parametrize(
    "changed",
    [
        {"match_id": -1},
        {"started_ms": -1},
        {"begun": 1_000_000},
        {"begun": -1},
        {"names": ("one",)},
        {"players": 0},
    ],
)
def test_facts_that_no_match_has_are_refused_in_json(changed: dict[str, Any]) -> None:
    found = sealed(replace(played("standard")[0], **changed))
    with pytest.raises(RecordError, match="record_unreadable"):
        record.from_json(record.to_json(found))
    moved = found.moves[0]._replace(at_ms=-1)
    early = sealed(replace(played("standard")[0], moves=(moved, *found.moves[1:])))
    with pytest.raises(RecordError, match="record_unreadable"):
        record.from_json(record.to_json(early))


def test_what_a_replay_needs_has_to_be_in_the_record() -> None:
    kept, _ = played("standard")
    with pytest.raises(RecordError, match="record_start"):
        record.replay(sealed(replace(kept, players=3)))
    turned, _ = played("oklahoma_match")
    bare = tuple(deal._replace(knock_card=None) for deal in turned.deals)
    with pytest.raises(RecordError, match="record_knock_card"):
        record.replay(sealed(replace(turned, deals=bare)))


def test_a_name_with_a_line_break_cannot_forge_a_line() -> None:
    kept, _ = played("standard")
    forged = sealed(replace(kept, names=("x\nlot 0", "y")))
    assert record.from_text(record.to_text(forged)).lot == kept.lot


@pytest.mark.parametrize("end", ["\n\n", "\r\n \n", "  "])
def test_blank_lines_around_a_record_change_nothing(end: str) -> None:
    found, _ = played("standard")
    text = record.to_text(found).rstrip("\n")
    assert record.from_text("\n" + text + end) == found


@pytest.mark.parametrize(
    "text", ["{}", '{"format": 1}', "[1]", '{"a": ', "{" * 5000, '{"deals": []}']
)
def test_json_of_other_programs_is_not_a_record(text: str) -> None:
    with pytest.raises(RecordError, match="record_format"):
        record.from_json(text)
