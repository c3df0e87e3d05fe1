"""The kill loop in its short form, and that it finds what was planted."""

import asyncio
import sys

import pytest

from tests.seeds import times
from tests.soak.wire import Seen, judge_moves

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
SOAK_S = 850.0
MOST_KILLS = "300"
"""A dozen will do, but on a busy machine little happens in a life."""

MISTAKES = (
    "answer_before_commit",
    "moves_in_a_transaction_of_their_own",
    "snapshot_without_move",
    "secret_with_the_deal",
)


async def soaked(*arguments: str) -> tuple[int, str]:
    """Exit status and output of a soak."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.soak"),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SOAK_S):
            said, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, said.decode() + errors.decode()[-2000:]


async def test_nothing_is_lost_or_doubled_by_kills() -> None:
    status, said = await soaked("sqlite", "--kills", "16", "--lives", "16")
    assert status == 0, said
    assert "16 kills" in said
    assert ", 0 wrong" in said


@pytest.mark.night
@pytest.mark.parametrize("mistake", MISTAKES)
async def test_a_planted_mistake_is_found_by_kills(mistake: str) -> None:
    status, said = await soaked("sqlite", "--kills", MOST_KILLS, "--lives", "4", "--plant", mistake)
    assert status == 1, said
    assert "WRONG" in said, said


async def test_nothing_is_lost_or_doubled_or_left_unanswered_at_the_wire() -> None:
    kills = times(1)
    seed = 5  # kills before it ends the program, so that what was killed is started again
    status, said = await soaked("wire", "--kills", str(kills), "--ends", "1", "--seed", str(seed))
    assert status == 0, said
    assert f"{kills} kills, 1 ends" in said
    assert ", 0 wrong" in said


async def test_the_judge_at_the_wire_finds_what_is_lost_doubled_or_missing() -> None:
    seen = Seen()
    seen.pressed[1, 10, 100_001] = [501, 502]
    seen.played.add((1, 10, 100_001))
    assert judge_moves([(1, 1, 502)], seen) == []
    assert "lost" in judge_moves([(1, 1, 999)], seen)[0]
    assert "played 2 times" in judge_moves([(1, 1, 501), (1, 2, 502)], seen)[0]
    assert "has moves" in judge_moves([(1, 2, 501)], seen)[0]
