"""What is played and read in direct messages with the bot."""

from pathlib import Path

import pytest

from bot.match.links import match_link
from bot.presses.menu import MenuVerb
from engine.clocks import DAY, HOUR
from engine.game.actions import Resign
from engine.service import MatchCommand, Person, Place, Prefs, ProfileFor, UserId
from tests.bot.outside.running import ANN, BOB, GROUP, Outside, button, running_outside
from tests.journeys.world import Time
from tests.keys import fresh
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.wire.server import CHANNEL
from tests.worlds.groups import play, table_of_two

pytestmark = pytest.mark.timeout(900)


async def play_out(world: Outside, panel: Message) -> None:
    """Press what a panel offers until nothing is left to play."""
    for seed in range(40):
        if await play(world, {ANN: panel}, 20, seed) < 20:
            return
    raise AssertionError("no such match is so long")


@pytest.mark.slow
async def test_practice_in_direct_messages_with_a_restart_in_between(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        here = world.discord.direct(ANN)
        begun = await world.slash(ANN, "gin practice", channel=here, level="novice", target=10)
        table, panel = begun.shown
        assert (table.is_ephemeral, panel.is_ephemeral) == (False, True)
        [live] = await world.service.live_matches_of(UserId(ANN))
        assert (live.table.place, live.table.channel, live.table.message) == (
            Place.DIRECT,
            here,
            table.id,
        )
        assert match_link(live) == f"https://discord.com/channels/@me/{here}/{table.id}"
        await play(world, {ANN: panel}, 4)
        assert table.version > 0, "the bot changes its own message by itself"
        [again] = (await world.slash(ANN, "gin repost", channel=here)).shown
        assert not again.is_ephemeral
        await play(world, {ANN: panel}, 4)
        assert again.version > 0
        table = again
        await world.restart()
        [panel] = (await world.slash(ANN, "gin hand", channel=here)).shown
        await play(world, {ANN: panel}, 4)
        await world.service.act(MatchCommand(fresh(), live.id, UserId(ANN), Resign(), None))
        await world.settle()
        assert not await world.service.live_matches_of(UserId(ANN))
        button(table, "Rematch")


@pytest.mark.slow
async def test_the_days_challenge_is_played_in_direct_messages(tmp_path: Path) -> None:
    clock = Time()
    async with running_outside(tmp_path, clock=clock) as world:
        clock.ahead_ms = -(clock.now_ms() % DAY) + 6 * HOUR
        here = world.discord.direct(ANN)
        [day] = (await world.slash(ANN, "gin daily", channel=here)).shown
        assert "All servers" in day.text or "All servers" in str(day.components)
        [panel] = (await world.press(ANN, day, "Play the deals")).shown
        assert panel.is_ephemeral
        assert "Deal 1 of 3" in panel.text
        await play_out(world, panel)
        assert "Your score" in panel.text
        assert not world.public(here)


@pytest.mark.slow
async def test_a_hand_of_a_server_is_played_in_direct_messages(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world, CHANNEL)
        own = {}
        for user in panels:
            here = world.discord.direct(user)
            [own[user]] = (await world.slash(user, "gin hand", channel=here)).shown
            assert own[user].is_ephemeral
        before = table.version
        await play(world, own, 6)
        assert table.version > before
        [turns] = (await world.slash(ANN, "gin help", channel=world.discord.direct(ANN))).shown
        [tables] = (await world.go_to(ANN, turns, MenuVerb.TABLES)).shown
        assert f"/{CHANNEL}/{table.id}" in tables.text


@pytest.mark.slow
async def test_the_table_of_a_group_shows_nothing_in_another_chat(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        await table_of_two(world)
        here = world.discord.direct(ANN)
        [said] = (await world.slash(ANN, "gin repost", channel=here)).shown
        assert said.is_ephemeral
        assert "only works in the chat where the table is" in said.text
        assert not world.public(here)
        [table] = world.public(GROUP)
        assert not await world.service.friends.of(UserId(BOB))
        for one, other in ((ANN, BOB), (BOB, ANN)):
            [help_] = (await world.slash(one, "gin help", channel=GROUP)).shown
            page = await _page_about(world, one, help_, other)
            await world.press(one, page, "Add friend")
        [friend] = await world.service.friends.of(UserId(BOB))
        assert friend.mutual
        assert friend.table is None
        assert not world.sent_to(GROUP)
        button(table, "Refresh")


@pytest.mark.slow
async def test_a_profile_for_servers_stays_hidden_in_direct_messages(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        here = world.discord.direct(ANN)
        for chosen, is_seen in ((ProfileFor.SERVER, False), (ProfileFor.EVERYBODY, True)):
            prefs = Prefs(profile=chosen)
            await world.service.set_prefs(fresh(), Person(UserId(BOB), "Bob"), prefs)
            [said] = (await world.slash(ANN, "gin profile", channel=here, user=User(BOB))).shown
            assert ("profile is private" not in said.text) is is_seen
            [said] = (await world.slash(ANN, "gin profile", channel=CHANNEL, user=User(BOB))).shown
            assert "profile is private" not in said.text


async def _page_about(world: Outside, user: int, help_: Message, whom: int) -> Message:
    menu = next(str(one["custom_id"]) for one in help_.parts() if one.get("type") == 5)
    chosen = await world.discord.select(user, help_, menu, [str(whom)])
    [page] = (await world.answered(chosen)).shown
    return page
