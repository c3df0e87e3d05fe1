"""Changes the code in small ways and asks the tests: ``python -m tests.mutation MODULE ...``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.mutation.changes import Change
from tests.mutation.plan import TARGETS
from tests.mutation.run import Outcome, Result, Wanted, reviewed, run
from tests.mutation.trial import Target

ROOT: Final = Path(__file__).parents[2]
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
GOAL: Final = 0.95


def main(arguments: Sequence[str]) -> int:
    known = {target.path: target for target in TARGETS}
    parser = argparse.ArgumentParser(prog="scripts/dev mutate", description=__doc__)
    parser.add_argument("modules", nargs="*", help="parts of paths, such as scoring (default: all)")
    parser.add_argument("--share", type=float, default=1.0, help="of the changes that is tried")
    parser.add_argument("--seed", type=int, default=1, help="draws the share and the order")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="after which no further change is tried"
    )
    given = parser.parse_args(arguments)
    targets = [one for path, one in known.items() if _is_meant(path, given.modules)]
    if not targets:
        parser.error(f"No such module. There are: {', '.join(known)}")
    wanted = Wanted(given.share, given.seed, given.minutes)
    results = run(ROOT, targets, wanted, reviewed(EQUIVALENT), _tell)
    sys.stdout.write("\n".join(["", *_table(results), ""]))
    tried = sum(result.tried for result in results)
    return 0 if tried and sum(result.killed for result in results) >= GOAL * tried else 1


def _is_meant(path: str, parts: Sequence[str]) -> bool:
    return not parts or any(part in path for part in parts)


def _tell(target: Target, change: Change, outcome: Outcome) -> None:
    before, after = change.lines
    where = f"{target.path}:{change.first}"
    sys.stdout.write(f"{where}: {outcome.value}\n  - {before}\n  + {after}\n")
    sys.stdout.flush()


def _table(results: Sequence[Result]) -> list[str]:
    heads = ["module", "changes", "tried", *(one.value for one in Outcome), "share killed"]
    rows = [_row(result.target.path, [result]) for result in results]
    rows += [_row("all", results)] if len(results) > 1 else []
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
        for row in (heads, *rows)
    ]


def _row(name: str, results: Sequence[Result]) -> list[str]:
    tried = sum(result.tried for result in results)
    counts = [
        sum(result.changes for result in results),
        tried,
        *(sum(result.outcomes[one] for result in results) for one in Outcome),
    ]
    killed = sum(result.killed for result in results)
    return [name, *map(str, counts), f"{killed / tried:.1%}" if tried else "-"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
