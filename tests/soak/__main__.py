"""Long runs: ``python -m tests.soak sqlite|postgres|pair|server|wire --kills N``."""

import argparse
import asyncio
import sys
import time

import pytest

from tests.simulation.planted import PLANTED
from tests.soak.kills import (
    LIVES_OF_A_DATABASE,
    Figures,
    postgres_urls,
    server_kills,
    soak,
    sqlite_urls,
)
from tests.soak.wire import WireFigures, soak_wire


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev soak", description=__doc__)
    parser.add_argument("what", choices=("sqlite", "postgres", "pair", "server", "wire"))
    parser.add_argument("--kills", type=int, default=2000)
    parser.add_argument("--ends", type=int, default=0, help="by SIGTERM, at the wire")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lives", type=int, default=LIVES_OF_A_DATABASE, help="of one database")
    parser.add_argument("--plant", choices=PLANTED, help="a mistake that has to be found")
    parser.add_argument("--longest", type=float, default=0.3, help="seconds that a process lives")
    wanted = parser.parse_args(arguments)
    began, span = time.monotonic(), (0.03, wanted.longest)

    def report(figures: Figures | WireFigures) -> None:
        sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {figures}\n")
        sys.stdout.flush()

    if wanted.plant is not None:
        PLANTED[wanted.plant](pytest.MonkeyPatch())
    kills, seed = wanted.kills, wanted.seed
    figures: Figures | WireFigures
    if wanted.what == "wire":
        figures = asyncio.run(soak_wire(kills, wanted.ends, seed=seed, report=report))
    elif wanted.what == "sqlite":
        with sqlite_urls() as urls:
            figures = soak(urls, kills, seed=seed, lives=wanted.lives, span=span, report=report)
    else:
        with postgres_urls() as (server, urls):
            if wanted.what == "server":
                figures = server_kills(server, urls(), kills, seed=seed)
            else:
                processes = 2 if wanted.what == "pair" else 1
                figures = soak(
                    urls, kills, seed=seed, span=span, processes=processes, report=report
                )
    report(figures)
    for line in figures.wrong[:20]:
        sys.stdout.write(f"WRONG: {line}\n")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
