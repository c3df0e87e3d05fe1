"""A finished round, decision by decision, and a hint for one decision."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import pairwise
from math import exp
from typing import Final, TypeAlias

from engine.coach import mahjong
from engine.coach.options import Option, gap, options
from engine.coach.reasons import Reason, reason
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.match import Match, MatchPhase
from engine.game.record import RecordedMove
from engine.game.rules import GameKind
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players.levels import Level, choose
from engine.players.mahjong import MahjongPosition
from engine.players.memory import Habits
from engine.players.position import Position


class Grade(StrEnum):
    """The grade of a decision."""

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS: Final = ((0.75, Grade.BEST), (2.5, Grade.INACCURACY), (6.0, Grade.MISTAKE))
SOFTNESS: Final = 3.0
MOST_AT_STAKE: Final = 6.0


def grade_of(loss: float) -> Grade:
    """Return the grade of a decision with this loss in points.

    >>> grade_of(0.2).value, grade_of(2.5).value, grade_of(9).value
    ('best', 'mistake', 'blunder')
    """
    return next((grade for bound, grade in THRESHOLDS if loss < bound), Grade.BLUNDER)


def accuracy(decisions: Iterable[tuple[float, float]]) -> float | None:
    """Return the accuracy from 0 to 100; ``None`` without decisions.

    ``decisions``: the loss of each, and what was at stake, in points.
    """
    shares = [(exp(-loss / SOFTNESS), min(stake, MOST_AT_STAKE)) for loss, stake in decisions]
    weight = sum(stake for _, stake in shares)
    if not shares:
        return None
    return 100 * sum(share * stake for share, stake in shares) / weight if weight else 100.0


@dataclass(frozen=True, slots=True)
class Examined:
    """A decision as the coach sees it: its choices, and why one is better than another.

    ``options``: the sensible choices and the one made, best first; a single one if forced.
    """

    options: tuple[Option, ...]
    why: Callable[[Option, Option | None], Reason]


def examined(
    view: SeatView,
    played: RoundAction | None,
    seed: int,
    *,
    every_discard: bool = False,
    habits: Habits | None = None,
) -> Examined:
    """Return the choices of the player of this view; ``played``: one that is valued in any case.

    ``every_discard``: all discards, not only the sensible ones; in gin, where it is learned.
    ``habits``: the opponent's; without them, those that the match has shown.
    """
    if view.public.rules.game_kind is GameKind.MAHJONG:
        at_table = MahjongPosition.of(view, seed)
        found = mahjong.options(at_table, played)
        return Examined(tuple(found), partial(mahjong.reason, at_table))
    position = Position.of(view, seed, habits)
    found = options(position, played, every_discard=every_discard)
    return Examined(tuple(found), partial(reason, position))


def explaining(view: SeatView, seed: int) -> Callable[[Option, Option | None], Reason]:
    """Return what tells why one choice of the player of this view is better than another."""
    if view.public.rules.game_kind is GameKind.MAHJONG:
        return partial(mahjong.reason, MahjongPosition.of(view, seed))
    return partial(reason, Position.of(view, seed))


Decision: TypeAlias = tuple[SeatView, RoundAction]
"""A player's view and the action chosen in it."""
COSTLIEST: Final = 3
_PLAYS: Final = (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    Take,
    TakeDeep,
    TakeKnock,
)


@dataclass(frozen=True, slots=True)
class Graded:
    """One decision. ``number`` counts the decisions of the round from 0.

    ``loss``: points the decision cost, weighted by the score. ``best``/``played``: the choices
    with their expected points. ``reason``: why ``best`` is better, or its advantage if it was
    played. ``reasons``: why ``best`` is better than each of the options; empty unless the decision
    is one of the costliest.
    """

    number: int
    view: SeatView
    played: Option
    best: Option
    options: tuple[Option, ...]
    loss: float
    grade: Grade
    reason: Reason
    reasons: tuple[Reason, ...] = ()

    @property
    def at_stake(self) -> float:
        """The points between the best and the worst of the choices compared."""
        values = [option.expected for option in self.options]
        return max(values) - min(values)


@dataclass(frozen=True, slots=True)
class RoundReview:
    """All decisions of one seat in one round.

    ``accuracy``: 0 to 100, ``None`` without a choice. ``costliest``: up to three decisions that
    were not best, largest loss first.
    """

    graded: tuple[Graded, ...]
    accuracy: float | None
    costliest: tuple[Graded, ...]

    @property
    def is_flawless(self) -> bool:
        """Whether every decision was best."""
        return not self.costliest

    @property
    def loss(self) -> float:
        """The total loss in points."""
        return sum(one.loss for one in self.graded)

    def count(self, grade: Grade) -> int:
        """Return the number of decisions with this grade."""
        return sum(one.grade is grade for one in self.graded)


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggestion."""

    action: RoundAction
    reason: Reason


def hint(view: SeatView, seed: int = 0) -> Hint:
    """Return the best action and the reason. Raise ValueError if it is not this seat's turn.

    In gin it is what the master plays.
    """
    is_gin = view.public.rules.game_kind is GameKind.GIN
    action = choose(view, Level.MASTER, seed) if is_gin else None
    found = examined(view, action, seed)
    chosen = next((one for one in found.options if one.action == action), found.options[0])
    rival = next((one for one in found.options if one is not chosen), None)
    return Hint(chosen.action, found.why(chosen, rival))


def grade_round(decisions: Iterable[Decision], seed: int = 0) -> RoundReview:
    """Grade every decision of one seat. Forced decisions are omitted."""
    graded = []
    for number, (view, action) in enumerate(decisions):
        one = grade(view, action, number, seed + number)
        if one is not None:
            graded.append(one)
    poor = sorted((one for one in graded if one.grade is not Grade.BEST), key=lambda one: -one.loss)
    costliest = tuple(_explained(one, seed) for one in poor[:COSTLIEST])
    return RoundReview(
        tuple(graded), accuracy((one.loss, one.at_stake) for one in graded), costliest
    )


def _explained(one: Graded, seed: int) -> Graded:
    """Return the decision with a reason against each option."""
    why = explaining(one.view, seed + one.number)
    return replace(
        one,
        reasons=tuple(
            one.reason if option in (one.best, one.played) else why(one.best, option)
            for option in one.options
        ),
    )


def grade(view: SeatView, action: RoundAction, number: int = 0, seed: int = 0) -> Graded | None:
    """Grade one decision; ``None`` without a choice, or without one that can be valued."""
    position = examined(view, action, seed)
    found = position.options
    played = _played(found, action)
    if len(found) < 2 or played is None:
        return None
    best = found[0]
    loss = 0.0 if best is played else gap(best, played)
    mark = grade_of(loss)
    if mark is Grade.BEST:
        best = played
    rival = played if best is not played else next(one for one in found if one is not played)
    why = position.why(best, rival)
    return Graded(number, view, played, best, found, loss, mark, why)


def _played(found: Sequence[Option], action: RoundAction) -> Option | None:
    """Return the option that was played. A knock without a layout has the best one."""
    for option in found:
        if option.action == action:
            return option
    return None


def is_decision(before: Match, move: RecordedMove, number: int) -> bool:
    """Whether a player, not the clock, decided something in round ``number`` with this move."""
    playing = before.number == number and before.phase is MatchPhase.PLAYING
    return playing and move.seat is not None and isinstance(move.action, _PLAYS)


def decisions_of(
    positions: Iterable[Match], moves: Sequence[RecordedMove], seat: Seat, number: int
) -> Iterator[Decision]:
    """Return the decisions of ``seat`` in round ``number``, from a record's positions and moves.

    Moves made by the clock and actions between rounds are omitted.
    """
    for (before, _), move in zip(pairwise(positions), moves, strict=False):
        if move.seat is seat and is_decision(before, move, number):
            assert isinstance(move.action, _PLAYS)
            yield seat_view(before, seat), move.action
