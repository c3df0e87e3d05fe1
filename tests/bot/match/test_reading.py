"""Files of strangers: what reading one may cost is limited, and it never costs the event loop."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from functools import cache
from types import SimpleNamespace

import pytest

from bot.match.replay import records
from bot.match.replay.records import (
    MAX_FILE_BYTES,
    MAX_FILES_BYTES,
    MAX_MOVES,
    RecordReader,
    Replays,
    read_file,
)
from engine.game import record as game_record
from engine.game import replay
from engine.game.errors import RecordError
from engine.game.match import act
from engine.game.match.state import without_last
from engine.game.record import _lines, from_json, from_text, to_json, to_text
from engine.service import UserId
from tests.engine.long_record import longest_file, taken_back
from tests.waiting import PATIENCE_S
from tests.worlds.sequences import played


@pytest.fixture
async def reader(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RecordReader]:
    monkeypatch.setattr(records, "WAITING_S", PATIENCE_S)
    made = RecordReader()
    yield made
    made.close()


@cache
def too_long() -> bytes:
    """The file with the most moves that is not too large."""
    return longest_file(MAX_FILE_BYTES)


@pytest.mark.slow
def test_the_file_that_took_fourteen_seconds_is_refused_after_few_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = too_long()
    assert MAX_FILE_BYTES - 1000 < len(data) <= MAX_FILE_BYTES
    moves = 0
    honest_act, honest_back = act, without_last

    def counted_act(*arguments: object) -> object:
        nonlocal moves
        moves += 1
        return honest_act(*arguments)  # type: ignore[arg-type]

    def counted_back(machine: object, fresh: object, events: list[object]) -> object:
        nonlocal moves
        moves += len(events) - 1
        return honest_back(machine, fresh, events)  # type: ignore[arg-type]

    monkeypatch.setattr(game_record, "act", counted_act)
    monkeypatch.setattr("engine.game.match.acting.without_last", counted_back)
    assert read_file(data) == ("record_too_long", {"limit": MAX_MOVES})
    assert 0 < moves <= MAX_MOVES
    # The same file without the limit, to know that the limit is what stops it.
    moves = 0
    replay.watched(taken_back(300))
    assert moves > 300 * 40


@pytest.mark.real_time
@pytest.mark.slow
async def test_a_file_is_read_in_another_process(
    reader: RecordReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the event loop's process reads no file")

    record, _ = played("standard")
    data = to_text(record).encode()
    for name in ("watched", "from_text", "from_json"):
        monkeypatch.setattr(records, name, never)
    found = await reader.read(data, 1)
    assert found.record == record
    assert found.preset == "standard"
    assert found.weight > 10_000


@pytest.mark.slow
async def test_a_file_beyond_a_limit_is_a_refusal_and_the_next_one_is_read(
    reader: RecordReader,
) -> None:
    with pytest.raises(RecordError, match="record_too_large"):
        await reader.read(b"x" * (MAX_FILE_BYTES + 1), 1)
    with pytest.raises(RecordError, match="record_too_long"):
        await reader.read(too_long(), 1)
    record, _ = played("hollywood")
    assert (await reader.read(to_json(record).encode(), 1)).record == record


async def test_computing_time_and_memory_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_data: bytes) -> None:
        while True:
            pass

    monkeypatch.setattr(records, "COMPUTING_S", 0.05)
    monkeypatch.setattr(records, "_read", busy)
    assert read_file(b"") == ("record_too_long", {"limit": MAX_MOVES})

    def hungry(_data: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr(records, "_read", hungry)
    assert read_file(b"") == ("record_too_long", {"limit": MAX_MOVES})


async def test_a_crowd_of_files_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    made, gate = RecordReader(), asyncio.Event()

    async def held(*_: object) -> tuple[str, dict[str, object]]:
        await gate.wait()
        return "record_format", {}

    monkeypatch.setattr(made._pool, "run", held)
    first = [asyncio.create_task(made.read(b"", user)) for user in range(records.MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(RecordError, match="record_busy"):
        await made.read(b"", 99)
    gate.set()
    refused = await asyncio.gather(*first, return_exceptions=True)
    assert all(isinstance(one, RecordError) for one in refused)


async def test_one_persons_files_keep_nobody_elses_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made, gate, begun = RecordReader(), asyncio.Event(), list[object]()

    async def held(_work: object, data: object) -> tuple[str, dict[str, object]]:
        begun.append(data)
        await gate.wait()
        return "record_format", {}

    monkeypatch.setattr(made._pool, "run", held)
    greedy = [asyncio.create_task(made.read(b"greedy", 1)) for _ in range(8)]
    await asyncio.sleep(0)
    other = asyncio.create_task(made.read(b"other", 2))
    await asyncio.sleep(0)
    assert begun == [b"greedy", b"other"]
    gate.set()
    ended = await asyncio.gather(*greedy, other, return_exceptions=True)
    codes = [one.code for one in ended if isinstance(one, RecordError)]
    assert codes == ["record_format"] * 2 + ["record_busy"] * 6 + ["record_format"]


async def no_evaluation(*_: object) -> None:
    return None


async def test_the_shelf_counts_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Replays(SimpleNamespace(), no_evaluation, no_evaluation)  # type: ignore[arg-type]
    record, _ = played("standard")
    found = records.ParsedRecord(record, replay.watched(record), "standard", MAX_FILES_BYTES // 3)

    async def read(_data: bytes, _user: int) -> records.ParsedRecord:
        return found

    monkeypatch.setattr(shelf._reading, "read", read)
    numbers = [(await shelf.bring(bytes([one]), UserId(1)))[0] for one in range(5)]
    assert [shelf.uploaded(one) is not None for one in numbers] == [False, False, True, True, True]


ODD = (
    b"",
    b"\xff\xfe",
    b"{}",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"gin-record 1",
    b"gin-record 1\nseal",
)


@pytest.mark.parametrize("data", ODD)
def test_what_is_no_record_is_a_refusal(data: bytes) -> None:
    answer = read_file(data)
    assert isinstance(answer, tuple)
    assert answer[0].startswith("record_")


@pytest.mark.parametrize(
    ("word", "rest"),
    [
        ("rules", "[]"),
        ("rules", "3"),
        ("rules", '{"target": []}'),
        ("rules", "[" * 50_000),
        ("sides", "7"),
        ("sides", "[[9]]"),
        ("sides", '{"a": 1}'),
        ("players", "1" * 5000),
        ("players", "-3"),
        ("lot", "x"),
        ("deal", "1 0 0 -"),
        ("deal", "1 0 0 - AS AS"),
        ("move", "1 99 p"),
        ("move", "x"),
    ],
)
def test_a_sealed_file_with_any_nonsense_is_a_refusal(word: str, rest: str) -> None:
    record, _ = played("standard")
    lines, done = [], False
    for line in _lines(record):
        if line.split(" ")[0] == word and not done:
            lines.append(f"{word} {rest}")
            done = True
        else:
            lines.append(line)
    text = "\n".join([*lines, f"seal {game_record._seal(lines)}"]) + "\n"
    with pytest.raises(RecordError):
        replay.watched(from_text(text))
    answer = read_file(text.encode())
    assert isinstance(answer, tuple)


@pytest.mark.parametrize("key", ["rules", "sides", "players", "lot", "deals", "moves", "names"])
def test_json_of_the_wrong_shape_is_a_refusal(key: str) -> None:
    record, _ = played("standard")
    plain = json.loads(to_json(record))
    wrong: list[object] = [None, -1, "x", [], [[]], {}, [[[]]], 10**40]
    right: dict[str, object] = {"rules": {}, "sides": None}
    for value in wrong:
        if key in right and value == right[key]:
            continue
        with pytest.raises(RecordError):
            replay.watched(from_json(json.dumps(plain | {key: value})))


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00",
        gzip.compress(to_text(played("standard")[0]).encode()),
        to_text(played("standard")[0]).encode("utf-16"),
        b'{"game": "chess"}',
        b"%PDF-1.7",
        b"",
    ],
    ids=["picture", "gzip", "utf-16", "json", "pdf", "empty"],
)
def test_other_files_are_not_records(data: bytes) -> None:
    assert read_file(data) == ("record_format", {})
