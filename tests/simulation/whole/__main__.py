"""Many seeds of the whole bot: ``python -m tests.simulation.whole --seeds 100``.

``--seed 17``: one of them. ``--plant NAME``: with a planted mistake, which has to be found.
"""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.simulation.ground import Ground
from tests.simulation.whole.run import Report, ground_in

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of the system, which forgets everything anyway


def main(arguments: list[str]) -> int:
    """Run what the arguments say; 1 if a seed failed."""
    from tests.simulation.whole.planted import PLANTED

    parser = argparse.ArgumentParser(prog="python -m tests.simulation.whole", description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, help="one seed only")
    parser.add_argument("--digests", action="store_true", help="show the digest of each run")
    parser.add_argument("--log", action="store_true", help="show the bot's log")
    parser.add_argument("--plant", choices=sorted(PLANTED))
    wanted = parser.parse_args(arguments)
    if wanted.log:
        logging.basicConfig(level=logging.INFO)
    else:
        logging.disable(logging.CRITICAL)
    first = wanted.first if wanted.seed is None else wanted.seed
    count = wanted.seeds if wanted.seed is None else 1
    place = MEMORY if MEMORY.is_dir() else None
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-whole-", dir=place))
        if wanted.plant:
            PLANTED[wanted.plant](stack.enter_context(pytest.MonkeyPatch.context()))
        seeds = range(first, first + count)
        return run(ground_in(Path(folder)), seeds, tells_digests=wanted.digests or count == 1)


def run(ground: Ground[Report], seeds: range, *, tells_digests: bool) -> int:
    """Run the seeds; 1 if one of them failed."""
    began, failed, done = time.monotonic(), list[int](), 0
    faults, sums = Counter[str](), Counter[str]()
    for seed in seeds:
        try:
            report = ground.run(seed)
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - it is shown, and the next seed follows
            failed.append(seed)
            traceback.print_exc()
        else:
            faults += report.faults
            sums.update(presses=report.presses, moves=report.moves, matches=report.matches)
            sums["seconds"] += int(report.seconds)
            if tells_digests:
                sys.stdout.write(f"seed {seed} digest {report.digest}\n")
        done += 1
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))
    hours = sums["seconds"] / 3600
    sys.stdout.write(
        f"{done} seeds, {len(failed)} failed {failed or ''}in {time.monotonic() - began:.0f} s: "
        f"{sums['presses']} presses, {sums['moves']} moves, {sums['matches']} matches, "
        f"{hours:.1f} virtual hours; faults: {told}\n"
    )
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
