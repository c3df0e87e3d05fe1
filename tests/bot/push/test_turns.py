"""Browsers are told of turns: once, not in quiet hours, and never of a card."""

import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from simcord.actors import MemberActor

from bot.push import KEY, PushSender
from bot.ui.custom_id import base36
from bot.web.push_routes import PushRoutes
from bot.web.session import Session, Signer
from engine.service import ChannelId, GuildId, LiveMatch, Notify, Person, UserId
from tests.journeys.world import World, running_world
from tests.keys import fresh
from tests.ports import free_port
from tests.worlds.push_service import Browser, PushService, running_push_service
from tests.worlds.turn_calls import SOON, calls, eventually, nothing_more, started

pytestmark = pytest.mark.real_time
URL = "https://gin.example.org"


@dataclass
class PushWorld:
    """A world whose first player to move has a browser. ``sender``: of the bot."""

    world: World
    service: PushService
    sender: PushSender

    async def subscribe(self, member: MemberActor, browser: Browser) -> None:
        await self.world.service.push.subscribe(UserId(member.id), browser.subscription)

    async def prefer(self, member: MemberActor, **chosen: object) -> None:
        user = UserId(member.id)
        before = await self.world.service.prefs(user)
        chosen_now = before.model_copy(update=chosen)
        await self.world.service.set_prefs(fresh(), Person(user, member.name), chosen_now)
        self.world.bot.parts.messenger.preferences.forget(member.id)

    def first(self, live: LiveMatch) -> MemberActor:
        """Whose turn it is."""
        user = live.player(live.public().to_act[0]).user_id
        return next(one for one in self.world.members if one.id == user)


@asynccontextmanager
async def push_world(folder: Path) -> AsyncIterator[PushWorld]:
    async with (
        running_push_service() as service,
        running_world(folder, people=3, settings={"web_url": URL}) as world,
    ):
        sender = world.bot.parts.push
        assert sender is not None
        sender._connect = service.connect
        world.bot.parts.chat.pings.delay = SOON
        yield PushWorld(world, service, sender)


async def test_a_browser_is_notify_of_a_turn_once_and_of_no_card(tmp_path: Path) -> None:
    async with push_world(tmp_path) as here:
        browsers = {member.id: Browser(str(member.id)) for member in here.world.members}
        for member in here.world.members:
            await here.subscribe(member, browsers[member.id])
        live, _ = await started(here.world)
        first = here.first(live)
        await eventually(here.world, lambda: bool(here.service.sent))
        await nothing_more(here.world)
        [(name, headers, body)] = here.service.sent
        assert name == str(first.id)
        told = browsers[first.id].read(body)
        opponent = next(one for one in live.players if one.user_id != first.id)
        assert told == {
            "title": "Gin rummy",
            "body": f"🃏 Your turn vs {opponent.name}.",
            "match": base36(live.id),
        }
        assert not re.search(r"[♠♥♦♣]", str(told))
        assert headers["Topic"] == f"turn-{base36(live.id)}"
        assert (headers["Content-Encoding"], headers["Urgency"]) == ("aes128gcm", "high")
        assert headers["Authorization"].startswith("vapid t=")
        assert here.sender.public_key in headers["Authorization"]
        assert len(calls(here.world)) == 1, "the chat tells of the turn as well"


async def test_who_is_called_by_the_news_of_an_event_is_notify_by_the_browser_too(
    tmp_path: Path,
) -> None:
    async with push_world(tmp_path) as here:
        pings = here.world.bot.parts.chat.pings
        pings.delay = 1000.0
        for member in here.world.members:
            await here.subscribe(member, Browser(str(member.id)))
        live, _ = await started(here.world)
        first = here.first(live)
        assert await pings.take_over(live, UserId(first.id))
        assert not await pings.take_over(live, UserId(first.id))
        await eventually(here.world, lambda: bool(here.service.sent))
        await nothing_more(here.world)
        assert [name for name, _, _ in here.service.sent] == [str(first.id)]
        assert not calls(here.world)


async def test_quiet_hours_hold_and_who_wants_no_ping_may_want_the_browser(
    tmp_path: Path,
) -> None:
    async with push_world(tmp_path) as here:
        minute = int(time.time() // 60) % 1440
        quiet = ((minute - 60) % 1440, (minute + 60) % 1440)
        for member in here.world.members:
            await here.subscribe(member, Browser(str(member.id)))
            await here.prefer(member, notify=Notify.NONE, quiet_hours=quiet)
        live, _ = await started(here.world)
        first = here.first(live)
        await nothing_more(here.world)
        await here.world.bot.parts.chat.pings.call_again(live, UserId(first.id), nudged=True)
        await nothing_more(here.world)
        assert not here.service.sent
        await here.prefer(first, notify=Notify.NONE, quiet_hours=None)
        await here.world.bot.parts.chat.pings.call_again(live, UserId(first.id), nudged=False)
        await eventually(here.world, lambda: bool(here.service.sent))
        assert [name for name, _, _ in here.service.sent] == [str(first.id)]
        assert not calls(here.world)


async def test_a_browser_that_is_gone_is_forgotten_and_others_are_kept(tmp_path: Path) -> None:
    async with push_world(tmp_path) as here:
        user = UserId(here.world.members[0].id)
        for name, status in (("a", 410), ("b", 404), ("c", 500), ("d", 429), ("e", 302)):
            here.service.status[name] = status
            await here.world.service.push.subscribe(user, Browser(name).subscription)
        await here.sender._notify(user, "turn-1", {"title": "x"})
        assert sorted(name for name, _, _ in here.service.sent) == ["a", "b", "c", "d", "e"]
        left = await here.world.service.push.of(user)
        assert [one.endpoint[-1] for one in left] == ["c", "d", "e"]


async def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1, settings={"web_url": URL}) as world:
        assert world.bot.parts.push is not None
        key = world.bot.parts.push.public_key
        again = PushSender(world.service, URL)
        await again.start()
        assert again.public_key == key
        assert await world.service.push.keep_key(KEY, "another") != "another"
    other = tmp_path / "other"
    other.mkdir()
    async with running_world(other, people=1) as world:
        assert world.bot.parts.push is None, "without an address there is no browser to tell"


async def test_a_browser_is_stored_for_the_person_of_the_session_only(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        signer = Signer(b"secret")
        users = [UserId(one.id) for one in world.members]
        tokens = [signer.token(_session(user))[0] for user in users]
        application = web.Application()
        application.add_routes(PushRoutes(world.service, signer).routes())
        runner, port = web.AppRunner(application), free_port()
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        address, browser = f"http://127.0.0.1:{port}/api/push", Browser().subscription
        known = {"endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth}

        async with aiohttp.ClientSession() as http:

            async def ask(**body: object) -> int:
                async with http.post(address, json=body) as answer:
                    return answer.status

            assert await ask(token=tokens[0], on=True, **known) == 200
            assert await world.service.push.of(users[0]) == (browser,)
            assert await ask(token=tokens[1], on=False, endpoint=browser.endpoint) == 200
            assert await world.service.push.of(users[0]) == (browser,), "it is not theirs"
            assert await ask(token=tokens[1], on=True, **known) == 200
            assert await world.service.push.of(users[0]) == ()
            assert await world.service.push.of(users[1]) == (browser,)
            inside = known | {"endpoint": "https://169.254.169.254/"}
            assert await ask(token=tokens[0], on=True, **inside) == 400
            assert await ask(token=tokens[0], on=True, **(known | {"auth": "x"})) == 400
            assert await ask(token="x.y", on=True, **known) == 403
            assert await ask(on=True) == 400
            assert await ask(token=tokens[1], on=False, endpoint=browser.endpoint) == 200
            assert await world.service.push.of(users[1]) == ()
        await runner.cleanup()


def _session(user: UserId) -> Session:
    return Session(user, "Ann", "en-US", GuildId(0), ChannelId(0), None, "", 0)
