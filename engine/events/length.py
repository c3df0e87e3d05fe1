"""How long the matches of an event are: as the ruleset says, to other points, or so many rounds."""

from dataclasses import replace
from typing import Final, NamedTuple

from engine.game.rules import MatchFormat, Rules


class MatchLength(NamedTuple):
    """The points or the rounds of a match; neither in the usual one."""

    points: int = 0
    rounds: int = 0

    def __str__(self) -> str:
        return f"{self.points}-{self.rounds}"


USUAL_LENGTH: Final = MatchLength()
LENGTHS: Final = (
    USUAL_LENGTH,
    *(MatchLength(points=points) for points in (50, 75, 100, 150, 200, 250, 300, 500)),
    *(MatchLength(rounds=rounds) for rounds in (4, 6, 8, 10, 12, 16, 20)),
)


def lengths_of(rules: Rules) -> tuple[MatchLength, ...]:
    """Return the lengths that have an effect on a ruleset, the usual one first."""
    return tuple(one for one in LENGTHS if one == USUAL_LENGTH or with_length(rules, one) != rules)


def with_length(rules: Rules, length: MatchLength) -> Rules:
    """Return the rules with a length; the same rules if it has no effect on them."""
    if length.points and rules.match_format is not MatchFormat.ROUNDS:
        return rules.to_points(length.points)
    if length.rounds and rules.match_format.is_one_score:
        return replace(rules, match_format=MatchFormat.ROUNDS, rounds=length.rounds)
    return rules
