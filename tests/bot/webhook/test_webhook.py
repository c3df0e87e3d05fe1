"""The webhook of the real process: what it takes, what it refuses, and what it never tells."""

import json
import signal
import socket
import sys
import time
from pathlib import Path

import aiohttp
import pytest

from bot.webhook import BODY_BYTES, WINDOW_S
from tests.bot.process.running import gin, until
from tests.bot.webhook.endpoint import PING, Endpoint
from tests.bot.webhook.running import reached
from tests.wire.interactions import COMMAND, Interaction, command_data, common
from tests.wire.objects import User
from tests.wire.server import CHANNEL, Discord

pytestmark = pytest.mark.slow

PONG = (200, "application/json", {"type": 1})
REFUSED = (401, "text/plain", b"invalid request signature")

UNHURRIED = """
import sys
from bot.ops import exits
from bot.__main__ import main
exits.ANSWER_SECONDS, exits.LIMIT_SECONDS = 60, 120
sys.exit(main([]))
"""


def help_of(discord: Discord, user: int) -> bytes:
    """The command `/gin help`, as it is delivered."""
    number = discord.ids.new()
    discord.interactions.add(Interaction(number, COMMAND, user, CHANNEL))
    channel = discord.guild.channels[CHANNEL]
    payload = common(number, COMMAND, User(user), discord.guild, channel)
    return json.dumps(
        {**payload, "application_id": "4000", "data": command_data("gin help", {})}
    ).encode()


async def test_only_what_discord_signed_just_now_comes_in(tmp_path: Path) -> None:
    async with reached(tmp_path, gateway=False, by_webhook=True, GIN_LOG_LEVEL="DEBUG") as bot:
        endpoint, ping = bot.endpoint, json.dumps(PING).encode()
        status, kind, content = await endpoint.post(ping)
        assert (status, kind, json.loads(content)) == PONG

        signed = endpoint.signed(ping)
        stranger = Endpoint(endpoint.address)
        assert await endpoint.post(ping, stranger.signed(ping)) == REFUSED
        assert await endpoint.post(ping + b" ", signed) == REFUSED
        assert await endpoint.post(ping, {}) == REFUSED
        for name in signed:
            assert await endpoint.post(ping, {name: signed[name]}) == REFUSED
        late = endpoint.signed(ping, at=time.time() - WINDOW_S - 5)
        assert await endpoint.post(ping, late) == REFUSED

        said = help_of(bot.discord, 100)
        signed = endpoint.signed(said)
        assert (await endpoint.post(said, signed))[0] == 202
        assert await endpoint.post(said, signed) == REFUSED

        for body in (
            b"",
            b"[]",
            b"{",
            b"{}",
            b'{"type": "1"}',
            b'{"type": 99}',
            b'{"type": []}',
            b"\xff",
        ):
            assert (await endpoint.post(body))[0] == 400
        assert (await endpoint.post(b" " * (BODY_BYTES + 1)))[0] == 413
        async with aiohttp.ClientSession() as session, session.get(endpoint.address) as answer:
            assert answer.status == 405
        assert (await endpoint.post(help_of(bot.discord, 101)))[0] == 202, "it still works"

        bot.process.send_signal(signal.SIGTERM)
        out, errors = await bot.process.communicate()
    assert bot.process.returncode == 0
    log = (out + errors).decode()
    assert "interactions are taken at" in log
    assert "token-" not in log, log
    assert "Traceback" not in log, log
    assert not bot.discord.gateway.identifies, "this process has no gateway"


async def test_a_stopping_process_leaves_interactions_to_another(tmp_path: Path) -> None:
    command = (sys.executable, "-c", UNHURRIED)
    async with reached(tmp_path, gateway=False, by_webhook=True, command=command) as bot:
        rest = bot.discord.rest
        rest.hold.clear()
        assert (await bot.endpoint.post(help_of(bot.discord, 100)))[0] == 202

        async def in_flight() -> bool:
            return bool(rest.arrived)

        await until(in_flight, bot.process)
        bot.process.send_signal(signal.SIGTERM)

        async def takes_no_more() -> bool:
            return (await bot.endpoint.post(help_of(bot.discord, 101)))[0] == 503

        await until(takes_no_more, bot.process)
        rest.hold.set()
        _, errors = await bot.process.communicate()
    assert bot.process.returncode == 0, errors.decode()
    assert rest.answered, "what was taken is answered"
    assert rest.answered == rest.arrived


async def test_the_door_is_shut_unless_it_is_asked_for(tmp_path: Path) -> None:
    async with gin(tmp_path, DISCORD_TOKEN="x" * 30, GIN_WEBHOOK_PORT="1") as process:
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors == b"GIN_WEBHOOK_PORT needs GIN_PUBLIC_KEY as well.\n"


async def test_a_key_that_is_none_is_told(tmp_path: Path) -> None:
    async with gin(tmp_path, DISCORD_TOKEN="x" * 30, GIN_PUBLIC_KEY="abc") as process:
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors == b"GIN_PUBLIC_KEY: the application's public key has 64 hexadecimal digits.\n"


async def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    key = Endpoint("").public_key
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        settings = {"DISCORD_TOKEN": "x" * 30, "GIN_PUBLIC_KEY": key, "GIN_WEBHOOK_PORT": port}
        async with gin(tmp_path, **settings) as process:
            _, errors = await process.communicate()
    assert process.returncode == 2
    assert f"GIN_WEBHOOK_PORT: 127.0.0.1:{port} cannot be used" in errors.decode()


async def test_no_gateway_needs_the_door(tmp_path: Path) -> None:
    async with gin(tmp_path, DISCORD_TOKEN="x" * 30, GIN_SHARD_IDS="none") as process:
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors == b"GIN_SHARD_IDS=none needs GIN_WEBHOOK_PORT as well.\n"
