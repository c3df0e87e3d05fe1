"""Duplicate gin: the same boards at several tables, scored seat by seat, and their standings.

An event has one chain of secrets whose anchor is public before anybody enters. The secret of a
round, together with what everybody pressed to be there, gives all boards of that round, and is
revealed when the last table has played them. It does not give those of later rounds.

The cards of a board give each seat the mean of its results at all tables. What a player made of
them is the own result less that mean. Both are whole points, and what the two players of a table
made of a board adds up to 0. The players of a team together have made the difference of the
results at their tables.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from engine import fairness
from engine.events.pairing import BYE, Cost, History
from engine.events.standings import Entrant, EntrantPair, Line, PairingResult
from engine.game.rules import DealRule, DrawDeal, MatchFormat, Rules

BOARDS: Final = (4, 6, 8, 10, 12, 16)
"""The possible numbers of boards in a round: even, so that both seats deal equally often."""


def rules_of(rules: Rules, boards: int) -> Rules:
    """Return the rules of a match of boards: points only, and a dealer who does not depend on them.

    >>> rules_of(Rules(), 8).rounds
    8
    """
    return replace(
        rules,
        match_format=MatchFormat.ROUNDS,
        rounds=boards,
        deal_rule=DealRule.ALTERNATE,
        draw_deal=DrawDeal.BY_RULE,
    )


def secret_of(chain: bytes, round_: int) -> bytes:
    """Return the secret of a round; its hash is the secret of the round before."""
    return fairness.round_secret(chain, round_)


def root_of(secret: bytes, event: int, round_: int) -> bytes:
    """Return the root of the chain from which the boards of a round are dealt."""
    return hmac.new(secret, f"gin/1/{event}/{round_}/boards".encode(), hashlib.sha256).digest()


def pressed_text(pressed: Iterable[int]) -> str:
    """Return what everybody pressed to be there, as one text that does not depend on the order.

    >>> pressed_text([30, 4])
    '4,30'
    """
    return ",".join(map(str, sorted(pressed)))


def contributions(event: int, round_: int, pressed: str) -> tuple[str, str]:
    """Return the contributions to every board of a round, the second from all entrants."""
    return f"boards:{event}:{round_}", hashlib.sha256(pressed.encode()).hexdigest()


def field_tables(
    here: Sequence[Entrant],
    results: Sequence[PairingResult],
    scores: Mapping[int, int],
    apart: Iterable[tuple[int, int]] = (),
    later: int = 0,
) -> list[EntrantPair]:
    """Return the tables of the next round of a field.

    Nobody meets the same opponent twice while that can be avoided; then those who have sat in
    the first seat more often meet those who have sat in the second; then equal scores meet.
    ``apart``: pairs that are avoided like a second meeting. ``later``: the rounds that follow.
    """
    made = {one.number: scores.get(one.number, 0) for one in here}
    ranked = sorted(here, key=lambda one: (-made[one.number], one.seed, one.lot))
    past = History([one.number for one in ranked], results)
    shunned = {frozenset(one) for one in apart}
    lowest = min(made.values())

    def cost(one: int, other: int) -> Cost:
        again = past.met[one][other]
        distance = past.place[other] - past.place[one]
        if other == BYE:
            return 0, again, made[one] - lowest, 0, distance * distance
        again += frozenset((one, other)) in shunned
        return again, 0, 0, past.seat_cost(one, other), distance * distance

    return past.pairs(cost, later)


def equal_teams(teams: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """Return as many players of each team, an even number. ``teams``: that of each entrant.

    >>> equal_teams({1: 1, 2: 2, 3: 2, 4: 1, 5: 2})
    ([1, 4], [2, 3])
    """
    both = [[number for number, team in teams.items() if team == each] for each in (1, 2)]
    count = min(map(len, both)) // 2 * 2
    one, other = (team[:count] for team in both)
    return one, other


def team_tables(one: Sequence[int], other: Sequence[int]) -> list[EntrantPair]:
    """Return the tables of a team match; the teams take turns to sit first.

    >>> team_tables([1, 2], [3, 4])
    [EntrantPair(first=1, second=3), EntrantPair(first=4, second=2)]
    """
    return [
        EntrantPair(mine, theirs) if table % 2 else EntrantPair(theirs, mine)
        for table, (mine, theirs) in enumerate(zip(one, other, strict=True), 1)
    ]


TRIMMED_FROM: Final = 6
"""The number of tables from which on the best and the worst result of a board are left out."""
BROKEN_OFF: Final = 25
"""The least that a board costs whoever leaves it in the middle."""
NOT_BEGUN: Final = 10
"""The points that each further board costs them."""


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table of a round.

    ``points``: of the boards that were begun, the first player's less the second's; ``None`` for a
    board that was broken off. ``boards``: how many there were to be played. ``left``: who is to
    blame if not all of them were.
    """

    first: int
    second: int
    points: tuple[int | None, ...]
    boards: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board from one player's view.

    ``result``: own points less the opponent's; ``None`` if the board was not played to its end.
    ``cards``: what the cards gave this seat; ``made``: what the player made of them.
    """

    result: int | None
    cards: int
    made: int


def mean(results: Sequence[int]) -> int:
    """Return the mean of a board's results; many leave out the best and the worst.

    >>> mean([30, -10]), mean([0, 0, 0, 0, 0, 600]), mean([])
    (10, 0, 0)
    """
    counted = sorted(results)
    if len(counted) >= TRIMMED_FROM:
        counted = counted[1:-1]
    return round(Fraction(sum(counted), len(counted))) if counted else 0


def scores(tables: Iterable[BoardTable]) -> dict[int, tuple[BoardScore, ...]]:
    """Return everybody's boards of one round, in their order."""
    all_tables = list(tables)
    count = max((table.boards for table in all_tables), default=0)
    boards = [_board(all_tables, number) for number in range(count)]
    found: dict[int, tuple[BoardScore, ...]] = {}
    for table in all_tables:
        found[table.first] = _seat(table, table.first, boards, 1)
        found[table.second] = _seat(table, table.second, boards, -1)
    return found


@dataclass(frozen=True, slots=True)
class _Board:
    """What the tables made of a board: the mean, the lowest and the highest result."""

    mean: int
    lowest: int
    highest: int


def _board(tables: Sequence[BoardTable], number: int) -> _Board:
    played = [table.points[number] for table in tables if number < len(table.points)]
    results = [points for points in played if points is not None]
    return _Board(mean(results), min(results, default=0), max(results, default=0))


def _seat(
    table: BoardTable, entrant: int, boards: Sequence[_Board], sign: int
) -> tuple[BoardScore, ...]:
    """Return the boards of one seat; ``sign`` turns the first player's points into its own."""
    return tuple(_score(table, entrant, n, boards[n], sign) for n in range(table.boards))


def _score(table: BoardTable, entrant: int, number: int, board: _Board, sign: int) -> BoardScore:
    cards = sign * board.mean
    begun = number < len(table.points)
    points = table.points[number] if begun else None
    if points is not None:
        return BoardScore(sign * points, cards, sign * points - cards)
    if table.left != entrant:
        return BoardScore(None, cards, 0)
    if not begun:
        return BoardScore(None, cards, -NOT_BEGUN)
    worst = board.lowest if sign > 0 else -board.highest
    return BoardScore(None, cards, min(-BROKEN_OFF, worst - cards))


def made(boards: Iterable[BoardScore]) -> int:
    """Return what a player made of all these boards."""
    return sum(one.made for one in boards)


def totals(rounds: Iterable[Mapping[int, Sequence[BoardScore]]]) -> dict[int, int]:
    """Return what everybody made of all boards of several rounds."""
    found: dict[int, int] = {}
    for each in rounds:
        for entrant, boards in each.items():
            found[entrant] = found.get(entrant, 0) + made(boards)
    return found


TEAMS = (1, 2)


def board_standings(
    entrants: Sequence[Entrant],
    found: Sequence[Mapping[int, tuple[BoardScore, ...]]],
) -> list[Line]:
    """Return the standings. ``found``: everybody's boards of each round."""
    lots = {one.number: one.lot for one in entrants}
    unplaced = [
        _line(one, [board for each in found for board in each.get(one.number, ())])
        for one in entrants
    ]
    ordered = sorted(unplaced, key=lambda line: (-line.score, -line.ties[0], lots[line.number]))
    return [replace(line, place=place) for place, line in enumerate(ordered, 1)]


def team_standings(
    entrants: Sequence[Entrant],
    found: Sequence[Mapping[int, tuple[BoardScore, ...]]],
) -> list[Line]:
    """Return the standings of teams: the place of each player is that of the team."""
    teams = team_totals({one.number: one.division for one in entrants}, found)
    ordered = sorted(board_standings(entrants, found), key=lambda line: -teams[line.division])
    return [
        replace(line, place=1 + sum(points > teams[line.division] for points in teams.values()))
        for line in ordered
    ]


def team_totals(
    teams: Mapping[int, int], found: Iterable[Mapping[int, Sequence[BoardScore]]]
) -> dict[int, int]:
    """Return the points of each team. ``teams``: that of each entrant."""
    points = dict.fromkeys(TEAMS, 0)
    for number, total in totals(found).items():
        points[teams[number]] = points.get(teams[number], 0) + total
    return points


def _line(one: Entrant, own: Sequence[BoardScore]) -> Line:
    won = sum(board.made > 0 for board in own)
    lost = sum(board.made < 0 for board in own)
    level = len(own) - won - lost
    ties = (float(won),)
    return Line(0, one.number, made(own), len(own), won, level, lost, ties, division=one.division)
