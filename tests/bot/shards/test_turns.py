"""Turns to identify: none is used twice, whichever processes run the shards."""

import asyncio
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.shards import WINDOW_S, IdentifyTurns


@st.composite
def divisions(draw: st.DrawFn) -> tuple[int, int, list[list[int]]]:
    """So many shards and buckets, and which shards each of some processes runs."""
    count, buckets = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    processes = draw(st.integers(1, 4))
    of = draw(st.lists(st.integers(0, processes - 1), min_size=count, max_size=count))
    own = [[shard for shard in range(count) if of[shard] == one] for one in range(processes)]
    return count, buckets, own


@given(divisions(), st.floats(0, 1e6), st.lists(st.floats(-0.25, 0.25), min_size=4, max_size=4))
def test_identifies_of_a_bucket_are_never_within_a_window(
    division: tuple[int, int, list[list[int]]], start: float, wrong: list[float]
) -> None:
    """Each process starts at a moment of its own, and its clock is up to a quarter second off."""
    count, buckets, own = division
    moments: dict[int, list[float]] = {}

    async def process(shards: list[int], begins: float, off: float) -> None:
        now = begins

        async def sleep(seconds: float) -> None:
            nonlocal now
            now += seconds

        turns = IdentifyTurns(shards, count, buckets, now=lambda: now + off)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "sleep", sleep)
            for shard in [*shards, *shards]:
                await turns.wait(shard)
                moments.setdefault(shard % buckets, []).append(now)
                now += 0.01

    for number, shards in enumerate(own):
        asyncio.run(process(shards, start + 0.7 * number, wrong[number]))
    assert sum(map(len, moments.values())) == 2 * count
    for found in moments.values():
        found.sort()
        # A tenth of a millisecond is what floats of this size lose.
        gaps = [later - one for one, later in itertools.pairwise(found)]
        assert all(gap >= WINDOW_S - 1e-4 for gap in gaps), found


async def test_a_turn_that_was_missed_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.1
    stalls = [2.0, 0.0]

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds + stalls.pop(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    turns = IdentifyTurns([1], 4, 1, turn_s=6.0, slack_s=1.0, now=lambda: now)
    await turns.wait(1)
    assert now == pytest.approx(6.0 + 4 * 6.0)


async def test_shards_of_a_process_use_each_other_s_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(asyncio, "sleep", sleep)
    turns = IdentifyTurns([0, 4, 8], 12, 1, turn_s=6.0, slack_s=1.0, now=lambda: now)
    for shard, moment in ((8, 0.0), (8, 24.0), (8, 48.0), (0, 72.0)):
        await turns.wait(shard)
        assert now == pytest.approx(moment)
