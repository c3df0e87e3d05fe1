"""The coach's answer to "what if": another choice in a decision of a finished round."""

from dataclasses import dataclass

from engine.coach.decision import examined, explaining
from engine.coach.evaluation import decision_at
from engine.coach.options import Option
from engine.coach.reasons import Reason
from engine.game.actions import RoundAction
from engine.game.record import MatchRecord


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A choice, the one that was made, and the best one, by what the player knew.

    ``reason``: why the best choice is better than the one asked about; if that is the best one, why
    it is better than the one that was made.
    """

    asked: Option
    played: Option
    best: Option
    reason: Reason


def what_if(
    record: MatchRecord, number: int, step: int, asked: RoundAction, seed: int = 0
) -> WhatIf | None:
    """Return what a choice at a step of a round promised; ``None`` if there was no such choice.

    Raise RecordError if the record is damaged.
    """
    found_at = decision_at(record, number, step)
    if found_at is None:
        return None
    count, (view, played) = found_at
    found: dict[RoundAction, Option] = {}
    for one in (played, asked):
        position = examined(view, one, seed + count, every_discard=True)
        for option in position.options:
            found.setdefault(option.action, option)
    if asked not in found or played not in found:
        return None
    best = max(found.values(), key=lambda one: one.expected)
    other = found[played] if best is found[asked] else found[asked]
    return WhatIf(found[asked], found[played], best, explaining(view, seed + count)(best, other))
