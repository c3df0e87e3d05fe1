"""Whether the tutor finds a planted weakness, twice: in each half of a player's rounds.

The second half's first rounds also show how often it says that something has changed where nobody
has changed anything. With `--resamples` that alone is measured, on rounds drawn again.
"""

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import starmap

from benchmarks import goals
from benchmarks.planted import PLANTED, Player
from engine.trainer.tutor import (
    BY_NAME,
    ROUNDS,
    ROUNDS_AFTER,
    Loss,
    StudiedRound,
    change,
    findings,
)

PLAYERS = 10
"""Of each kind."""
FOUND = 0.9
"""The share of players whose weakness has to be found in both halves."""
FALSE_CHANGES = 0.1
FALSE_ADVICES = 0.025
"""The share of advices that may say of an unchanged player that something is better, or worse."""
POOL = 150
"""The rounds of a player that are drawn again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tutor said of a player. ``found``: in both halves; ``first``: as what costs most.

    ``changes``: of the findings, how many were said to cost clearly more or less afterwards.
    """

    name: str
    loss: float
    found: bool
    first: bool
    findings: int
    changes: int


def look_at(name: str, seed: int, rounds: int = ROUNDS) -> Outcome:
    """Let a player play twice ``rounds``, and the tutor look at each half."""
    planted = BY_NAME[name]
    player = Player(planted, seed)
    halves = player.rounds(rounds), player.rounds(rounds, rounds)
    found = [findings(half) for half in halves]
    advice, after = found[0], halves[1][:ROUNDS_AFTER]
    return Outcome(
        name,
        Loss.of([one.loss(planted) for half in halves for one in half]).mean,
        all(planted in [one.weakness for one in half] for half in found),
        all(half and half[0].weakness is planted for half in found),
        len(advice),
        sum(change(one.weakness, one.losses, after).is_clear for one in advice),
    )


def pool_of(name: str, seed: int) -> list[StudiedRound]:
    """Return rounds of a player with this weakness."""
    return list(Player(BY_NAME[name], seed).rounds(POOL))


def unchanged(pools: Sequence[Sequence[StudiedRound]], count: int) -> None:
    """Print how often the tutor calls something better or worse in rounds of the same player."""
    chance, advices, better, worse = random.Random(1), 0, 0, 0
    for number in range(count):
        pool = pools[number % len(pools)]
        advice = findings(chance.choices(pool, k=ROUNDS))
        after = chance.choices(pool, k=ROUNDS_AFTER)
        changes = [change(one.weakness, one.losses, after) for one in advice]
        said = [one.difference for one in changes if one.is_clear]
        advices += bool(advice)
        better += any(one < 0 for one in said)
        worse += any(one > 0 for one in said)
    for name, found in (("better", better), ("worse", worse)):
        goal = goals.at_most(f"unchanged, yet clearly {name}", found / advices, FALSE_ADVICES)
        print(f"  clearly {name}: {found} of {advices} advices ({goal})")


def main(arguments: Sequence[str] = ()) -> None:
    """Print, for each weakness, in how many players it was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--resamples", type=int, default=0)
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.players)
    tasks = [(one.name, seed) for seed in seeds for one in PLANTED]
    if options.resamples:
        with ProcessPoolExecutor(options.jobs) as pool:
            pools = list(pool.map(pool_of, *zip(*tasks[: len(PLANTED)], strict=True)))
        print(f"{options.resamples} times {ROUNDS} and {ROUNDS_AFTER} rounds of one player:")
        unchanged(pools, options.resamples)
        return
    if options.jobs == 1:
        outcomes = list(starmap(look_at, tasks))
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            outcomes = list(pool.map(look_at, *zip(*tasks, strict=True)))
    print(f"Players with one weakness, twice {ROUNDS} rounds each:")
    for weakness in PLANTED:
        own = [one for one in outcomes if one.name == weakness.name]
        both, first = sum(one.found for one in own), sum(one.first for one in own)
        loss = sum(one.loss for one in own) / len(own)
        print(
            f"  {weakness.name:18}{loss:6.1f} points a round, found in both halves "
            f"{both} of {len(own)}, first of all {first}"
        )
    share = sum(one.found for one in outcomes) / len(outcomes)
    goal = goals.at_least("weaknesses found", share, FOUND)
    print(f"  all: {sum(one.found for one in outcomes)} of {len(outcomes)} ({goal})")
    said, clear = sum(one.findings for one in outcomes), sum(one.changes for one in outcomes)
    goal = goals.at_most("changes that are none", clear / max(1, said), FALSE_CHANGES)
    print(f"  said to have changed, without a change: {clear} of {said} findings ({goal})")
