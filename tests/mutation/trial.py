"""One run of some tests in a process of its own, over a module as it is or changed."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import pytest
from coverage import Coverage

MEMORY_BYTES: Final = 6 << 30
"""A change can make a loop collect without end."""
WAITING: Final = 3
"""How many times its limit a process may take that does not work but waits, or is kept waiting."""
ENDED: Final = (-signal.SIGPROF, -signal.SIGALRM)
"""Statuses of processes that were ended at their limit."""
BROKEN: Final = 70
"""Exit status of a process whose trial could not be made."""
OPTIONS: Final = (
    "-q",
    "--assert=plain",
    "--no-header",
    "-x",
    "-n0",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:doctest",
    "-o",
    "addopts=-p tests.worlds.plugin",
    "-o",
    "timeout=0",  # the process has a limit of its own
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "--hypothesis-seed=1",
)


@dataclass(frozen=True)
class Target:
    """A module and the test files that prove it, as paths from the root of the project."""

    path: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """The module's dotted name."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@dataclass(frozen=True)
class Runs:
    """Which tests run which lines of a module, and how long every test takes."""

    seconds: Mapping[str, float]
    tests: Mapping[int, Sequence[str]]

    def of(self, lines: Iterable[int]) -> list[str]:
        """The tests that run one of some lines, the fastest first.

        What runs while modules are imported concerns every test.
        """
        found = {test for line in lines for test in self.tests.get(line, ())}
        if "" in found:
            found = set(self.seconds)
        return sorted(found, key=lambda test: (self.seconds[test], test))


class _Changed(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Gives a module another source, without touching its file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._name:
            return None
        loader = _Changed(name, self._path, self._source)
        return importlib.util.spec_from_file_location(name, self._path, loader=loader)


class _Chosen:
    """Runs the chosen tests only, in the order in which they were chosen."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places),
            key=lambda item: self._places[item.nodeid],
        )


class _Measured:
    """Notes which test is running, and how long it takes."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return result


def preload(root: Path, targets: Sequence[Target]) -> None:
    """Import what the tests need of other people's packages, once for all trials."""
    script = (
        "import sys, pytest; pytest.main([*sys.argv[2:], '--collect-only']);"
        "open(sys.argv[1], 'w').write('\\n'.join(sys.modules))"
    )
    files = sorted({test for target in targets for test in target.tests})
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "names")
        subprocess.run(
            [sys.executable, "-c", script, str(names), *OPTIONS, *files],
            cwd=root,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        loaded = names.read_text().split("\n")
    here = {path.stem for path in root.iterdir()}
    for name in loaded:
        if name.split(".")[0] not in here and name not in sys.modules:
            try:
                importlib.import_module(name)
            except Exception:  # noqa: BLE001, S112 - it is imported again where it is needed
                continue


def start(
    root: Path, folder: Path, target: Target, source: str, tests: Sequence[str], limit_s: float
) -> int:
    """Fork a process that runs some tests over a changed module; its status tells the outcome."""
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        _confine(root, folder, limit_s)
        sys.meta_path.insert(0, _Finder(target.name, str(root / target.path), source))
        files = dict.fromkeys(test.split("::")[0] for test in tests)
        status = _pytest(folder, list(files), _Chosen(tests))
    finally:
        os._exit(status)


def measure(
    root: Path, folder: Path, tests: Sequence[str], paths: Sequence[str], answer: Path
) -> int:
    """Fork a process that runs all tests of some modules and writes the ``Runs`` of each."""
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        _confine(root, folder, 0)
        coverage = Coverage(
            data_file=None,
            config_file=False,
            include=[str(root / path) for path in paths],
            concurrency=["thread", "greenlet"],
        )
        noted = _Measured(coverage)
        coverage.start()
        status = _pytest(folder, tests, noted)
        coverage.stop()
        data = coverage.get_data()
        lines = {path: data.contexts_by_lineno(str(root / path)) for path in paths}
        answer.write_bytes(pickle.dumps((noted.seconds, lines)))
    finally:
        os._exit(status)


def _confine(root: Path, folder: Path, limit_s: float) -> None:
    os.chdir(root)
    os.environ.update(HYPOTHESIS_STORAGE_DIRECTORY=str(folder), TMPDIR=str(folder))
    os.environ.pop("GIN_CI", None)
    output = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    # Other programs want the processor, too: what counts is the work.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, WAITING * limit_s)


def _pytest(folder: Path, files: Iterable[str], plugin: object) -> int:
    temporary = f"--basetemp={folder / 'tests'}"
    return int(pytest.main([*OPTIONS, temporary, *files], plugins=[plugin]))
