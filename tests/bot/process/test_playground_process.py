"""The playground as a process: health and metrics are served as by the bot."""

import asyncio
import signal
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.ops.logs import NEEDLESS
from tests.bot.process.running import ROOT, answers, environment, gin, started, until
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.night]


async def test_health_and_metrics_are_served_in_the_playground_too(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with gin(tmp_path, "--no-browser", "--port", "0", GIN_OPS_PORT=str(port)) as process:
        for page in ("livez", "readyz"):
            await until(lambda page=page: answers(f"{address}/{page}"), process)  # type: ignore[misc]
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{address}/metrics") as metrics,
        ):
            assert "gin_live_matches" in await metrics.text()
        process.send_signal(signal.SIGTERM)
        said, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 0, errors.decode()
    assert b"Gin is ready to play" in said
    # A busy machine is warned of, and so is one without a library.
    informed = [line for line in errors.splitlines() if b"[info" in line]
    assert informed == [], "whoever tries the game looks for its address"
    assert not [warning for warning in NEEDLESS if warning.encode() in errors]


async def test_a_port_that_is_in_use_is_named_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [str(ROOT / "scripts" / "run"), "--no-browser", "--port", str(port)]
        async with started(command, environment(tmp_path, GIN_LOG_LEVEL="ERROR"), ROOT) as process:
            _, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 2
    sentence = errors.decode().splitlines()[-1]
    assert f"127.0.0.1:{port} cannot be used" in sentence
    assert sentence.endswith("Choose another port, or stop what uses it.")
    assert "Traceback" not in errors.decode()
