"""The share of matches that somebody plays to their end, as everybody sees it on the profile."""

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from engine.game.actions import Abort, Resign
from engine.service import Applied, LiveMatch, MatchCommand, UserId
from tests.journeys.played import play_match, play_until
from tests.journeys.world import World, running_world, shown
from tests.keys import fresh


async def profile(world: World, reader: MemberActor, of: MemberActor) -> str:
    """What a profile says, with its figures."""
    sent = (await world.slash(reader, "profile", user=of)).response
    panel = shown(sent, sent.components)
    if not panel.has("Figures"):
        return panel.text
    more = (await world.press(reader, panel, "Figures")).response or sent
    return f"{panel.text}\n{shown(more, more.components).text}"


async def begun(world: World, first: MemberActor, second: MemberActor) -> LiveMatch:
    sent = (await world.slash(first, "challenge", opponent=second)).response
    await world.press(second, shown(sent, sent.components), "Accept")
    [live] = await world.service.live_matches_of(UserId(first.id))
    return live


async def resign(world: World, live: LiveMatch, loser: MemberActor) -> None:
    """Resign once the match counts, which is after a discard of each."""
    live = await play_until(world, live.id, lambda now: not now.public().may_abort)
    resigned = MatchCommand(fresh(), live.id, UserId(loser.id), Resign(), None)
    assert isinstance(await world.service.act(resigned), Applied)
    await world.settle()


@pytest.mark.slow
async def test_the_profile_says_how_many_matches_were_completed(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, bob, *_ = world.members
        assert "Completes" not in await profile(world, bob, alice)
        await play_match(world, alice, bob)
        for one in (alice, bob):
            assert "Completes **100%** of matches" in await profile(world, bob, one)
        await resign(world, await begun(world, alice, bob), alice)
        assert "Completes **50%** of matches" in await profile(world, bob, alice)
        assert "Completes **100%** of matches" in await profile(world, bob, bob)
        called_off = await begun(world, alice, bob)
        early = MatchCommand(fresh(), called_off.id, UserId(alice.id), Abort(), None)
        assert isinstance(await world.service.act(early), Applied)
        await world.settle()
        assert "Completes **50%** of matches" in await profile(world, bob, alice)
        again = await begun(world, alice, bob)
        await play_until(world, again.id, lambda now: now.is_over)
        assert "Completes **67%** of matches" in await profile(world, bob, alice)
        assert not world.env.errors
