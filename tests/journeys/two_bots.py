"""Two bots of one server at the same Discord: every press reaches both, as in a rolling restart.

SimCord knows one bot; another one is connected to its Discord by hand here, with a connection of
its own to the gateway and to the database.
"""

import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcord import _dpy_internals
from simcord.backend import serializers
from simcord.env import Env
from simcord.gateway import ShardRouter
from simcord.http.client import FakeHTTPClient

from bot.app import GinBot
from bot.settings import Settings
from engine.service import Service
from engine.store import Store, StoreFailedError
from tests.journeys.cheaply import cheaply
from tests.journeys.patience import left, patient
from tests.journeys.world import QUICK, Time, World, new_bot


@dataclass
class Process:
    """A bot with its service, and whether Discord still delivers to it."""

    bot: GinBot
    service: Service
    feed: Any = None

    def hang_up(self, env: Env) -> None:
        """The gateway connection is closed: nothing more is delivered."""
        env.backend.subscribers.remove(self.feed)


@dataclass
class Two(World):
    """A world that waits for every process that runs."""

    settings: Settings = field(kw_only=True)
    running: list[Process] = field(kw_only=True, default_factory=list)

    async def settle(self) -> None:
        for _ in range(3):
            for process in tuple(self.running):
                try:
                    await process.service.idle()
                except StoreFailedError:
                    assert process not in self.running, "only a stopped one is closed"
            await self.env.settle()

    async def another(self) -> Process:
        """Start one more process on the same database and connect it."""
        service = await started(self.settings, self.time)
        process = Process(new_bot(service, self.settings), service)
        self.running.append(process)
        await connect(self.env, process)
        await self.settle()
        return process

    @contextlib.contextmanager
    def balanced(self) -> Iterator[dict[int, Process]]:
        """Each member's interactions reach one process, as behind a load balancer.

        Yields who is brought where.
        """
        subscribers = self.env.backend.subscribers
        whole = list(subscribers)
        ways = {
            member.id: self.running[number % len(self.running)]
            for number, member in enumerate(self.members)
        }
        subscribers[:] = [_only(process, ways) for process in self.running]
        try:
            yield ways
        finally:
            subscribers[:] = whole

    async def stopped(self, process: Process) -> None:
        """SIGTERM: as the program ends, what was accepted is answered before the service closes."""
        self.running.remove(process)
        await process.bot.close()
        process.hang_up(self.env)
        await process.service.close()


def _only(process: Process, ways: Mapping[int, Process]) -> Any:
    """A feed that brings the interactions of the members who are brought to this process."""

    def fed(event: str, payload: Any) -> None:
        if event != "INTERACTION_CREATE" or ways[int(payload["member"]["user"]["id"])] is process:
            process.feed(event, payload)

    return fed


async def started(settings: Settings, clock: Time) -> Service:
    store = await Store.open(settings.database_url.get_secret_value())
    service = Service(store, time_settings=QUICK, clock=clock)
    await service.start()
    return service


async def connect(env: Env, process: Process) -> None:
    """What SimCord does for its one bot when it starts."""
    bot, backend = process.bot, env.backend
    _dpy_internals.install_http(bot, FakeHTTPClient(backend, env.bot.loop))
    _dpy_internals.set_guild_ready_timeout(bot, 0.0)
    state = _dpy_internals.get_state(bot)
    state.shard_count, state.shard_ids = 1, [0]
    router = ShardRouter(backend, state, bot.dispatch, 1, (0,))

    def feed(event: str, payload: Any) -> None:
        with env._bot_scope():
            router.feed(event, payload)

    process.feed = feed
    backend.subscribers.append(feed)
    with env._bot_scope():
        await bot.login("simcord.fake.token")
        bot.shard_count = 1
        _dpy_internals.install_shards(bot, router.shards)
        router.identify(0)
        for guild in list(backend.guilds.values()):
            feed("GUILD_CREATE", serializers.guild_create_payload(backend, guild))


@contextlib.asynccontextmanager
async def two_bots(folder: Path, url: str) -> AsyncIterator[Two]:
    """A server with two people, and two processes of the bot on one database."""
    settings = Settings(data_dir=folder, database_url=url)
    clock = Time()
    with cheaply():
        service = await started(settings, clock)
        running: list[Process] = []
        try:
            bot = new_bot(service, settings)
            async with patient(bot) as env:
                running.append(Process(bot, service, env._gateway_feed))
                guild = env.create_guild("Gin Club")
                channel = guild.create_text_channel("card-room")
                members = [guild.add_member(env.create_user(name)) for name in ("alice", "bob")]
                world = Two(
                    env,
                    bot,
                    service,
                    channel,
                    members,
                    folder,
                    QUICK,
                    clock,
                    settings=settings,
                    running=running,
                )
                await world.another()
                yield world
        finally:
            for process in running:
                await left(process.bot)
                await process.service.close()
