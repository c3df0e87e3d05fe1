"""Tries changes, two at a time, and tells which of them no test notices."""

import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from tests.mutation.changes import Change, changes
from tests.mutation.trial import BROKEN, ENDED, Runs, Target, measure, preload, start

AT_ONCE: Final = 2
PATIENCE: Final = 10
"""How many times as long as usual the tests of a change may work, and ..."""
PATIENCE_S: Final = 20.0
"""... how much longer still."""
LONGEST_S: Final = 60.0
"""Tests beyond so much time are not asked about a change: the fast ones have to notice it."""


class Outcome(Enum):
    """What becomes of a change."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    REFUSED = "refused by types"
    SURVIVED = "survived"
    NOT_RUN = "not run by any test"
    EQUIVALENT = "equivalent"


NOTICED: Final = (Outcome.KILLED, Outcome.TIMED_OUT, Outcome.REFUSED)
UNNOTICED: Final = (Outcome.SURVIVED, Outcome.NOT_RUN)


class BrokenTrialError(Exception):
    """Tests fail, or cannot be run, although nothing is changed."""


Reviewed: TypeAlias = frozenset[tuple[str, str, str]]
Report: TypeAlias = Callable[[Target, Change, Outcome], None]


@dataclass
class Result:
    """The figures of one module."""

    target: Target
    changes: int
    outcomes: Counter[Outcome] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        """Changes that could be noticed."""
        return self.outcomes.total() - self.outcomes[Outcome.EQUIVALENT]

    @property
    def killed(self) -> int:
        """Changes that make a test fail or run without end, or that the type checker refuses."""
        return sum(self.outcomes[one] for one in NOTICED)


Left: TypeAlias = tuple[Result, Change, Outcome]


@dataclass(frozen=True)
class Wanted:
    """Which part of all changes is tried, and for how long at most."""

    share: float = 1.0
    seed: int = 1
    minutes: float = 60.0


class Forks:
    """At most two processes at a time, each with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._free = [folder / str(number) for number in range(AT_ONCE)]
        for one in self._free:
            one.mkdir()
        self._busy: dict[int, tuple[Path, Callable[[int, str], None]]] = {}

    def run(self, fork: Callable[[Path], int], done: Callable[[int, str], None]) -> None:
        """Start a process when there is room; ``done`` hears its status and its output."""
        if not self._free:
            self._wait()
        folder = self._free.pop()
        self._busy[fork(folder)] = folder, done

    def finish(self) -> None:
        """Wait for every process."""
        while self._busy:
            self._wait()

    def stop(self) -> None:
        """End what still runs."""
        for child in self._busy:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        self._busy.clear()

    def _wait(self) -> None:
        child, status = os.wait()
        folder, done = self._busy.pop(child)
        self._free.append(folder)
        done(os.waitstatus_to_exitcode(status), (folder / "output").read_text(errors="replace"))


def reviewed(file: Path) -> Reviewed:
    """The changes that are known to change nothing: path, lines before, lines after."""
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("change", [])
    return frozenset((one["path"], one["before"], one["after"]) for one in listed)


def run(
    root: Path, targets: Sequence[Target], wanted: Wanted, known: Reviewed, report: Report
) -> list[Result]:
    """Try the changes of some modules, in random order, until the time is up.

    ``known`` changes make no difference; ``report`` hears of those that nobody noticed.
    """
    preload(root, targets)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Compiled once for all trials, whatever the environment says, and not into the project.
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(folder / "compiled")
        forks = Forks(folder)
        try:
            runs = _measured(root, forks, folder, targets)
            results, left = _tried(root, forks, runs, targets, wanted)
        finally:
            forks.stop()
        for result, change, outcome in sorted(left, key=_place):
            outcome = _looked_at(root, folder, result.target, change, outcome, known)
            result.outcomes[outcome] += 1
            if outcome in UNNOTICED:
                report(result.target, change, outcome)
    return results


def _place(one: Left) -> tuple[str, int]:
    result, change, _ = one
    return result.target.path, change.first


def _measured(
    root: Path, forks: Forks, folder: Path, targets: Sequence[Target]
) -> Mapping[str, Runs]:
    found: dict[str, Runs] = {}

    def done(answer: Path, status: int, output: str) -> None:
        if status:
            raise BrokenTrialError(output)
        seconds, lines = pickle.loads(answer.read_bytes())  # noqa: S301 - from our own process
        found.update({path: Runs(seconds, lines[path]) for path in lines})

    def tests(target: Target) -> tuple[str, ...]:
        return target.tests

    for files, group in groupby(sorted(targets, key=tests), tests):
        paths = [target.path for target in group]
        answer = folder / paths[0].replace("/", "-")
        forks.run(
            partial(measure, root, tests=files, paths=paths, answer=answer), partial(done, answer)
        )
    forks.finish()
    return found


def _tried(
    root: Path,
    forks: Forks,
    runs: Mapping[str, Runs],
    targets: Sequence[Target],
    wanted: Wanted,
) -> tuple[list[Result], list[Left]]:
    """The figures of what the tests alone decide, and the changes that they did not notice."""
    results, drawn = _drawn(root, targets, wanted)
    left: list[Left] = []

    def heard(result: Result, change: Change, outcome: Outcome) -> None:
        if outcome in UNNOTICED:
            left.append((result, change, outcome))
        else:
            result.outcomes[outcome] += 1

    until = time.monotonic() + wanted.minutes * 60
    for result, change in drawn:
        if time.monotonic() > until:
            break
        target, note = result.target, partial(heard, result, change)
        _try(root, forks, runs[target.path], target, change, note)
    forks.finish()
    return results, left


def _drawn(
    root: Path, targets: Sequence[Target], wanted: Wanted
) -> tuple[list[Result], list[tuple[Result, Change]]]:
    results, drawn = [], []
    chance = random.Random(wanted.seed)
    for target in targets:
        found = changes((root / target.path).read_text(encoding="utf-8"))
        result = Result(target, len(found))
        results.append(result)
        chosen = chance.sample(found, round(len(found) * wanted.share))
        drawn += [(result, change) for change in chosen]
    chance.shuffle(drawn)
    return results, drawn


def _try(
    root: Path,
    forks: Forks,
    runs: Runs,
    target: Target,
    change: Change,
    heard: Callable[[Outcome], None],
) -> None:
    tests, seconds = _fast(runs, change)
    if not tests:
        heard(Outcome.NOT_RUN)
        return

    def done(status: int, output: str) -> None:
        if status == BROKEN:
            raise BrokenTrialError(output)
        if status in ENDED:
            heard(Outcome.TIMED_OUT)
        else:
            heard(Outcome.KILLED if status else Outcome.SURVIVED)

    limit = PATIENCE_S + PATIENCE * seconds
    fork = partial(start, root, target=target, source=change.source, tests=tests, limit_s=limit)
    forks.run(fork, done)


def _looked_at(
    root: Path, folder: Path, target: Target, change: Change, outcome: Outcome, known: Reviewed
) -> Outcome:
    """What becomes of a change that no test noticed."""
    if (target.path, *change.lines) in known:
        return Outcome.EQUIVALENT
    changed = folder / "changed.py"
    changed.write_text(change.source, encoding="utf-8")
    shadow = ("--shadow-file", target.path, str(changed))
    cache = ("--cache-dir", str(folder / "types"))
    checker = [sys.executable, "-m", "mypy", *cache, *shadow, target.path]
    checked = subprocess.run(checker, cwd=root, stdout=subprocess.DEVNULL, check=False)
    return Outcome.REFUSED if checked.returncode == 1 else outcome


def _fast(runs: Runs, change: Change) -> tuple[list[str], float]:
    chosen: list[str] = []
    seconds = 0.0
    for test in runs.of(range(change.first, change.last + 1)):
        seconds += runs.seconds[test]
        if chosen and seconds > LONGEST_S:
            break
        chosen.append(test)
    return chosen, seconds
