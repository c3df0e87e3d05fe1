"""The value of points at the current score (rulebook 1.11, 2.2-2.7).

At zero-zero a point is worth a point. Near the target its value is the resulting change of the
winning chance, and in Hollywood the sum of these changes over the columns it is entered in. In a
team the net of all tables counts: finished tables are known, the others are random.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from typing import Final

from engine.game.rules import GameKind, LateEntry, MatchFormat, Rules, TableFormat
from engine.game.seats import Side
from engine.game.view import MatchView, SeatView

OUTCOMES: Final = ((8, 0.26), (18, 0.28), (32, 0.28), (45, 0.14), (60, 0.04))
"""Points of a won round and their frequency, from rounds between expert players."""
SPREAD: Final = 27.0
"""Standard deviation of the points of a round."""
BELL: Final = tuple(
    (0.7 * step, share)
    for step, share in zip(
        range(-3, 4), (0.033, 0.107, 0.221, 0.278, 0.221, 0.107, 0.033), strict=True
    )
)
"""A normal distribution in seven steps: standard deviations from the mean, and frequency."""
GRID: Final = 40
"""Steps to the target in the table of winning chances."""


@cache
def winning_chances(target: int) -> tuple[tuple[float, ...], ...]:
    """Return winning chances by points still needed: ``[own step][other step]``, steps of 1/40."""
    step = target / GRID
    wins = [(max(1, round(points / step)), share / 2) for points, share in OUTCOMES]
    table = [[0.5] * (GRID + 1) for _ in range(GRID + 1)]
    for other in range(GRID + 1):
        table[0][other] = 1.0
    for own in range(1, GRID + 1):
        table[own][0] = 0.0
    for total in range(2, 2 * GRID + 1):
        for own in range(max(1, total - GRID), min(GRID, total - 1) + 1):
            other = total - own
            table[own][other] = sum(
                share * (table[max(0, own - gain)][other] + table[own][max(0, other - gain)])
                for gain, share in wins
            )
    return tuple(tuple(row) for row in table)


def winning_chance(target: int, own: float, other: float) -> float:
    """Return the chance to win a game to ``target`` from these scores, interpolated."""
    table = winning_chances(target)
    mine = min(max((target - own) * GRID / target, 0.0), GRID - 1e-9)
    theirs = min(max((target - other) * GRID / target, 0.0), GRID - 1e-9)
    if own >= target:
        return 1.0
    if other >= target:
        return 0.0
    row, column = int(mine), int(theirs)
    down, right = mine - row, theirs - column
    return (
        table[row][column] * (1 - down) * (1 - right)
        + table[row + 1][column] * down * (1 - right)
        + table[row][column + 1] * (1 - down) * right
        + table[row + 1][column + 1] * down * right
    )


@dataclass(frozen=True, slots=True)
class Race:
    """One game or column: the target, the scores, the win bonus, and who may enter now."""

    target: int
    own: int
    other: int
    own_enters: bool = True
    other_enters: bool = True

    def worth(self, points: int) -> float:
        """Return the change of the winning chance, scaled to about one per point."""
        if (points > 0 and not self.own_enters) or (points < 0 and not self.other_enters):
            return 0.0
        own = self.own + max(points, 0)
        other = self.other + max(-points, 0)
        chance = winning_chance(self.target, own, other)
        return 2 * self.target * (chance - winning_chance(self.target, self.own, self.other))


@dataclass(frozen=True, slots=True)
class ScoreValues:
    """The value of a round's points to one side.

    ``races``: the games that the round counts in; none if points have their face value.
    ``factor``: the round's multiplier, for spades (rulebook 2.6). ``net``: the team's points won
    less points lost at finished tables. ``playing``: other tables of the round that are not
    finished.
    """

    races: tuple[Race, ...] = ()
    factor: int = 1
    net: int = 0
    playing: int = 0

    def worth(self, points: float) -> float:
        """Return the value of points before the multiplier; the other side's are negative."""
        scaled = round(points * self.factor)
        if not self.races:
            return self.points(points)
        if self.net or self.playing:
            return _team_worth(self, scaled) - _team_worth(self, 0)
        return self.of_net(scaled)

    def points(self, points: float) -> float:
        """Return points with the multiplier, whatever the score."""
        return float(round(points * self.factor))

    def of_net(self, points: int) -> float:
        """Return the value of the net points of the whole round."""
        return sum(race.worth(points) for race in self.races) / len(self.races)

    def table(self) -> dict[int, float]:
        """Return the value of every possible number of points of a round."""
        return {points: self.worth(points) for points in range(-MOST_POINTS, MOST_POINTS + 1)}


@lru_cache(maxsize=2000)
def _team_worth(score_values: ScoreValues, points: int) -> float:
    """Return the mean value of these points at one table over the tables still playing."""
    net = score_values.net + points
    if not score_values.playing:
        return score_values.of_net(net)
    spread = SPREAD * sqrt(score_values.playing)
    return sum(share * score_values.of_net(round(net + spread * step)) for step, share in BELL)


_TWO_PARTIES: Final = (TableFormat.TWO, TableFormat.PARTNERSHIP, TableFormat.CAPTAINS)
MOST_POINTS: Final = 700


def score_values_of(view: SeatView) -> ScoreValues:
    """Return the stakes of the current round for the player of this view."""
    rules, sheet, table = view.public.rules, view.public.sheet, view.table
    factor = 1 if table is None else table.multiplier
    if rules.table_format not in _TWO_PARTIES or rules.game_kind is not GameKind.GIN:
        return ScoreValues(factor=factor)
    party = next(index for index, seats in enumerate(view.public.parties) if view.seat in seats)
    net, playing = _other_tables(view.public, party, 0 if table is None else table.number)
    if rules.match_format is MatchFormat.HOLLYWOOD:
        wins = [max((col.boxes[side] for col in sheet.columns), default=0) for side in (0, 1)]
        races = tuple(
            Race(
                rules.hollywood_target,
                column.points[party],
                column.points[1 - party],
                _enters(rules, index, wins[party]),
                _enters(rules, index, wins[1 - party]),
            )
            for index, column in enumerate(sheet.columns)
            if column.winner is None
        )
        return ScoreValues(races, factor, net, playing)
    if rules.match_format is MatchFormat.ROUNDS:
        return ScoreValues(factor=factor)
    running = [game for game in sheet.games if game.settlement is None]
    own, other = (0, 0)
    if running:
        points = running[-1].points
        boxes = running[-1].rounds_won if rules.boxes_count_toward_target else (0, 0)
        own = points[party] + boxes[party] * rules.box_bonus
        other = points[1 - party] + boxes[1 - party] * rules.box_bonus
    return ScoreValues((Race(rules.target, own, other),), factor, net, playing)


def _other_tables(match: MatchView, party: int, own: int) -> tuple[int, int]:
    """Return a team's net points at other finished tables, and the number of unfinished ones."""
    net = playing = 0
    for table in match.tables:
        if table.number == own:
            continue
        if table.award is None:
            playing += 1
            continue
        side = next(side for side in Side if table.players[side] in match.parties[party])
        net += table.award.points[side] - table.award.points[side.other]
    return net, playing


def _enters(rules: Rules, column: int, wins: int) -> bool:
    """Whether the next win goes into this column (rulebook 2.7)."""
    if rules.hollywood_late_entry is LateEntry.STRICT:
        return column <= wins
    return column <= wins
