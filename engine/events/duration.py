"""About how long an event takes."""

from typing import Final

from engine.events.plan import EventPlan
from engine.game.rules import MatchFormat, Rules

PLAYERS: Final = 8
"""The players of whom the estimate speaks."""
_ROUND_MINUTES: Final = 3
"""Of a round of gin: about nine turns each, of some seconds."""
_ROUND_POINTS: Final = 20
"""What a round adds to the score of the winner of a match, on average."""


def match_minutes(rules: Rules) -> int:
    """Return about how long a match takes.

    >>> match_minutes(Rules())
    15
    """
    if rules.match_format is MatchFormat.ROUNDS:
        return rules.rounds * _ROUND_MINUTES
    points = {
        MatchFormat.SINGLE: rules.target,
        MatchFormat.BEST_OF: rules.target * (rules.best_of + 1) // 2,
        MatchFormat.MULTI_MATCH: rules.session_target,
        MatchFormat.HOLLYWOOD: rules.hollywood_target * 2,
    }[rules.match_format]
    return max(1, round(points / _ROUND_POINTS)) * _ROUND_MINUTES


def usual_minutes(plan: EventPlan, players: int = PLAYERS) -> int | None:
    """Return about how long an event of so many players takes; ``None`` where turns take hours."""
    kind = plan.kind
    if plan.is_slow or kind.is_seasonal:
        return None
    if kind.is_continuous:
        return plan.minutes
    if kind.is_duplicate:
        return (kind.rounds(plan, players) or 1) * plan.boards * _ROUND_MINUTES
    matches = (kind.rounds(plan, players) or 1) * plan.best_of
    return matches * match_minutes(plan.rules)
