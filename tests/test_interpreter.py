"""Which Python the scripts use: GIN_PYTHON's, else the newest. The log's first line says which."""

import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent

# Says its name where a real one says its build; a virtual environment of it says the same.
PYTHON = """#!/bin/sh
case "$*" in
  *"import sys, ensurepip, venv"*) {version} ;;
  *version_info*) exit 0 ;;
  *base_prefix,\\ sys.version*) echo {name} ;;
  *python_version*) echo Python {name} ;;
  "-m venv --clear "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" && echo {name} >>"$MADE" ;;
  *hashlib*) echo hash ;;
esac
"""


class Machine:
    """A clone of the scripts on a machine that has only these Pythons."""

    def __init__(self, folder: Path) -> None:
        self._clone = folder / "clone"
        self._path = folder / "bin"
        self._made = folder / "made"
        self._path.mkdir()
        for name in ("bash", "cat", "cp", "dirname", "mkdir", "rm", "sh"):
            program = shutil.which(name)
            assert program
            (self._path / name).symlink_to(program)
        (self._clone / "requirements").mkdir(parents=True)
        for name in ("scripts/_venv.sh", "scripts/check", "scripts/test", ".ci/run"):
            (self._clone / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self._clone / name)

    def install(self, *names: str, minor: int | None = 11) -> None:
        """Put such Pythons on the PATH. ``minor``: of their version; None for one too old."""
        version = "exit 1" if minor is None else f"echo {3000 + minor}"
        for name in names:
            python = self._path / name
            python.write_text(PYTHON.format(name=name, version=version))
            python.chmod(0o755)

    def made(self) -> list[str]:
        """Whose virtual environments have been made, in turn."""
        return self._made.read_text().split() if self._made.exists() else []

    def run(self, *command: str, gin_python: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command in the clone."""
        variables: Mapping[str, str] = {
            "PATH": str(self._path),
            "MADE": str(self._made),
            "GIN_PYTHON": gin_python,
        }
        return subprocess.run(
            command,
            cwd=self._clone,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    def sourced(self, text: str, gin_python: str = "") -> subprocess.CompletedProcess[str]:
        """Run what a script does that sources `_venv.sh`."""
        return self.run("bash", "-c", f"source scripts/_venv.sh; {text}", gin_python=gin_python)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ({"python3": 13, "python3.13": 13}, "python3"),
        ({"python3": 11, "python3.12": 12, "python3.13": 13}, "python3.13"),
        ({"python3": 14, "python3.13": 13}, "python3"),
        ({"python3": None, "python": 12, "python3.12": 12}, "python"),
        ({"python3": None, "python": None, "python3.12": 12, "python3.11": 11}, "python3.12"),
        ({"python3": 11, "python3.13": None}, "python3"),
    ],
)
def test_the_newest_python_of_the_path_is_used(
    machine: Machine, there: dict[str, int | None], found: str
) -> None:
    for name, minor in there.items():
        machine.install(name, minor=minor)
    assert machine.sourced("find_python").stdout == f"{found}\n"


def test_without_a_python_that_is_new_enough_a_sentence_says_what_is_missing(
    machine: Machine,
) -> None:
    machine.install("python3", minor=None)
    refused = machine.sourced("find_python")
    assert refused.returncode == 1
    assert "Gin needs Python 3.11 or newer" in refused.stderr


def test_gin_python_wins(machine: Machine) -> None:
    machine.install("python3", "python3.12")
    assert machine.sourced("find_python", gin_python="python3.12").stdout == "python3.12\n"


@pytest.mark.parametrize("command", ["find_python", "say_python", "ensure_venv dev"])
@pytest.mark.parametrize("asked_for", ["python3.9", "python3.15"])
def test_no_other_python_is_used_than_gin_python(
    machine: Machine, asked_for: str, command: str
) -> None:
    machine.install("python3")
    machine.install("python3.9", minor=None)
    machine.sourced("ensure_venv dev")
    refused = machine.sourced(command, gin_python=asked_for)
    assert refused.returncode == 1
    assert f"GIN_PYTHON is {asked_for}" in refused.stderr
    assert machine.made() == ["python3"]


def test_a_virtual_environment_of_another_python_is_made_anew(machine: Machine) -> None:
    machine.install("python3", "python3.12")
    for asked_for in ("", "python3", "python3.12", "python3.12", "", "python3"):
        done = machine.sourced("ensure_venv dev", gin_python=asked_for)
        assert done.returncode == 0, done.stderr
    assert machine.made() == ["python3", "python3.12", "python3"]


@pytest.mark.parametrize("script", ["scripts/check", "scripts/test", ".ci/run"])
def test_the_first_line_of_a_log_names_the_python(machine: Machine, script: str) -> None:
    machine.install("python3", "python3.12")
    machine.sourced("ensure_venv dev")
    for asked_for, tested in (("", "python3"), ("python3.12", "python3.12")):
        log = machine.run("bash", script, gin_python=asked_for).stdout.splitlines()
        assert log[0] == f"Python {tested}"


def test_the_version_is_the_interpreters_own(machine: Machine) -> None:
    said = machine.sourced("say_python", gin_python=sys.executable).stdout
    assert said.startswith(f"Python {platform.python_version()} of {sys.base_prefix} on ")
