"""The repository itself: its commands, its locks, its container and its rules for CI."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.waiting import PATIENCE_S
from tests.worlds.project import ROOT

SCRIPTS = sorted(
    path
    for folder in ("scripts", "scripts/tools", ".ci")
    for path in (ROOT / folder).iterdir()
    if path.is_file() and path.suffix == ""
)
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def tracked_texts() -> dict[str, str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    texts = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
    return texts


def test_no_file_names_a_package_registry() -> None:
    # Spelt in pieces, for this file is tracked as well.
    hosts = ["pypi" + ".org", "python" + "hosted", "index" + "-url =", "registry.npm" + "js"]
    option = re.compile(r"^\s*(--(extra-)?index-url|--find-links|-i |-f )", re.MULTILINE)
    texts = tracked_texts()
    assert "pyproject.toml" in texts
    named = {(name, host) for name, text in texts.items() for host in hosts if host in text.lower()}
    assert not named
    assert not [name for name in texts if name.endswith(".txt") and option.search(texts[name])]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_can_be_executed_and_stops_at_the_first_error(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    subprocess.run(["bash", "-n", str(script)], check=True)


def pins(lock: Path) -> dict[str, str]:
    return dict(PIN.findall(lock.read_text(encoding="utf-8")))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_locked_package_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(PIN.findall(text)) > (0 if lock.stem == "installer" else 20)
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text


def test_locks_agree_because_they_share_one_environment() -> None:
    runtime, playground, dev, bench = (
        pins(ROOT / "requirements" / f"{n}.txt") for n in ("runtime", "playground", "dev", "bench")
    )
    assert runtime.items() <= playground.items() <= dev.items()
    assert runtime.items() <= bench.items()
    assert pins(ROOT / "requirements" / "installer.txt").items() <= dev.items()
    assert {name: dev[name] for name in dev.keys() & bench.keys()} == {
        name: bench[name] for name in dev.keys() & bench.keys()
    }


def distribution(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def asked_for(*extras: str) -> set[str]:
    """What the package asks for with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {distribution(name) for name in project["dependencies"]}
    for extra in extras:
        for name in project["optional-dependencies"][extra]:
            within = re.fullmatch(rf"{project['name']}\[(\w+)\]", name)
            wanted |= asked_for(within[1]) if within else {distribution(name)}
    return wanted


def test_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    dev, bench = ({distribution(name) for name in groups[group]} for group in ("dev", "bench"))
    runtime = asked_for("bot")
    assert runtime <= pins(ROOT / "requirements" / "runtime.txt").keys()
    assert asked_for("playground") <= pins(ROOT / "requirements" / "playground.txt").keys()
    assert runtime | dev <= pins(ROOT / "requirements" / "dev.txt").keys()
    assert runtime | bench <= pins(ROOT / "requirements" / "bench.txt").keys()


def _is_of(requirement: Requirement, extra: str) -> bool:
    """Whether it is asked for on this machine."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_nothing_that_a_locked_package_needs_is_missing(lock: Path) -> None:
    """They are installed without a look at what they need."""
    locked = pins(lock)
    missing = set()
    for name in locked:
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # It belongs to another platform.
        for text in needed:
            one = Requirement(text)
            if _is_of(one, ""):
                missing |= {canonicalize_name(one.name)} - locked.keys()
    assert missing == set()


def test_the_playground_has_all_of_its_preview_but_sound_and_films() -> None:
    needed = (Requirement(text) for text in metadata.requires("simcord") or [])
    preview = {one.name for one in needed if _is_of(one, "preview")}
    locked = pins(ROOT / "requirements" / "playground.txt").keys()
    assert preview - locked == {"av"}


def test_the_engine_asks_for_no_discord_and_no_database() -> None:
    assert asked_for() == {"numpy", "pydantic"}
    assert {"discord-py", "aiohttp", "pillow", "babel"}.isdisjoint(asked_for("service"))


def test_what_production_installs_holds_no_playground_and_what_it_draws_in() -> None:
    production = pins(ROOT / "requirements" / "runtime.txt").keys()
    assert {"simcord", "av", "playwright", "pytest"}.isdisjoint(production)
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"requirements/(\w+)\.txt", dockerfile)) == {"runtime"}


def test_a_fresh_clone_opens_the_playground() -> None:
    run = (ROOT / "scripts" / "run").read_text(encoding="utf-8")
    assert "ensure_venv playground" in run


def test_every_dependency_is_explained() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "dependency-groups"
    ]
    wanted = {distribution(name) for group in ("dev", "bench", "docs") for name in groups[group]}
    design = (ROOT / "docs" / "design" / "decisions" / "dependencies.md").read_text(
        encoding="utf-8"
    )
    explained = {
        distribution(name) for name in re.findall(r"^\| `([^`]+)` \|", design, flags=re.MULTILINE)
    }
    assert (wanted | asked_for("playground")) - explained == set()


def test_dockerfile_copies_what_exists_and_ends_as_an_ordinary_user() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = [
        source
        for line in lines
        if line.startswith("COPY ") and "--from=" not in line
        for source in line.split()[1:-1]
    ]
    assert {"bot", "engine"} <= set(copied)
    assert [source for source in copied if not (ROOT / source).exists()] == []
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [source for source in copied if f"!{source}" not in sent] == []
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users[-1] == "10001:10001"
    assert any(line.startswith("ENTRYPOINT [") for line in lines)


def suite(
    folder: Path, modules: Mapping[str, str], *arguments: str, ci: bool
) -> subprocess.CompletedProcess[str]:
    """Run pytest on some test modules under this suite's own conftest."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    for name, text in modules.items():
        whole = f"import pytest\n{text}\ndef test_fine() -> None: pass\n"
        (folder / f"test_{name}.py").write_text(whole)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={
            **os.environ,
            "GIN_CI": "1" if ci else "0",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


SKIPPED = {
    "marked": "@pytest.mark.skip\ndef test_left_out() -> None: pass",
    "inside": "def test_left_out() -> None: pytest.skip('no')",
    "module": "pytest.skip('no', allow_module_level=True)",
}


@pytest.mark.slow
def test_ci_fails_for_each_test_that_is_skipped(tmp_path: Path) -> None:
    result = suite(tmp_path, SKIPPED, "--continue-on-collection-errors", ci=True)
    assert result.returncode == 1, result.stdout
    said = result.stdout.splitlines()
    summary = [line for line in said if line.startswith(("FAILED", "ERROR"))]
    assert sorted(line.split()[1] for line in summary) == [
        "test_inside.py::test_left_out",
        "test_marked.py::test_left_out",
        "test_module.py",
    ]
    assert result.stdout.count("Skipped, which CI does not accept") >= len(SKIPPED)


@pytest.mark.slow
def test_ci_fails_when_a_test_is_deselected(tmp_path: Path) -> None:
    module = {"it": "def test_left_out() -> None: pass"}
    result = suite(tmp_path, module, "-k", "fine", ci=True)
    assert result.returncode not in (0, 5), result.stdout
    assert "CI does not accept" in result.stdout + result.stderr


@pytest.mark.slow
def test_ci_leaves_the_tests_of_the_night_to_the_night(tmp_path: Path) -> None:
    module = {"it": "@pytest.mark.night\ndef test_left_out() -> None: assert False"}
    result = suite(tmp_path, module, "-m", "not night", ci=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.slow
def test_elsewhere_a_test_may_be_skipped(tmp_path: Path) -> None:
    assert suite(tmp_path, SKIPPED, ci=False).returncode == 0
