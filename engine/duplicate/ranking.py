"""The standings of boards: what everybody made of them; a team stays together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.duplicate.scoring import BoardScore, made, totals
from engine.events.results import Entrant
from engine.events.standings import Line

TEAMS = (1, 2)


def standings(
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


def of_teams(
    entrants: Sequence[Entrant],
    found: Sequence[Mapping[int, tuple[BoardScore, ...]]],
) -> list[Line]:
    """Return the standings of teams: the place of each player is that of the team."""
    teams = team_totals({one.number: one.division for one in entrants}, found)
    ordered = sorted(standings(entrants, found), key=lambda line: -teams[line.division])
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
