"""The options of the rules: their values, and the conditions for an effect (rulebook 5).

House rules are made here: an option without an effect is refused by name, so that no match
promises a rule that is never played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from engine.game.errors import OptionError
from engine.game.presets import PRESETS
from engine.game.rules import (
    RANGES,
    GameKind,
    KnockCardSource,
    MatchFormat,
    Option,
    Rules,
    Shutout,
    TableFormat,
    rules_from,
)


class Need(StrEnum):
    """A condition under which an option has an effect."""

    GIN = "gin"
    MAHJONG = "mahjong"
    FIXED_LIMIT = "fixed_limit"
    KNOCK_CARD = "knock_card"
    SPADES = "spades"
    LOW_ACES = "low_aces"
    KNOCKING = "knocking"
    LAYOFFS = "layoffs"
    BOXES = "boxes"
    FLAT_SHUTOUT = "flat_shutout"
    TARGET = "target"
    ONE_GAME = "one_game"
    GAMES = "games"
    BEST_OF = "best_of"
    ROUNDS = "rounds"
    SESSION = "session"
    HOLLYWOOD = "hollywood"
    TEAMS = "teams"
    SWEEP = "sweep"
    ADVISER = "adviser"
    FREE_DEAL = "free_deal"
    ALTERNATING = "alternating"


def _is_gin(rules: Rules) -> bool:
    return rules.game_kind is GameKind.GIN


def _has_knock_card(rules: Rules) -> bool:
    return _is_gin(rules) and rules.knock_card_source is not KnockCardSource.FIXED


def _may_knock(rules: Rules) -> bool:
    return _is_gin(rules) and (_has_knock_card(rules) or rules.knock_limit > 0)


def _is_session(rules: Rules) -> bool:
    return rules.match_format is MatchFormat.MULTI_MATCH


def _has_target(rules: Rules) -> bool:
    return rules.match_format is not MatchFormat.ROUNDS


def _has_boxes(rules: Rules) -> bool:
    return (rules.mm_round_bonus if _is_session(rules) else rules.box_bonus) > 0


_MET: Final[Mapping[Need, Callable[[Rules], bool]]] = {
    Need.GIN: _is_gin,
    Need.MAHJONG: lambda rules: not _is_gin(rules),
    Need.FIXED_LIMIT: lambda rules: _is_gin(rules) and not _has_knock_card(rules),
    Need.KNOCK_CARD: _has_knock_card,
    Need.SPADES: lambda rules: _has_knock_card(rules) and rules.spade_doubles,
    # A hand with an unmelded ace of 15 can never knock with 1 (rulebook 2.8).
    Need.LOW_ACES: lambda rules: rules.ace_deadwood == 1,
    Need.KNOCKING: _may_knock,
    Need.LAYOFFS: lambda rules: _may_knock(rules) or (_is_gin(rules) and rules.layoff_on_gin),
    Need.BOXES: _has_boxes,
    Need.FLAT_SHUTOUT: lambda rules: rules.shutout in (Shutout.FLAT, Shutout.DOUBLE_AND_FLAT),
    Need.TARGET: _has_target,
    Need.ONE_GAME: lambda rules: not _is_session(rules),
    Need.GAMES: lambda rules: rules.match_format is not MatchFormat.HOLLYWOOD,
    Need.BEST_OF: lambda rules: rules.match_format is MatchFormat.BEST_OF,
    Need.ROUNDS: lambda rules: not _has_target(rules),
    Need.SESSION: _is_session,
    Need.HOLLYWOOD: lambda rules: rules.match_format is MatchFormat.HOLLYWOOD,
    Need.TEAMS: lambda rules: rules.table_format in (TableFormat.PARTNERSHIP, TableFormat.CAPTAINS),
    Need.SWEEP: lambda rules: rules.sweep_bonus > 0,
    Need.ADVISER: lambda rules: rules.table_format in (TableFormat.BOX, TableFormat.CHOUETTE),
    Need.FREE_DEAL: lambda rules: rules.table_format is not TableFormat.BOX,
    Need.ALTERNATING: lambda rules: rules.deal_rule.value == "alternate",
}
_NEEDS: Final[Mapping[str, tuple[Need, ...]]] = {
    "ace_deadwood": (Need.GIN,),
    "knock_limit": (Need.FIXED_LIMIT,),
    "oklahoma_ace": (Need.KNOCK_CARD, Need.LOW_ACES),
    "spade_doubles": (Need.KNOCK_CARD,),
    "spade_doubles_boxes": (Need.SPADES, Need.TARGET, Need.BOXES),
    "gin_bonus": (Need.GIN,),
    "big_gin_bonus": (Need.GIN,),
    "undercut_bonus": (Need.KNOCKING,),
    "undercut_on_tie": (Need.KNOCKING,),
    "layoff_on_gin": (Need.GIN,),
    "layoff_mode": (Need.LAYOFFS,),
    "gin_extra_boxes": (Need.GIN, Need.TARGET, Need.BOXES),
    "undercut_extra_boxes": (Need.KNOCKING, Need.TARGET, Need.BOXES),
    "wall_rule": (Need.GIN,),
    "dealt_knock_misdeal": (Need.GIN,),
    "deep_pickup": (Need.GIN,),
    "deal_rule": (Need.FREE_DEAL,),
    "draw_deal": (Need.FREE_DEAL, Need.ALTERNATING),
    "target": (Need.TARGET, Need.GAMES),
    "box_bonus": (Need.TARGET, Need.ONE_GAME),
    "game_bonus": (Need.TARGET, Need.ONE_GAME),
    "boxes_count_toward_target": (Need.TARGET, Need.BOXES),
    "shutout": (Need.TARGET, Need.ONE_GAME),
    "shutout_flat": (Need.TARGET, Need.ONE_GAME, Need.FLAT_SHUTOUT),
    "winner_rule": (Need.TARGET,),
    "exact_fifty_forfeit": (Need.TARGET,),
    "best_of": (Need.BEST_OF,),
    "rounds": (Need.ROUNDS,),
    "session_target": (Need.SESSION,),
    "mm_round_bonus": (Need.SESSION,),
    "mm_match_bonus": (Need.SESSION,),
    "mm_shutout_bonus": (Need.SESSION,),
    "hollywood_columns": (Need.HOLLYWOOD,),
    "hollywood_target": (Need.HOLLYWOOD,),
    "hollywood_late_entry": (Need.HOLLYWOOD,),
    "hollywood_third_double": (Need.HOLLYWOOD,),
    "pairing": (Need.TEAMS,),
    "shared_knock_card": (Need.TEAMS,),
    "sweep_bonus": (Need.TEAMS,),
    "sweep_bonus_doubled": (Need.SWEEP, Need.SPADES),
    "mahjong_gin_bonus": (Need.MAHJONG,),
    "adviser_sees_hand": (Need.ADVISER,),
}


@dataclass(frozen=True, slots=True)
class Choices:
    """An option with named values, or a switch (``True``, ``False``)."""

    values: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A numeric option from ``low`` to ``high``; ``or_none``: it can be switched off."""

    low: int
    high: int
    or_none: bool = False


Values = Choices | Span


_LEAST: Final = {"max_pile_draws_in_a_row": 2}
"""Least values above those of the rules: with one, a single pickup would void the round."""


def _values(name: str, default: object) -> Values:
    if isinstance(default, bool):
        return Choices((False, True))
    if isinstance(default, StrEnum):
        return Choices(tuple(member.value for member in type(default)))
    if name == "ace_deadwood":
        return Choices((1, 15))
    low, high = RANGES[name]
    return Span(max(low, _LEAST.get(name, low)), high, or_none=name == "big_gin_bonus")


OPTIONS: Final[Mapping[str, Values]] = {
    field.name: _values(field.name, field.default) for field in fields(Rules)
}
"""Every option by name with its values, in the order in which rules are explained."""


def missing(name: str, rules: Rules) -> Need | None:
    """Return the condition that an option lacks to have an effect; ``None``: it has one.

    >>> missing("hollywood_target", PRESETS["standard"])
    <Need.HOLLYWOOD: 'hollywood'>
    >>> missing("hollywood_target", PRESETS["hollywood"]) is None
    True
    """
    return next((need for need in _NEEDS.get(name, ()) if not _MET[need](rules)), None)


def house_rules(options: Mapping[str, Option], base: Rules) -> Rules:
    """Return ``base`` with these options. Raise OptionError with those that have no effect.

    With another kind of game, the options not given come from that game's preset instead of
    ``base``, so that bonuses and target fit.
    """
    kind = options.get("game_kind")
    if kind is not None and kind != base.game_kind.value:
        base = PRESETS["mahjong" if kind == GameKind.MAHJONG.value else "standard"]
    rules = rules_from(options, base)
    for name, value in options.items():
        values = OPTIONS[name]
        if isinstance(values, Span) and isinstance(value, int) and value < values.low:
            raise OptionError(
                "out_of_range", option=name, value=value, low=values.low, high=values.high
            )
        need = missing(name, rules)
        if need is not None:
            raise OptionError("no_effect", option=name, need=need.value)
    return rules
