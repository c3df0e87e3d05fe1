"""Boards that Discord refuses or does not answer: told once, and back within a minute."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import aiohttp
import discord
import pytest

from bot.ui.edits import ChannelMessage
from engine.service import LiveMatch
from tests.journeys.people import Person, mover_of
from tests.journeys.slow import press
from tests.journeys.world import World, allow_only, invited, redrawn, running_world
from tests.worlds.tables import live_match, loaded, seated

pytestmark = pytest.mark.slow

LOOK_S = 30.0


class Minutes:
    """The clock of backoff, and the look every half minute."""

    def __init__(self, world: World) -> None:
        self.now = 0.0
        self._world = world
        world.bot.parts.display.tables.backoff._clock = lambda: self.now

    async def pass_one(self) -> None:
        """A minute passes."""
        for _ in range(2):
            self.now += LOOK_S
            await redrawn(self._world)
            await self._world.settle()


async def behind(world: World) -> tuple[LiveMatch, bool]:
    live = await loaded(world, await live_match(world))
    return live, live.table.rendered_version < live.version


async def turns(people: list[Person], count: int) -> None:
    for _ in range(count):
        await (await mover_of(people)).take_turn()


def told(world: World) -> int:
    """How often somebody was told that the bot may not write."""
    return sum("post in this table" in str(one.json) for one in world.env.http_requests)


def board_requests(world: World) -> int:
    return sum(one.path.startswith("/channels/") for one in world.env.http_requests)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (403, 50013),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in ((403, 50001), (429, 0), (500, 0))),
    ],
)
async def test_a_refused_board_is_back_within_a_minute_however_long_it_took(
    tmp_path: Path, status: int, code: int
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        minutes = Minutes(world)
        for method in ("PATCH", "POST"):
            world.env.inject_error(
                method, "/channels/*/messages*", status=status, code=code, times=None
            )
        await turns(people, 6)
        for _ in range(12):
            await minutes.pass_one()
        assert (await behind(world))[1]
        assert told(world) == (2 if code in (50013, 50001) else 0), "each of them, once"
        world.env.backend.faults.clear()
        await minutes.pass_one()
        assert not (await behind(world))[1]
        assert not world.env.errors


async def test_without_permission_nothing_is_asked_until_it_is_given_back(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        allow_only(world.env, world.env.guild, invited())
        people, table = await seated(world, 3)
        minutes = Minutes(world)
        there = world.env.backend.messages[world.channel.id]
        del there[table.message.id]  # so that the board has to be posted
        silent = discord.Permissions(view_channel=True)
        allow_only(world.env, world.env.guild, silent)
        await world.settle()
        await turns(people, 1)
        assert (await behind(world))[1]
        asked = board_requests(world)
        await turns(people, 3)
        for _ in range(20):
            await minutes.pass_one()
        assert board_requests(world) == asked, "one refusal is enough"
        assert told(world) == 2
        allow_only(world.env, world.env.guild, invited())
        await world.settle()
        await minutes.pass_one()
        assert not (await behind(world))[1]
        assert not world.env.errors


async def test_a_deleted_board_is_posted_again_at_once(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        del world.env.backend.messages[world.channel.id][table.message.id]
        await turns(people, 1)
        live, is_behind = await behind(world)
        assert not is_behind
        assert live.table.message != table.message.id
        assert not world.env.errors


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError, ConnectionResetError])
async def test_a_connection_that_is_cut_loses_no_board_and_holds_no_other(
    tmp_path: Path, error: Callable[[], Exception]
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        minutes = Minutes(world)

        async def cut(*_: object, **__: object) -> None:
            raise error()

        with patch.object(ChannelMessage, "edit", cut):
            await turns(people, 3)
            await minutes.pass_one()
            assert (await behind(world))[1]
        await minutes.pass_one()
        assert not (await behind(world))[1]
        assert not world.env.errors


async def test_an_invitation_whose_answer_was_lost_is_posted_once(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        world.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        await alice.slash(world.channel, "gin challenge", opponent=bob)
        await world.settle()
        assert world.public() == []
        await redrawn(world)
        assert world.public() == [], "its answer may still be on its way"
        world.bot.parts.invitations.left_alone_s = 0
        for _ in range(3):
            await redrawn(world)
        (posted,) = world.public()
        await press(world, bob, posted.message, posted.button("Accept")["custom_id"])
        live = await loaded(world, await live_match(world))
        assert live.table.message == posted.message.id
        assert not world.env.errors


async def test_a_state_posted_again_has_the_nonce_that_discord_knows(tmp_path: Path) -> None:
    """Discord makes no second message of a nonce that it knows: a lost answer doubles no table."""
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        tables = world.bot.parts.display.tables

        async def nonce() -> str:
            live, _ = await behind(world)
            await tables.post(live)
            sent = world.env.http_requests[-1].json
            assert sent is not None
            assert sent["enforce_nonce"]
            return str(sent["nonce"])

        first = await nonce()
        assert await nonce() == first
        await turns(people, 1)
        assert await nonce() != first
