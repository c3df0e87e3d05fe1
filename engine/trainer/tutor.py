"""What a player should work on: the kinds of mistakes that cost most, and whether that changes.

A loss is the points that the best choices promised beyond those made, by what the player knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.coach import Grade, RoundReview
from engine.coach.evaluation import Judgement, judged_choices
from engine.game.actions import RoundAction
from engine.game.record import MatchRecord
from engine.game.seats import Seat
from engine.trainer.weaknesses import Weakness, weakness_of

ROUNDS: Final = 50
"""The rounds from which advice is drawn, the last ones."""
ROUNDS_AFTER: Final = 25
"""The rounds after an advice that show whether it has changed anything."""
MOST_FINDINGS: Final = 3
LEAST_EXAMPLES: Final = 2
"""The rounds in which a mistake has to be made before it counts as a habit."""
CERTAIN: Final = 1.96
"""Standard errors on each side of a mean that hold the value with 95 %."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake, and what was better. ``step``: of the round's replay. ``cost``: in points."""

    step: int
    weakness: Weakness
    cost: float
    played: RoundAction
    best: RoundAction


@dataclass(frozen=True, slots=True)
class StudiedRound:
    """A person's mistakes in a finished round of a match."""

    match: int
    number: int
    mistakes: tuple[Mistake, ...]

    def loss(self, weakness: Weakness) -> float:
        """Return the points that mistakes of a kind cost."""
        return sum(one.cost for one in self.mistakes if one.weakness is weakness)


@dataclass(frozen=True, slots=True)
class Loss:
    """Points a round; ``error``: the standard error of the mean."""

    mean: float
    error: float

    @classmethod
    def of(cls, losses: Sequence[float]) -> "Loss":
        """Return the mean of at least two rounds.

        >>> Loss.of([0, 2])
        Loss(mean=1.0, error=1.0)
        """
        count = len(losses)
        mean = sum(losses) / count
        spread = sum((one - mean) ** 2 for one in losses) / (count - 1)
        return cls(mean, sqrt(spread / count))

    @property
    def margin(self) -> float:
        """The distance on each side of the mean that holds the true loss with 95 %."""
        return CERTAIN * self.error


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake in a round of one's own, where its replay shows it."""

    match: int
    number: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class TutorFinding:
    """A weakness: what it costs, and its costliest examples, of two rounds."""

    weakness: Weakness
    loss: Loss
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class LossChange:
    """What a weakness costs after an advice, and the difference from before: less is negative."""

    after: Loss
    difference: float
    margin: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone would hardly make such a difference."""
        return abs(self.difference) > self.margin


def mistakes_in(judged: Iterable[Judgement | None], seat: Seat) -> tuple[Mistake, ...]:
    """Return a seat's mistakes in an evaluated round. ``judged``: by the steps of the round."""
    found = []
    for step, one in enumerate(judged):
        if one is None or one.seat is not seat or one.grade is Grade.BEST:
            continue
        weakness = weakness_of(one.played, one.best, one.reason.why)
        if weakness is not None and one.cost > 0:
            found.append(Mistake(step, weakness, one.cost, one.played, one.best))
    return tuple(found)


def mistakes_of(
    record: MatchRecord, number: int, seat: Seat, review: RoundReview | None = None
) -> tuple[Mistake, ...]:
    """Return a seat's mistakes in a finished round. Raise RecordError if the record is damaged.

    ``review``: the seat's own of this round, if there is one already.
    """
    return mistakes_in(judged_choices(record, number, seat, review), seat)


def findings(rounds: Sequence[StudiedRound]) -> tuple[TutorFinding, ...]:
    """Return what costs most, the costliest first; nothing that happened only once."""
    found = []
    for weakness in dict.fromkeys(one.weakness for made in rounds for one in made.mistakes):
        losses = [made.loss(weakness) for made in rounds]
        examples = _examples(rounds, weakness)
        if len(examples) == LEAST_EXAMPLES:
            found.append(TutorFinding(weakness, Loss.of(losses), examples))
    found.sort(key=lambda one: -one.loss.mean)
    return tuple(found[:MOST_FINDINGS])


def _examples(rounds: Sequence[StudiedRound], weakness: Weakness) -> tuple[Example, ...]:
    """Return the costliest mistake of each round, the costliest rounds first."""
    costliest = []
    for made in rounds:
        own = [one for one in made.mistakes if one.weakness is weakness]
        if own:
            worst = max(own, key=lambda one: one.cost)
            costliest.append(Example(made.match, made.number, worst))
    costliest.sort(key=lambda one: -one.mistake.cost)
    return tuple(costliest[:LEAST_EXAMPLES])


def change(weakness: Weakness, before: Loss, rounds: Sequence[StudiedRound]) -> LossChange:
    """Return how a weakness costs more or less than before, by the rounds since."""
    after = Loss.of([made.loss(weakness) for made in rounds])
    margin = CERTAIN * sqrt(before.error**2 + after.error**2)
    return LossChange(after, after.mean - before.mean, margin)
