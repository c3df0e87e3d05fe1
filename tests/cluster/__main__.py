"""Play on a cluster while it is broken: ``python -m tests.cluster --kills N --partitions N``."""

import argparse
import logging
import math
import random
import sys
import time

from tests.cluster.cluster import cluster
from tests.cluster.faults import DISKS, KILLS, OTHERS, PARTITIONS, drawn
from tests.cluster.network import run_in_a_world
from tests.cluster.soak import soak


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev cluster", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="of the leader")
    parser.add_argument("--partitions", type=int, default=50, help="of the leader")
    parser.add_argument("--disks", type=int, default=4, help="that fill under the leader")
    parser.add_argument("--others", type=int, default=12, help="frozen leaders, killed standbys")
    parser.add_argument("--minutes", type=float, default=math.inf, help="to begin faults in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--asynchronous", action="store_true", help="with a mistake that has to be found"
    )
    wanted = parser.parse_args()
    began = time.monotonic()

    def report(line: str) -> None:
        sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {line}\n")
        sys.stdout.flush()

    counts = {
        KILLS: wanted.kills,
        PARTITIONS: wanted.partitions,
        DISKS: wanted.disks,
        OTHERS: wanted.others,
    }
    logging.disable()  # a fault makes hundreds of lines; what matters is in the figures
    with cluster(report, asynchronous=wanted.asynchronous) as running:
        faults = drawn(counts, random.Random(wanted.seed))
        outcome = soak(running, faults, report, 60 * wanted.minutes)
    for line in outcome.lines():
        report(line)
    for line in outcome.figures.wrong[:20]:
        report(f"WRONG: {line}")
    return 1 if outcome.figures.wrong else 0


if __name__ == "__main__":
    sys.exit(run_in_a_world("tests.cluster", sys.argv[1:], main))
