"""Metrics for operators: presses, moves, messages, matches, queues; never people or cards.

Every label comes from a closed list in the code, so that no id, name or card becomes one.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import perf_counter
from typing import Final, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from bot.ops.breaker import CircuitBreaker
from engine.service import ActOutcome, Service


class PressSource(StrEnum):
    """The origin of a person's request."""

    PLAY = "play"
    HAND = "hand"
    TABLE = "table"
    LOBBY = "lobby"
    PAGE = "page"
    COMMAND = "command"
    UNKNOWN = "unknown"


class Ended(StrEnum):
    """The outcome of a request."""

    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"
    TOO_FAST = "too_fast"
    FOREIGN = "foreign"


class Drawing(StrEnum):
    """The outcome of drawing a message."""

    EDITED = "edited"
    POSTED = "posted"
    FAILED = "failed"


_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0)


class Metrics:
    """The counters of one process."""

    def __init__(self, service: Service, refusals: CircuitBreaker) -> None:
        self.registry = CollectorRegistry()
        self._presses = Counter(
            "gin_presses", "Presses and commands", ("area", "outcome"), registry=self.registry
        )
        self._latency = Histogram(
            "gin_press_seconds",
            "From a press to its answer",
            ("area",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        # The registry finds a line by its labels anew each time.
        self._lines = {
            (area, ended): (
                self._presses.labels(area.value, ended.value),
                self._latency.labels(area.value),
            )
            for area in PressSource
            for ended in Ended
        }
        self._moves = Counter(
            "gin_moves", "Actions handed to the service", ("outcome",), registry=self.registry
        )
        self._boards = Counter(
            "gin_board_edits", "Public boards drawn", ("outcome",), registry=self.registry
        )
        self.pages = Gauge("gin_pages", "Open pages of the card table", registry=self.registry)
        self.loop_lag = Gauge(
            "gin_loop_lag_seconds", "The longest recent wait for the loop", registry=self.registry
        )
        for outcome in get_args(ActOutcome):
            self._moves.labels(_name_of(outcome))
        for how in Drawing:
            self._boards.labels(how.value)
        damaged = Gauge(
            "gin_database_damaged",
            "1 when the last check of the database found damage",
            registry=self.registry,
        )
        damaged.set_function(lambda: bool(service.upkeep.damage))
        self.registry.register(_JobFailures(service))
        queue = Gauge("gin_commit_queue", "Commands waiting for a commit", registry=self.registry)
        queue.set_function(lambda: service.waiting)
        refused = Gauge(
            "gin_refused_requests",
            "Requests that Discord refused within ten minutes (401, 403, 429)",
            registry=self.registry,
        )
        refused.set_function(lambda: refusals.count)
        paused = Gauge(
            "gin_breaker_open", "1 while all that can wait waits", registry=self.registry
        )
        paused.set_function(lambda: refusals.is_open)
        self.installs = Counter(
            "gin_user_installs",
            "People who have added the app to their account, or taken it away",
            ("change",),
            registry=self.registry,
        )
        for change in ("added", "removed"):
            self.installs.labels(change)
        self.duplicates = Gauge(
            "gin_twin_processes",
            "Other processes that serve the same servers",
            registry=self.registry,
        )
        self.answered_elsewhere = Counter(
            "gin_answered_elsewhere",
            "Presses that something else had answered",
            registry=self.registry,
        )

        seconds = Histogram(
            "gin_database_seconds",
            "The time of a query with its wait for a connection, and of a transaction",
            ("work",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        service.database.observe(
            read=seconds.labels("read").observe, commit=seconds.labels("commit").observe
        )
        self.registry.register(_Responses(refusals))
        ProcessCollector(registry=self.registry)

    @contextmanager
    def press(self, area: PressSource) -> Iterator["PressOutcome"]:
        """Count and time one press; one that ends with an exception counts as failed."""
        answer, began = PressOutcome(), perf_counter()
        try:
            yield answer
        except BaseException:
            if answer.ended is Ended.ANSWERED:
                answer.ended = Ended.FAILED
            raise
        finally:
            self._count(area, answer.ended, perf_counter() - began)

    def _count(self, area: PressSource, ended: Ended, seconds: float) -> None:
        counted, timed = self._lines[area, ended]
        counted.inc()
        timed.observe(seconds)

    def moved(self, outcome: ActOutcome) -> None:
        """Count the outcome of an action."""
        self._moves.labels(_name_of(type(outcome))).inc()

    def drawn(self, how: Drawing) -> None:
        """Count the drawing of a message."""
        self._boards.labels(how.value).inc()

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)


def _name_of(outcome: type[ActOutcome]) -> str:
    return outcome.__name__.lower()


class _Responses(Collector):
    """The responses of Discord, which the circuit breaker counts."""

    def __init__(self, refusals: CircuitBreaker) -> None:
        self._refusals = refusals

    def collect(self) -> Iterable[CounterMetricFamily]:
        found = CounterMetricFamily(
            "gin_rest_requests", "Requests to Discord by class of response", labels=("status",)
        )
        for status, count in self._refusals.responses.items():
            found.add_metric((status.value,), count)
        yield found
        yield CounterMetricFamily(
            "gin_rest_rate_limits",
            "Responses of Discord with status 429, also for shared limits",
            self._refusals.rate_limited,
        )


class _JobFailures(Collector):
    """The failures of periodic work, which the service counts."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterable[CounterMetricFamily]:
        found = CounterMetricFamily(
            "gin_job_failures", "Failures of periodic work, tried again later", labels=("work",)
        )
        for name, count in self._service.failures.items():
            found.add_metric((name,), count)
        yield found


class PressOutcome:
    """The outcome of a press, for :meth:`Metrics.press`."""

    __slots__ = ("ended",)

    def __init__(self) -> None:
        self.ended = Ended.ANSWERED
