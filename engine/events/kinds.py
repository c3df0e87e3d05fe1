"""The kinds of events. Each is declared here, and its words in :mod:`bot.wording.event_kinds`."""

from collections.abc import Iterable
from typing import Final

from engine.clocks.clock import MINUTE
from engine.duplicate import ranking
from engine.duplicate.boards import BOARDS, equal_teams, field_tables, team_tables
from engine.duplicate.scoring import totals
from engine.events import arena, berger, knockout, standings, swiss
from engine.events.length import LENGTHS
from engine.events.plan import MOST_ENTRIES, EventKind, EventPlan, EventSpeed, PlanChoice, Repeat
from engine.events.results import PairingSlot
from engine.events.times import season_end
from engine.events.tournament import Tournament

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
        return knockout.first_round(event.entrants)
    before = [one for one in event.results if one.round == round_ - 1]
    bracket = {one.table: one for one in before if one.table != knockout.THIRD_PLACE}
    size = 1 << (event.rounds - round_ + 1)
    winners = dict.fromkeys(range(1, size + 1)) | {
        place: one.winner for place, one in bracket.items()
    }
    losers = {
        place: None if one.winner is None else one.opponent_of(one.winner)
        for place, one in bracket.items()
    }
    return knockout.next_round(winners, losers, third_place=event.third_place)


KNOCKOUT: Final = EventKind(
    "knockout",
    choices=(PlanChoice("best_of", (1, 3, 5)), *_SHARED, PlanChoice("third_place", (False, True))),
    pair=_bracket,
    rank=lambda event: knockout.standings(event.entrants, event.results, event.rounds),
    rounds=lambda _, count: knockout.rounds_for(count),
    is_knockout=True,
)


# -- Swiss ------------------------------------------------------------------------------------


def _swiss(event: Tournament, round_: int) -> list[PairingSlot]:
    if len(event.here) < FEWEST:
        return []
    later = event.rounds - round_
    return _numbered(swiss.pair(event.present, event.results, event.apart, later))


def _swiss_rounds(plan: EventPlan, count: int) -> int:
    return min(plan.rounds or swiss.rounds_for(count), max(1, berger.rounds_for(count)))


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
    pairs = arena.pair(event.present, event.results, patient=event.patient, apart=event.apart)
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
        for pairs in berger.table(divisions[division])[round_ - 1 : round_]
        for pair in pairs
    )


def _longest(plan: EventPlan, count: int) -> int:
    return max(map(berger.rounds_for, berger.sizes(count, plan.division)))


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
    rank=lambda event: ranking.standings(event.entrants, event.boards),
    rounds=lambda plan, count: min(plan.rounds or FIELD_ROUNDS, berger.rounds_for(count)),
    speed=EventSpeed.LIVE,
    fewest=FEWEST_AT_BOARDS,
    is_duplicate=True,
)
TEAMS: Final = EventKind(
    "teams",
    choices=(PlanChoice("side", (2, 4, 8)), _BOARDS, REPEAT),
    pair=_teams,
    rank=lambda event: ranking.of_teams(event.entrants, event.boards),
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
