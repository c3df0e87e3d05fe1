"""The choices of an organizer who plans an event. A draft is a plan that is not announced yet."""

from dataclasses import fields, replace
from typing import Any, Final

from engine.clocks.clock import (
    DAILY,
    EIGHT_HOURS,
    LIVE,
    LIVE_3_10,
    LIVE_5_15,
    THREE_DAYS,
    TWO_DAYS,
    ClockRules,
)
from engine.events.kinds import KINDS, SWISS
from engine.events.length import USUAL_LENGTH, lengths_of, with_length
from engine.events.plan import EventKind, EventPlan, EventSpeed
from engine.game.presets import PRESETS
from engine.game.rules import Rules

LIVE_CLOCKS: Final = (LIVE_5_15, LIVE_3_10, LIVE)
SLOW_CLOCKS: Final = (DAILY, EIGHT_HOURS, TWO_DAYS, THREE_DAYS)
_USUAL: Final = {one.name: one.default for one in fields(EventPlan)}


def new_draft(zone: str, *, rated: bool) -> EventPlan:
    """Return what a new event begins with: no name and no start."""
    return EventPlan(
        "", SWISS, "standard", PRESETS["standard"], 0, LIVE_CLOCKS[0], zone=zone, rated=rated
    )


def clocks_of(kind: EventKind) -> tuple[ClockRules, ...]:
    """Return the clocks that are offered for a kind, the usual one first."""
    return SLOW_CLOCKS if kind.speed is EventSpeed.SLOW else LIVE_CLOCKS


def chosen(draft: EventPlan, field: str, text: str) -> EventPlan:
    """Return a draft with a choice, as it is written in a menu; a switch is turned over.

    Raises KeyError for what is not offered.
    """
    values: dict[str, Any]
    match field:
        case "kind":
            kind = KINDS[text]
            clocks = clocks_of(kind)
            clock = draft.clock if draft.clock in clocks else clocks[0]
            return replace(draft, kind=kind, clock=clock)
        case "clock":
            values = {one.name: one for one in clocks_of(draft.kind)}
            return replace(draft, clock=values[text])
        case _:
            choice = {one.field: one for one in draft.kind.choices}[field]
            own = not getattr(draft, field) if choice.is_switch else choice.read(text)
            values = {field: own}
            return replace(draft, **values)


def settled(draft: EventPlan, rules: Rules) -> EventPlan:
    """Return a draft as it can be announced: played by ``rules``, with the length that is chosen.

    What its kind does not offer is as usual, and so is a length without effect on the rules.
    """
    usual: dict[str, Any] = {
        choice.field: _USUAL[choice.field]
        for kind in KINDS.values()
        for choice in kind.choices
        if not draft.kind.allows(choice.field, getattr(draft, choice.field))
    }
    draft = replace(draft, **usual)
    if draft.length not in lengths_of(rules):
        draft = replace(draft, length=USUAL_LENGTH)
    return replace(
        draft,
        rules=with_length(rules, draft.length),
        rated=draft.rated and not draft.kind.is_duplicate,
    )
