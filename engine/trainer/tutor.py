"""What a player should work on: the kinds of mistakes that cost most, and whether that changes.

A loss is the points that the best choices promised beyond those made, by what the player knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from typing import Final

import numpy as np

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
FEWEST: Final = 3
"""The rounds from which the tutor says what they have cost, long before it gives advice."""
ROUNDS_AFTER: Final = 25
"""The rounds after an advice that show whether it has changed anything."""
MOST_FINDINGS: Final = 3
MOST_EXAMPLES: Final = 2
MARGIN_ERRORS: Final = 2.0
"""Standard errors in the margin of a mean."""
CHANCE: Final = 0.025 / MOST_FINDINGS
"""How often a finding of an unchanged player may be called better, and as often worse."""
_TENTHS: Final = 10


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
    """Points a round; ``error``: the standard error of the mean, which is skewed for few rounds."""

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
        """Two standard errors."""
        return MARGIN_ERRORS * self.error


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake in a round of one's own, where its replay shows it."""

    match: int
    number: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class TutorFinding:
    """A weakness: what it costs, and its costliest examples, of two rounds.

    ``losses``: of the rounds in which the cost was measured, which are not those by which the
    weakness was chosen; empty in advice of release 1.0.0.
    """

    weakness: Weakness
    losses: tuple[float, ...]
    loss: Loss
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class LossChange:
    """What a weakness costs after an advice, and the difference from before: less is negative.

    ``is_clear``: chance alone would hardly make such a difference.
    """

    after: Loss
    difference: float
    is_clear: bool


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
    """Return what costs most, the costliest first; only what was done in both halves of the rounds.

    Every other round chooses the weaknesses, the others measure them: the costliest of a few
    rounds cost less in the next ones, though nobody has changed.
    """
    choosing, measuring = rounds[::2], rounds[1::2]
    costs = {
        weakness: sum(made.loss(weakness) for made in choosing)
        for weakness in dict.fromkeys(one.weakness for made in choosing for one in made.mistakes)
    }
    found = []
    for weakness in sorted(costs, key=lambda one: -costs[one])[:MOST_FINDINGS]:
        losses = tuple(made.loss(weakness) for made in measuring)
        if len(losses) > 1 and any(losses):
            examples = _examples(rounds, weakness)
            found.append(TutorFinding(weakness, losses, Loss.of(losses), examples))
    found.sort(key=lambda one: -one.loss.mean)
    return tuple(found)


def first_findings(rounds: Sequence[StudiedRound]) -> tuple[TutorFinding, ...]:
    """Return what has cost most in a few rounds, at least two, the costliest first.

    They choose the weaknesses and measure them, so a habit that they show may be chance.
    """
    kinds = dict.fromkeys(one.weakness for made in rounds for one in made.mistakes)
    found = []
    for weakness in kinds:
        losses = tuple(made.loss(weakness) for made in rounds)
        examples = _examples(rounds, weakness)
        found.append(TutorFinding(weakness, losses, Loss.of(losses), examples))
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
    return tuple(costliest[:MOST_EXAMPLES])


def change(
    weakness: Weakness, before: Sequence[float], rounds: Sequence[StudiedRound]
) -> LossChange:
    """Return how a weakness costs more or less than before, by the rounds since.

    ``before``: the losses of the rounds in which its cost was measured.
    """
    losses = [made.loss(weakness) for made in rounds]
    after = Loss.of(losses)
    if not before:
        return LossChange(after, 0.0, is_clear=False)
    difference = after.mean - sum(before) / len(before)
    return LossChange(after, difference, is_clear=chance_of(losses, before) <= CHANCE)


def chance_of(losses: Sequence[float], others: Sequence[float]) -> float:
    """Return how likely chance alone makes the sum of ``losses`` as low or as high as it is.

    It is the exact permutation test of one side: the share of all ways to draw as many of both
    samples together that have a sum at least as far out. Nothing is assumed of how losses are
    spread. Losses count in tenths of a point.

    >>> chance_of([0.0, 0.0], [1.0, 2.0])
    0.16666666666666666
    """
    own = [round(one * _TENTHS) for one in losses]
    everything = [*own, *(round(one * _TENTHS) for one in others)]
    total, drawn = sum(everything), len(own)
    ways = np.zeros((drawn + 1, total + 1))
    ways[0, 0] = 1.0
    for one in everything:
        shifted = ways[:-1, : total + 1 - one].copy()
        ways[1:, one:] += shifted
    lower, upper = ways[drawn, : sum(own) + 1].sum(), ways[drawn, sum(own) :].sum()
    return float(min(lower, upper)) / comb(len(everything), drawn)
