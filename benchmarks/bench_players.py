"""CPU time per decision of every level and per round of the coach; lag under twenty masters."""

import asyncio
import time
from collections import defaultdict

from benchmarks.arena import SeededDecks
from engine.coach import grade_round
from engine.game.actions import RoundAction
from engine.game.legal import Verb
from engine.game.match import Match, MatchPhase, act, start
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.view import SeatView, seat_view
from engine.players import Level, Workers, choose

ROUNDS = {Level.NOVICE: 40, Level.CASUAL: 40, Level.EXPERT: 40, Level.MASTER: 40}
PRESET_ROUNDS = 12
"""Rounds of every preset, for the most expensive decision of a level."""


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line(name: str, seconds: list[float], unit: str) -> str:
    parts = [percentile(seconds, share) * 1000 for share in (0.5, 0.95, 1.0)]
    mean = 1000 * sum(seconds) / len(seconds)
    figures = "  ".join(
        f"{label} {value:8.2f} ms"
        for label, value in zip(("mean", "p50", "p95", "max"), (mean, *parts), strict=True)
    )
    return f"   {name:8} {figures}  a {unit}, {len(seconds)} of them"


def played_round(
    level: Level, seed: int, preset: str = "standard"
) -> tuple[list[float], list[tuple[SeatView, RoundAction]]]:
    """Play one round of a level against itself; return CPU times and one seat's decisions."""
    decks = SeededDecks(seed)
    match: Match = start(PRESETS[preset], PRESET_PLAYERS.get(preset, 2), seed, decks)
    seconds: list[float] = []
    decisions: list[tuple[SeatView, RoundAction]] = []
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        view = seat_view(match, seat)
        begin = time.process_time()
        action = choose(view, level, seed * 1000 + len(seconds))
        seconds.append(time.process_time() - begin)
        if seat == 0:
            decisions.append((view, action))
        match = act(match, seat, action, decks).match
    return seconds, decisions


def thinking_views(count: int) -> list[SeatView]:
    """Return views before a discard, one from each of ``count`` games."""
    views: list[SeatView] = []
    seed = 0
    while len(views) < count:
        seed += 1
        decks = SeededDecks(seed)
        match = start(PRESETS["standard"], 2, seed, decks)
        move = 0
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            if move > 8 and Verb.DISCARD in view.legal.verbs:
                views.append(view)
                break
            move += 1
            action = choose(view, Level.CASUAL, move)
            match = act(match, view.seat, action, decks).match
    return views


async def lag_under_masters(games: int, moves: int) -> tuple[list[float], float]:
    """Return the lag of a 5 ms tick while masters think in games, and decisions a second."""
    workers, views, late = Workers(), thinking_views(games), []
    await workers.choose(views[0], "master", 0)

    async def tick() -> None:
        while True:
            due = time.perf_counter() + 0.005
            await asyncio.sleep(0.005)
            late.append(max(0.0, time.perf_counter() - due))

    async def think(view: SeatView) -> None:
        for seed in range(moves):
            await workers.choose(view, "master", seed)

    ticking = asyncio.create_task(tick())
    begin = time.perf_counter()
    await asyncio.gather(*(think(view) for view in views))
    spent = time.perf_counter() - begin
    ticking.cancel()
    workers.close()
    return late, games * moves / spent


def main() -> None:
    rounds: dict[Level, list[list[tuple[SeatView, RoundAction]]]] = defaultdict(list)
    played_round(Level.EXPERT, 9)
    for level, count in ROUNDS.items():
        seconds: list[float] = []
        for seed in range(count):
            spent, decisions = played_round(level, seed)
            seconds += spent
            rounds[level].append(decisions)
        print(line(level.value, seconds, "decision"))
    for level in Level:
        seconds = [
            second
            for preset in PRESETS
            for seed in range(PRESET_ROUNDS)
            for second in played_round(level, 100 + seed, preset)[0]
        ]
        print(line(level.value, seconds, f"decision in any of {len(PRESETS)} presets"))
    coached = []
    for decisions in rounds[Level.CASUAL][:20]:
        begin = time.process_time()
        grade_round(decisions)
        coached.append(time.process_time() - begin)
    print(line("coach", coached, "round"))
    late, rate = asyncio.run(lag_under_masters(20, 8))
    print(line("lag", late, f"tick under 20 masters ({rate:.0f} decisions a second)"))
    print(f"   loop lag p99 {1000 * percentile(late, 0.99):.2f} ms")
