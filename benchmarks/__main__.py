"""Run the benchmarks: all of them, or those named (`python -m benchmarks melds`).

Options after a name are for that benchmark (`python -m benchmarks wire --short`). The last lines
say which goals were missed.
"""

import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import takewhile
from pathlib import Path

from benchmarks import goals

PREFIX = "bench_"


def names() -> list[str]:
    """Return all benchmarks, by the name without `bench_`."""
    here = Path(__file__).parent
    return sorted(path.stem.removeprefix(PREFIX) for path in here.glob(f"{PREFIX}*.py"))


def run(name: str, options: Sequence[str] = ()) -> int:
    """Run one benchmark and print its total time; return its exit code."""
    main: Callable[..., int | None] = import_module(f"benchmarks.{PREFIX}{name}").main
    print(f"== {name}", flush=True)
    start = time.perf_counter()
    code = main(options) if options else main()
    print(f"   ({time.perf_counter() - start:.1f} s)\n", flush=True)
    return code or 0


def main(arguments: Sequence[str]) -> int:
    """Run the given benchmarks, all by default."""
    wanted = list(takewhile(lambda one: not one.startswith("-"), arguments))
    options = arguments[len(wanted) :]
    known = names()
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        print(f"No benchmark named {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    if options and len(wanted) != 1:
        print("Options are for one benchmark, and follow its name.")
        return 2
    code = max([run(name, options) for name in wanted or known])
    print("\n".join(goals.summary()))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
