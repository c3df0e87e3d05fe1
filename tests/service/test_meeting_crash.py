"""A process killed at any instant at which two people of two servers meet: once, or not yet."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from tests.service.world import GUILD, sqlite_url

pytestmark = [pytest.mark.night, pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.real_time]

MET = [[True, [GUILD]]]


async def attempts(url: str) -> list[list[object]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.service.meeting_crasher", url, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(850):
        printed, _ = await process.communicate()
    assert process.returncode == 0
    return [json.loads(line) for line in printed.splitlines()]


async def test_two_people_meet_once_whenever_the_process_dies(tmp_path: Path) -> None:
    found = await attempts(sqlite_url(tmp_path))
    assert len(found) > 20
    assert found[-1][1:3] == [0, "Started"]
    kept = 0
    for instant, status, _, after, final, again in found:
        assert after in ([[], 1], [MET, 0]), f"half a meeting at instant {instant}"
        assert again == "Started"
        assert final == [MET, 0], f"met twice, or one message is forgotten, at instant {instant}"
        kept += status == 9 and after == [MET, 0]
    assert kept >= 1, "the instant after COMMIT was reached too"
