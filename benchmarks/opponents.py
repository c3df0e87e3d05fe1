"""Players of the arena: our levels through their views, and two external yardsticks."""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Final, Protocol

from engine.game.actions import (
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    Pass,
    RoundAction,
    Take,
    TakeKnock,
)
from engine.game.cards import SUIT_SIZE, Card, cards_of
from engine.game.legal import Verb
from engine.game.match import Decks, Match
from engine.game.melds import solver
from engine.game.round import GinRound, RoundEventKind
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players.levels import Level, choose, lay_off


class Player(Protocol):
    """Chooses the action of a seat; ``decks`` are for players that rebuild the deal elsewhere."""

    def __call__(self, match: Match, seat: Seat, decks: Decks, seed: int) -> RoundAction:
        """Return the action of the seat on turn."""


def level_player(level: Level, match: Match, seat: Seat, decks: Decks, seed: int) -> RoundAction:
    """Return the action of one of our own levels, which gets its view only."""
    return choose(seat_view(match, seat), level, seed)


def rlcard_novice(match: Match, seat: Seat, decks: Decks, seed: int) -> RoundAction:
    """Return the action of RLCard's novice rule, by its description, in our rules."""
    return novice_rule(seat_view(match, seat), random.Random(seed))


def novice_rule(view: SeatView, rng: random.Random) -> RoundAction:
    """Go gin if possible, knock if possible, else discard a highest card outside the best melds.

    All other decisions are random. RLCard has no layoffs by the player, so the best ones are made
    here.
    """
    legal = view.legal
    count = solver(view.public.rules.meld_rules)
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if Verb.DISCARD in legal.verbs:
        if legal.knocks:
            gins = [card for card, left in legal.knocks if left == 0]
            return Knock(rng.choice(gins or [card for card, _ in legal.knocks]))
        loose = count.best_layout(view.hand).deadwood_cards & legal.discards or legal.discards
        dearest = max(count.value(card) for card in cards_of(loose))
        return Discard(rng.choice([c for c in cards_of(loose) if count.value(c) == dearest]))
    if Verb.DONE in legal.verbs:
        return lay_off(view)
    return rng.choice(list(legal.actions()))


# -- OpenSpiel --------------------------------------------------------------------------------

DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK = 52, 53, 54, 55
_THEIR_SUIT: Final = (1, 2, 3, 0)
"""OpenSpiel orders spades, clubs, diamonds, hearts; both order ranks ace to king."""


def their_card(card: Card) -> int:
    """Return OpenSpiel's number of our card."""
    return _THEIR_SUIT[card // SUIT_SIZE] * SUIT_SIZE + card % SUIT_SIZE


def our_card(number: int) -> Card:
    """Return our number of OpenSpiel's card."""
    return _THEIR_SUIT.index(number // SUIT_SIZE) * SUIT_SIZE + number % SUIT_SIZE


def openspiel_simple(match: Match, seat: Seat, decks: Decks, seed: int) -> RoundAction:
    """Return the action of OpenSpiel's SimpleGinRummyBot in a copy of the round.

    The same deal and the same moves are played in its game, and the bot is asked there. It never
    lays off, which its source says and its author intends. A knock is laid down by our engine.
    """
    table = match.tables[0]
    view = seat_view(match, seat)
    if Verb.DONE in view.legal.verbs:
        return DoneLayingOff()
    assert isinstance(table.round, GinRound)
    side = table.pair.index(seat)
    state, bot = _rebuilt(match, table.round, decks, side)
    return _translated(view, state, bot, bot.step(state))


@cache
def _game():  # type: ignore[no-untyped-def]
    import pyspiel

    return pyspiel.load_game("gin_rummy")


@cache
def _undealt():  # type: ignore[no-untyped-def]
    """Return a round before the deal, to be cloned: creating one takes 3 ms."""
    return _game().new_initial_state()


@cache
def _bot(side: int):  # type: ignore[no-untyped-def]
    import pyspiel

    return pyspiel.make_simple_gin_rummy_bot(_game().get_parameters(), side)


def _rebuilt(match: Match, state: GinRound, decks: Decks, side: int):  # type: ignore[no-untyped-def]
    mirror = _undealt().clone()
    deck = decks.deck(match.number, 0, match.tables[0].attempt)
    size = match.rules.hand_size
    for card in (*deck[0 : 2 * size : 2], *deck[1 : 2 * size : 2], deck[2 * size]):
        mirror.apply_action(their_card(card))
    for event in state.events:
        match event.fact:
            case RoundEventKind.PASSED:
                mirror.apply_action(PASS)
            case RoundEventKind.TOOK:
                mirror.apply_action(DRAW_UPCARD)
            case RoundEventKind.DREW:
                assert event.card is not None
                mirror.apply_action(DRAW_STOCK)
                mirror.apply_action(their_card(event.card))
            case RoundEventKind.DISCARDED:
                assert event.card is not None
                mirror.apply_action(their_card(event.card))
            case _:
                raise ValueError(f"{event.fact} happens after the last decision of the bot")
    bot = _bot(side)
    bot.restart()
    return mirror, bot


def _translated(view: SeatView, mirror, bot, action: int) -> RoundAction:  # type: ignore[no-untyped-def]
    legal = view.legal
    if action == DRAW_UPCARD:
        return Take()
    if action == DRAW_STOCK:
        return Draw()
    if action == PASS:
        return Pass()
    knocks = action == KNOCK
    if knocks:
        mirror.apply_action(KNOCK)
        action = bot.step(mirror)
    discarded = our_card(action)
    if not legal.discards >> discarded & 1:
        # OpenSpiel permits the discard of a card just taken; here the next best one is discarded.
        count = solver(view.public.rules.meld_rules)
        discarded = count.best_discard(view.hand, view.hand & ~legal.discards)[0]
    if knocks and any(card == discarded for card, _ in legal.knocks):
        return Knock(discarded)
    return Discard(discarded)


def simple_rule(match: Match, seat: Seat, decks: Decks, seed: int) -> RoundAction:
    """Return the action of the rule of OpenSpiel's bot, rewritten for presets OpenSpiel lacks."""
    view = seat_view(match, seat)
    legal, count = view.legal, solver(view.public.rules.meld_rules)
    if Verb.DONE in legal.verbs:
        return DoneLayingOff()
    if Verb.TAKE_KNOCK in legal.verbs:
        return TakeKnock(legal.knocks[0][0]) if legal.knocks else Pass()
    if Verb.KNOCK in legal.verbs:
        return Knock(min(legal.knocks, key=lambda knock: (knock[1], -count.value(knock[0])))[0])
    if Verb.DISCARD in legal.verbs:
        return Discard(count.best_discard(view.hand, view.hand & ~legal.discards)[0])
    if Verb.TAKE in legal.verbs and view.table is not None and view.table.top is not None:
        bit = 1 << view.table.top
        melds = count.deadwood(view.hand | bit) < (
            count.deadwood(view.hand) + count.value(view.table.top)
        )
        if melds or count.best_discard(view.hand | bit, bit)[1] <= view.table.knock_limit:
            return Take()
    return Pass() if Verb.PASS in legal.verbs else Draw()


PLAYERS: Final[dict[str, Callable[[Match, Seat, Decks, int], RoundAction]]] = {
    **{level.value: partial(level_player, level) for level in Level},
    "openspiel": openspiel_simple,
    "rlcard": rlcard_novice,
    "simple": simple_rule,
}
"""All players of the arena, by name."""
