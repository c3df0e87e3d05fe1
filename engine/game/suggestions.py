"""Suggestions from a player's own cards: deadwood after a discard, layouts of a knock."""

from engine.game.cards import Card
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import Verb
from engine.game.melds import Layoff, Layout, solver
from engine.game.rules import GameKind
from engine.game.view import SeatView


def best_after_discard(view: SeatView) -> tuple[Card, int] | None:
    """Return the legal discard that leaves least deadwood, and that deadwood (gin only)."""
    if Verb.DISCARD not in view.legal.verbs or view.public.rules.game_kind is not GameKind.GIN:
        return None
    engine = solver(view.public.rules.meld_rules)
    return engine.best_discard(view.hand, view.hand & ~view.legal.discards)


def knock_layouts(view: SeatView, discarded: Card | None) -> tuple[Layout, ...]:
    """Return the sensible layouts of a knock with ``thrown`` (``None``: big gin), best first."""
    table = view.table
    if table is None:
        raise RuleError(RuleCode.NOT_AT_TABLE)
    hand = view.hand
    if Verb.TAKE_KNOCK in view.legal.verbs and table.top is not None:
        hand |= 1 << table.top
    limit = table.knock_limit
    if discarded is None:
        limit = 0
    else:
        hand &= ~(1 << discarded)
    return solver(view.public.rules.meld_rules).choices(hand, limit)


def equal_layouts(view: SeatView, discarded: Card | None) -> tuple[Layout, ...]:
    """Return the layouts of a knock with least deadwood that differ in possible layoffs.

    Gin on which no layoff is allowed has one layout, because the arrangement has no effect.
    """
    layouts = knock_layouts(view, discarded)
    if not layouts[0].deadwood and not view.public.rules.layoff_on_gin:
        return layouts[:1]
    return tuple(one for one in layouts if one.deadwood == layouts[0].deadwood)


def deadwood_without(view: SeatView, discarded: Card) -> int:
    """Return the deadwood that is left when ``thrown`` is discarded."""
    return solver(view.public.rules.meld_rules).best_layout(view.hand & ~(1 << discarded)).deadwood


def best_defence(view: SeatView) -> Layoff | None:
    """Return the layoffs that leave the defender the least deadwood (rulebook 1.7)."""
    table = view.table
    if table is None or table.knock is None or Verb.DONE not in view.legal.verbs:
        return None
    return solver(view.public.rules.meld_rules).best_layoff(table.knock.melds, view.hand)
