"""Positions of real rounds as the networks see them, in Python and in C."""

import random
from collections.abc import Iterator
from dataclasses import fields

from engine.game.cards import cards_of
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.view import SeatView, seat_view
from engine.players.hand_context import HandContext
from engine.players.levels import Level, choose
from engine.players.memory import Habits, recall
from tests.engine.playing import new_match


def casual_views(preset: str, rounds: int) -> Iterator[tuple[int, SeatView]]:
    """The round and what the player to move sees, in rounds of casual players."""
    for seed in range(rounds):
        match, decks = new_match(PRESETS[preset], 2, seed)
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            yield seed, view
            match = act(match, view.seat, choose(view, Level.CASUAL, seed), decks).match


def contexts(preset: str, rounds: int) -> Iterator[HandContext]:
    """Positions after a discard in rounds of casual players; the first knows no habits."""
    rules, rng = PRESETS[preset], random.Random(1)
    for seed, view in casual_views(preset, rounds):
        memory = recall(view)
        if view.hand.bit_count() == rules.hand_size + 1:
            seen = [rng.randrange(4 * seed + 1) for _ in fields(Habits)]
            for card in list(cards_of(view.hand))[::4]:
                hand = memory.hand & ~(1 << card)
                yield HandContext.of(memory, rules, hand, card, Habits(*seen))
