"""A storm of presses by one person is answered with a friendly word, and nobody else waits."""

from pathlib import Path

import pytest

from bot.ui.pacing import BURST, PER_SECOND, PressLimits, TokenBucket
from engine.service import UserId
from tests.journeys.people import mover_of
from tests.journeys.world import running_world, shown
from tests.worlds.tables import live_match, seated


def test_a_bucket_grants_a_burst_and_then_its_rate() -> None:
    now = [7.0]
    bucket = TokenBucket(3.0, 0.5, lambda: now[0])
    assert [bucket.takes() for _ in range(5)] == [True, True, True, False, False]
    now[0] += 2.0
    assert [bucket.takes() for _ in range(2)] == [True, False], "refusals cost nothing"
    now[0] += 100.0
    assert [bucket.takes() for _ in range(4)] == [True, True, True, False], "no more than a burst"


def test_a_burst_is_play_and_a_storm_is_not() -> None:
    now = [0.0]
    pace = PressLimits(lambda: now[0])
    assert all(pace.allows(1) for _ in range(BURST))
    assert not pace.allows(1)
    assert pace.allows(2), "everybody has a bucket of their own"
    now[0] += 1 / PER_SECOND
    assert pace.allows(1)
    assert not pace.allows(1)


def test_typing_uses_up_no_press() -> None:
    pace = PressLimits(lambda: 0.0)
    while pace.allows(1, typing=True):
        pass
    assert pace.allows(1)


def test_nothing_is_held_of_people_whose_burst_is_whole_again() -> None:
    now = [0.0]
    pace = PressLimits(lambda: now[0])
    for user in range(100):
        assert pace.allows(user)
        now[0] += 0.1
    assert len(pace._buckets) <= BURST / PER_SECOND / 0.1 + 1


@pytest.mark.slow
async def test_commands_and_hints_keep_the_pace_too(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        world.bot.dispatcher.pace = PressLimits(lambda: 0.0)
        for _ in range(BURST):
            assert await alice.autocomplete(world.channel, "gin rules", "rules", "st")
        assert await alice.autocomplete(world.channel, "gin rules", "rules", "st") == []
        for _ in range(BURST):
            answer = (await world.slash(alice, "help")).response
            assert "Too fast" not in shown(answer, answer.components).text
        stored = len(await world.service.open_lobbies_of(UserId(alice.id)))
        result = await world.slash(alice, "challenge", opponent=bob)
        assert result.ephemeral
        answer = result.response
        assert "Too fast" in shown(answer, answer.components).text
        assert len(await world.service.open_lobbies_of(UserId(alice.id))) == stored
        assert not world.env.errors


async def test_who_is_too_fast_is_told_and_plays_nothing(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        mover = await mover_of(people)
        world.bot.dispatcher.pace = PressLimits(lambda: 0.0)
        for _ in range(BURST):
            world.bot.dispatcher.pace.allows(mover.member.id)
        said = (await world.press(mover.member, mover.panel(), "Pass")).response
        assert "Too fast" in shown(said, said.components).text
        live = await world.service.load(match)
        assert live is not None
        assert live.version == 0
        assert "too_fast" in world.bot.parts.messenger.metrics.text().decode()
        assert not world.env.errors
