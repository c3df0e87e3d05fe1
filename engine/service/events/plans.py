"""The plan of an event: stored as JSON, and checked."""

import json
from collections.abc import Mapping
from typing import Any, Final

from engine.events.kinds import KINDS
from engine.events.length import MatchLength
from engine.events.plan import MOST_ENTRIES, EventPlan, EventSpeed, Repeat
from engine.events.times import is_zone
from engine.game.rules import TableFormat, rules_from
from engine.service.matches.match_rows import clock_from, clock_text

NAME_LENGTH: Final = 80
MOST_ROUNDS: Final = 20
_PLAIN: Final = (
    *("name", "preset", "starts_ms", "rated", "rounds", "minutes", "best_of", "third_place"),
    *("division", "most", "zone", "winner_role", "boards", "side", "length"),
    "dropped",
)
_PLAIN_SINCE: Final = {"boards": 8, "side": 2, "dropped": False}
"""What older plans do not have."""
_OFFERED: Final = {
    field: {
        offer
        for kind in KINDS.values()
        for choice in kind.choices
        if choice.field == field
        for offer in choice.offers
    }
    for field in ("minutes", "best_of", "division", "boards", "side")
}
"""The numbers of a plan that have to be among those offered."""


def plan_text(plan: EventPlan) -> str:
    """Return a plan as JSON."""
    values: dict[str, object] = {name: getattr(plan, name) for name in _PLAIN}
    values["kind"] = plan.kind.name
    values["rules"] = plan.rules.options()
    values["clock"] = clock_text(plan.clock)
    values["repeat"] = None if plan.repeat is None else plan.repeat.value
    return json.dumps(values)


def plan_from(text: str) -> EventPlan:
    """Return a plan of its JSON."""
    found: Mapping[str, Any] = _PLAIN_SINCE | json.loads(text)
    return EventPlan(
        **{name: found[name] for name in _PLAIN if name != "length"},
        length=MatchLength(*found["length"]),
        kind=KINDS[found["kind"]],
        rules=rules_from(found["rules"]),
        clock=clock_from(found["clock"]),
        repeat=None if found["repeat"] is None else Repeat(found["repeat"]),
    )


def is_possible(plan: EventPlan) -> bool:
    """Whether an event can be held by this plan."""
    speed = plan.kind.speed
    return (
        0 < len(plan.name.strip()) <= NAME_LENGTH
        and plan.rules.table_format is TableFormat.TWO
        and 2 <= plan.most <= MOST_ENTRIES
        and (plan.rounds is None or 1 <= plan.rounds <= MOST_ROUNDS)
        and all(getattr(plan, field) in offered for field, offered in _OFFERED.items())
        and (speed is EventSpeed.ANY or plan.is_slow is (speed is EventSpeed.SLOW))
        and is_zone(plan.zone)
    )
