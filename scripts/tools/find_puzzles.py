"""Find the trainer's first puzzles, with which an empty pool begins.

    scripts/dev find_puzzles

Computers play rounds from fixed seeds. The result is `engine/trainer/first_puzzles.json`, which is
committed; whatever changes what a puzzle says or how one is written needs it anew.
"""

from typing import Final

from engine.trainer.first_puzzles import FILE, written
from engine.trainer.making import Prepared, from_computers
from engine.trainer.puzzle import Question

OF_EACH: Final = 12
"""The puzzles of each theme."""


def main() -> None:
    """Play until there are enough of each theme, and write them."""
    found: dict[int, Prepared] = {}
    for seed in range(100):
        counts = {one: sum(p.question is one for p in found.values()) for one in Question}
        lacking = {one: OF_EACH - n for one, n in counts.items() if n < OF_EACH}
        if not lacking:
            break
        print(seed, {str(one): n for one, n in counts.items()}, flush=True)
        found |= {one.key: one for one in from_computers(f"first:{seed}", lacking)}
    order = list(Question)
    kept = sorted(found.values(), key=lambda one: (order.index(one.question), one.rating.value))
    FILE.write_text(written(kept))


if __name__ == "__main__":
    main()
