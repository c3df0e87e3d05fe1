"""Whole events without a service: strong players win more often, some leave, some do not come."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from engine.events import systems
from engine.events.standings import Entrant, EntrantPair, PairingResult


def field_of(count: int) -> list[Entrant]:
    return [Entrant(number, number, 7919 * number % 1009) for number in range(1, count + 1)]


@dataclass
class SwissEvent:
    """A Swiss as it goes on. ``here``: who is still paired."""

    count: int
    chance: random.Random
    leaving: float = 0.0
    late: int = 0
    apart: list[tuple[int, int]] = field(default_factory=list)
    entrants: list[Entrant] = field(default_factory=list)
    here: set[int] = field(default_factory=set)
    results: list[PairingResult] = field(default_factory=list)
    rounds: list[list[EntrantPair]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.entrants = field_of(self.count)
        self.here = {one.number for one in self.entrants}

    @property
    def present(self) -> list[Entrant]:
        return [one for one in self.entrants if one.number in self.here]

    def pair(self, later: int = 0) -> list[EntrantPair]:
        return systems.swiss_pairs(self.present, self.results, self.apart, later)

    def play_round(self, later: int = 0) -> list[EntrantPair]:
        number = len(self.rounds) + 1
        paired = self.pair(later)
        self.rounds.append(paired)
        for one in paired:
            self.results.append(self._result(number, one))
        for entrant in list(self.present):
            if len(self.here) > 2 and self.chance.random() < self.leaving:
                self.here.discard(entrant.number)
        if number <= 2:
            for _ in range(self.late):
                new = len(self.entrants) + 1
                self.entrants.append(replace(Entrant(new, new, new), joined=number + 1))
                self.here.add(new)
        return paired

    def _result(self, number: int, one: EntrantPair) -> PairingResult:
        if one.second is None:
            return PairingResult(number, one.first, None, one.first)
        if self.chance.random() < 0.1:
            return PairingResult(
                number, one.first, one.second, None, drawn=self.chance.random() < 0.8
            )
        first_wins = self.chance.random() < (0.7 if one.first < one.second else 0.3)
        winner = one.first if first_wins else one.second
        points = self.chance.randrange(1, 150)
        return PairingResult(
            number, one.first, one.second, winner, False, points if first_wins else -points
        )


def all_pairings(numbers: list[int]) -> Iterable[list[tuple[int, int]]]:
    """Every way to pair an even number of people."""
    if not numbers:
        yield []
        return
    one, rest = numbers[0], numbers[1:]
    for index, other in enumerate(rest):
        for more in all_pairings(rest[:index] + rest[index + 1 :]):
            yield [(one, other), *more]


def least(
    numbers: list[int], price: Callable[[list[tuple[int, int]]], tuple[int, ...]]
) -> tuple[int, ...]:
    return min(price(one) for one in all_pairings(numbers))
