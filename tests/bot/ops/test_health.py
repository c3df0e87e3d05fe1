"""The health check: light, told by the heartbeat alone, and of the same folder as the bot."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.ops import health
from bot.settings import load_settings
from tests.bot.process.running import ROOT

PROBE = """
import os, runpy, sys
if os.environ.get("hidden"):
    sys.modules[os.environ["hidden"]] = None
sys.argv = ["bot", "health"]
try:
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
except SystemExit as end:
    print(end.code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""
HEAVY = {"discord", "simcord", "sqlalchemy", "pydantic", "pydantic_settings", "aiohttp", "asyncio"}


def asked(folder: Path, **environment: str) -> tuple[int, set[str], str]:
    """What the check answers in ``folder``, what it imported and what it said."""
    clean = {name: value for name, value in os.environ.items() if "GIN_" not in name.upper()}
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=250,
        check=True,
    )
    code, *modules = done.stdout.split()
    return int(code), set(modules), done.stderr


def beat(folder: Path, age: float = 0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "heartbeat"
    file.touch()
    os.utime(file, (time.time() - age,) * 2)


def test_nothing_of_the_bot_is_loaded_to_ask_for_its_health(tmp_path: Path) -> None:
    beat(tmp_path / "data")
    code, modules, said = asked(tmp_path)
    assert (code, said) == (0, "")
    assert "bot" in modules
    assert modules & HEAVY == set()
    assert modules.isdisjoint({"engine"})


def test_what_is_wrong_is_said_with_the_only_code_that_a_container_knows(tmp_path: Path) -> None:
    code, _, said = asked(tmp_path)
    assert code == 1
    assert "not running" in said
    beat(tmp_path / "data", age=health.LATE_SECONDS + 60)
    code, _, said = asked(tmp_path)
    assert code == 1
    assert "stuck" in said
    (tmp_path / ".env").write_bytes(b"GIN_DATA_DIR=\xff")
    code, _, said = asked(tmp_path)
    assert code == 1
    assert ".env" in said


@pytest.mark.parametrize(
    ("file", "environment"),
    [
        (None, {}),
        ("GIN_DATA_DIR=of the file\n", {}),
        ("GIN_DATA_DIR=of the file\n", {"GIN_DATA_DIR": "of the environment"}),
        ("GIN_DATA_DIR=of the file\n", {"GIN_DATA_DIR": ""}),
        ("GIN_DATA_DIR=\n", {}),
        ("export gin_data_dir='in quotes' # a comment\n", {}),
        ("GIN_DATA_DIR=first\nGIN_DATA_DIR=second\n", {}),
        ("HERE=somewhere\nGIN_DATA_DIR=${HERE}/else\n", {}),
        (None, {"gin_data_dir": "small letters"}),
    ],
)
def test_it_looks_where_the_bot_writes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str | None,
    environment: dict[str, str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if "GIN_" in name.upper()]:
        monkeypatch.delenv(name)
    if file is not None:
        (tmp_path / ".env").write_text(file)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert health.data_dir() == settings.data_dir
    beat(settings.data_dir)
    code, _, said = asked(tmp_path, **environment)
    assert (code, said) == (0, "")


def test_a_folder_in_place_of_the_settings_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    beat(tmp_path / "data")
    code, _, said = asked(tmp_path)
    assert code == 1
    assert ".env is a folder" in said


def test_an_installation_of_the_engine_alone_says_so_with_the_same_code(tmp_path: Path) -> None:
    code, _, said = asked(tmp_path, hidden="dotenv")
    assert code == 1
    assert "The bot is not part of this installation (dotenv is missing)" in said
    assert "Traceback" not in said
