"""Reasons why one choice is better than another, from the visible position."""

from dataclasses import dataclass
from enum import StrEnum

from engine.coach.options import Option
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Knock,
    LayOff,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, cards_of
from engine.players import expert
from engine.players.inference import NEIGHBOURS
from engine.players.position import Position
from engine.players.valuation import DiscardValue


class Why(StrEnum):
    """The advantage of the better choice. The comment names its data."""

    GIN = "gin"  # deadwood: 0
    BIG_GIN = "big_gin"
    KNOCK_NOW = "knock_now"  # deadwood, undercut_percent
    UNDERCUT_RISK = "undercut_risk"  # deadwood, undercut_percent
    PLAY_FOR_GIN = "play_for_gin"  # deadwood, outs: cards that would make gin
    WAIT = "wait"  # deadwood
    LAYOUT = "layout"
    LAY_OFF = "lay_off"  # card, deadwood: left after laying off it and the rest
    KEEP_FOR_MELD = "keep_for_meld"  # the card lowers deadwood in the player's own melds
    MAKES_MELD = "makes_meld"  # card
    ALLOWS_KNOCK = "allows_knock"  # card, deadwood
    NO_MELD = "no_meld"  # card: it makes no meld and reveals the player's plan
    STOCK_IS_BETTER = "stock_is_better"  # card
    BREAKS_MELD = "breaks_meld"  # card, deadwood: added by breaking it
    HIGH_DEADWOOD = "high_deadwood"  # card, points: saved by the discard, turn
    FEEDS_PILE = "feeds_pile"  # card, percent: how often the opponent can use it
    KEEPS_OUTS = "keeps_outs"  # card, outs, other_outs: draws that help with the better discard
    TWO_WAY = "two_way"  # card: it can grow into a set and a run
    SAFER = "safer"  # card
    BETTER_ON_AVERAGE = "better_on_average"
    ONLY_CHOICE = "only_choice"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason and its data: cards as numbers 0-51, percentages from 0 to 100."""

    why: Why
    data: dict[str, int]


def reason(position: Position, best: Option, other: Option | None) -> Reason:
    """Return why ``best`` is better than ``other``, or its main advantage if there is no other."""
    action = best.action
    match action:
        case BigGin():
            return Reason(Why.BIG_GIN, {})
        case Knock() | TakeKnock():
            return _for_knock(position, best, other)
        case LayOff() | AutoLayOff() | DoneLayingOff():
            return _for_layoff(position, action, other)
        case Discard():
            return _for_discard(position, best, other)
        case _:
            return _for_draw(position, action)


def _for_knock(position: Position, best: Option, other: Option | None) -> Reason:
    assert isinstance(best.action, Knock | TakeKnock)
    left = dict(position.view.legal.knocks)[best.action.card]
    if left == 0:
        return Reason(Why.GIN, {"deadwood": 0})
    if other is not None and isinstance(other.action, Knock):
        return Reason(Why.LAYOUT, {})
    data = {"deadwood": left, "undercut_percent": round(100 * best.undercut)}
    return Reason(Why.KNOCK_NOW, data)


def _for_layoff(position: Position, action: RoundAction, other: Option | None) -> Reason:
    table, solver = position.view.table, position.play.solver
    assert table is not None
    assert table.knock is not None
    if other is not None and isinstance(other.action, LayOff):
        return Reason(Why.KEEP_FOR_MELD, {"card": other.action.card})
    best = solver.best_layoff(table.knock.melds, position.view.hand)
    card = action.card if isinstance(action, LayOff) else None
    if card is None and best.steps:
        card = best.steps[0][0]
    if card is None:
        return Reason(Why.ONLY_CHOICE, {})
    return Reason(Why.LAY_OFF, {"card": card, "deadwood": best.deadwood})


def _for_draw(position: Position, action: RoundAction) -> Reason:
    play, memory = position.play, position.memory
    if isinstance(action, TakeDeep):
        return Reason(Why.MAKES_MELD, {"card": action.card})
    if memory.top < 0:
        return Reason(Why.ONLY_CHOICE, {})
    bit, before = 1 << memory.top, play.solver.deadwood(memory.hand)
    left = play.solver.best_discard(memory.hand | bit, bit)[1]
    melds = play.solver.deadwood(memory.hand | bit) < before + play.value[memory.top]
    data = {"card": memory.top}
    if isinstance(action, Take):
        if left <= memory.limit:
            return Reason(Why.ALLOWS_KNOCK, data | {"deadwood": left})
        return Reason(Why.MAKES_MELD, data)
    return Reason(Why.STOCK_IS_BETTER if melds else Why.NO_MELD, data)


def _for_discard(position: Position, best: Option, other: Option | None) -> Reason:
    if other is None or best.throw is None:
        return _for_throw_alone(position, best)
    if isinstance(other.action, Knock):
        return _against_knock(position, best, other)
    if other.throw is None:
        return Reason(Why.BETTER_ON_AVERAGE, {})
    return _between_throws(position, best.throw, other.throw)


def _for_throw_alone(position: Position, best: Option) -> Reason:
    assert isinstance(best.action, Discard)
    card = best.action.card
    if position.play.value[card] >= 10:
        saved = position.play.value[card]
        return Reason(
            Why.HIGH_DEADWOOD, {"card": card, "points": saved, "turn": position.memory.turns}
        )
    if best.throw is not None and best.throw.danger < 0.2:
        return Reason(Why.SAFER, {"card": card})
    return Reason(Why.BETTER_ON_AVERAGE, {"card": card})


def _against_knock(position: Position, best: Option, other: Option) -> Reason:
    assert isinstance(other.action, Knock)
    left = dict(position.view.legal.knocks)[other.action.card]
    percent = round(100 * other.undercut)
    if percent >= 20:
        return Reason(Why.UNDERCUT_RISK, {"deadwood": left, "undercut_percent": percent})
    outs = gin_outs(position, best)
    if outs:
        return Reason(Why.PLAY_FOR_GIN, {"deadwood": left, "outs": outs})
    return Reason(Why.WAIT, {"deadwood": left})


def gin_outs(position: Position, option: Option) -> int:
    """Return the number of unseen cards that would make the hand after this discard gin."""
    assert isinstance(option.action, Discard)
    rest = position.memory.hand & ~(1 << option.action.card)
    best = position.play.solver.best_discard
    return sum(best(rest | 1 << card)[1] == 0 for card in cards_of(position.memory.unseen))


def _between_throws(position: Position, best: DiscardValue, other: DiscardValue) -> Reason:
    play, memory = position.play, position.memory
    data = {"card": other.card}
    melded = memory.hand & ~play.solver.best_layout(memory.hand).deadwood_cards
    if melded >> other.card & 1 and other.left > best.left:
        return Reason(Why.BREAKS_MELD, data | {"deadwood": other.left - best.left})
    saved = other.left - best.left
    safer = other.danger - best.danger
    hope = best.hope - other.hope
    strongest = max(saved, safer, 2 * hope)
    if strongest <= 0.3:
        return Reason(Why.BETTER_ON_AVERAGE, {"card": best.card})
    if strongest == saved:
        extra = {"card": best.card, "points": saved, "turn": memory.turns}
        return Reason(Why.HIGH_DEADWOOD, extra)
    if strongest == safer:
        hands = position.likely_hands(expert.HANDS)
        return Reason(Why.FEEDS_PILE, data | {"percent": used_percent(position, other.card, hands)})
    if _is_two_way(memory.hand, other.card):
        return Reason(Why.TWO_WAY, data)
    kept = helping(position, best)
    lost = helping(position, other)
    return Reason(Why.KEEPS_OUTS, data | {"outs": kept, "other_outs": lost})


def used_percent(position: Position, card: Card, hands: list[CardSet]) -> int:
    """Return the percentage of likely hands in which the opponent could meld this card."""
    deadwood, value = position.play.solver.deadwood, position.play.value[card]
    useful = sum(deadwood(hand | 1 << card) < deadwood(hand) + value for hand in hands)
    return round(100 * useful / len(hands))


def helping(position: Position, throw: DiscardValue) -> int:
    """Return the number of unseen cards that would complete a meld after this discard."""
    solver, value = position.play.solver, position.play.value
    rest = position.memory.hand & ~(1 << throw.card)
    before = solver.deadwood(rest)
    return sum(
        solver.deadwood(rest | 1 << card) < before + value[card]
        for card in cards_of(position.memory.unseen)
    )


def _is_two_way(hand: CardSet, card: Card) -> bool:
    same, near, far = NEIGHBOURS[card]
    return bool(hand & same and hand & (near | far))
