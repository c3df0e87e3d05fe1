"""A finished round, step by step: the expected points after each, and each decision's grade.

The points are those of :mod:`engine.coach.luck`: with all cards open but the order of the stock
unknown. So they are one figure for both players and every step, which what a player knows is not.
A decision is graded by what its player knew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.coach.luck import STOCKS, Values
from engine.coach.options import Option
from engine.coach.reasons import Reason
from engine.coach.review import (
    Decision,
    Grade,
    Graded,
    RoundReview,
    decisions_of,
    examined,
    explaining,
    grade,
    is_decision,
)
from engine.game.actions import Knock, RoundAction, TakeDeep, TakeKnock
from engine.game.machine import Round
from engine.game.match import Match
from engine.game.record import MatchRecord, RecordedMove, lasting_moves, positions
from engine.game.seats import Seat, Side
from engine.game.view import SeatView

MOST_STEPS: Final = 250
"""The most steps of a round that is evaluated; takebacks can prolong a round without limit."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One graded decision, by what its player knew.

    ``cost``: the points that the best choice promised beyond this one. ``expected``: the points
    that the choice promised its player. ``others``: what the player could have done instead.
    ``best``: the best choice, and ``reason`` why it is better; or the advantage of this one.
    """

    seat: Seat
    side: Side
    played: RoundAction
    grade: Grade
    cost: float
    expected: float
    others: tuple[RoundAction, ...]
    best: RoundAction
    reason: Reason


@dataclass(frozen=True, slots=True)
class RoundEvaluation:
    """One round between two; the steps are those of its replay (:mod:`engine.game.replay`).

    ``values``: points to the non-dealer after each step, at the end the result. ``judged``: the
    grade of the decision that led to each step; ``None`` without a choice.
    """

    values: tuple[float, ...]
    judged: tuple[Judgement | None, ...]

    def known_to(self, side: Side) -> tuple[float, ...]:
        """Return what ``side`` could expect after each step, in points to the non-dealer.

        It changes only with the side's own decisions, and the end is the result; so it says
        nothing of the opponent's cards.
        """
        sign = 1 if side is Side.NON_DEALER else -1
        found, value = [], 0.0
        for one in self.judged[:-1]:
            if one is not None and one.side is side:
                value = sign * one.expected
            found.append(value)
        return (*found, self.values[-1])


class _Step(NamedTuple):
    """A state of the round. ``decision``: the one that led to it, with its number and its place."""

    state: Round
    decision: tuple[int, Decision, tuple[Seat, Side]] | None = None


def evaluate_round(
    record: MatchRecord, number: int, stocks: int = STOCKS, seed: int = 0
) -> RoundEvaluation | None:
    """Evaluate a round; ``None`` unless it is a finished round of a match between two."""
    if record.players != 2:
        return None
    steps = list(_steps(record, number))
    if not steps or steps[-1].state.facts is None or len(steps) > MOST_STEPS:
        return None
    values = Values(record.rules, stocks, seed)
    return RoundEvaluation(
        tuple(values.of(step.state) for step in steps),
        tuple(_judgement(step, seed) for step in steps),
    )


def judged_choices(
    record: MatchRecord, number: int, seat: Seat, review: RoundReview | None = None, seed: int = 0
) -> tuple[Judgement | None, ...]:
    """Return the grades of one seat's decisions by the steps of a round, without its values.

    They are those of the whole evaluation. ``review``: the seat's own of this round, if there is
    one already. Raise RecordError if the record is damaged.
    """
    steps = list(_steps(record, number)) if record.players == 2 else []
    if not steps or steps[-1].state.facts is None or len(steps) > MOST_STEPS:
        return ()
    known = {} if review is None else {one.number: one for one in review.graded}
    return tuple(
        _judgement(step, seed, known)
        if step.decision is not None and step.decision[2][0] is seat
        else None
        for step in steps
    )


def decision_at(record: MatchRecord, number: int, step: int) -> tuple[int, Decision] | None:
    """Return the decision made at a step, if any, with its number in the player's round."""
    after = next(islice(_steps(record, number), step + 1, None), None)
    return None if after is None or after.decision is None else after.decision[:2]


def _steps(record: MatchRecord, number: int) -> Iterator[_Step]:
    """Return the round's distinct states, the deal first."""
    lasting, count = set(lasting_moves(record)), Counter[Seat]()
    before: Match | None = None
    for index, match in enumerate(positions(record), start=-1):
        state = match.tables[0].round
        is_new = before is None or before.number != number or state is not before.tables[0].round
        if match.number == number and is_new:
            decision = None
            if before is not None and index in lasting:
                decision = _decision(before, record.moves[index], number, count)
            yield _Step(state, decision)
        before = match


def _decision(
    before: Match, move: RecordedMove, number: int, count: Counter[Seat]
) -> tuple[int, Decision, tuple[Seat, Side]] | None:
    """Return a decision with its number in the player's round, and the player's seat and side."""
    if move.seat is None or not is_decision(before, move, number):
        return None
    found = next(decisions_of((before, before), (move,), move.seat, number))
    count[move.seat] += 1
    side = Side(before.tables[0].pair.index(move.seat))
    return count[move.seat] - 1, found, (move.seat, side)


def _judgement(
    step: _Step, seed: int, known: Mapping[int, Graded] = MappingProxyType({})
) -> Judgement | None:
    """Return the decision's grade, as the player's review by the coach has it.

    ``known``: grades of the same player's decisions, by their numbers.
    """
    if step.decision is None:
        return None
    number, (view, action), (seat, side) = step.decision
    one = known.get(number) or grade(view, action, number, seed + number)
    if one is None:
        return None
    cost = max(0.0, one.best.points - one.played.points)
    others = tuple(_others(view, action))
    return Judgement(
        seat=seat,
        side=side,
        played=one.played.action,
        grade=one.grade,
        cost=cost,
        expected=one.played.points,
        others=others,
        best=one.best.action,
        reason=one.reason,
    )


def _others(view: SeatView, played: RoundAction) -> Iterator[RoundAction]:
    """Return the other legal choices: each knock with its best layout, the pile's top card only."""
    if isinstance(played, Knock | TakeKnock):
        played = replace(played, layout=None)
    for one in view.legal.actions():
        if one != played and not isinstance(one, TakeDeep):
            yield one


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A choice, the one that was made, and the best one, by what the player knew.

    ``reason``: why the best choice is better than the one asked about; if that is the best one, why
    it is better than the one that was made.
    """

    asked: Option
    played: Option
    best: Option
    reason: Reason


def what_if(
    record: MatchRecord, number: int, step: int, asked: RoundAction, seed: int = 0
) -> WhatIf | None:
    """Return what a choice at a step of a round promised; ``None`` if there was no such choice.

    Raise RecordError if the record is damaged.
    """
    found_at = decision_at(record, number, step)
    if found_at is None:
        return None
    count, (view, played) = found_at
    found: dict[RoundAction, Option] = {}
    for one in (played, asked):
        position = examined(view, one, seed + count, every_discard=True)
        for option in position.options:
            found.setdefault(option.action, option)
    if asked not in found or played not in found:
        return None
    best = max(found.values(), key=lambda one: one.expected)
    other = found[played] if best is found[asked] else found[asked]
    return WhatIf(found[asked], found[played], best, explaining(view, seed + count)(best, other))
