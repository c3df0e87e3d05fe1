"""Run the benchmarks: all of them, or those named (`python -m benchmarks melds`)."""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

PREFIX = "bench_"


def names() -> list[str]:
    """Return all benchmarks, by the name without `bench_`."""
    here = Path(__file__).parent
    return sorted(path.stem.removeprefix(PREFIX) for path in here.glob(f"{PREFIX}*.py"))


def run(name: str) -> None:
    """Run one benchmark and print its total time."""
    main: Callable[[], None] = import_module(f"benchmarks.{PREFIX}{name}").main
    print(f"== {name}", flush=True)
    start = time.perf_counter()
    main()
    print(f"   ({time.perf_counter() - start:.1f} s)\n", flush=True)


def main(wanted: list[str]) -> int:
    """Run the given benchmarks, all by default."""
    known = names()
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        print(f"No benchmark named {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    for name in wanted or known:
        run(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
