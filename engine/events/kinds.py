"""The kinds of events, and an organizer's draft of one. Their words: :mod:`bot.wording.events`."""

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, Final

from engine import duplicate
from engine.clocks import (
    DAILY,
    EIGHT_HOURS,
    LIVE,
    LIVE_3_10,
    LIVE_5_15,
    MINUTE,
    THREE_DAYS,
    TWO_DAYS,
    ClockRules,
)
from engine.duplicate import BOARDS, equal_teams, field_tables, team_tables, totals
from engine.events import standings, systems
from engine.events.plan import (
    LENGTHS,
    MOST_ENTRIES,
    USUAL_LENGTH,
    EventKind,
    EventPlan,
    EventSpeed,
    PlanChoice,
    Repeat,
    Tournament,
    lengths_of,
    season_end,
    with_length,
)
from engine.events.standings import PairingSlot
from engine.game.presets import PRESETS
from engine.game.rules import Rules

FEWEST: Final = 2
FEWEST_AT_BOARDS: Final = 4
"""Boards are compared between two tables."""
FIELD_ROUNDS: Final = 3

LIMITS: Final = PlanChoice(
    "most", (MOST_ENTRIES, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256)
)
LENGTH: Final = PlanChoice("length", LENGTHS)
REPEAT: Final = PlanChoice("repeat", (None, *Repeat))
RATED: Final = PlanChoice("rated", (False, True))
_SHARED: Final = (LIMITS, LENGTH, REPEAT, RATED)
_DIVISION: Final = PlanChoice("division", tuple(range(4, 9)))
_BOARDS: Final = PlanChoice("boards", BOARDS)


def _numbered(pairs: Iterable[tuple[int, int | None]]) -> list[PairingSlot]:
    return [PairingSlot(table, *pair) for table, pair in enumerate(pairs, 1)]


# -- knockout ---------------------------------------------------------------------------------


def _bracket(event: Tournament, round_: int) -> list[PairingSlot]:
    if round_ == 1:
        return systems.first_knockout_round(event.entrants)
    before = [one for one in event.results if one.round == round_ - 1]
    bracket = {one.table: one for one in before if one.table != systems.THIRD_PLACE}
    size = 1 << (event.rounds - round_ + 1)
    winners = dict.fromkeys(range(1, size + 1)) | {
        place: one.winner for place, one in bracket.items()
    }
    losers = {
        place: None if one.winner is None else one.opponent_of(one.winner)
        for place, one in bracket.items()
    }
    return systems.next_knockout_round(winners, losers, third_place=event.third_place)


KNOCKOUT: Final = EventKind(
    "knockout",
    choices=(PlanChoice("best_of", (1, 3, 5)), *_SHARED, PlanChoice("third_place", (False, True))),
    pair=_bracket,
    rank=lambda event: systems.knockout_standings(event.entrants, event.results, event.rounds),
    rounds=lambda _, count: systems.knockout_rounds(count),
    is_knockout=True,
)


# -- Swiss ------------------------------------------------------------------------------------


def _swiss(event: Tournament, round_: int) -> list[PairingSlot]:
    if len(event.here) < FEWEST:
        return []
    later = event.rounds - round_
    return _numbered(systems.swiss_pairs(event.present, event.results, event.apart, later))


def _swiss_rounds(plan: EventPlan, count: int) -> int:
    return min(plan.rounds or systems.swiss_rounds(count), max(1, systems.berger_rounds(count)))


SWISS: Final = EventKind(
    "swiss",
    choices=(PlanChoice("rounds", (None, *range(3, 16))), *_SHARED),
    pair=_swiss,
    rank=lambda event: standings.swiss(event.entrants, event.results),
    rounds=_swiss_rounds,
    late_rounds=standings.MISSED_AT_MOST,
    has_half_points=True,
)


# -- arena ------------------------------------------------------------------------------------


def _free(event: Tournament, _: int) -> list[PairingSlot]:
    pairs = systems.arena_pairs(
        event.present, event.results, patient=event.patient, apart=event.apart
    )
    return [PairingSlot(0, *pair) for pair in pairs]


ARENA: Final = EventKind(
    "arena",
    choices=(PlanChoice("minutes", (30, 60, 90, 120)), *_SHARED),
    pair=_free,
    rank=lambda event: standings.arena(event.entrants, event.results),
    rounds=lambda _plan, _count: None,
    ends_ms=lambda plan, starts_ms: starts_ms + plan.minutes * MINUTE,
    speed=EventSpeed.LIVE,
    is_continuous=True,
)


# -- everybody against everybody ----------------------------------------------------------------


def _everybody(event: Tournament, round_: int) -> list[PairingSlot]:
    divisions: dict[int, list[int]] = {}
    for one in sorted(event.entrants, key=lambda each: each.seed):
        divisions.setdefault(one.division, []).append(one.number)
    return _numbered(
        pair
        for division in sorted(divisions)
        for pairs in systems.berger_table(divisions[division])[round_ - 1 : round_]
        for pair in pairs
    )


def _longest(plan: EventPlan, count: int) -> int:
    return max(map(systems.berger_rounds, systems.division_sizes(count, plan.division)))


ROUND_ROBIN: Final = EventKind(
    "round_robin",
    choices=(_DIVISION, *_SHARED),
    pair=_everybody,
    rank=lambda event: standings.league(event.entrants, event.results),
    rounds=_longest,
    is_divided=True,
)
LEAGUE: Final = EventKind(
    "league",
    choices=(_DIVISION, LIMITS, LENGTH, RATED),
    pair=_everybody,
    rank=lambda event: standings.league(event.entrants, event.results),
    rounds=_longest,
    ends_ms=lambda plan, _: season_end(plan, plan.starts_ms),
    speed=EventSpeed.SLOW,
    is_divided=True,
    is_seasonal=True,
)


# -- duplicate --------------------------------------------------------------------------------


def _field(event: Tournament, round_: int) -> list[PairingSlot]:
    if len(event.here) < FEWEST_AT_BOARDS:
        return []
    scores = totals(event.boards)
    later = event.rounds - round_
    return _numbered(field_tables(event.present, event.results, scores, event.apart, later))


def _teams(event: Tournament, _: int) -> list[PairingSlot]:
    teams = {one.number: one.division for one in event.present}
    return _numbered(team_tables(*equal_teams(teams)))


FIELD: Final = EventKind(
    "field",
    choices=(PlanChoice("rounds", (None, *range(1, 9))), _BOARDS, LIMITS, REPEAT),
    pair=_field,
    rank=lambda event: duplicate.board_standings(event.entrants, event.boards),
    rounds=lambda plan, count: min(plan.rounds or FIELD_ROUNDS, systems.berger_rounds(count)),
    speed=EventSpeed.LIVE,
    fewest=FEWEST_AT_BOARDS,
    is_duplicate=True,
)
TEAMS: Final = EventKind(
    "teams",
    choices=(PlanChoice("side", (2, 4, 8)), _BOARDS, REPEAT),
    pair=_teams,
    rank=lambda event: duplicate.team_standings(event.entrants, event.boards),
    rounds=lambda _plan, _count: 1,
    speed=EventSpeed.LIVE,
    fewest=FEWEST_AT_BOARDS,
    is_duplicate=True,
    has_teams=True,
)

KINDS: Final = {
    one.name: one for one in (SWISS, KNOCKOUT, ARENA, ROUND_ROBIN, LEAGUE, FIELD, TEAMS)
}
"""The kinds by their names, in the order of menus."""


LIVE_CLOCKS: Final = (LIVE_5_15, LIVE_3_10, LIVE)
SLOW_CLOCKS: Final = (DAILY, EIGHT_HOURS, TWO_DAYS, THREE_DAYS)
_USUAL: Final = {one.name: one.default for one in fields(EventPlan)}


def new_draft(zone: str, *, rated: bool, starts_ms: int = 0) -> EventPlan:
    """Return what a new event begins with: no name and, unless it is known, no start."""
    rules, clock = PRESETS["standard"], LIVE_CLOCKS[0]
    return EventPlan("", SWISS, "standard", rules, starts_ms, clock, zone=zone, rated=rated)


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
