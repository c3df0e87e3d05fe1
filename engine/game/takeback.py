"""Taking a misclick back: the round as it was before its last move (a courtesy, not a rule).

Nothing learned may be undone. A discard, a pass, or the taking of the top discard happened face
up and showed nobody a hidden card, so it may go back until the opponent acts; a card drawn from
the stock stays drawn, and what ends a round stays ended.
"""

from collections.abc import Sequence

from engine.game.actions import Discard, Draw, Pass, RoundAction, Take, TakeDeep
from engine.game.events import Event, EventKind
from engine.game.machine import Machine, Round
from engine.game.round import GinRound
from engine.game.seats import Side

_FACE_UP = (EventKind.DISCARDED, EventKind.PASSED, EventKind.TOOK)


def last_of(state: Round) -> Side | None:
    """Whose last move may be taken back; ``None`` if it may not."""
    if not isinstance(state, GinRound) or state.facts is not None or not state.events:
        return None
    last = state.events[-1]
    return last.side if last.fact in _FACE_UP else None


def without_last(machine: Machine, fresh: Round, events: Sequence[Event]) -> Round:
    """The round after all ``events`` but the last, played again from its deal."""
    state = fresh
    for event in events[:-1]:
        state = machine.apply(state, event.side, _action(event))
    return state


def _action(event: Event) -> RoundAction:
    """What was done; only the moves that can come before one that is taken back."""
    match event:
        case Event(fact=EventKind.PASSED):
            return Pass()
        case Event(fact=EventKind.DREW):
            return Draw()
        case Event(fact=EventKind.TOOK):
            return Take()
        case Event(fact=EventKind.TOOK_DEEP, card=int(card), melds=(meld,)):
            return TakeDeep(card, meld)
        case Event(fact=EventKind.DISCARDED, card=int(card)):
            return Discard(card)
        case _:
            raise ValueError(f"no move comes back from {event.fact}")
