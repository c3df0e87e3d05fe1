"""Choices played on to the end of the round in C, each on the same imagined deals."""

import ctypes
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.native import NAMES, believe, in_c, load, players
from engine.game.actions import Discard, Knock, RoundAction, Take
from engine.game.legal import Verb
from engine.game.view import SeatView
from engine.players.hand_context import HandContext
from engine.players.memory import Habits
from engine.players.network import weights_file
from engine.players.position import Position

SOURCE: Final = Path(__file__).with_name("rollouts.c")
CONFIRMED_BY: Final = ("casual", "expert")
"""The players by whom an answer has to lead."""
FIGURES: Final = len(fields(Habits))
KINDS: Final = ("discard", "knock", "take", "leave")
BATCH: Final = 250
CERTAIN: Final = 1.96
SURE: Final = 3.5
"""Standard errors at which a comparison stops early: looked at often, so more than ``CERTAIN``."""
HOPELESS: Final = 1000
"""The deals after which a choice that hardly leads is given up."""
Numbers = npt.NDArray[np.float64]


class Rollouts:
    """The players in C. ``corner``: runs go around the corner."""

    def __init__(self, *, corner: bool = False) -> None:
        self._play = players(source=SOURCE)
        self._play.start(1, int(corner))
        load(self._play.set_weights, weights_file(corner=corner).read_bytes())
        believe(self._play, corner=corner)
        self._play.played_on.argtypes = [
            *[ctypes.c_void_p] * 3,
            *[ctypes.c_int] * 4,
            *[ctypes.c_void_p] * 2,
            ctypes.c_int,
            ctypes.c_uint64,
            *[ctypes.c_void_p] * 2,
        ]

    def points(
        self,
        view: SeatView,
        actions: Sequence[RoundAction],
        whose: str,
        deals: int,
        seed: int,
        habits: Habits | None = None,
    ) -> Numbers:
        """Return the points of every choice, a column each, on every deal, a row each.

        ``whose``: which players play on. ``habits``: what both have seen of each other.
        """
        position = Position.of(view, seed)
        memory, rules = position.memory, view.public.rules
        masks, numbers = in_c(HandContext.of(memory, rules, memory.hand, memory.top))
        terms = (memory.limit, rules.gin_bonus, rules.undercut_bonus, int(rules.layoff_on_gin))
        offered = Verb.PASS in view.legal.verbs
        found = np.zeros((deals, len(actions)), np.float32)
        self._play.played_on(
            masks,
            numbers,
            (ctypes.c_int * 4)(*terms),
            (1 if memory.refused else 2) if offered else 0,
            int(view.taken is not None),
            NAMES.index(whose),
            len(actions),
            (ctypes.c_int * len(actions))(*map(_kind, actions)),
            (ctypes.c_int * len(actions))(*map(_card, actions)),
            deals,
            seed,
            None if habits is None else (ctypes.c_int * FIGURES)(*astuple(habits)),
            found.ctypes.data,
        )
        return found.astype(np.float64)


def _kind(action: RoundAction) -> int:
    name = {Discard: "discard", Knock: "knock", Take: "take"}.get(type(action), "leave")
    return KINDS.index(name)


def _card(action: RoundAction) -> int:
    return action.card if isinstance(action, Discard | Knock) else 0


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much a choice is better than another: the mean, and the half of its 95 % interval."""

    points: float
    off: float
    deals: int

    @property
    def low(self) -> float:
        return self.points - self.off

    @property
    def is_clear(self) -> bool:
        """Whether the choice leads with the lower end of the interval above 0."""
        return self.low > 0

    def __str__(self) -> str:
        return f"{self.points:+.2f} ± {self.off:.2f} ({self.deals})"


def lead(
    rolled: Rollouts, view: SeatView, best: RoundAction, other: RoundAction, whose: str, most: int
) -> Lead:
    """Return the lead at the score of the view, stopping once it is clear of 0."""
    values = Position.of(view, 0).score_values
    gaps = np.zeros(0)
    while True:
        points = rolled.points(view, (best, other), whose, BATCH, len(gaps) + 1)
        weighed = np.vectorize(values.worth)(points)
        gaps = np.append(gaps, weighed[:, 0] - weighed[:, 1])
        mean, error = float(gaps.mean()), float(gaps.std(ddof=1)) / sqrt(len(gaps))
        is_early = abs(mean) > SURE * error and len(gaps) > BATCH
        is_hopeless = mean < error and len(gaps) >= HOPELESS
        if is_early or is_hopeless or len(gaps) >= most:
            return Lead(mean, CERTAIN * error, len(gaps))


def is_confirmed(
    rolled: Rollouts, view: SeatView, best: RoundAction, other: RoundAction, most: int
) -> bool:
    """Return whether a choice leads another by all of ``CONFIRMED_BY``."""
    return all(lead(rolled, view, best, other, who, most).is_clear for who in CONFIRMED_BY)
