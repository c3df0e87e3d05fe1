"""The options of a decision, with their expected points."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, cards_of
from engine.game.legal import Verb
from engine.players import expert, levels, playouts
from engine.players.expert import DiscardValue, discards
from engine.players.judgement import (
    Estimate,
    can_judge,
    judged_by_network,
    judged_discards,
    judged_draws,
    judged_knock,
    knows_gin,
)
from engine.players.position import Position
from engine.players.search import looked_ahead

DEALS: Final = 160
"""Imagined deals on which every choice of a decision is tried."""
CHOICES: Final = 4
"""Discards compared, in addition to the one that was made."""
TRUST: Final = playouts.EFFORT.trust

Evaluation = Callable[[CardSet, list[Card]], float]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice and its value.

    ``expected``: mean points to the player, weighted by the score. ``points``: the same without
    weights. ``results``: one weighted number per imagined deal, in the same order for every
    option; empty when exact. ``discard``: the valuation of the discard, if it is one. ``undercut``:
    the chance that a knock is undercut; ``gin``: that of the player's gin, ``None`` if unknown.
    """

    action: RoundAction
    expected: float
    points: float
    results: tuple[float, ...] = ()
    discard: DiscardValue | None = None
    undercut: float = 0.0
    gin: float | None = None


def gap(best: Option, other: Option) -> float:
    """Return the loss of ``other`` in points: the difference less one standard error of it."""
    difference = best.expected - other.expected
    count = min(len(best.results), len(other.results))
    if count < 2:
        return max(0.0, difference)
    gaps = [a - b for a, b in zip(best.results, other.results, strict=True)]
    mean = sum(gaps) / count
    error = sqrt(sum((one - mean) ** 2 for one in gaps) / (count * (count - 1)))
    return max(0.0, difference - error)


def options(
    position: Position, played: RoundAction | None, *, every_discard: bool = False
) -> list[Option]:
    """Return the sensible choices and the one made, best first; a single one if forced.

    ``every_discard``: all discards, not only the sensible ones; where the network covers them.
    """
    verbs = position.view.legal.verbs
    if Verb.DONE in verbs:
        found = _layoffs(position)
    elif Verb.TAKE_KNOCK in verbs:
        found = _last_discard(position)
    elif Verb.DISCARD in verbs:
        found = _discards(position, played, every=every_discard)
    else:
        found = _draws(position, played)
    return sorted(found, key=lambda option: -option.expected)


def _tried(
    position: Position,
    choices: Sequence[tuple[RoundAction, float, Evaluation, DiscardValue | None]],
) -> list[Option]:
    """Return the options with their results on all imagined deals."""
    if len(choices) == 1:
        action, prior, _, discard = choices[0]
        return [Option(action, prior, prior, (), discard)]
    hands = position.likely_hands(DEALS)
    results: list[list[float]] = [[] for _ in choices]
    for hand in hands:
        stock = expert.stock_for(position, hand)
        for found, (_, _, evaluate, _) in zip(results, choices, strict=True):
            found.append(evaluate(hand, list(stock)))
    return [
        _valued(position, action, found, prior=prior, discard=discard)
        for found, (action, prior, _, discard) in zip(results, choices, strict=True)
    ]


def _valued(
    position: Position,
    action: RoundAction,
    results: Sequence[float],
    *,
    prior: float = 0.0,
    discard: DiscardValue | None = None,
) -> Option:
    """Return the option whose points on the imagined deals are ``results``."""
    score_values, count = position.score_values, len(results)
    worths = tuple(map(score_values.worth, results))
    return Option(
        action,
        prior + sum(worths) / count,
        prior + sum(map(score_values.points, results)) / count,
        worths,
        discard,
        sum(one < 0 for one in results) / count if _ends(action) else 0.0,
    )


def _ends(action: RoundAction) -> bool:
    return isinstance(action, Knock | TakeKnock | BigGin)


def _discards(
    position: Position, played: RoundAction | None, *, every: bool = False
) -> list[Option]:
    memory, legal, play = position.memory, position.view.legal, position.play
    gins = [card for card, left in legal.knocks if left == 0]
    if Verb.BIG_GIN in legal.verbs or gins:
        return _gins(position, played, gins)
    if can_judge(position):
        return _judged_discards(position, played, every=every)
    hands = position.likely_hands(expert.HANDS)
    found = discards(play, memory, memory.hand, legal.discards, hands, most=11)
    shortlist = found[:CHOICES]
    shortlist += [
        discard
        for discard in found[CHOICES:]
        if isinstance(played, Discard) and discard.card == played.card
    ]
    top = shortlist[0].score
    trust = 0.0 if position.ends_stock else TRUST
    choices: list[tuple[RoundAction, float, Evaluation, DiscardValue | None]] = []
    for discard in shortlist:
        choice = playouts.discarding(position, discard, trust * (discard.score - top))
        choices.append((choice.action, choice.prior, choice.play, discard))
    if legal.knocks:
        choices += _knocks(position, played)
    return _tried(position, choices)


def _judged_discards(
    position: Position, played: RoundAction | None, *, every: bool
) -> list[Option]:
    """Return the discards and knocks valued as the master does; layouts against likely hands."""
    memory, legal = position.memory, position.view.legal
    hands = position.likely_hands(expert.HANDS)
    found = discards(position.play, memory, memory.hand, legal.discards, hands, most=11)
    known = {discard.card: discard for discard in found}
    judged = looked_ahead(position, judged_discards(position))
    judged = [one for one in judged if isinstance(one.action, Discard)]
    also = (
        cards_of(legal.discards) if every else [played.card] if isinstance(played, Discard) else []
    )
    valued = {one.action for one in judged}
    others = [card for card in also if Discard(card) not in valued]
    judged += judged_by_network(position, memory, others)
    shortlist = judged[:CHOICES] + [
        one for one in judged[CHOICES:] if every or one.action == played
    ]
    options = [
        Option(
            one.action,
            one.worth,
            one.points,
            one.results,
            discard=known[one.action.card],
            gin=_gin(position, one),
        )
        for one in shortlist
        if isinstance(one.action, Discard)
    ]
    return options + (_judged_knocks(position, played) if legal.knocks else [])


def _gin(position: Position, one: Estimate) -> float | None:
    return one.gin if knows_gin(position) else None


def _judged_knocks(position: Position, played: RoundAction | None) -> list[Option]:
    """Return the knocks valued by the network; layouts differ by the layoffs they allow."""
    hands = position.likely_hands(DEALS)
    choices = _knocks(position, played)
    laid = [tuple(evaluate(hand, []) for hand in hands) for _, _, evaluate, _ in choices]
    judged: dict[Card, tuple[Estimate, Option]] = {}
    found = []
    for (action, _, _, _), results in zip(choices, laid, strict=True):
        assert isinstance(action, Knock)
        tried = _valued(position, action, results)
        if action.card not in judged:
            judged[action.card] = judged_knock(position, position.memory, action.card), tried
        one, base = judged[action.card]
        worth = one.worth + tried.expected - base.expected
        points = one.points + tried.points - base.points
        found.append(Option(action, worth, points, undercut=one.undercut, gin=_gin(position, one)))
    return found


def _knocks(
    position: Position, played: RoundAction | None
) -> list[tuple[RoundAction, float, Evaluation, DiscardValue | None]]:
    """Return the best knock with each sensible layout, and the knock that was made."""
    card, _ = expert.best_knock(position)
    hand = position.memory.hand
    found: list[tuple[RoundAction, float, Evaluation, DiscardValue | None]] = []
    discarded = [card]
    if isinstance(played, Knock) and played.card != card:
        discarded.append(played.card)
    for one in discarded:
        rest = hand & ~(1 << one)
        for number, layout in enumerate(levels.layouts_of(position, rest)):
            action = Knock(one, None if number == 0 else layout.melds)
            found.append((action, 0.0, _laid(position, layout.melds, layout.deadwood), None))
    if isinstance(played, Knock) and played.layout is not None:
        covered = sum(played.layout)
        left = position.play.solver.total(hand & ~(1 << played.card) & ~covered)
        found = [entry for entry in found if entry[0] != played]
        found.append((played, 0.0, _laid(position, played.layout, left), None))
    return found


def _laid(position: Position, melds: tuple[CardSet, ...], left: int) -> Evaluation:
    settle, answer = position.play.settle, position.play.solver.deadwood_after_layoffs

    def evaluate(hand: CardSet, stock: list[Card]) -> float:
        return settle(left, answer(melds, hand), hand)

    return evaluate


def _gins(position: Position, played: RoundAction | None, gins: Sequence[Card]) -> list[Option]:
    """Return gin and big gin, compared with giving it up."""
    rules, play = position.view.public.rules, position.play
    hands = position.likely_hands(DEALS)
    theirs = [play.solver.deadwood(hand) for hand in hands]
    found: list[Option] = []
    if Verb.BIG_GIN in position.view.legal.verbs:
        bonus = rules.big_gin_bonus or 0
        big = _valued(position, BigGin(), [bonus + left for left in theirs])
        found.append(replace(big, gin=1.0))
    if gins:
        card = played.card if isinstance(played, Knock) and played.card in gins else gins[0]
        results = [rules.gin_bonus + left for left in theirs]
        found.append(replace(_valued(position, Knock(card), results), gin=1.0))
    if isinstance(played, Discard) or (isinstance(played, Knock) and played.card not in gins):
        found.append(_valued(position, played, [_given_up(position, played, one) for one in hands]))
    return found


def _given_up(position: Position, played: Discard | Knock, hand: CardSet) -> float:
    """Return the points of playing on, or of a knock with deadwood, in place of gin."""
    memory, play = position.memory, position.play
    rest = memory.hand & ~(1 << played.card)
    if isinstance(played, Knock):
        return play.knock_points(rest, dict(position.view.legal.knocks)[played.card], hand)
    stock = expert.stock_for(position, hand)
    return play.playout(rest, hand, 1, played.card, stock, limit=memory.limit)


def _draws(position: Position, played: RoundAction | None) -> list[Option]:
    """Return taking and leaving."""
    legal = position.view.legal
    leave: RoundAction = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs and not legal.deep:
        return [Option(leave, 0.0, 0.0)]
    if can_judge(position):
        return [
            Option(one.action, one.worth, one.points, gin=_gin(position, one))
            for one in judged_draws(position)
        ]
    idle = not isinstance(played, Take) and not playouts.is_useful(position)
    if idle or isinstance(played, TakeDeep):
        return [Option(leave, 0.0, 0.0)]
    choices = (playouts.taking(position), playouts.leaving(position, leave))
    return _tried(position, [(one.action, one.prior, one.play, None) for one in choices])


def _last_discard(position: Position) -> list[Option]:
    found = [Option(Pass(), 0.0, 0.0)]
    knocks = position.view.legal.knocks
    if knocks:
        card, left = expert.best_knock(position)
        rest = (position.memory.hand | 1 << position.memory.top) & ~(1 << card)
        points = position.play.knock_points
        results = [points(rest, left, hand) for hand in position.likely_hands(DEALS)]
        found.append(_valued(position, TakeKnock(card), results))
    return found


def _layoffs(position: Position) -> list[Option]:
    """Return the possible next layoffs, valued exactly, because the knocker's hand is open."""
    view, solver = position.view, position.play.solver
    table = view.table
    assert table is not None
    assert table.knock is not None
    free = view.hand & ~sum(view.exposed)
    melds, left = table.knock.melds, table.knock.deadwood

    def exact(action: RoundAction, answered: int) -> Option:
        points = position.play.settle(left, answered, view.hand)
        return Option(
            action, -position.score_values.worth(points), -position.score_values.points(points)
        )

    best = solver.best_layoff(melds, free)
    found = [exact(DoneLayingOff(), solver.deadwood(free))]
    if Verb.AUTO in view.legal.verbs:
        found.append(exact(AutoLayOff(), best.deadwood))
    for card, number in view.legal.layoffs:
        grown = list(melds)
        grown[number] = solver.extend(grown[number], card)
        answered = solver.deadwood_after_layoffs(tuple(grown), free & ~(1 << card))
        found.append(exact(LayOff(card, number), answered))
    return found
