"""A server is welcomed once for each joining, where somebody can read it."""

import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

from simcord.env import Env

from bot.app import GinBot
from bot.ui.pacing import PressLimits
from engine.service import Service
from engine.store import Store
from tests.databases import ready
from tests.journeys.patience import patient
from tests.journeys.world import settings_for
from tests.worlds.greetings import BUTTONS, before_the_bot, built, invite, join, posted, welcomes


class Host:
    """The bot as it runs in earnest, which also looks at its servers, on a database file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.services: list[Service] = []

    async def bot(self) -> GinBot:
        settings = settings_for(self.folder)
        store = await Store.open(ready(settings.database_url.get_secret_value()))
        service = Service(store)
        await service.start()
        self.services.append(service)
        pace = PressLimits(clock=itertools.count().__next__)
        bot = GinBot(service, settings, warm=False, pace=pace)
        bot.parts.guilds._looks = True
        return bot


@contextlib.asynccontextmanager
async def hosting(folder: Path) -> AsyncIterator[tuple[Host, Env]]:
    host = Host(folder)
    try:
        async with patient(await host.bot()) as env:
            yield host, env
    finally:
        for service in host.services:
            await service.close()


async def test_the_system_channel_gets_two_lines_and_three_buttons_once(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (host, env):
        guild, channel = invite(env)
        await env.settle()
        (welcome,) = posted(env, channel)
        assert list(welcome.buttons) == BUTTONS
        assert len(welcome.text.splitlines()) == 2
        join(env, guild)  # Discord sends the server again, as after an outage
        await env.settle()
        await host.services[0].close()
        await env.restart_bot(await host.bot())
        await env.settle()
        assert len(posted(env, channel)) == 1
        member = guild.add_member(env.create_user("alice", global_name="Alice"))
        await member.slash(channel, "gin help")
        await env.settle()
        assert len(welcomes(env, channel)) == 1


async def test_another_joining_is_another_welcome(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_host, env):
        guild, channel = invite(env)
        await env.settle()
        env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        await env.settle()
        await env.advance_time(2.0)
        me = env.backend.get_guild(guild.id).members[env.backend.bot_user.id]
        me.joined_at = env.backend.now_iso()
        join(env, guild)
        await env.settle()
        assert len(posted(env, channel)) == 2


async def test_a_server_that_has_the_bot_for_long_is_not_welcomed(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_host, env):
        with before_the_bot(env):
            guild, channel = built(env)
            me = env.backend.get_guild(guild.id).members[env.backend.bot_user.id]
            me.joined_at = "2020-01-01T00:00:00+00:00"
        join(env, guild)
        await env.settle()
        assert not posted(env, channel)


async def test_a_server_speaks_its_language(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_host, env):
        _, channel = invite(env, locale="de")
        await env.settle()
        (welcome,) = posted(env, channel)
        assert "Üben" in welcome.buttons


async def test_without_a_channel_the_first_person_gets_it_and_nobody_else(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_host, env):
        with before_the_bot(env):
            guild, channel = built(env)
            env.backend.get_guild(guild.id).system_channel_id = None
        join(env, guild)
        await env.settle()
        assert not posted(env, channel)
        people = [
            guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Alice", "Bob")
        ]
        for member in people:
            for _ in range(2):
                await member.slash(channel, "gin rules")
                await env.settle()
        (welcome,) = welcomes(env, channel)
        assert [welcome.message.visible_to(member.id) for member in people] == [True, False]
