"""The options of the rules: their values, and the conditions for an effect (rulebook 5).

House rules are made here: an option without an effect is refused by name, so that no match
promises a rule that is never played.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engine.game.errors import OptionError
from engine.game.option_types import Choices, Need, Needs, Option, Span, Values
from engine.game.presets import PRESETS
from engine.game.rules import (
    FIELDS,
    DealRule,
    GameKind,
    KnockCardSource,
    MatchFormat,
    Rules,
    Shutout,
    TableFormat,
    choices_of,
    declared,
    rules_from,
)


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
    # Who reaches the target with boxes counted has the highest total as well (rulebook 1.11).
    Need.BOXES_APART: lambda rules: not rules.boxes_count_toward_target,
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
    Need.ALTERNATING: lambda rules: rules.deal_rule is DealRule.ALTERNATE,
}


def _values(name: str) -> Values:
    named = choices_of(name)
    if named is not None:
        return Choices(tuple(member.value for member in named))
    span = declared(name, Span)
    if span is not None:
        return replace(span, low=span.house_low or span.low)
    return declared(name, Choices) or Choices((False, True))


OPTIONS: Final[Mapping[str, Values]] = {name: _values(name) for name in FIELDS}
"""Every option by name with its values, in the order in which rules are explained."""


def meets(rules: Rules, *needs: Need) -> bool:
    """Whether the rules meet all of these conditions."""
    return all(_MET[need](rules) for need in needs)


def missing(name: str, rules: Rules) -> Need | None:
    """Return the condition that an option lacks to have an effect; ``None``: it has one.

    >>> missing("hollywood_target", PRESETS["standard"])
    <Need.HOLLYWOOD: 'hollywood'>
    >>> missing("hollywood_target", PRESETS["hollywood"]) is None
    True
    """
    needs = declared(name, Needs)
    conditions = needs.conditions if needs is not None else ()
    return next((need for need in conditions if not _MET[need](rules)), None)


def house_rules(options: Mapping[str, Option], base: Rules) -> Rules:
    """Return ``base`` with these options. Raise OptionError with those that have no effect.

    With another kind of game, the options not given come from that game's preset instead of
    ``base``, so that bonuses and target fit. A base in which only gin ends a round takes no knock
    card, which would lose that.
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
    if rules.knock_limit == 0 and _has_knock_card(rules) and not _has_knock_card(base):
        raise OptionError("no_effect", option="knock_limit", need=Need.FIXED_LIMIT.value)
    return rules
