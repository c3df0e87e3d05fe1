"""A round under random play: nothing is lost, nothing illegal is accepted (rulebook 1.5-1.9)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeKnock,
)
from engine.game.cards import DECK_SIZE, FULL_DECK, card_set
from engine.game.errors import RuleError
from engine.game.machine import Machine, Round, machine
from engine.game.mahjong import MahjongRound
from engine.game.presets import PRESETS
from engine.game.seats import Side

ROUND_PRESETS = (
    "standard",
    "tournament",
    "straight",
    "oklahoma",
    "tedesco",
    "mahjong",
    "round_corner",
)


def cards_on_table(state: Round) -> list[int]:
    """Every place a card can be, card by card."""
    places = [card for hand in state.hands for card in range(DECK_SIZE) if hand >> card & 1]
    places += [*state.stock, *state.discards]
    if isinstance(state, MahjongRound):
        places += [c for meld in state.melds for c in range(DECK_SIZE) if meld.cards >> c & 1]
        return places
    places += [card for card, _ in state.layoffs]
    if state.knock is not None and state.knock.discard is not None:
        places.append(state.knock.discard)
    return places


def every_action(state: Round) -> list[RoundAction]:
    """Whatever anybody could ask for, sensible or not."""
    actions: list[RoundAction] = [Pass(), Draw(), AutoLayOff(), DoneLayingOff(), BigGin()]
    actions += [Take(count) for count in range(4)]
    for card in range(DECK_SIZE):
        actions += [Discard(card), Knock(card), TakeKnock(card)]
        actions += [LayOff(card, meld) for meld in range(3)]
    actions += [LayMeld(state.hands[0]), LayMeld(0b111)]
    return actions


def random_round(engine: Machine, seed: int, steps: int) -> Round:
    rng = random.Random(seed)
    deck = list(range(DECK_SIZE))
    rng.shuffle(deck)
    state = engine.deal(deck, rng.randrange(DECK_SIZE))
    for _ in range(steps):
        side = state.to_act
        if side is None:
            break
        legal = list(engine.legal(state, side).actions())
        ends = [action for action in legal if isinstance(action, Knock | TakeKnock | BigGin)]
        state = engine.apply(
            state, side, rng.choice(ends if ends and rng.random() < 0.4 else legal)
        )
    return state


def test_a_deck_has_every_card_once() -> None:
    with pytest.raises(ValueError, match="52 cards"):
        machine(PRESETS["standard"]).deal([*range(DECK_SIZE - 1), 0])


@pytest.mark.parametrize("preset", ROUND_PRESETS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), steps=st.integers(0, 90))
def test_every_card_is_in_exactly_one_place(preset: str, seed: int, steps: int) -> None:
    state = random_round(machine(PRESETS[preset]), seed, steps)
    assert sorted(cards_on_table(state)) == list(range(DECK_SIZE))
    assert card_set(cards_on_table(state)) == FULL_DECK


@pytest.mark.parametrize("preset", ROUND_PRESETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9), steps=st.integers(0, 70))
def test_legal_actions_are_accepted_and_all_others_refused(
    preset: str, seed: int, steps: int
) -> None:
    engine = machine(PRESETS[preset])
    state = random_round(engine, seed, steps)
    for side in Side:
        legal = list(engine.legal(state, side).actions())
        assert bool(legal) is (state.to_act is side)
        for action in legal:
            assert engine.apply(state, side, action) != state
        for action in every_action(state):
            if action in legal or (isinstance(action, LayMeld) and legal):
                continue
            before = state
            with pytest.raises(RuleError):
                engine.apply(state, side, action)
            assert state == before


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9), preset=st.sampled_from(ROUND_PRESETS))
def test_a_round_always_ends_and_its_facts_add_up(seed: int, preset: str) -> None:
    engine = machine(PRESETS[preset])
    state = random_round(engine, seed, 1000)
    facts = state.facts
    assert facts is not None
    assert state.to_act is None
    if isinstance(state, MahjongRound):
        return
    for side in Side:
        shown = facts.hands[side]
        held = card_set([])
        for meld in shown.melds:
            assert not held & meld
            held |= meld
        assert held | shown.deadwood_cards == state.hands[side]
        assert engine._gin.solver.total(shown.deadwood_cards) == shown.deadwood
