"""The share of matches that somebody plays to their end, as everybody sees it on the profile."""

import pytest

from engine.game.actions import Abort, Resign
from engine.service import Applied, LiveMatch, MatchCommand
from tests.journeys.club import Club, Who, journey
from tests.journeys.played import play_until
from tests.keys import fresh


async def profile(reader: Who, of: Who) -> str:
    """What a profile says, with its figures."""
    panel = await reader.asks("profile", user=of)
    if not panel.has("Figures"):
        return panel.text
    return f"{panel.text}\n{(await reader.presses('Figures', panel)).text}"


async def begun(club: Club, first: Who, second: Who) -> LiveMatch:
    await second.accepts(await first.challenges(second))
    [live] = await club.service.live_matches_of(first.id)
    return live


async def resign(club: Club, live: LiveMatch, loser: Who) -> None:
    """Resign once the match counts, which is after a discard of each."""
    live = await play_until(club, live.id, lambda now: not now.public().may_abort)
    resigned = MatchCommand(fresh(), live.id, loser.id, Resign(), None)
    assert isinstance(await club.service.act(resigned), Applied)
    await club.settle()


@pytest.mark.slow
@journey()
async def test_the_profile_says_how_many_matches_were_completed(club: Club) -> None:
    alice, bob, *_ = club.people
    assert "Completes" not in await profile(bob, alice)
    await club.plays_match(alice, bob)
    for one in (alice, bob):
        assert "Completes **100%** of matches" in await profile(bob, one)
    await resign(club, await begun(club, alice, bob), alice)
    assert "Completes **50%** of matches" in await profile(bob, alice)
    assert "Completes **100%** of matches" in await profile(bob, bob)
    called_off = await begun(club, alice, bob)
    early = MatchCommand(fresh(), called_off.id, alice.id, Abort(), None)
    assert isinstance(await club.service.act(early), Applied)
    await club.settle()
    assert "Completes **50%** of matches" in await profile(bob, alice)
    again = await begun(club, alice, bob)
    await play_until(club, again.id, lambda now: now.is_over)
    assert "Completes **67%** of matches" in await profile(bob, alice)
