"""A computer takes the seat of a player who leaves a table of three or more, if all others agree.

Whether a seat's player is absent depends on the clock, which the caller of ``act`` checks, and
computers agree through the caller as well.
"""

from dataclasses import replace
from typing import Final

from engine.game.actions import AllowSubstitute, AskSubstitute, SubstituteAction
from engine.game.errors import RuleCode, RuleError
from engine.game.match.state import Match, MatchEvent, Step, Substitution
from engine.game.seats import Seat

LEAST_PLAYERS: Final = 3
"""With fewer players a resignation harms nobody else's match."""


def decide_substitution(match: Match, seat: Seat, action: SubstituteAction) -> Step:
    """Request, allow or refuse that a computer takes a seat."""
    if isinstance(action, AskSubstitute):
        return _asked(match, seat, action.seat)
    request = match.substitution
    if request is None or request.is_refused or request.seat != action.seat:
        raise RuleError(RuleCode.NO_SUBSTITUTE_ASKED)
    if isinstance(action, AllowSubstitute):
        if seat == request.seat or seat in request.agreed:
            raise RuleError(RuleCode.SUBSTITUTE_ASKED)
        return _agreed(match, replace(request, agreed=(*request.agreed, seat)))
    withdrawn = seat == request.by
    refused = None if withdrawn else replace(request, refused_in=match.number)
    return Step(replace(match, substitution=refused))


def returned(match: Match, seat: Seat) -> Match:
    """Return the match after a player has acted: others' request for their seat is void."""
    request = match.substitution
    if request is None or request.seat != seat or request.by == seat:
        return match
    return replace(match, substitution=None)


def _asked(match: Match, seat: Seat, wanted: Seat) -> Step:
    if len(match.seats) < LEAST_PLAYERS:
        raise RuleError(RuleCode.SUBSTITUTE_FOR_TWO)
    if wanted not in match.seats or wanted in match.substitutes:
        raise RuleError(RuleCode.NOT_ABSENT)
    before = match.substitution
    if before is not None:
        if not before.is_refused:
            raise RuleError(RuleCode.SUBSTITUTE_ASKED)
        if before.seat == wanted and before.refused_in == match.number:
            raise RuleError(RuleCode.SUBSTITUTE_REFUSED)
    return _agreed(match, Substitution(wanted, seat, () if seat == wanted else (seat,)))


def _agreed(match: Match, request: Substitution) -> Step:
    """Seat the computer once every other player has agreed."""
    others = set(match.seats) - {request.seat, *match.substitutes}
    if others - set(request.agreed):
        return Step(replace(match, substitution=request))
    seated = replace(
        match, substitution=None, substitutes=tuple(sorted((*match.substitutes, request.seat)))
    )
    return Step(seated, (MatchEvent.SEAT_TAKEN,))
