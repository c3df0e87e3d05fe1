"""Two bots' services play on a cluster while it is broken; then the database is judged.

How long play stands still after a fault is the longest time in which a bot acknowledges no press,
from the fault until the cluster could lose a node again.
"""

import asyncio
import itertools
import math
import select
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.cluster.cluster import PATIENCE_S, Cluster
from tests.cluster.diagnosis import diagnosis, tell_tasks_when_asked
from tests.cluster.faults import Fault, healed_by_itself
from tests.cluster.node import Node
from tests.soak.clients import Life
from tests.soak.kills import Figures, Process, replayed
from tests.soak.ledger import Ledger, rows_of

BOTS: Final = 2
TABLES: Final = 8
PAUSE_S: Final = 0.4
FAULTS_OF_A_DATABASE: Final = 20
NOTICED_S: Final = 30.0
"""The time after which a cluster that mends itself has done so without changing its roles."""
PRESSES: Final = 10
"""The acknowledged presses of each bot after which play goes on."""
PLAY_ON_S: Final = 120.0
LATE_S: Final = 8.0
"""The time after which it is asked why nobody plays although the cluster is whole."""
_TASKS: Final = "tasks"
Report = Callable[[str], None]


class Bot(Process):
    """A bot's service in a process of its own, heard by a thread."""

    def __init__(self, url: str, number: int, tasks: Path) -> None:
        def life(pipe: int) -> Life:
            tell_tasks_when_asked(tasks)
            return Life(number, pipe, tables=TABLES, pause_s=PAUSE_S)

        super().__init__(url, life)
        self.done: list[float] = []
        self.has_ended = False
        self._is_heard = True
        self._ear = threading.Thread(target=self._hear)

    def hear(self) -> None:
        """Begin to listen; no process may be forked before :meth:`kill`."""
        self._ear.start()

    def _hear(self) -> None:
        while self._is_heard and not self.has_ended:
            if select.select([self._reader], [], [], 0.1)[0]:
                before = len(self._said)
                self.has_ended = not self._take()
                self.done += [time.monotonic()] * self._said.count(b"\ndone ", max(0, before - 6))

    def kill(self) -> list[str]:
        self._is_heard = False
        self._ear.join()
        return super().kill()

    def silence(self, since: float) -> float:
        """Return the longest time without an acknowledged press since a moment."""
        moments = [since, *(moment for moment in self.done if moment > since)]
        return max(b - a for a, b in itertools.pairwise(moments))


@dataclass
class Outcome:
    """What a run has done and found."""

    figures: Figures = field(default_factory=Figures)
    silences: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    leaders_changed: int = 0

    def lines(self) -> list[str]:
        """Return a table of the faults with the seconds until play went on."""
        found = [f"{'fault':40} {'times':>5} {'p50 s':>6} {'p99 s':>6} {'worst':>6}"]
        rows = sorted(self.silences.items())
        rows.append(("all", [one for _, many in rows for one in many]))
        for name, many in rows:
            ordered = sorted(many)
            p50, p99 = (ordered[math.ceil(len(ordered) * part) - 1] for part in (0.5, 0.99))
            found.append(f"{name:40} {len(many):5} {p50:6.1f} {p99:6.1f} {ordered[-1]:6.1f}")
        found.append(f"{self.leaders_changed} changes of the leader; {self.figures}")
        return found


def soak(
    cluster: Cluster, faults: Sequence[Fault], report: Report, seconds: float = math.inf
) -> Outcome:
    """Play through the faults for which there is time, on a new database after some of them."""
    outcome, number, until = Outcome(), 0, time.monotonic() + seconds
    for first in range(0, len(faults), FAULTS_OF_A_DATABASE):
        url, ledger = cluster.new_database(), Ledger()
        bots: list[Bot] = []
        for _ in range(BOTS):
            number += 1
            bots.append(Bot(url, number, cluster.folder / _TASKS))
            bots[-1].wait_until_ready()
        for bot in bots:
            bot.hear()
        try:
            _wait_for_play(cluster, bots, report)
            for fault in faults[first : first + FAULTS_OF_A_DATABASE]:
                if time.monotonic() < until:
                    _play_through(cluster, bots, fault, outcome, report)
        finally:
            for bot in bots:
                ledger.read(bot.kill())
        outcome.figures.add(ledger)
        outcome.figures.wrong += ledger.judge(rows_of(url))
        outcome.figures.replayed += asyncio.run(replayed(url))
        report(str(outcome.figures))
        if outcome.figures.wrong or time.monotonic() > until:
            break
    return outcome


def _play_through(
    cluster: Cluster, bots: Sequence[Bot], fault: Fault, outcome: Outcome, report: Report
) -> None:
    if fault.hits_small:
        cluster.switch_over(cluster.small)
        cluster.wait_until_whole()
        _wait_for_play(cluster, bots, report)
    leader = cluster.leader()
    victim = cluster.standby() if fault.hits_standby else leader
    began = time.monotonic()
    heal = fault.strike(cluster, victim)
    role = "sync_standby" if fault.hits_standby else "leader"
    # Whoever is cut off has to be replaced, however long that takes, before it comes back.
    seconds = NOTICED_S if heal is healed_by_itself else PATIENCE_S
    _wait_for_another(cluster, role, victim, seconds)
    heal()
    whole = cluster.wait_until_whole()
    _wait_for_play(cluster, bots, report)
    silence = max(bot.silence(began) for bot in bots)
    outcome.silences[fault.name].append(silence)
    outcome.figures.server_kills += 1
    changed = cluster.leader() is not leader
    outcome.leaders_changed += changed
    report(
        f"{fault.name} ({victim.name}): no press for {silence:.1f} s, whole after "
        f"{whole - began:.1f} s{'' if changed else ', the leader stayed'}"
    )


def _wait_for_another(cluster: Cluster, role: str, node: Node, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if cluster.roles().get(role, node.name) != node.name:
            return
        time.sleep(0.5)


def _wait_for_play(cluster: Cluster, bots: Sequence[Bot], report: Report) -> None:
    wanted = [len(bot.done) + PRESSES for bot in bots]
    began, is_late = time.monotonic(), False
    while any(len(bot.done) < many for bot, many in zip(bots, wanted, strict=True)):
        if any(bot.has_ended for bot in bots):
            raise RuntimeError("a bot ended by itself")
        waited = time.monotonic() - began
        if waited > LATE_S and not is_late:
            is_late = True
            why = diagnosis(cluster, [bot.pid for bot in bots], cluster.folder / _TASKS)
            report(f"nobody plays for {waited:.0f} s although the cluster is whole\n{why}")
        if waited > PLAY_ON_S:
            raise TimeoutError("nobody plays on")
        time.sleep(0.05)
