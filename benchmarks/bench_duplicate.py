"""Boards until the better of two known strengths is ahead with 95 %: duplicate against ordinary.

Computers of two levels play the same boards. For each board three scores of the better level are
compared, each for one board that a player plays:

- ordinary: the points of one table, as in any match;
- team match: the same board at a second table with the seats swapped, half the sum of both;
- field: one better player at eight tables of weaker ones, the result less the mean of the seat.

`scripts/bench duplicate`, or with more boards `scripts/bench duplicate --boards 2000`.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import Final

from benchmarks.arena import SeededDecks
from engine.duplicate import mean, rules_of
from engine.game.match import MatchPhase, act, start
from engine.game.presets import PRESETS
from engine.game.view import seat_view
from engine.players import Level, choose

PAIRS: Final = ((Level.EXPERT, Level.CASUAL, 400, 8), (Level.MASTER, Level.EXPERT, 600, 0))
"""The better level, the weaker one, the boards, and the tables of a field.

A table of two experts takes a second, so there is no field of them.
"""
SURE: Final = 1.645
"""The deviations above 0 at which a normal sum is positive with 95 %."""
RULES: Final = rules_of(PRESETS["standard"], 1)


def played(seed: int, first: Level, second: Level, table: int) -> int:
    """Return the first seat's points less the second's on the board of a seed."""
    decks = SeededDecks(seed)
    match = start(RULES, 2, seed % 2, decks)
    moves = 0
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        level = first if seat == 0 else second
        chance = (seed * 1000 + table) * 1000 + moves
        match = act(match, seat, choose(seat_view(match, seat), level, chance), decks).match
        moves += 1
    mine, theirs = match.sheet().totals
    return mine - theirs


@dataclass
class Scores:
    """The better level's score on each board, by the way of comparing."""

    ordinary: list[float] = field(default_factory=list)
    team: list[float] = field(default_factory=list)
    field_of: list[float] = field(default_factory=list)


def compared(better: Level, weaker: Level, boards: int, tables: int) -> Scores:
    """Play so many boards at all tables that are compared."""
    found = Scores()
    for seed in range(1, boards + 1):
        here = played(seed, better, weaker, 0)
        there = played(seed, weaker, better, 1)
        found.ordinary += (here, -there)
        found.team.append((here - there) / 2)
        if tables:
            others = [played(seed, weaker, weaker, table) for table in range(2, tables + 1)]
            found.field_of.append(here - mean([here, *others]))
    return found


def boards_needed(scores: Sequence[float]) -> int | None:
    """Return the boards after which the sum is above 0 with 95 %; ``None``: never."""
    gain = fmean(scores)
    return None if gain <= 0 else ceil((SURE * stdev(scores) / gain) ** 2)


def line(name: str, scores: Sequence[float], ordinary: int | None) -> str:
    """Return the figures of one way of comparing."""
    needed, gain = boards_needed(scores), fmean(scores)
    error = stdev(scores) / sqrt(len(scores))
    said = f"   {name:11} {gain:6.2f} ± {error:4.2f} a board, deviation {stdev(scores):5.1f}"
    if needed is None:
        return f"{said}, never ahead with 95 %"
    share = "" if ordinary is None else f" ({needed / ordinary:.2f} of ordinary)"
    return f"{said}, ahead with 95 % after {needed} boards{share}"


def main(options: Sequence[str] = ()) -> None:
    asked = argparse.ArgumentParser(prog="scripts/bench duplicate")
    asked.add_argument("--boards", type=int, default=0, help="boards for each pair of levels")
    chosen = asked.parse_args(options)
    for better, weaker, usual, tables in PAIRS:
        began, boards = time.perf_counter(), chosen.boards or usual
        found = compared(better, weaker, boards, tables)
        spent = time.perf_counter() - began
        print(f"{better.value} against {weaker.value}: {boards} boards in {spent:.0f} s")
        ordinary = boards_needed(found.ordinary)
        print(line("ordinary", found.ordinary, None))
        print(line("team match", found.team, ordinary))
        if tables:
            print(line("field", found.field_of, ordinary))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
