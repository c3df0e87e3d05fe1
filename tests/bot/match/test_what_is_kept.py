"""What the bot holds of presses that are answered and of matches that are over: nothing."""

import gc
from collections import Counter
from pathlib import Path

import discord
import pytest

from bot.match.panels import OpenPanel
from bot.ui.context import Context
from bot.ui.reply import DiscordReply
from engine.service import LiveMatch
from engine.service.stored_match import StoredMatch
from tests.journeys.club import Club, gathered
from tests.journeys.people import mover_of
from tests.journeys.played import play_until

OF_PRESSES = (discord.Interaction, Context, DiscordReply)
OF_MATCHES = (LiveMatch, StoredMatch, OpenPanel)


def held(*kinds: type) -> Counter[str]:
    """The objects of some types that something still refers to, be it of an earlier test."""
    gc.collect()
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in kinds)


async def play(club: Club, seed: int) -> None:
    """A match with open panels, some presses, and its end."""
    await club.sits(seed, rules="single", target=10)
    for _ in range(2):
        await (await mover_of(club.people)).take_turn()
    await play_until(club, (await club.match()).id, lambda now: now.is_over)


@pytest.mark.slow
async def test_an_answered_press_leaves_no_interaction_behind(tmp_path: Path) -> None:
    before = held(*OF_PRESSES)
    async with gathered(tmp_path, people=2) as club:
        await club.sits(9)
        for _ in range(2):
            await (await mover_of(club.people)).take_turn()
        await club.settle()
        assert not held(*OF_PRESSES) - before


@pytest.mark.slow
async def test_a_match_that_is_over_leaves_nothing_of_it_behind(tmp_path: Path) -> None:
    before = held(*OF_MATCHES)
    async with gathered(tmp_path, people=2) as club:
        for seed in range(2):
            await play(club, seed)
        await club.settle()
        assert not held(*OF_MATCHES) - before
