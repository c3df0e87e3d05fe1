"""A match: rounds at one or more tables until the rules name a winner (rulebook 1.10-1.13, 2, 3).

A match is a value: ``act`` returns the match after an action, or raises and changes nothing.
Decks come from outside, so that the same actions on the same decks give the same match.
"""

from engine.game.match.acting import (
    ADVICE_LENGTH,
    LEAST_PLAYERS,
    STRIKES_TO_FORFEIT,
    act,
    neutral_action,
    start,
    start_after,
)
from engine.game.match.state import (
    Advice,
    Decks,
    EndReason,
    Match,
    MatchEvent,
    MatchPhase,
    Outcome,
    PlayedRound,
    PlayedTable,
    Step,
    Substitution,
    Table,
    TakebackState,
)

__all__ = [
    "ADVICE_LENGTH",
    "LEAST_PLAYERS",
    "STRIKES_TO_FORFEIT",
    "Advice",
    "Decks",
    "EndReason",
    "Match",
    "MatchEvent",
    "MatchPhase",
    "Outcome",
    "PlayedRound",
    "PlayedTable",
    "Step",
    "Substitution",
    "Table",
    "TakebackState",
    "act",
    "neutral_action",
    "start",
    "start_after",
]
