"""The kinds of mistakes that a player works on, each named in the language of the rules."""

from dataclasses import dataclass
from typing import Final

from engine.coach import Why
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
