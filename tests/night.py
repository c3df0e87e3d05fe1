"""Everything, for hours: ``python -m tests.night [--again]``.

What failed is written to ``tests/night.json``, with the command that repeats it. The gate reads
that file (``tests/test_night.py``): nothing passes while a night's failure is open.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
RESULT: Final = ROOT / "tests" / "night.json"
PYTHON: Final = sys.executable
LONG_RUNS: Final = {
    "simulation": ("-m", "tests.simulation", "--seeds", "10000"),
    "whole bot": ("-m", "tests.simulation.whole", "--seeds", "1000"),
    "kills": ("-m", "tests.soak", "sqlite", "--kills", "500"),
    "kills at the wire": ("-m", "tests.soak", "wire", "--kills", "60", "--ends", "15"),
    "mutants": ("-m", "tests.mutation", "--minutes", "60"),
    "figures": ("-m", "benchmarks", "wire", "--short", "--compare"),
}
"""What is run after the tests, by name: the arguments of Python."""


@dataclass
class Failure:
    """Something that failed: arguments of Python, and the environment it depends on."""

    name: str
    arguments: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)


def run(failure: Failure) -> bool:
    """Run something and return whether it passed."""
    sys.stdout.write(f"== {failure.name}: python {' '.join(failure.arguments)}\n")
    sys.stdout.flush()
    environment = {**os.environ, "PYTHONHASHSEED": "0", **failure.environment}
    done = subprocess.run([PYTHON, *failure.arguments], cwd=ROOT, env=environment, check=False)
    return done.returncode == 0


def failed_tests(report: Path) -> list[str]:
    """Return the tests that failed, as pytest's arguments, from its report in JUnit's format."""
    found = []
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - pytest has just written it
        if case.find("failure") is not None or case.find("error") is not None:
            path = f"{case.get('classname', '').replace('.', '/')}.py"
            found.append(f"{path}::{case.get('name')}")
    return found


def all_tests(seed: int) -> list[Failure]:
    """Run all tests, with other games, cards and examples and more of them than the gate."""
    environment = {"GIN_SEED": str(seed), "GIN_THOROUGH": "3"}
    with tempfile.TemporaryDirectory(prefix="gin-night-") as folder:
        report = Path(folder) / "report.xml"
        workers = str(max(2, os.cpu_count() or 2) + 1)
        arguments = ("-m", "pytest", "-q", "-n", workers, "--dist", "loadgroup")
        is_fine = run(Failure("tests", (*arguments, f"--junit-xml={report}"), environment))
        named = failed_tests(report) if report.exists() else []
    if not is_fine and not named:
        return [Failure("tests", arguments, environment)]
    return [Failure(name, ("-m", "pytest", "-q", name), environment) for name in named]


def write(failures: Sequence[Failure]) -> None:
    """Write what the gate reads."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": commit.stdout.strip(),
        "failed": [asdict(one) for one in failures],
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n")


def open_failures() -> list[Failure]:
    """Return what failed in the last night and has not passed since."""
    return [Failure(**one) for one in json.loads(RESULT.read_text())["failed"]]


def main(arguments: Sequence[str]) -> int:
    """Run everything, or what failed last; return the number of failures, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", action="store_true", help="run only what failed last")
    if parser.parse_args(arguments).again:
        failures = [one for one in open_failures() if not run(one)]
    else:
        failures = all_tests(datetime.datetime.now(datetime.UTC).date().toordinal())
        failures += [each for name, how in LONG_RUNS.items() if not run(each := Failure(name, how))]
    write(failures)
    for one in failures:
        sys.stdout.write(f"FAILED {one.name}\n")
    return min(1, len(failures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
