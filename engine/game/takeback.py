"""Takeback of a misclick: the round before its last move (an agreement, not a rule).

A move that revealed information cannot be undone. A discard, a pass, or a pickup of the top
discard reveals no hidden card, so it may be taken back until the opponent acts; a draw from the
stock or a move that ends a round may not.
"""

from collections.abc import Sequence

from engine.game.actions import Discard, Draw, Pass, RoundAction, Take, TakeDeep
from engine.game.events import RoundEvent, RoundEventKind
from engine.game.machine import Machine, Round
from engine.game.round import GinRound
from engine.game.seats import Side

_FACE_UP = (RoundEventKind.DISCARDED, RoundEventKind.PASSED, RoundEventKind.TOOK)


def last_of(state: Round) -> Side | None:
    """Return the side whose last move may be taken back, or ``None``."""
    if not isinstance(state, GinRound) or state.facts is not None or not state.events:
        return None
    last = state.events[-1]
    return last.side if last.fact in _FACE_UP else None


def without_last(machine: Machine, fresh: Round, events: Sequence[RoundEvent]) -> Round:
    """Return the round after all ``events`` but the last, replayed from its deal."""
    state = fresh
    for event in events[:-1]:
        state = machine.apply(state, event.side, _action(event))
    return state


def _action(event: RoundEvent) -> RoundAction:
    """Return the action of an event, for the moves that can precede a takeback."""
    match event:
        case RoundEvent(fact=RoundEventKind.PASSED):
            return Pass()
        case RoundEvent(fact=RoundEventKind.DREW):
            return Draw()
        case RoundEvent(fact=RoundEventKind.TOOK):
            return Take()
        case RoundEvent(fact=RoundEventKind.TOOK_DEEP, card=int(card), melds=(meld,)):
            return TakeDeep(card, meld)
        case RoundEvent(fact=RoundEventKind.DISCARDED, card=int(card)):
            return Discard(card)
        case _:
            raise ValueError(f"no move comes back from {event.fact}")
