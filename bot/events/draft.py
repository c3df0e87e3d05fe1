"""The plan of a new event: what follows from a draft, and what its menus change."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.events.match_length import with_length
from bot.events.start_time import usual_zone
from bot.match.options import Ruleset, ruleset
from bot.presses.event import (
    BEST_OF,
    BOARDS,
    CLOCKS,
    DIVISIONS,
    LENGTHS,
    LIMITS,
    MINUTES,
    MOST_ROUNDS,
    NAME_LENGTH,
    REPEATS,
    SIDES,
    USUAL_LENGTH,
    BuildVerb,
    Draft,
    code_of,
    zone_of,
)
from bot.ui.i18n import Translator
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.wording.events import kind_title
from engine.clocks.clock import DAILY, LIVE_5_15, ClockRules
from engine.game.presets import PRESETS
from engine.game.rules import Option
from engine.service import GuildConfig
from engine.service.events.plans import MOST_ENTRIES
from engine.service.events.types import EventKind, EventPlan

FIELD_ROUNDS: Final = 8
"""The most rounds of a field that are offered."""
NONE: Final = "-"
"""The value of "none" in a menu."""
House = Mapping[str, Mapping[str, Option]]


def rulesets(house: House) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the presets for two players, and of such rules of the server."""
    own = [name for name in house if _is_for_two(house, name)]
    return tuple(name for name in PRESETS if 2 in PRESETS[name].players()), tuple(own)


def _is_for_two(house: House, name: str) -> bool:
    try:
        return 2 in ruleset(house, name).rules.players()
    except Refusal:
        return False


def ruleset_of(draft: Draft, house: House) -> Ruleset:
    """Return the rules of a draft; Refusal if the server has removed them."""
    presets, own = rulesets(house)
    name = next((one for one in (*own, *presets) if code_of(one) == draft.preset), None)
    if name is None:
        raise Refusal("These house rules have been removed. Choose other rules.")
    return ruleset(house, name)


def clocks_of(kind: EventKind) -> tuple[ClockRules, ...]:
    """Return the clocks of a kind: days in a league, minutes in any other."""
    slow = kind is EventKind.LEAGUE
    return tuple(clock for clock in CLOCKS if clock.is_slow is slow)


def of_kind(draft: Draft, kind: EventKind) -> Draft:
    """Return the draft as another kind, with a clock that the kind allows."""
    clock = draft.clock
    if clock not in clocks_of(kind):
        clock = DAILY if DAILY in clocks_of(kind) else LIVE_5_15
    return replace(draft, kind=kind, clock=clock)


def changed(draft: Draft, verb: BuildVerb, values: tuple[str, ...]) -> Draft:
    """Return the draft after a choice in a menu or a switch."""
    value = values[0] if values else ""
    try:
        return _changed(draft, verb, value)
    except (KeyError, ValueError) as error:
        raise Refusal(OLD_BUTTON) from error


def _changed(draft: Draft, verb: BuildVerb, value: str) -> Draft:
    match verb:
        case BuildVerb.KIND:
            return of_kind(draft, EventKind(value))
        case BuildVerb.RULES | BuildVerb.HOUSE:
            return replace(draft, preset=code_of(value))
        case BuildVerb.CLOCK:
            return replace(draft, clock={one.name: one for one in CLOCKS}[value])
        case BuildVerb.SIZE:
            return _sized(draft, 0 if value == NONE else int(value))
        case BuildVerb.BOARDS:
            return replace(draft, boards=BOARDS[BOARDS.index(int(value))])
        case BuildVerb.MOST:
            return replace(draft, most=LIMITS[LIMITS.index(int(value))])
        case BuildVerb.LENGTH:
            return replace(draft, length={str(one): one for one in LENGTHS}[value])
        case BuildVerb.REPEAT:
            named = {NONE if one is None else one.value: one for one in REPEATS}
            return replace(draft, repeat=named[value])
        case BuildVerb.ROLE:
            return replace(draft, role=int(value or 0))
        case BuildVerb.THIRD:
            return replace(draft, third_place=not draft.third_place)
        case BuildVerb.RATED:
            return replace(draft, rated=not draft.rated)
        case _:
            return draft


def sizes(kind: EventKind) -> tuple[int, ...]:
    """Return the numbers that a kind lets one choose: rounds, times, matches or players."""
    match kind:
        case EventKind.SWISS:
            return (0, *range(3, MOST_ROUNDS + 1))
        case EventKind.FIELD:
            return (0, *range(1, FIELD_ROUNDS + 1))
        case EventKind.TEAMS:
            return SIDES
        case EventKind.ARENA:
            return MINUTES
        case EventKind.KNOCKOUT:
            return BEST_OF
        case EventKind.ROUND_ROBIN | EventKind.LEAGUE:
            return DIVISIONS


def size_of(draft: Draft) -> int:
    """Return the number chosen for the draft's kind."""
    match draft.kind:
        case EventKind.SWISS | EventKind.FIELD:
            return draft.rounds
        case EventKind.TEAMS:
            return draft.side
        case EventKind.ARENA:
            return draft.minutes
        case EventKind.KNOCKOUT:
            return draft.best_of
        case EventKind.ROUND_ROBIN | EventKind.LEAGUE:
            return draft.division


def _sized(draft: Draft, number: int) -> Draft:
    if number not in sizes(draft.kind):
        raise ValueError(number)
    match draft.kind:
        case EventKind.SWISS | EventKind.FIELD:
            return replace(draft, rounds=number)
        case EventKind.TEAMS:
            return replace(draft, side=number)
        case EventKind.ARENA:
            return replace(draft, minutes=number)
        case EventKind.KNOCKOUT:
            return replace(draft, best_of=number)
        case EventKind.ROUND_ROBIN | EventKind.LEAGUE:
            return replace(draft, division=number)


def has_limit(kind: EventKind) -> bool:
    """Whether the organiser limits the players: teams are limited by their size."""
    return kind is not EventKind.TEAMS


def most_of(draft: Draft) -> int:
    """Return the most players of a draft."""
    return draft.most if draft.most and has_limit(draft.kind) else MOST_ENTRIES


def plan_of(draft: Draft, config: GuildConfig, words: Translator) -> EventPlan:
    """Return the plan. ``words``: of the server, for the name of an event without one."""
    chosen = ruleset_of(draft, config.presets)
    length = USUAL_LENGTH if draft.kind.is_duplicate else draft.length
    return EventPlan(
        name=named(draft.name) or kind_title(words, draft.kind),
        kind=draft.kind,
        preset=chosen.name,
        rules=with_length(chosen.rules, length),
        own_length=length != USUAL_LENGTH,
        starts_ms=draft.start * 60_000,
        clock=draft.clock,
        rated=draft.rated and config.rated != "never" and not draft.kind.is_duplicate,
        rounds=draft.rounds or None,
        minutes=draft.minutes,
        best_of=draft.best_of,
        third_place=draft.third_place,
        division=draft.division,
        most=most_of(draft),
        boards=draft.boards,
        side=draft.side,
        repeat=draft.repeat,
        zone=zone_of(draft.zone),
        winner_role=draft.role or None,
    )


def named(text: str) -> str:
    """Return a written name on one line, as long as it may be."""
    kept = "".join(one for one in text if one.isprintable())
    return " ".join(kept.split())[:NAME_LENGTH].strip()


def usual_draft(config: GuildConfig, locale: str) -> Draft:
    """Return what a new event begins with."""
    return Draft(zone=usual_zone(locale), rated=config.rated == "yes")
