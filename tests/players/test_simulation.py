"""The fast simulation agrees with the engine that everybody plays on."""

import random

import pytest

from engine.game.actions import AutoLayOff, Discard, Draw, Knock, Take
from engine.game.cards import FULL_DECK, cards_of
from engine.game.gin import GinTable
from engine.game.presets import PRESETS
from engine.game.round import GinRound, Phase
from engine.game.scoring import award
from engine.game.seats import Side
from engine.players.simulation import simulation
from tests.players.positions import to_discard


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["standard", "round_corner", "classic", "tedesco"])
def test_a_knock_is_worth_what_the_engine_pays(preset: str) -> None:
    rules = PRESETS[preset]
    play, table, rng = simulation(rules), GinTable(rules), random.Random(4)
    knocks = 0
    for _ in range(1200):
        cards = rng.sample(range(52), 21)
        hand = sum(1 << card for card in cards[:11])
        other = sum(1 << card for card in cards[11:])
        card, left = play.solver.best_discard(hand)
        if left > 10:
            hand, (card, left) = _improved(play, hand, FULL_DECK & ~hand & ~other)
        if left > 10:
            continue
        state = GinRound(
            Phase.DISCARD, Side.NON_DEALER, (hand, other), tuple(range(5)), (), knock_limit=10
        )
        state = table.apply(state, Side.NON_DEALER, Knock(card))
        if state.phase is Phase.LAYOFF:
            state = table.apply(state, Side.DEALER, AutoLayOff())
        assert state.facts is not None
        points = award(rules, state.facts).points
        assert play.knock_points(hand & ~(1 << card), left, other) == points[0] - points[1]
        knocks += 1
    assert knocks > 40


def _improved(play, hand: int, rest: int) -> tuple[int, tuple[int, int]]:  # type: ignore[no-untyped-def]
    """The hand after drawing everything useful from ``rest``."""
    for card in cards_of(rest):
        discarded, _ = play.solver.best_discard(hand)
        swapped = hand & ~(1 << discarded) | 1 << card
        if play.solver.best_discard(swapped)[1] < play.solver.best_discard(hand)[1]:
            hand = swapped
    return hand, play.solver.best_discard(hand)


def test_a_playout_is_the_round_that_quick_players_would_play() -> None:
    """The same deal played move by move through the engine ends with the same points."""
    rules = PRESETS["standard"]
    play, table = simulation(rules), GinTable(rules)
    ended = 0
    for seed in range(120):
        deck = random.Random(seed).sample(range(52), 52)
        hands = sum(1 << c for c in deck[:10]), sum(1 << c for c in deck[10:20])
        state = GinRound(
            Phase.DRAW, Side.NON_DEALER, hands, tuple(deck[21:]), (deck[20],), knock_limit=10
        )
        expected = play.playout(*hands, 0, deck[20], list(reversed(deck[21:])), limit=10)
        while state.facts is None:
            state = table.apply(state, state.turn, _quick_move(play, state))
        points = award(rules, state.facts).points
        assert points[0] - points[1] == expected
        ended += state.facts.winner is not None
    assert ended > 100


def _quick_move(play, state: GinRound):  # type: ignore[no-untyped-def]
    hand = state.hands[state.turn]
    if state.phase is Phase.LAYOFF:
        return AutoLayOff()
    if state.phase is Phase.DRAW:
        top = state.discards[-1]
        before = play.solver.deadwood(hand)
        left = play.solver.best_discard(hand | 1 << top, 1 << top)[1]
        melds = play.solver.deadwood(hand | 1 << top) < before + play.value[top]
        if melds:
            return Take() if left < before or left <= 10 else Draw()
        cheap = play.value[top] < 10 and before - 10 + play.value[top] <= 10
        return Take() if cheap and left <= 10 else Draw()
    taken = 0 if state.taken is None else 1 << state.taken
    card, left = play.solver.best_discard(hand, taken)
    return Knock(card) if left <= 10 else Discard(card)


def test_a_player_who_waits_for_gin_does_not_knock() -> None:
    play = simulation(PRESETS["standard"])
    state = to_discard("AS 2S 3S 7C 7D 7H JC JD JH 2D KD", "AC 2C 3D 5H 6H 8S 9S TS QS KS")
    hand = state.hands[0] & ~(1 << 25)
    at_once = play.playout(hand, state.hands[1], 0, -1, [8, 24, 12, 38], limit=10)
    waiting = play.playout(hand, state.hands[1], 0, -1, [8, 24, 12, 38], limit=10, mine_at=0)
    assert at_once > 0
    assert waiting == 0
