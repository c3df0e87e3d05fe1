"""An event so far, as far as the next pairings and the standings depend on it."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeAlias

from engine.duplicate.scoring import BoardScore
from engine.events.results import Entrant, PairingResult

Scores: TypeAlias = Sequence[Mapping[int, tuple[BoardScore, ...]]]
"""Everybody's boards in each public round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What has happened in an event. Entrants are their numbers.

    ``entrants``: everybody who takes part, also those who have left. ``results``: of the pairings
    that are over, in their order. ``rounds``: of the whole event. ``here``: who is to be paired.
    ``apart``: pairs that are avoided. ``patient``: who has waited long enough to meet the same
    opponent again. ``boards``: of a duplicate event.
    """

    entrants: Sequence[Entrant]
    results: Sequence[PairingResult]
    rounds: int = 1
    here: AbstractSet[int] = frozenset()
    apart: Sequence[tuple[int, int]] = ()
    patient: AbstractSet[int] = frozenset()
    third_place: bool = False
    boards: Scores = ()

    @property
    def present(self) -> list[Entrant]:
        """The entrants who are to be paired."""
        return [one for one in self.entrants if one.number in self.here]
