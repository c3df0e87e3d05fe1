"""Two players, many matches, every deal twice with seats swapped (`scripts/dev arena --help`)."""

import argparse
import math
import multiprocessing
import random
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.opponents import PLAYERS
from engine.game.actions import Ready, RoundAction
from engine.game.cards import DECK_SIZE, Card
from engine.game.match import Match, MatchPhase, act, start
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.seats import Seat


@dataclass(frozen=True, slots=True)
class SeededDecks:
    """Decks determined by a number, so that both matches of a pair get the same deals."""

    seed: int

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        deck = list(range(DECK_SIZE))
        random.Random(f"{self.seed}/{number}/{table}/{attempt}").shuffle(deck)
        return deck

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return random.Random(f"k{self.seed}/{number}/{table}/{attempt}").randrange(DECK_SIZE)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match for the first player: won 1, drawn 0.5, lost 0; rounds and points."""

    won: float
    rounds_won: int
    rounds_lost: int
    rounds: int
    points: int


@dataclass(frozen=True, slots=True)
class Task:
    """One pair of matches."""

    first: str
    second: str
    preset: str
    seed: int
    most_rounds: int


def play_pair(task: Task) -> tuple[Played, Played]:
    """Play the same deals twice, with the seats swapped."""
    return _play(task, swapped=False), _play(task, swapped=True)


def _play(task: Task, *, swapped: bool) -> Played:
    decks = SeededDecks(task.seed)
    match = start(PRESETS[task.preset], PRESET_PLAYERS.get(task.preset, 2), task.seed, decks)
    home = _home_party(match, task.seed, swapped=swapped)
    moves = 0
    while match.phase is not MatchPhase.OVER and not 0 < task.most_rounds <= len(match.played):
        seat = match.to_act[0]
        if match.phase is MatchPhase.BETWEEN:
            match = act(match, seat, Ready(), decks).match
            continue
        moves += 1
        name = task.first if seat in match.parties[home] else task.second
        seed = hash((task.seed, swapped, moves))
        action: RoundAction = PLAYERS[name](match, Seat(seat), decks, seed)
        match = act(match, seat, action, decks).match
    return _result(match, home)


def _home_party(match: Match, seed: int, *, swapped: bool) -> int:
    """Return the first player's party: swapped in the second match; of three, each in turn."""
    parties = len(match.parties)
    return int(swapped) if parties == 2 else (seed + int(swapped)) % parties


def _result(match: Match, home: int) -> Played:
    entries = [played.entry for played in match.played]
    others = len(match.parties) - 1
    points = sum(
        entry.scores[home] - (sum(entry.scores) - entry.scores[home]) / others for entry in entries
    )
    winner = None if match.outcome is None else match.outcome.winner
    return Played(
        won=0.5 if winner is None else float(winner == home),
        rounds_won=sum(entry.winner == home for entry in entries),
        rounds_lost=sum(entry.winner not in (home, None) for entry in entries),
        rounds=len(entries),
        points=round(points),
    )


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def summary(pairs: Iterable[tuple[Played, Played]]) -> str:
    """Return a summary in which each pair of matches counts as one observation."""
    pairs = list(pairs)
    games, games_off = interval([(a.won + b.won) / 2 for a, b in pairs])
    shares, points = [], []
    for a, b in pairs:
        decided = a.rounds_won + a.rounds_lost + b.rounds_won + b.rounds_lost
        if decided:
            shares.append((a.rounds_won + b.rounds_won) / decided)
        points.append((a.points + b.points) / (a.rounds + b.rounds))
    won, won_off = interval(shares)
    gain, gain_off = interval(points)
    rounds = sum(a.rounds + b.rounds for a, b in pairs)
    return (
        f"{2 * len(pairs)} games, {rounds} rounds: "
        f"games {100 * games:.1f} ± {100 * games_off:.1f} %, "
        f"decided rounds {100 * won:.1f} ± {100 * won_off:.1f} %, "
        f"points a round {gain:+.2f} ± {gain_off:.2f}"
    )


def run(tasks: Sequence[Task], jobs: int) -> list[tuple[Played, Played]]:
    """Play all pairs, in ``jobs`` processes."""
    if jobs == 1:
        return [play_pair(task) for task in tasks]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return list(pool.imap_unordered(play_pair, tasks, chunksize=1))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev arena", description=__doc__)
    parser.add_argument("first", choices=sorted(PLAYERS))
    parser.add_argument("second", choices=sorted(PLAYERS))
    parser.add_argument("-n", "--games", type=int, default=100, help="games, two for each deal")
    parser.add_argument("--preset", nargs="+", default=["standard"], choices=[*PRESETS, "all"])
    parser.add_argument("--rounds", type=int, default=0, help="stop each match after so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    asked = parser.parse_args(arguments)
    presets = list(PRESETS) if "all" in asked.preset else asked.preset
    for preset in presets:
        begin = time.perf_counter()
        tasks = [
            Task(asked.first, asked.second, preset, asked.seed * 1_000_003 + pair, asked.rounds)
            for pair in range(max(1, asked.games // 2))
        ]
        text = summary(run(tasks, asked.jobs))
        print(
            f"{asked.first} against {asked.second}, {preset}: {text} "
            f"({time.perf_counter() - begin:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
