"""Scoring of one round under the rules, with every score line (rulebook 1.8)."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import assert_never

from engine.game.round import ResultKind, RoundFacts
from engine.game.rules import Rules
from engine.game.seats import Side


class LineKind(StrEnum):
    """The kinds of score line. The fields ``a`` and ``b`` of a line hold its two numbers."""

    DIFFERENCE = auto()
    DEADWOOD = auto()
    GIN_BONUS = auto()
    BIG_GIN_BONUS = auto()
    UNDERCUT_BONUS = auto()
    SPADE_DOUBLES = auto()
    MAHJONG_TABLE = auto()
    MAHJONG_HAND = auto()
    MAHJONG_GIN_BONUS = auto()
    HAND_POINTS = auto()
    SHUTOUT_DOUBLES = auto()
    SHUTOUT_FLAT = auto()
    SHUTOUT_DIFFERENCE = auto()
    BOXES = auto()
    GAME_BONUS = auto()
    COLUMN_DOUBLES = auto()
    MATCH_BONUS = auto()
    MATCH_SHUTOUT = auto()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of an explanation: ``amount`` points, from the numbers ``a`` and ``b``.

    DIFFERENCE: ``a - b``. BOXES: ``a`` boxes of ``b`` points. Doubling lines: ``amount`` is the
    increase from doubling.
    """

    kind: LineKind
    amount: int
    a: int = 0
    b: int = 0


@dataclass(frozen=True, slots=True)
class ScoreAward:
    """The value of a round at its table: points per side and the score lines.

    ``extra_boxes``: boxes of the winner in addition to the one for every won round.
    """

    winner: Side | None
    points: tuple[int, int]
    extra_boxes: int
    lines: tuple[tuple[ScoreLine, ...], tuple[ScoreLine, ...]]

    @property
    def winner_points(self) -> int:
        return 0 if self.winner is None else self.points[self.winner]


NOTHING: tuple[ScoreLine, ...] = ()


def award(rules: Rules, facts: RoundFacts) -> ScoreAward:
    """Score a finished round."""
    if facts.mahjong_scores is not None:
        return _mahjong_award(rules, facts)
    winner, lines = facts.winner, _lines(rules, facts)
    if winner is None:
        return ScoreAward(None, (0, 0), 0, (lines, lines))
    points = sum(line.amount for line in lines)
    if facts.multiplier > 1:
        doubled = points * (facts.multiplier - 1)
        lines += (ScoreLine(LineKind.SPADE_DOUBLES, doubled, facts.multiplier, points),)
        points += doubled
    factor = facts.multiplier if rules.spade_doubles_boxes else 1
    return ScoreAward(
        winner,
        (points, 0) if winner is Side.NON_DEALER else (0, points),
        (1 + _extra_boxes(rules, facts.kind)) * factor - 1,
        (lines, NOTHING) if winner is Side.NON_DEALER else (NOTHING, lines),
    )


def _lines(rules: Rules, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    knocker, defender = facts.knocker_deadwood or 0, facts.defender_deadwood or 0
    match facts.kind:
        case ResultKind.KNOCK:
            return (ScoreLine(LineKind.DIFFERENCE, defender - knocker, defender, knocker),)
        case ResultKind.GIN:
            return (
                ScoreLine(LineKind.GIN_BONUS, rules.gin_bonus),
                ScoreLine(LineKind.DEADWOOD, defender, defender),
            )
        case ResultKind.BIG_GIN:
            return (
                ScoreLine(LineKind.BIG_GIN_BONUS, rules.big_gin_bonus or 0),
                ScoreLine(LineKind.DEADWOOD, defender, defender),
            )
        case ResultKind.UNDERCUT:
            return (
                ScoreLine(LineKind.UNDERCUT_BONUS, rules.undercut_bonus),
                ScoreLine(LineKind.DIFFERENCE, knocker - defender, knocker, defender),
            )
        case ResultKind.TIE | ResultKind.GIN_TIED | ResultKind.VOID | ResultKind.MAHJONG_GIN:
            return NOTHING
        case _:
            assert_never(facts.kind)


def _extra_boxes(rules: Rules, kind: ResultKind) -> int:
    if kind in (ResultKind.GIN, ResultKind.BIG_GIN):
        return rules.gin_extra_boxes
    return rules.undercut_extra_boxes if kind is ResultKind.UNDERCUT else 0


def _mahjong_award(rules: Rules, facts: RoundFacts) -> ScoreAward:
    assert facts.mahjong_scores is not None
    lines = []
    for side in Side:
        hand = facts.hands[side].deadwood
        bonus = rules.mahjong_gin_bonus if facts.winner is side else 0
        table = facts.mahjong_scores[side] - bonus + hand
        parts = [
            ScoreLine(LineKind.MAHJONG_TABLE, table, table),
            ScoreLine(LineKind.MAHJONG_HAND, -hand, hand),
        ]
        if facts.winner is side:
            parts.append(ScoreLine(LineKind.MAHJONG_GIN_BONUS, bonus))
        lines.append(tuple(parts))
    return ScoreAward(facts.winner, facts.mahjong_scores, 0, (lines[0], lines[1]))
