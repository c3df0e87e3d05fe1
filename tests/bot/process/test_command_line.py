"""The command line: a help for each command, the version, and an end that prints no traceback."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot import __version__
from bot.__main__ import main, parsed
from bot.settings_reference import env_example
from tests.bot.process.running import environment
from tests.worlds.project import ROOT

COMMANDS = ("run", "doctor", "health", "backup", "restore", "move", "new-epoch", "export-games")


def helped(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    *arguments: str,
) -> str:
    monkeypatch.setattr(sys, "argv", [program])
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "name"), [("/x/bot/__main__.py", "python -m bot"), ("/usr/bin/gin-bot", "gin-bot")]
)
def test_every_command_has_a_help_under_the_name_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], program: str, name: str
) -> None:
    everything = helped(monkeypatch, capsys, program, "--help")
    assert everything.startswith(f"usage: {name} [-h] [--version] COMMAND")
    for command in COMMANDS:
        assert re.search(rf"^    {command}( |$)", everything, re.MULTILINE)
        assert helped(monkeypatch, capsys, program, command, "--help").startswith(
            f"usage: {name} {command} [-h]"
        )
    assert helped(monkeypatch, capsys, program, "--version") == f"Gin {__version__}\n"


def test_without_a_command_it_is_run() -> None:
    assert parsed([]) == parsed(["run"])
    assert parsed(["--no-browser", "--port", "1"]) == parsed(["run", "--no-browser", "--port", "1"])
    with pytest.raises(SystemExit):
        parsed(["backup", "--port", "1"])


def test_an_interruption_of_the_imports_prints_nothing(tmp_path: Path) -> None:
    interrupted = (
        "import os, signal, sys; from bot import __main__ as entry; "
        "sys.argv = ['gin-bot', 'backup']; "
        "entry._work = lambda _: os.kill(os.getpid(), signal.SIGINT); entry.program()"
    )
    done = subprocess.run(
        [sys.executable, "-c", interrupted],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.slow
def test_the_first_line_of_the_log_has_the_version_and_unknown_settings_follow(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=environment(
            tmp_path, DISCORD_TOKEN="x" * 30, GIN_DISCORD_API="http://127.0.0.1:1", GIN_WEB_PROT="1"
        ),
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    first, second, *_ = done.stderr.splitlines()
    place = tmp_path / "gin.db"
    python = f"Python {sys.version_info.major}."
    assert f"Gin {__version__} starts on the database {place}, with {python}" in first
    assert "GIN_WEB_PROT in the environment is no setting of Gin" in second
    assert "is GIN_WEB_PORT meant?" in second


def test_every_variable_that_compose_and_the_image_set_is_a_setting() -> None:
    text = (ROOT / "compose.yaml").read_text() + (ROOT / "Dockerfile").read_text()
    set_there = set(re.findall(r"^\s+(GIN_[A-Z_]+)[:=]", text, re.MULTILINE))
    assert set_there
    assert {name for name in set_there if f"{name}=" not in env_example()} == set()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@pytest.mark.parametrize("command", [("doctor",), ("backup",), ("restore", "café–✔.db")])
def test_every_command_prints_in_every_terminal(
    tmp_path: Path, encoding: str, command: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONUTF8="0", PYTHONIOENCODING=encoding),
        capture_output=True,
        timeout=250,
        check=False,
    )
    out, errors = done.stdout.decode(encoding), done.stderr.decode(encoding)
    assert "Traceback" not in errors
    if command == ("doctor",):
        right = "✔" if encoding == "utf-8" else "OK"
        assert f"{right} settings: " in out
    else:
        assert done.returncode == 3
        assert errors.startswith("There is no ")


def test_output_that_nobody_reads_any_more_is_no_error(tmp_path: Path) -> None:
    shut = (
        "import os, sys; from bot import __main__ as entry; "
        "entry.main = lambda: print('x' * 9) or 0; entry.program()"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", shut],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=250,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_port_that_is_none_is_called_a_port(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("70000", "-1", "many", "1e3"):
        with pytest.raises(SystemExit):
            parsed(["run", f"--port={text}"])
        said = capsys.readouterr().err
        assert said.endswith("argument --port: a port is a number from 0 to 65535\n")
