"""The gateway on loopback as discord.py sees it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import discord
import pytest
import yarl
from discord.http import Route

from tests.waiting import until
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord


class Echo(discord.AutoShardedClient):
    """A bot that repeats what it is asked, without the library's pause between identifies."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.application_command:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Again", custom_id="again"))
            await interaction.response.send_message("first", view=view)
        else:
            await interaction.response.edit_message(content="again")


@contextlib.asynccontextmanager
async def running(server: Discord) -> AsyncIterator[Echo]:
    client = Echo()
    task = asyncio.create_task(client.start("token"))
    try:
        await until(lambda: len(list(server.gateway.connected())) == server.gateway.shards)
        await client.wait_until_ready()
        yield client
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def point(monkeypatch: pytest.MonkeyPatch) -> Callable[[Discord], None]:
    """Make discord.py call a Discord on loopback."""

    def pointed(server: Discord) -> None:
        monkeypatch.setattr(Route, "BASE", server.api)
        gateway = yarl.URL(server.gateway.url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)

    return pointed


@pytest.mark.slow
async def test_a_press_reaches_the_shard_of_its_server(point: Callable[[Discord], None]) -> None:
    async with running_discord(shards=3) as server:
        other = server.add_guild((7005 << 22), [7006 << 22])
        point(server)
        async with running(server) as client:
            assert {one.id for one in client.guilds} == {GUILD, other.id}
            for channel in (CHANNEL, *other.channels):
                asked = await server.answered(await server.slash(11, "gin", channel=channel))
                [message] = asked.shown
                await server.answered(await server.press(11, message, "again"))
                assert message.text == "again"


@pytest.mark.slow
async def test_what_happened_while_a_socket_was_cut_arrives(
    point: Callable[[Discord], None],
) -> None:
    async with running_discord() as server:
        point(server)
        async with running(server):
            [session] = server.gateway.connected()
            assert await server.gateway.cut() == 1
            await until(lambda: session.socket is None)
            await server.answered(await server.slash(11, "gin"))
            assert server.gateway.resumes == 1
            assert len(server.gateway.identifies) == 1


@pytest.mark.slow
async def test_a_shard_that_identifies_too_early_has_to_do_it_again(
    point: Callable[[Discord], None],
) -> None:
    async with running_discord(shards=2, identify_s=0.5) as server:
        point(server)
        async with running(server):
            assert server.gateway.early
            accepted = [one for one in server.gateway.identifies if not one.is_early]
            assert sorted(one.shard for one in accepted) == [0, 1]
            first, second = (one.at for one in accepted)
            assert second - first >= 0.5
