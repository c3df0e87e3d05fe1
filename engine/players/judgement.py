"""The values of a position's choices by the learned network."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game.actions import Discard, Draw, Knock, Pass, RoundAction, Take, TakeDeep
from engine.game.cards import Card, CardSet
from engine.game.legal import Verb
from engine.game.melds import RunWrap
from engine.players.hand_context import HandContext, baseline
from engine.players.memory import NO_CARD, Memory
from engine.players.network import NetworkKind, is_learned, networks
from engine.players.position import Position

WIDE: Final = 13
"""Deadwood above the least up to which a discard is considered."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An action, its value at this score and its mean points.

    ``undercut``: the probability of an undercut, if it is a knock; ``gin``: that of the player's
    gin, where :func:`knows_gin` says that it holds. ``results``: the value on each imagined deal,
    in the same order for every action that was searched; empty for the others.
    """

    action: RoundAction
    worth: float
    points: float
    undercut: float = 0.0
    gin: float = 0.0
    results: tuple[float, ...] = ()


def can_judge(position: Position) -> bool:
    """Whether the network covers this decision; it excludes a discard that ends the round."""
    return is_learned(position.view.public.rules) and not position.ends_stock


def judged_discards(position: Position) -> list[Estimate]:
    """Return the sensible discards and the knock with least deadwood, best first."""
    memory, legal = position.memory, position.view.legal
    found = judged_by_network(position, memory, _sensible(position, memory.hand, legal.discards))
    if legal.knocks:
        value = position.play.value
        card, _ = min(legal.knocks, key=lambda knock: (knock[1], -value[knock[0]], knock[0]))
        found.append(judged_knock(position, memory, card))
    return _ordered(found)


def judged_draws(position: Position) -> list[Estimate]:
    """Return taking the top card, taking a deeper card, and leaving both, best first."""
    memory, legal = position.memory, position.view.legal
    leave: RoundAction = Pass() if Verb.PASS in legal.verbs else Draw()
    answered = isinstance(leave, Pass) and bool(memory.refused)
    moment = NetworkKind.DISCARDED if answered else NetworkKind.DRAWING
    worth, points, gin = _valued(position, moment, [_context(position, memory, memory.hand)])[0]
    found = [Estimate(leave, worth, points, gin=gin)]
    if Verb.TAKE in legal.verbs:
        found.append(_taken(position, Take(), memory.top, 1 << memory.top))
    found += [_taken(position, TakeDeep(card, meld), card, meld) for card, meld in legal.deep]
    return _ordered(found)


def _taken(position: Position, action: RoundAction, card: Card, excluded: CardSet) -> Estimate:
    """Return the value of taking ``card`` from the pile; cards of ``excluded`` must stay."""
    bit = 1 << card
    memory = position.memory
    after = replace(memory, hand=memory.hand | bit, shown=memory.shown | bit)
    allowed = after.hand & ~excluded
    found = judged_by_network(position, after, _sensible(position, after.hand, allowed))
    discarded, left = position.play.solver.best_discard(after.hand, excluded)
    if left <= memory.limit:
        found.append(judged_knock(position, after, discarded))
    best = _ordered(found)[0]
    return Estimate(action, best.worth, best.points, gin=best.gin)


def judged_knock(position: Position, memory: Memory, card: Card) -> Estimate:
    """Return the value of a knock with the hand of ``memory``, discarding ``card``."""
    rules, score_values = position.view.public.rules, position.score_values
    context = _context(position, memory, memory.hand & ~(1 << card))
    worth, points, undercut = networks(rules).valued(
        NetworkKind.KNOCKED,
        [context],
        baseline(rules),
        score_values.worth,
        score_values.points,
        _is_lost,
    )[0]
    is_gin = not position.play.solver.deadwood(context.hand)
    return Estimate(Knock(card), worth, points, undercut, float(is_gin))


def _is_lost(points: float) -> float:
    return float(points < 0)


GREAT_WIN: Final = 20
"""Points from which on a win is mostly by gin."""
GINS: Final = 0.8
"""The chance of gin, where ten points may knock, as a share of that of such a win.

Measured in docs/research/coach.md.
"""
KNOWN_LIMITS: Final = (0, 10)
"""The knock limits for which the chance of gin is known: without a knock every win is by gin."""


def knows_gin(position: Position) -> bool:
    """Whether the chances of gin hold under these rules."""
    is_plain = position.view.public.rules.run_wrap is RunWrap.NONE
    return is_plain and position.memory.limit in KNOWN_LIMITS


def _is_gin(points: float) -> float:
    return GINS if points >= GREAT_WIN else 0.0


def _is_won(points: float) -> float:
    return float(points > 0)


def _sensible(position: Position, hand: CardSet, allowed: CardSet) -> list[Card]:
    entries = [entry for entry in position.play.solver.discards(hand) if allowed >> entry[0] & 1]
    least = min(left for _, left in entries)
    return [card for card, left in entries if left <= least + WIDE]


def judged_by_network(position: Position, memory: Memory, cards: Sequence[Card]) -> list[Estimate]:
    """Return the value of each of these discards from the hand of ``memory``."""
    contexts = [_context(position, memory, memory.hand & ~(1 << card), card) for card in cards]
    values = _valued(position, NetworkKind.DISCARDED, contexts)
    return [
        Estimate(Discard(card), worth, points, gin=gin)
        for card, (worth, points, gin) in zip(cards, values, strict=True)
    ]


def _context(position: Position, memory: Memory, hand: CardSet, top: Card = NO_CARD) -> HandContext:
    return HandContext.of(memory, position.view.public.rules, hand, top, position.habits)


def _valued(
    position: Position, moment: NetworkKind, contexts: list[HandContext]
) -> list[tuple[float, ...]]:
    """Return the value at this score, the mean points and the chance of gin of each position."""
    rules, score_values = position.view.public.rules, position.score_values
    gin = _is_gin if position.memory.limit else _is_won
    return networks(rules).valued(
        moment, contexts, baseline(rules), score_values.worth, score_values.points, gin
    )


def _ordered(found: list[Estimate]) -> list[Estimate]:
    return sorted(found, key=lambda one: -one.worth)
