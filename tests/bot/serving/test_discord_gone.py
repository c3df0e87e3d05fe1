"""A Discord that sends the program away, or is not there: a code and one sentence."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app import GinBot
from bot.ops.exits import Exit
from tests.ports import free_port
from tests.worlds.served import served


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (discord.LoginFailure("Improper token has been passed."), "DISCORD_TOKEN"),
        (closed(4004), "for good"),
        (discord.PrivilegedIntentsRequired(0), "for good"),
    ],
    ids=["login", "closed", "intents"],
)
async def test_a_final_close_ends_with_code_4_and_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    says: str,
) -> None:
    async def refused(bot: GinBot, token: str, *, reconnect: bool = True) -> None:
        await bot._async_setup_hook()
        raise error

    monkeypatch.setattr(GinBot, "start", refused)
    async with served(tmp_path) as gin:
        assert await gin.code == Exit.DISCORD
    said = capsys.readouterr().err.splitlines()
    assert len([line for line in said if says in line]) == 1


async def test_a_discord_that_does_not_answer_has_a_code_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    async with served(tmp_path, GIN_DISCORD_API=nobody) as gin:
        assert await gin.code == Exit.UNREACHABLE
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if nobody in line and "Start again" in line]
    assert "Traceback" not in said
