"""What holds for the whole suite."""

import faulthandler
import math
import os
import signal
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import wait
from pathlib import Path

import pytest
from hypothesis import settings

from engine.service import SystemEntropy
from tests.databases import compile_once, open_as_found
from tests.patient import be_patient
from tests.seeds import SEED, lots
from tests.worlds.plugin import Running

# Two cores are shared by everything that runs here, so the time of one example says nothing.
settings.register_profile("gin", deadline=None, print_blob=True, derandomize=not SEED)
settings.load_profile("gin")

_limits = pytest.MonkeyPatch()
NOTHING_LEFT_OUT = os.environ.get("GIN_CI") == "1"


SLOW_KINDS = ("browser", "postgres")
BROWSERS = 2
"""How many run at once."""
DEFAULT_PATIENCE_S = 900.0
"""As in pyproject.toml."""


def pytest_configure() -> None:
    """Let tests interrupt programs also where a shell runs the tests in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup() -> None:
    """On the real clock, let the program wait as long as a busy machine needs."""
    _limits.undo()
    if Running.is_real:
        be_patient(_limits)
    elif "bot.render" in sys.modules:
        # A picture that a test on the real clock has begun is not waited for on virtual time.
        wait(list(sys.modules["bot.render"].DRAWINGS._begun.values()))


@pytest.fixture(scope="session", autouse=True)
def cheap_databases() -> Generator[None]:
    """Thousands of databases are opened: what is the same for all of them is done once."""
    compile_once()
    with pytest.MonkeyPatch.context() as patch:
        open_as_found(patch)
        yield


@pytest.fixture(autouse=True)
def own_lots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets follow from the name of the test, so that it deals the same cards every time."""
    # xdist adds a group to the ids of nodes.
    drawn = lots(f"{request.node.path.name}::{request.node.name}")
    monkeypatch.setattr(SystemEntropy, "token", lambda _, count: drawn.randbytes(count))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Count whatever needs a browser or a database server among the slow tests; begin with these.

    What takes longest would otherwise begin when everything else is done.
    """
    for item in items:
        if any(item.get_closest_marker(kind) for kind in SLOW_KINDS):
            item.add_marker("slow")
    longest: dict[Path, float] = {}
    for item in items:
        place = _together(item)
        longest[place] = max(longest.get(place, 0), _patience(item))
    order = {place: number for number, place in enumerate(longest)}
    items.sort(key=lambda item: (-longest[_together(item)], order[_together(item)]))
    yield
    if config.getoption("loadgroup", default=False):
        _deal_out([item for item in items if item.get_closest_marker("browser")])
        for item in items:
            _name_group(item)


def _deal_out(items: Sequence[pytest.Item]) -> None:
    """Divide the browser's tests between the workers that have one, the longest in turn.

    A worker starts its browser and its program once for all of its tests.
    """
    for number, item in enumerate(sorted(items, key=_own_patience, reverse=True)):
        item.add_marker(pytest.mark.xdist_group(f"browser-{number % BROWSERS}"))


def _name_group(item: pytest.Item) -> None:
    """Tell xdist's scheduler the group of an item, by the end of its id.

    That is what xdist 3.8 does, but to an attribute that pytest 9.2 has no more: without this
    every worker would start the program and the browser of the page's tests.
    """
    groups = {str(mark.args[0]) for mark in item.iter_markers("xdist_group")}
    ending = f"@{'_'.join(sorted(groups))}"
    if groups and not item.nodeid.endswith(ending):
        item._id = type(item.id).parse(item.nodeid + ending)


def _together(item: pytest.Item) -> Path:
    """What is run one after the other: a module, or a folder whose browser serves all of it."""
    return item.path.parent if item.get_closest_marker("browser") else item.path


def _patience(item: pytest.Item) -> float:
    """How long a slow test is given: the longest have the most."""
    if item.get_closest_marker("browser"):
        return math.inf  # their workers have them from the beginning
    if not item.get_closest_marker("slow"):
        return 0
    return _own_patience(item)


def _own_patience(item: pytest.Item) -> float:
    own = item.get_closest_marker("timeout")
    return float(own.args[0]) if own else DEFAULT_PATIENCE_S


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_LEFT_OUT and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not accept: {report.longrepr}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    """End a worker whose test has failed and does not come back from it; another one goes on.

    The timeout of a test that it has ended already does not watch over what is put away after it.
    """
    faulthandler.dump_traceback_later(DEFAULT_PATIENCE_S, exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one in CI."""
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a module that skips itself into a failed one in CI."""
    report = yield
    _refuse_skip(report)
    return report


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Refuse to leave out tests in CI, other than those of the night."""
    left_out = [item for item in items if not item.get_closest_marker("night")]
    if NOTHING_LEFT_OUT and left_out:
        raise pytest.UsageError(f"{len(left_out)} tests are deselected, which CI does not accept.")
