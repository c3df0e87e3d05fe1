"""`python -m bot` when Discord closes for good: code 4 and one sentence, at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = """
import sys, types
import discord
from bot import __main__ as entry
from bot.app import GinBot

async def refused(self, token, *, reconnect=True):
    await self._async_setup_hook()
    kind, code = sys.argv[1], int(sys.argv[2])
    if kind == "login":
        raise discord.LoginFailure("Improper token has been passed.")
    if kind == "intents":
        raise discord.PrivilegedIntentsRequired(0)
    raise discord.ConnectionClosed(types.SimpleNamespace(close_code=code), shard_id=0, code=code)

GinBot.start = refused
sys.exit(entry.main([]))
"""


@pytest.mark.parametrize(
    ("kind", "code", "says"),
    [("login", 0, "DISCORD_TOKEN"), ("closed", 4004, "for good"), ("intents", 4014, "for good")],
)
def test_a_final_close_ends_with_code_4_and_one_sentence(
    tmp_path: Path, kind: str, code: int, says: str
) -> None:
    settings = {"DISCORD_TOKEN": "x" * 30, "GIN_DATA_DIR": str(tmp_path), "GIN_OPS_PORT": "0"}
    settings["GIN_DATABASE_URL"] = f"sqlite:///{tmp_path / 'gin.db'}"
    ended = subprocess.run(
        [sys.executable, "-c", RUN, kind, str(code)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 4, ended.stderr
    said = [line for line in ended.stderr.splitlines() if says in line]
    assert len(said) == 1, ended.stderr
    assert "Traceback" not in ended.stderr
