"""The playground as `python -m bot` serves it: health and metrics as the bot's, and its goodbye."""

import importlib.util
import signal
from pathlib import Path

import aiohttp
import pytest

from bot.ops.exits import Exit
from tests.ports import free_port
from tests.worlds.commands import ended
from tests.worlds.served import served


async def test_health_and_metrics_are_served_in_the_playground_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"http://127.0.0.1:{(port := free_port())}"
    async with served(tmp_path, playground=True, GIN_OPS_PORT=str(port)) as gin:
        await gin.until_ready(address)
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{address}/metrics") as metrics,
        ):
            assert "gin_live_matches" in await metrics.text()
        gin.signal(signal.SIGTERM)
        assert await gin.code == Exit.STOPPED
    assert "Gin is ready to play" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "settings", "says"),
    [
        (["--playground"], {"DISCORD_TOKEN": "x"}, "scripts/run --playground"),
        ([], {}, "DISCORD_TOKEN"),
    ],
    ids=["already requested", "no token"],
)
def test_a_playground_that_is_not_installed_says_how_to_get_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    settings: dict[str, str],
    says: str,
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "simcord" else find(name)
    )
    done = ended(tmp_path, *arguments, **settings)
    assert done.returncode == Exit.SETTINGS
    [sentence] = done.stderr.splitlines()
    assert says in sentence
