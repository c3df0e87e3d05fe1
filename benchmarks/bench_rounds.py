"""Whole rounds per second under random players, ours beside OpenSpiel's and RLCard's in one run.

One round is one deal played to its end by players who choose uniformly among the legal actions
that the engine itself offers; dealing is included. OpenSpiel (package ``open_spiel``) is C++ behind
a Python binding and plays the ``standard`` family's cards with tournament rules; RLCard (package
``rlcard``) is Python. Both are omitted when not installed. A round has no fixed length, so moves
per second are printed, too: they compare best.
"""

import random
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import count

from engine import Game
from engine.game.cards import DECK_SIZE
from engine.game.machine import Machine, machine
from engine.game.presets import PRESETS

FAMILIES = ("standard", "tournament", "straight", "oklahoma", "tedesco", "round_corner", "mahjong")
SECONDS = 0.4
PASSES = 6
SEED = 1

PlayRound = Callable[[random.Random], int]
"""Plays one round and returns its number of moves."""


def ours(engine: Machine) -> PlayRound:
    """Return a player of rounds on our engine."""

    def play(rng: random.Random) -> int:
        deck = list(range(DECK_SIZE))
        rng.shuffle(deck)
        state = engine.deal(deck, rng.randrange(DECK_SIZE))
        moves = 0
        while (side := state.to_act) is not None:
            actions = list(engine.legal(state, side).actions())
            state = engine.apply(state, side, rng.choice(actions))
            moves += 1
        return moves

    return play


def through_game(preset: str) -> PlayRound:
    """Return a player of rounds through the public API, a match of many rounds."""
    seeds = count()
    game = Game(preset, seed=next(seeds))

    def play(rng: random.Random) -> int:
        nonlocal game
        if game.is_over:
            game = Game(preset, seed=next(seeds))
        moves, before = 0, len(game.match.played)
        while len(game.match.played) == before:
            game.play(rng.choice(list(game.legal().actions())))
            moves += 1
        return moves

    return play


def openspiel() -> PlayRound | None:
    """Return a player of rounds on OpenSpiel; chance nodes (deal and draws) are not moves."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("gin_rummy")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return moves

    return play


def rlcard_rounds() -> PlayRound | None:
    """Return a player of rounds on RLCard, through its environment as in its own examples."""
    try:
        import rlcard
    except ImportError:
        return None
    environment = rlcard.make("gin-rummy", config={"seed": SEED})

    def play(rng: random.Random) -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def slice_of(play: PlayRound, rng: random.Random) -> tuple[float, float]:
    """Return rounds and moves per second in one short slice."""
    rounds = moves = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < SECONDS:
        moves += play(rng)
        rounds += 1
    return rounds / passed, moves / passed


def main() -> None:
    """Run the benchmark in alternating slices, so that load affects all; the best counts."""
    contestants: dict[str, PlayRound] = {}
    for package, found in (("open_spiel", openspiel()), ("rlcard", rlcard_rounds())):
        if found is None:
            print(f"{package} is not installed: left out")
        else:
            contestants[f"{package} {version(package)}"] = found
    rivals = list(contestants)
    contestants |= {preset: ours(machine(PRESETS[preset])) for preset in FAMILIES}
    contestants["standard by Game"] = through_game("standard")
    best = dict.fromkeys(contestants, (0.0, 0.0))
    for number in range(PASSES):
        for name, play in contestants.items():
            best[name] = max(best[name], slice_of(play, random.Random(number)))
    for name, (rounds, moves) in best.items():
        line = f"  {name:18}{rounds:8.0f} rounds/s {moves:9.0f} moves/s"
        if name not in rivals:
            for rival in rivals:
                line += f"   {moves / best[rival][1]:6.2f} x {rival.split()[0]}"
        print(line)
