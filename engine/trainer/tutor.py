"""What a player should work on: the kinds of mistakes that cost most, and whether that changes.

A loss is the points that the best choices promised beyond those made, by what the player knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.coach import Grade, RoundReview, Why
from engine.coach.evaluation import Judgement, judged_choices
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeKnock,
)
from engine.game.record import MatchRecord
from engine.game.seats import Seat
from engine.trainer.puzzle import Puzzle, Question

_KNOCKS: Final = (Knock, TakeKnock, BigGin)
_LEAVES: Final = (Draw, Pass)
_KNOCKING: Final = (Question.KNOCK,)
_DRAWING: Final = (Question.TAKE, Question.UPCARD)
_LAYOFFS: Final = (LayOff, AutoLayOff, DoneLayingOff)


@dataclass(frozen=True, slots=True)
class Weakness:
    """A kind of mistake: ``played`` was chosen where one of ``best`` was better for these reasons.

    ``name``: in stored findings. ``themes``: of the puzzles that train it. ``whys``: any reason
    if empty.
    """

    name: str
    themes: tuple[Question, ...]
    played: tuple[type[RoundAction], ...]
    best: tuple[type[RoundAction], ...]
    whys: frozenset[Why] = frozenset()

    def fits(self, played: RoundAction, best: RoundAction, why: Why) -> bool:
        """Whether a mistake is of this kind."""
        return (
            isinstance(played, self.played)
            and isinstance(best, self.best)
            and (not self.whys or why in self.whys)
        )


def _discarding(name: str, *whys: Why) -> Weakness:
    return Weakness(name, (Question.DISCARD,), (Discard,), (Discard,), frozenset(whys))


KNOCKS_LATE: Final = Weakness("knocks_late", _KNOCKING, (Discard, Pass), _KNOCKS)
IGNORES_UNDERCUT: Final = Weakness(
    "ignores_undercut", _KNOCKING, (Knock,), (Discard,), frozenset({Why.UNDERCUT_RISK})
)
KNOCKS_EARLY: Final = Weakness("knocks_early", _KNOCKING, (Knock, TakeKnock), (Discard, Pass))
LAYS_OUT_BADLY: Final = Weakness("lays_out_badly", _KNOCKING, _KNOCKS, _KNOCKS)
TAKES_TOO_MUCH: Final = Weakness("takes_too_much", _DRAWING, (Take,), _LEAVES)
TAKES_TOO_LITTLE: Final = Weakness("takes_too_little", _DRAWING, _LEAVES, (Take,))
BREAKS_MELDS: Final = _discarding("breaks_melds", Why.BREAKS_MELD)
FEEDS_OPPONENT: Final = _discarding("feeds_opponent", Why.FEEDS_PILE, Why.DEAD_CARD)
KEEPS_HIGH_CARDS: Final = _discarding("keeps_high_cards", Why.HIGH_DEADWOOD, Why.LESS_DEADWOOD)
GIVES_UP_OUTS: Final = _discarding("gives_up_outs", Why.KEEPS_OUTS, Why.TWO_WAY)
LAYS_OFF_BADLY: Final = Weakness("lays_off_badly", (Question.LAYOFF,), _LAYOFFS, _LAYOFFS)

WEAKNESSES: Final = (
    KNOCKS_LATE,
    IGNORES_UNDERCUT,
    KNOCKS_EARLY,
    LAYS_OUT_BADLY,
    TAKES_TOO_MUCH,
    TAKES_TOO_LITTLE,
    BREAKS_MELDS,
    FEEDS_OPPONENT,
    KEEPS_HIGH_CARDS,
    GIVES_UP_OUTS,
    LAYS_OFF_BADLY,
)
"""All kinds; a mistake is of the first one that fits."""
BY_NAME: Final = {one.name: one for one in WEAKNESSES}


def weakness_of(played: RoundAction, best: RoundAction, why: Why) -> Weakness | None:
    """Return the kind of a mistake; ``None`` where only the average says what was better."""
    return next((one for one in WEAKNESSES if one.fits(played, best, why)), None)


def trains(weakness: Weakness, puzzle: Puzzle) -> bool:
    """Whether the answer next to the best one of a puzzle is a mistake of this kind."""
    if puzzle.next_best is None:
        return False
    tempting, best = puzzle.answers[puzzle.next_best], puzzle.answers[puzzle.best]
    why = puzzle.reasons[puzzle.next_best].why
    return weakness_of(tempting.action, best.action, why) is weakness


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
