"""Events by HTTP: signed by Discord, about people who add the app to their account."""

import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.webhook import EVENTS, Verifier, Webhook
from tests.bot.webhook.endpoint import Endpoint
from tests.journeys.world import World, running_world
from tests.ports import free_port

pytestmark = pytest.mark.real_time
ADDED = {"integration_type": 1, "scopes": ["applications.commands"]}


def event(kind: str, user: int | None, **more: Any) -> bytes:
    """A request as Discord sends it."""
    data = {**more, **({} if user is None else {"user": {"id": str(user)}})}
    body = {"type": kind, "timestamp": "2026-10-18T14:42:53.064834", "data": data}
    return json.dumps({"version": 1, "application_id": "4000", "type": 1, "event": body}).encode()


def count(world: World, change: str) -> float:
    """How often that has been counted."""
    registry = world.bot.parts.messenger.metrics.registry
    return registry.get_sample_value("gin_user_installs_total", {"change": change}) or 0.0


async def test_installations_of_people_are_heard_if_discord_has_signed_them(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        port = free_port()
        endpoint = Endpoint(f"http://127.0.0.1:{port}{EVENTS}")
        webhook = Webhook(world.bot, Verifier(endpoint.public_key))
        runner = web.AppRunner(webhook.application())
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        user = world.members[0].id
        ping = json.dumps({"version": 1, "application_id": "4000", "type": 0}).encode()
        assert (await endpoint.post(ping))[0] == 204
        added = event("APPLICATION_AUTHORIZED", user, **ADDED)
        assert (await endpoint.post(added, {}))[0] == 401
        assert (await endpoint.post(added, Endpoint(endpoint.address).signed(added)))[0] == 401
        assert count(world, "added") == 0
        assert await endpoint.post(added) == (204, "application/json", b"")
        to_server = event("APPLICATION_AUTHORIZED", user, integration_type=0, guild={"id": "1"})
        assert (await endpoint.post(to_server))[0] == 204
        assert (await endpoint.post(event("ENTITLEMENT_CREATE", None)))[0] == 204
        assert count(world, "added") == 1
        removed = event("APPLICATION_DEAUTHORIZED", user)
        assert (await endpoint.post(removed))[0] == 204
        assert count(world, "removed") == 1
        for damaged in (event("APPLICATION_DEAUTHORIZED", None), b"{}", b"[1]", b"no"):
            assert (await endpoint.post(damaged))[0] == 400, damaged
        await runner.cleanup()
