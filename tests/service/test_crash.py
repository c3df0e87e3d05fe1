"""A process killed at any instant of a press: applied or not, never half, never twice."""

import asyncio
import json
import sys

import pytest

from tests.worlds.engines import NIGHTLY, database

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.real_time]


async def attempts(url: str) -> list[list[object]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.service.crasher",
        url,
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(850):
        printed, _ = await process.communicate()
    assert process.returncode == 0
    return [json.loads(line) for line in printed.splitlines()]


def check(found: list[list[object]]) -> None:
    """An independent reading of what happened."""
    *killed, finished = found
    assert finished[1:3] == [0, "Applied"]
    assert len(killed) >= 12
    kept = 0
    for instant, status, said, before, after, again, final in found:
        assert isinstance(before, list)
        assert isinstance(after, list)
        one_more = [number + 1 for number in before]
        assert after in (before, one_more), f"half a move at instant {instant}"
        assert (after == one_more) >= (said == "Applied"), f"lost an answered move at {instant}"
        assert again == ("Repeated" if after == one_more else "Applied")
        assert final == one_more, f"applied twice at instant {instant}"
        assert status in (0, 9)
        kept += status == 9 and after == one_more
    assert kept >= 2, "the instants after COMMIT were reached too"


@pytest.mark.parametrize("engine", NIGHTLY)
async def test_killed_at_every_instant(request: pytest.FixtureRequest, engine: str) -> None:
    async with database(engine, request, is_empty=True) as url:
        check(await attempts(url))
