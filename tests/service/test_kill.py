"""kill -9 in full play, again and again: what was answered is there, and nothing is there twice."""

import asyncio
import sys
from collections.abc import Iterable

import pytest
from sqlalchemy import Connection, func, select

from engine.game.record import replay
from engine.service import MatchId, Service
from engine.store import Store
from engine.store.schema import matches, moves
from tests.seeds import times
from tests.waiting import PATIENCE_S
from tests.worlds.engines import NIGHTLY, database

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.real_time]

KILLS = times(2)


async def played_until_killed(url: str, first_id: int, after_lines: int) -> dict[int, int]:
    """Let a process play and kill it in the middle; the newest version answered in each match."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.service.busy_process",
        url,
        str(first_id),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = []
    async with asyncio.timeout(PATIENCE_S):
        while await process.stdout.readline() != b"ready\n":
            pass
        for _ in range(after_lines):
            lines.append(await process.stdout.readline())
        process.kill()
        lines += (await process.stdout.read()).splitlines(keepends=True)
        await process.wait()
    return newest(lines)


def newest(lines: Iterable[bytes]) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in lines:
        if line.endswith(b"\n"):
            match, version = (int(word) for word in line.split())
            found[match] = max(version, found.get(match, 0))
    return found


def counted(connection: Connection) -> dict[int, tuple[int, int, int]]:
    """Of every match: its version, how many moves are stored, and the last one's number."""
    rows = connection.execute(
        select(
            matches.c.match_id,
            matches.c.version,
            func.count(moves.c.seq),
            func.coalesce(func.max(moves.c.seq), 0),
        )
        .outerjoin(moves, moves.c.match_id == matches.c.match_id)
        .group_by(matches.c.match_id, matches.c.version)
    )
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


async def check_kills(url: str, kills: int) -> None:
    answered: dict[int, int] = {}
    for number in range(kills):
        said = await played_until_killed(url, 100_000 * (number + 1), 120 + 37 * number)
        answered |= {match: max(v, answered.get(match, 0)) for match, v in said.items()}
        store = await Store.open(url)
        stored = await store.read(counted)
        for match, version in answered.items():
            assert stored[match][0] >= version, "an answered move was lost"
        assert all(version == many == last for version, many, last in stored.values())
        service = Service(store)
        for match in stored:
            kept = await service.record(MatchId(match))
            if kept is not None:
                replay(kept)
        await store.close()
    assert sum(answered.values()) > 100


@pytest.mark.parametrize("engine", NIGHTLY)
async def test_killed_in_full_play(request: pytest.FixtureRequest, engine: str) -> None:
    async with database(engine, request, is_empty=True) as url:
        await check_kills(url, KILLS)
