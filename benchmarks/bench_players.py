"""CPU a decision for every level and a round for the coach, over rounds of standard gin."""

import time
from collections import defaultdict

from benchmarks.arena import SeededDecks
from engine.actions import RoundAction
from engine.coach import grade_round
from engine.match import Match, MatchPhase, act, start
from engine.players.levels import Level, choose
from engine.rules import PRESETS
from engine.view import SeatView, seat_view

ROUNDS = {Level.NOVICE: 40, Level.CASUAL: 40, Level.EXPERT: 25, Level.MASTER: 8}


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


def played_round(level: Level, seed: int) -> tuple[list[float], list[tuple[SeatView, RoundAction]]]:
    """One round of a level against itself: CPU of every decision, and one seat's decisions."""
    decks = SeededDecks(seed)
    match: Match = start(PRESETS["standard"], 2, seed, decks)
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
    coached = []
    for decisions in rounds[Level.CASUAL][:20]:
        begin = time.process_time()
        grade_round(decisions)
        coached.append(time.process_time() - begin)
    print(line("coach", coached, "round"))
