"""Positions for tests: any round as a match of two, and the same with the hidden cards moved."""

import random
from dataclasses import replace

from engine.game.cards import FULL_DECK, CardSet, cards_from, cards_of, parse_set
from engine.game.match import Match, Table, start
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.round import GinRound, KnockDown, Phase, RoundEventKind
from engine.game.rules import Rules
from engine.game.seats import Seat, Side
from engine.game.view import SeatView, seat_view
from tests.engine.playing import SeededDecks

STANDARD = PRESETS["standard"]


def with_round(state: GinRound, rules: Rules = STANDARD) -> Match:
    """A match of two in its first round, seat 1 dealing, that stands at ``state``."""
    match = start(rules, 2, 1, SeededDecks(0))
    pair = match.tables[0].pair
    return replace(match, tables=(Table(pair, state),))


def view_of(state: GinRound, rules: Rules = STANDARD) -> SeatView:
    """What the player to move sees."""
    match = with_round(state, rules)
    return seat_view(match, match.tables[0].pair[state.turn])


def to_discard(
    hand: str, other: str, discards: str = "", *, stock: int | None = None, rules: Rules = STANDARD
) -> GinRound:
    """The non-dealer has drawn and is to discard from eleven cards.

    ``stock``: how many cards are left in it; the others are found under the discards.
    """
    mine, theirs, pile = parse_set(hand), parse_set(other), cards_from(discards)
    rest = list(cards_of(FULL_DECK & ~mine & ~theirs & ~sum(1 << card for card in pile)))
    if stock is not None:
        pile = (*rest[stock:], *pile)
        rest = rest[:stock]
    return GinRound(
        phase=Phase.DISCARD,
        turn=Side.NON_DEALER,
        hands=(mine, theirs),
        stock=tuple(rest),
        discards=pile,
        knock_limit=rules.knock_limit,
        drawn=max(cards_of(mine)),
    )


def to_lay_off(knocker: str, melds: str, defender: str, rules: Rules = STANDARD) -> GinRound:
    """The dealer has knocked with ``melds`` (separated by commas); the non-dealer may lay off."""
    theirs, mine = parse_set(knocker), parse_set(defender)
    laid = tuple(parse_set(meld) for meld in melds.split(",")) if melds else ()
    left = theirs & ~sum(laid)
    rest = list(cards_of(FULL_DECK & ~mine & ~theirs))
    down = KnockDown(Side.DEALER, rest[0], laid, left, solver(rules.meld_rules).total(left), False)
    return GinRound(
        phase=Phase.LAYOFF,
        turn=Side.NON_DEALER,
        hands=(mine, theirs),
        stock=tuple(rest[1:]),
        discards=(),
        knock_limit=rules.knock_limit,
        knock=down,
    )


def hidden_moved(match: Match, seat: Seat, seed: int) -> Match:
    """The same match to the eyes of ``seat``: cards that it cannot know change places."""
    table = match.tables[0]
    state = table.round
    assert isinstance(state, GinRound)
    side = Side(table.pair.index(seat))
    theirs = state.hands[side.other]
    known: CardSet = 0
    for event in state.events:
        if event.side is side.other and event.card is not None:
            if event.fact is RoundEventKind.TOOK:
                known |= 1 << event.card
            elif event.fact is RoundEventKind.DISCARDED:
                known &= ~(1 << event.card)
    known &= theirs
    pool = [*cards_of(theirs & ~known), *state.stock]
    random.Random(seed).shuffle(pool)
    size = (theirs & ~known).bit_count()
    moved = known | sum(1 << card for card in pool[:size])
    hands = (state.hands[0], moved) if side is Side.NON_DEALER else (moved, state.hands[1])
    changed = replace(state, hands=hands, stock=tuple(pool[size:]))
    return replace(match, tables=(Table(table.pair, changed),))
