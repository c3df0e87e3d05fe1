"""Everything, for hours: ``python -m tests.night [--part 2/6 | --again]``.

All parts together run everything, each once. What failed is written to ``tests/night.json``, with
the command that repeats it. The gate reads that file (``tests/test_night.py``): nothing passes
while a night's failure is open.
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
from typing import Final, TypeVar

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
WITH_EXAMPLES: Final = ("engine", "docs")
"""The folders whose examples in docstrings and pages are tests."""
T = TypeVar("T")


@dataclass
class Failure:
    """Something that failed: arguments of Python, and the environment it depends on."""

    name: str
    arguments: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """The ``number``-th of ``count`` parts of a night, from 1: every ``count``-th piece of it."""

    number: int = 1
    count: int = 1

    @classmethod
    def read(cls, text: str) -> "Part":
        """Return the part written like ``2/6``. Raise ValueError for anything else."""
        number, _, count = text.partition("/")
        part = cls(int(number), int(count))
        if not 1 <= part.number <= part.count:
            raise ValueError(text)
        return part

    def of(self, pieces: Sequence[T]) -> Sequence[T]:
        """Return this part's pieces."""
        return pieces[self.number - 1 :: self.count]

    @property
    def paths(self) -> Sequence[str]:
        """The files and folders whose tests it runs."""
        files = sorted(one.relative_to(ROOT).as_posix() for one in ROOT.glob("tests/**/test_*.py"))
        return self.of((*files, *WITH_EXAMPLES))

    @property
    def long_runs(self) -> Sequence[Failure]:
        """What it runs after the tests."""
        return self.of([Failure(name, how) for name, how in LONG_RUNS.items()])

    def runs(self, name: str) -> bool:
        """Whether it runs the test or the long run of this name."""
        is_test = name.partition("::")[0] in self.paths
        return self.count == 1 or is_test or name in [one.name for one in self.long_runs]


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


def all_tests(seed: int, paths: Sequence[str]) -> list[Failure]:
    """Run all tests of these, with other games, cards and examples and more than the gate."""
    environment = {"GIN_SEED": str(seed), "GIN_THOROUGH": "3"}
    with tempfile.TemporaryDirectory(prefix="gin-night-") as folder:
        report = Path(folder) / "report.xml"
        workers = str(max(2, os.cpu_count() or 2) + 1)
        arguments = ("-m", "pytest", "-q", "-n", workers, "--dist", "loadgroup", *paths)
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
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--again", action="store_true", help="run only what failed last")
    only.add_argument(
        "--part", type=Part.read, default=Part(), metavar="2/6", help="run the second of six parts"
    )
    given = parser.parse_args(arguments)
    part: Part = given.part
    if given.again:
        failures = [one for one in open_failures() if not run(one)]
    else:
        failures = [one for one in open_failures() if not part.runs(one.name)]
        today = datetime.datetime.now(datetime.UTC).date().toordinal()
        failures += all_tests(today, part.paths)
        failures += [one for one in part.long_runs if not run(one)]
    write(failures)
    for one in failures:
        sys.stdout.write(f"FAILED {one.name}\n")
    return min(1, len(failures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
