"""Two commits in pairs: both bots live, pressed in short turns by the same kind of players.

What a press costs differs between machines, and on one machine between minutes. The ratio of two
turns that follow each other does not, so that a claim of speed is a ratio with its interval.
"""

import io
import math
import subprocess
import tarfile
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from benchmarks.wire.load import Figures, Load
from benchmarks.wire.processes import ROOT, Tree

TURN_S: Final = 4.0
CERTAIN: Final = 2.0
"""Standard errors on either side of a mean that leave about 5 % outside, from a dozen turns on."""


def tree_of(stack: ExitStack, commit: str) -> Tree:
    """Lay out a commit in a folder of its own until ``stack`` ends.

    It has an environment of its own where its packages are others. SystemExit for no such commit.
    """
    root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-against-")))
    made = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "--format=tar", commit],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        reason = made.stderr.decode(errors="replace").strip()
        raise SystemExit(f"No files of {commit} to measure against: {reason}")
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as files:
        files.extractall(root, filter="tar")
    lock = Path("requirements/runtime.txt")
    if (root / lock).read_bytes() == (ROOT / lock).read_bytes():
        return Tree(root)
    install = ["bash", "-c", "source scripts/_venv.sh; ensure_venv dev"]
    subprocess.run(install, cwd=root, check=True)
    return Tree(root, str(root / ".venv/bin/python"))


@dataclass
class Pair:
    """What both bots cost in turns that follow each other, under one load."""

    now: Figures = field(default_factory=Figures)
    then: Figures = field(default_factory=Figures)
    logs: list[float] = field(default_factory=list)
    """The logarithms of the ratios of CPU a press, a turn each."""

    def add(self, now: Figures, then: Figures) -> None:
        """Add a turn of each. A turn without an answer is no measurement."""
        self.now.add(now)
        self.then.add(then)
        costs = now.cpu_ms(everything=True), then.cpu_ms(everything=True)
        if min(costs) > 0:
            self.logs.append(math.log(costs[0] / costs[1]))

    def ratio(self) -> tuple[float, float, float]:
        """The ratio of CPU a press, of all processes, and the ends of its interval."""
        if len(self.logs) < 2:
            return (math.nan,) * 3
        middle, error = fmean(self.logs), stdev(self.logs) / math.sqrt(len(self.logs))
        low, high = middle - CERTAIN * error, middle + CERTAIN * error
        return math.exp(middle), math.exp(low), math.exp(high)


async def in_turns(
    loads: tuple[Mapping[str, Load], Mapping[str, Load]],
    under: Mapping[str, Callable[[Load], Awaitable[Figures]]],
    turns: int,
) -> dict[str, Pair]:
    """Press both bots in turns, the one and then the other first, and return pairs by load."""
    now, then = loads
    found: dict[str, Pair] = {}
    for name, press in under.items():
        for mode in now:
            pair = found[f"{mode} {name}"] = Pair()
            for turn in range(turns):
                order = (now[mode], then[mode]) if turn % 2 else (then[mode], now[mode])
                figures = [await press(load) for load in order]
                pair.add(*(figures if turn % 2 else figures[::-1]))
    return found


def print_pairs(pairs: Mapping[str, Pair], commit: str) -> None:
    """Print the ratios to the other commit, below 1 if a press costs less than it did."""
    print(
        f"   {'load':>16} {'x ' + commit[:12]:>14}  interval       ms CPU, all   p50 ms    p99 ms"
    )
    for name, pair in pairs.items():
        ratio, low, high = pair.ratio()
        both = (pair.now, pair.then)
        costs = " : ".join(f"{one.cpu_ms(everything=True):.1f}" for one in both)
        halves = " : ".join(f"{one.quantile_ms(0.5):.0f}" for one in both)
        longest = " : ".join(f"{one.quantile_ms(0.99):.0f}" for one in both)
        print(
            f"   {name:>16} {ratio:>14.3f}  {low:.3f}-{high:.3f}  {costs:>13} {halves:>9} "
            f"{longest:>9}"
        )
