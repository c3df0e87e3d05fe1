"""The choices of a decision in Mahjong gin, their expected points, and the reasons.

Nothing is learned here: every choice is played out on the same imagined deals, first all of them
on a few, then the promising ones and the one that was made on many others.
"""

from collections.abc import Sequence
from typing import Final

from engine.coach.options import Option
from engine.coach.reasons import ON_AVERAGE, Reason, Why
from engine.game.actions import Discard, Draw, LayMeld, LayOff, Pass, RoundAction, Take
from engine.game.cards import Card, CardSet, card_set, cards_of
from engine.game.mahjong import MahjongRound
from engine.game.round import Phase
from engine.players.mahjong import (
    FIRST,
    PROMISING,
    Deals,
    MahjongPosition,
    best_first,
    played_out,
    results,
)
from engine.players.mahjong_simulation import completing, points_of

DEALS: Final = 64
"""Imagined deals on which the promising choices are tried."""
SCALE: Final = 1 / 3
"""Points of gin that a point is worth: a round here moves three times as many."""


def options(position: MahjongPosition, played: RoundAction | None) -> list[Option]:
    """Return the promising choices and the one made, best first; a single one if forced."""
    actions = list(position.view.legal.actions())
    if len(actions) == 1:
        return [Option(actions[0], 0.0, 0.0)]
    few = position.deals(FIRST)
    if len(actions) > PROMISING:
        actions = best_first(position, actions, few)
        places = [one for one in actions if isinstance(one, LayMeld | LayOff)]
        shortlist = actions[:PROMISING] + places[:1]
        actions = [one for one in actions if one in shortlist or one == played]
    deals, found = position.deals(DEALS), []
    for action in actions:
        if isinstance(action, LayMeld | LayOff):
            end = _finished(position, action, few)
            found.append(_option(action, played_out(position, end, deals)))
        else:
            found.append(_option(action, results(position, action, deals)))
    return sorted(found, key=lambda option: -option.expected)


def _option(action: RoundAction, points: Sequence[int]) -> Option:
    mean = sum(points) / len(points)
    return Option(action, SCALE * mean, mean, tuple(SCALE * one for one in points))


def _finished(position: MahjongPosition, action: RoundAction, deals: Deals) -> MahjongRound:
    """Return the round after a meld or a layoff, all others, and the best discard on these deals.

    So a meld is not blamed for the discard of a quick player in the same turn.
    """
    table, state = position.table, position.after(action)
    while state.phase is Phase.MELD and (more := position.play.placement(state)) is not None:
        state = table.apply(state, position.side, more)
    if state.phase is not Phase.MELD:
        return state
    ends = [
        table.apply(state, position.side, Discard(card))
        for card in cards_of(table.legal(state, position.side).discards)
    ]
    return max(ends, key=lambda end: sum(played_out(position, end, deals)), default=state)


def reason(position: MahjongPosition, best: Option, other: Option | None) -> Reason:
    """Return why ``best`` is better than ``other``, or its main advantage if there is no other."""
    action = best.action
    if _empties_hand(position, action):
        return Reason(Why.GIN, {"deadwood": 0})
    if other is None:
        return Reason(Why.ONLY_CHOICE, {})
    rival = other.action
    match action:
        case Discard(card=card) if isinstance(rival, Discard):
            return _between_discards(position, card, rival.card)
        case Take() | LayMeld() | LayOff():
            more = _put_down(position, action) - _put_down(position, rival)
            return Reason(Why.PUTS_DOWN, {"points": more}) if more > 0 else ON_AVERAGE
        case Draw() | Pass() if rival == Take():
            return _for_leaving(position)
        case _:
            return ON_AVERAGE


def _empties_hand(position: MahjongPosition, action: RoundAction) -> bool:
    match action:
        case Discard(card=card) | LayOff(card=card):
            return position.view.hand == 1 << card
        case LayMeld(cards=cards):
            return position.view.hand == cards
        case _:
            return False


def _groups(position: MahjongPosition) -> list[CardSet]:
    return [meld.cards for meld in position.state.melds]


def _put_down(position: MahjongPosition, action: RoundAction) -> int:
    """Return the points that go to the table in this turn, cards from the stock aside."""
    hand, groups, down = position.view.hand, _groups(position), 0
    match action:
        case Take(count=count):
            hand |= card_set(position.state.discards[-count:])
        case LayMeld(cards=cards):
            hand, down = hand & ~cards, cards
            groups.append(cards)
        case LayOff(card=card, meld=number):
            hand, down = hand & ~(1 << card), 1 << card
            groups[number] |= 1 << card
        case Discard():
            return 0
        case _:
            pass
    return points_of(down | position.play.placeable(hand, groups))


def _for_leaving(position: MahjongPosition) -> Reason:
    card = position.state.discards[-1]
    useful = completing(position.view.hand) | position.play.takers(_groups(position))
    return ON_AVERAGE if useful >> card & 1 else Reason(Why.NO_MELD, {"card": card})


def _between_discards(position: MahjongPosition, best: Card, other: Card) -> Reason:
    """Return the first fact that holds: what the opponent could use, draws that help, points."""
    hand, unseen = position.view.hand, position.unseen
    takers = position.play.takers(_groups(position))
    if takers >> other & 1 and not takers >> best & 1:
        return Reason(Why.FITS_TABLE, {"card": other})
    theirs = completing(position.known)
    if theirs >> other & 1 and not theirs >> best & 1:
        return Reason(Why.FITS_TAKEN, {"card": other})
    outs, other_outs = (
        (unseen & completing(hand & ~(1 << card))).bit_count() for card in (best, other)
    )
    if outs > other_outs:
        return Reason(Why.KEEPS_OUTS, {"card": other, "outs": outs, "other_outs": other_outs})
    saved = points_of(1 << best) - points_of(1 << other)
    return Reason(Why.LESS_IN_HAND, {"points": saved}) if saved > 0 else ON_AVERAGE
