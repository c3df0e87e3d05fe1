"""The ladder: our players against public ones that run here or were ported, by one protocol.

`scripts/dev arena ladder` plays what `ladder_protocol.py` says, all of it, and writes the results
when everything is played. It takes about 80 minutes on two quiet cores. No figure is shown before,
so nobody can stop at a good one, and a run that is interrupted leaves nothing. ``--again`` plays
one pairing with other seeds, whose figures stand beside the first ones, never in their place.
"""

import argparse
import ctypes
import json
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from benchmarks.arena import Task, interval, play_pair
from benchmarks.batch import played, search, seat
from benchmarks.ladder_page import RESULTS
from benchmarks.ladder_protocol import PROTOCOL, Program, Protocol
from benchmarks.native import FAST, players
from benchmarks.sign_test import holm, in_digits, sign_test
from engine.players.network import weights_file

ROOT: Final = Path(__file__).parents[1]

CORES: Final = 2
_OF_AGAIN: Final = {"date", "commit", "is_clean", "cpu"}
_PROSE: Final = {"title", "description", "source", "fidelity"}
"""What may be worded differently without another run."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The games of one pairing with one seed; ``hands``: those that a sampler imagines."""

    program: Program
    first: str
    second: str
    seed: int
    pairs: int
    target: int
    hands: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same deals: the share that our player won, rounds, and its points."""

    share: float
    rounds: int
    points: int


Play = Callable[[Leg], list[Pair]]


@cache
def _library() -> ctypes.CDLL:
    play, stored = players(), weights_file(corner=False).read_bytes()
    seat(play, stored, stored)
    search(play)
    return play


def play_leg(leg: Leg) -> list[Pair]:
    """Play all pairs of a leg."""
    if leg.program is Program.C:
        play = _library()
        if leg.hands:
            play.set_samples(leg.hands)
        found = played(play, (leg.first, leg.second), leg.pairs, leg.seed, leg.target)
        return [Pair(float(won), int(rounds), int(points)) for won, _, _, rounds, points in found]
    tasks = [
        Task(leg.first, leg.second, PROTOCOL.rules, leg.seed * 1_000_003 + pair, 0)
        for pair in range(leg.pairs)
    ]
    return [
        Pair((one.won + two.won) / 2, one.rounds + two.rounds, one.points + two.points)
        for one, two in map(play_pair, tasks)
    ]


def legs(protocol: Protocol) -> list[Leg]:
    """Return the legs of all pairings, a pairing's one after another in the order of the seeds."""
    return [
        Leg(
            opponent.program,
            player.names[opponent.program],
            opponent.plays_as,
            seed,
            opponent.pairs,
            protocol.target,
            opponent.hands,
        )
        for player, opponent in protocol.pairings()
        for seed in protocol.seeds
    ]


def _won_and_lost(pairs: Iterable[Pair]) -> tuple[int, int]:
    """Return the pairs of which our player won both games, and those of which it won none."""
    shares = [one.share for one in pairs]
    return shares.count(1), shares.count(0)


def _figures(pairs: Sequence[Pair]) -> dict[str, Any]:
    won, lost = _won_and_lost(pairs)
    share, share_off = interval([one.share for one in pairs])
    points, points_off = interval([one.points / one.rounds for one in pairs])
    return {
        "pairs": len(pairs),
        "games": 2 * len(pairs),
        "games_won": 2 * sum(one.share for one in pairs),
        "rounds": sum(one.rounds for one in pairs),
        "pairs_won": won,
        "pairs_lost": lost,
        "share": round(share, 5),
        "share_off": round(share_off, 5),
        "points": round(points, 4),
        "points_off": round(points_off, 4),
    }


def winner(by_seed: Sequence[tuple[int, int]], corrected: Fraction, level: float) -> str | None:
    """Return ``first`` or ``second`` if one of both is the stronger player, by the protocol.

    The probability after Holm's correction has to be below the level, and with each seed the same
    side has to have won more pairs.
    """
    if corrected >= Fraction(str(level)):
        return None
    if all(won > lost for won, lost in by_seed):
        return "first"
    return "second" if all(won < lost for won, lost in by_seed) else None


def results(protocol: Protocol, found: Sequence[list[Pair]]) -> list[dict[str, Any]]:
    """Return every pairing with its figures; ``found``: the pairs of all `legs`, in their order."""
    seeds = len(protocol.seeds)
    halves = [found[at : at + seeds] for at in range(0, len(found), seeds)]
    for (_, opponent), legs_of in zip(protocol.pairings(), halves, strict=True):
        assert [len(one) for one in legs_of] == [opponent.pairs] * seeds
    pooled = [[pair for leg in half for pair in leg] for half in halves]
    exact = [sign_test(*_won_and_lost(pairs)) for pairs in pooled]
    rows = []
    for (player, opponent), half, pairs, raw, corrected in zip(
        protocol.pairings(), halves, pooled, exact, holm(exact), strict=True
    ):
        rows.append(
            {
                "first": player.name,
                "second": opponent.name,
                **_figures(pairs),
                "p": in_digits(raw),
                "p_holm": in_digits(corrected),
                "winner": winner([_won_and_lost(leg) for leg in half], corrected, protocol.level),
                "by_seed": [
                    {"seed": seed, **_figures(leg)}
                    for seed, leg in zip(protocol.seeds, half, strict=True)
                ],
            }
        )
    return rows


def again(
    protocol: Protocol,
    player: str,
    opponent: str,
    play: Callable[[Protocol], list[list[Pair]]],
) -> dict[str, Any]:
    """Play one pairing with other seeds; return its figures, beside which the first ones stay."""
    chosen = replace(
        protocol,
        players=tuple(one for one in protocol.players if one.name == player),
        opponents=tuple(one for one in protocol.opponents if one.name == opponent),
    )
    about = {name: value for name, value in circumstances().items() if name in _OF_AGAIN}
    [row] = results(chosen, play(chosen))
    del row["p_holm"], row["winner"]
    return {**about, **row}


def _said(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def circumstances() -> dict[str, Any]:
    """Return what a run depends on besides the protocol: commit, compiler, machine, versions."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _said("git", "rev-parse", "HEAD").strip(),
        "is_clean": not _said("git", "status", "--porcelain"),
        "compiler": _said("cc", "--version").splitlines()[0],
        "flags": list(FAST),
        "cpu": _cpu(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "open_spiel": version("open_spiel"),
    }


def stored(protocol: Protocol) -> dict[str, Any]:
    """Return the protocol as it stands in the results, without its descriptions."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(protocol)))
    for kind in ("players", "opponents"):
        plain[kind] = [
            {key: value for key, value in one.items() if key not in _PROSE} for one in plain[kind]
        ]
    return plain


def play_all(protocol: Protocol) -> list[list[Pair]]:
    """Play every leg, the longest first, and say how many are done but not how they went."""
    wanted = legs(protocol)
    found: list[list[Pair]] = []
    with ProcessPoolExecutor(CORES, multiprocessing.get_context("spawn")) as pool:
        # The order of the protocol: opponents who think longest come first.
        for done, pairs in enumerate(pool.map(play_leg, wanted), 1):
            found.append(pairs)
            print(f"{done} of {len(wanted)} legs played", flush=True)
    return found


def run(
    protocol: Protocol,
    file: Path,
    *,
    is_protocol: bool,
    play: Callable[[Protocol], list[list[Pair]]] = play_all,
) -> None:
    """Play everything, then write the results."""
    about = {"is_protocol": is_protocol, **circumstances(), "protocol": stored(protocol)}
    begin = time.perf_counter()
    rows = results(protocol, play(protocol))
    minutes = round((time.perf_counter() - begin) / 60, 1)
    text = json.dumps({**about, "minutes": minutes, "pairings": rows}, indent=1, allow_nan=False)
    file.write_text(f"{text}\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev arena ladder", description=__doc__)
    parser.add_argument("--output", type=Path, help="the file of the results")
    parser.add_argument(
        "--quick", action="store_true", help="two pairs a seed: a trial, not the protocol"
    )
    parser.add_argument(
        "--again",
        nargs=4,
        metavar=("PLAYER", "OPPONENT", "SEED", "SEED"),
        help="play one pairing with two other seeds, and add the result to the file",
    )
    asked = parser.parse_args(arguments)
    if asked.again is not None:
        player, opponent, *seeds = asked.again
        file = asked.output or RESULTS
        other = replace(PROTOCOL, seeds=(int(seeds[0]), int(seeds[1])))
        found = json.loads(file.read_text(encoding="utf-8"))
        found["again"] = [*found.get("again", []), again(other, player, opponent, play_all)]
        file.write_text(json.dumps(found, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        return os.EX_OK
    if asked.quick and asked.output is None:
        parser.error("--quick is not the protocol, so name a file for it: --output FILE")
    file = asked.output or RESULTS
    protocol = PROTOCOL.shortened() if asked.quick else PROTOCOL
    run(protocol, file, is_protocol=not asked.quick)
    if asked.quick:
        print(f"{file}: a trial with other seeds and two pairs each, not the protocol.")
    else:
        print(f"{file}: the whole protocol. scripts/dev rules writes its page.")
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
