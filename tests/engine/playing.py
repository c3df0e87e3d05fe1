"""Playing for tests: seeded decks, and players who press anything legal or something sensible."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Knock,
    LayMeld,
    Ready,
    RoundAction,
    SeatAction,
    TakeKnock,
)
from engine.game.cards import DECK_SIZE, Card
from engine.game.match import Decks, Match, MatchPhase, act, start
from engine.game.melds import solver
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view


@dataclass(frozen=True)
class SeededDecks:
    """Decks that depend on nothing but a seed."""

    seed: int

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        deck = list(range(DECK_SIZE))
        random.Random(f"{self.seed}/{number}/{table}/{attempt}").shuffle(deck)
        return deck

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return random.Random(f"k{self.seed}/{number}/{table}/{attempt}").randrange(DECK_SIZE)


ENDING = (BigGin, Knock, TakeKnock, AutoLayOff, DoneLayingOff, LayMeld)


def any_action(view: SeatView, rng: random.Random) -> RoundAction:
    """Something legal."""
    return rng.choice(list(view.legal.actions()))


def sensible_action(view: SeatView, rng: random.Random) -> RoundAction:
    """End the round when possible, throw what leaves least; otherwise anything legal."""
    actions = list(view.legal.actions())
    for kind in ENDING:
        for action in actions:
            if isinstance(action, kind):
                return action
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards and rng.random() < 0.9:
        count = solver(view.public.rules.meld_rules).deadwood
        return min(discards, key=lambda action: count(view.hand & ~(1 << action.card)))
    return rng.choice(actions)


def new_match(rules: Rules, players: int, seed: int) -> tuple[Match, Decks]:
    decks = SeededDecks(seed)
    return start(rules, players, random.Random(seed).randrange(5040), decks), decks


def preset_match(preset: str, seed: int) -> tuple[Match, Decks]:
    return new_match(PRESETS[preset], PRESET_PLAYERS.get(preset, 2), seed)


def next_move(match: Match, rng: random.Random) -> tuple[Seat, SeatAction]:
    """One action of a random seat that has to act."""
    seat = rng.choice(match.to_act)
    if match.phase is MatchPhase.BETWEEN:
        return seat, Ready()
    return seat, sensible_action(seat_view(match, seat), rng)


def advance(match: Match, decks: Decks, rng: random.Random) -> Match:
    """The match after one action of a random seat that has to act."""
    return act(match, *next_move(match, rng), decks).match


def between_rounds(preset: str, seed: int) -> tuple[Match, Decks]:
    """A match whose first round is over."""
    (match, decks), rng = preset_match(preset, seed), random.Random(seed)
    while match.phase is MatchPhase.PLAYING:
        match = advance(match, decks, rng)
    return match, decks


def played_out(match: Match, decks: Decks, seed: int, limit: int = 20_000) -> Match:
    """The match played to its end."""
    rng = random.Random(seed)
    for _ in range(limit):
        if match.phase is MatchPhase.OVER:
            return match
        match = advance(match, decks, rng)
    raise AssertionError(f"not over after {limit} actions")
