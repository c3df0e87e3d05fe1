"""Many seeds: ``python -m tests.simulation --seeds 20000``, or one of them: ``--seed 17``."""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.simulation.ground import Ground
from tests.simulation.run import Report, ground_in

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of the system, which forgets everything anyway


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev simulate", description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--seed", type=int, help="one seed only, with its log")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no seed after so long")
    wanted = parser.parse_args(arguments)
    if wanted.seed is None:
        logging.disable(logging.CRITICAL)
    first = wanted.first if wanted.seed is None else wanted.seed
    last = wanted.first + wanted.seeds if wanted.seed is None else wanted.seed + 1
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="gin-sim-", dir=place) as folder:
        return run(ground_in(Path(folder)), first, last, 60 * wanted.minutes)


def run(ground: Ground[Report], first: int, last: int, seconds: float) -> int:
    """Run the seeds; the number of those that failed."""
    began, failed, total = time.monotonic(), 0, dict[str, float]()
    done = 0
    for seed in range(first, last):
        if time.monotonic() - began > seconds:
            break
        try:
            report = ground.run(seed)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            failed += 1
            traceback.print_exc()
        else:
            for name in ("presses", "moves", "kills", "jumps", "disk_failures", "seconds"):
                total[name] = total.get(name, 0) + getattr(report, name)
        done += 1
        if done % 100 == 0 or seed == last - 1:
            _say(done, failed, total, time.monotonic() - began)
    _say(done, failed, total, time.monotonic() - began)
    return min(failed, 1)


def _say(done: int, failed: int, total: dict[str, float], took: float) -> None:
    figures = ", ".join(f"{value:.0f} {name}" for name, value in total.items())
    sys.stdout.write(f"{done} seeds, {failed} failed, {done / took:.1f} a second; {figures}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
