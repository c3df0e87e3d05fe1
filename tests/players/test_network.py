"""The network sees in Python what it saw while it learned, and speaks of whole positions."""

import ctypes
import random
import shutil
from dataclasses import astuple, fields, replace

import numpy as np
import pytest

from benchmarks.native import NUMBERS, compiled, in_c
from engine.game.cards import FULL_DECK, card_set, cards_of, union
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round import RoundEventKind
from engine.game.rules import GameKind
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players.features import FEATURES, features
from engine.players.hand_context import HandContext, baseline
from engine.players.levels import Level, choose
from engine.players.memory import NO_CARD, Habits
from engine.players.network import BINS, NetworkKind, is_learned, networks
from engine.players.simulation import simulation
from tests.engine.playing import new_match
from tests.players.contexts import contexts

NAMES = ("standard", "straight", "round_corner")
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="learning needs a compiler")


@pytest.fixture(scope="module")
def play() -> ctypes.CDLL:
    return compiled("-O1")


def looked(
    play: ctypes.CDLL, context: HandContext, moment: NetworkKind
) -> tuple[list[float], float]:
    """The features and the worth of a position in C."""
    masks, counts = in_c(context)
    found, worth = (ctypes.c_float * FEATURES)(), ctypes.c_float()
    play.look(masks, counts, int(moment), found, ctypes.byref(worth))
    return list(found), worth.value


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("preset", NAMES)
def test_both_languages_see_the_same_position(play: ctypes.CDLL, preset: str) -> None:
    play.start(1, int(preset == "round_corner"))
    on, seen = baseline(PRESETS[preset]), 0
    for context in contexts(preset, 4):
        assert features(context, on) == pytest.approx(
            looked(play, context, NetworkKind.DISCARDED)[0], abs=1e-5
        )
        seen += 1
    assert seen > 50


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("preset", NAMES)
def test_both_languages_judge_alike_with_the_learned_weights(
    play: ctypes.CDLL, preset: str
) -> None:
    """Up to the 16 bits a number has in the file."""
    rules, corner = PRESETS[preset], preset == "round_corner"
    learned = networks(rules)
    play.start(1, int(corner))
    arrays = [getattr(net, part.name) for net in learned.nets for part in fields(net)]
    weights = np.concatenate([array.ravel() for array in arrays]).astype(np.float32)
    means = np.array(learned.points, np.float32)
    assert len(weights) == NUMBERS
    play.set_weights(weights.ctypes.data_as(ctypes.c_void_p), means.ctypes.data_as(ctypes.c_void_p))
    for context in contexts(preset, 2):
        for moment in NetworkKind:
            ours, *_ = learned.valued(moment, [context], baseline(rules), float)[0]
            assert ours == pytest.approx(looked(play, context, moment)[1], abs=1e-3)


@needs_compiler
@pytest.mark.parametrize("preset", ["standard", "round_corner"])
def test_learning_counts_discards_as_the_end_of_a_round_does(
    play: ctypes.CDLL, preset: str
) -> None:
    play.start(1, int(preset == "round_corner"))
    counted = 0
    for seed in range(12):
        match, decks = new_match(PRESETS[preset], 2, seed)
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            match = act(match, view.seat, choose(view, Level.NOVICE, seed), decks).match
        facts, ending = match.tables[0].round.facts, match.played[0].tables[0].ending
        assert facts is not None
        assert ending is not None
        laid = card_set(card for card, _ in facts.layoffs)
        for side in Side:
            events = [one for one in match.tables[0].round.events if one.side is side]
            discarded = [
                one.card
                for one in events
                if one.fact is RoundEventKind.DISCARDED and one.card is not None
            ]
            held = facts.hands[side].deadwood_cards | union(facts.hands[side].melds)
            hand = held if facts.knocker is side else held | laid
            found = (ctypes.c_int * 4)()
            play.discarded((ctypes.c_int * len(discarded))(*discarded), len(discarded), hand, found)
            assert tuple(found) == astuple(ending.discards[side])
            counted += sum(found)
    assert counted > 200


@needs_compiler
@pytest.mark.parametrize("preset", ["standard", "round_corner"])
def test_learning_pays_for_a_knock_what_the_rules_pay(play: ctypes.CDLL, preset: str) -> None:
    rules, rng, knocks = PRESETS[preset], random.Random(3), 0
    play.start(1, int(preset == "round_corner"))
    simulated = simulation(rules)
    terms = rules.gin_bonus, rules.undercut_bonus, int(rules.layoff_on_gin)
    for _ in range(6000):
        hand = sum(1 << card for card in rng.sample(range(22), 10))
        left = simulated.solver.deadwood(hand)
        if left <= 10:
            others = [card for card in range(52) if not hand >> card & 1]
            other = sum(1 << card for card in rng.sample(others, 10))
            points = simulated.knock_points(hand, left, other)
            assert play.knock_of(hand, other, *terms) == points
            knocks += 1
    assert knocks > 100


def test_the_networks_give_chances_and_prefer_what_is_plainly_better() -> None:
    rules = PRESETS["standard"]
    learned, on = networks(rules), baseline(rules)
    assert learned.points == tuple(sorted(learned.points))
    for context in contexts("standard", 1):
        chances = learned.chances(NetworkKind.DISCARDED, [context], on)[0]
        assert len(chances) == BINS
        assert chances.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_of_gin_is_learned(preset: str) -> None:
    rules = PRESETS[preset]
    assert is_learned(rules) or rules.game_kind is GameKind.MAHJONG


@pytest.mark.parametrize("preset", ["standard", "round_corner"])
def test_a_card_that_meets_no_meld_only_adds_its_count(preset: str) -> None:
    """The shortcut that both languages take for most of the unseen cards."""
    rng, on, met = random.Random(5), baseline(PRESETS[preset]), 0
    count = on.solver
    for _ in range(300):
        hand = sum(1 << card for card in rng.sample(range(52), 10))
        left, without = count.deadwood(hand), count.discards(hand)
        for card in cards_of(FULL_DECK & ~hand):
            if on.meeting(hand) >> card & 1:
                met += 1
                continue
            added = count.value(card)
            assert count.deadwood(hand | 1 << card) == left + added
            best = min(left, min(after for _, after in without) + added)
            assert count.best_discard(hand | 1 << card)[1] == best
    assert met > 300


@pytest.mark.slow
def test_a_knock_is_worth_more_against_who_never_lays_off_and_less_against_who_waits() -> None:
    """What the networks have learned of habits: the same knocks, other opponents."""
    rules = PRESETS["standard"]
    learned, on = networks(rules), baseline(rules)
    knocks = [
        replace(context, top=NO_CARD)
        for context in contexts("standard", 40)
        if 0 < on.solver.deadwood(context.hand) <= rules.knock_limit
    ]
    assert len(knocks) > 10

    def worth(habits: Habits) -> float:
        seen = [replace(context, habits=habits) for context in knocks]
        found = learned.valued(NetworkKind.KNOCKED, seen, on, float)
        return sum(value for (value,) in found) / len(found)

    careful = Habits(rounds=5, knocks=1, left=6, turns=5, caught=4, rest=80, made=3)
    careless = replace(careful, missed=3, made=0)
    waiting = Habits(rounds=5, gins=1, turns=9, waited=3, caught=4, rest=20, made=1)
    assert worth(careless) > worth(careful) + 2
    assert worth(waiting) < worth(careful)


@pytest.mark.slow
def test_more_is_hoped_for_of_who_always_throws_the_dearest_first() -> None:
    """What the networks have learned of discards: the same positions and knocks, other habits."""
    rules = PRESETS["standard"]
    learned, on = networks(rules), baseline(rules)
    positions = [replace(context, top=NO_CARD) for context in contexts("standard", 20)]

    def hope(habits: Habits) -> float:
        seen = [replace(context, habits=habits) for context in positions]
        found = learned.valued(NetworkKind.DRAWING, seen, on, float)
        return sum(value for (value,) in found) / len(found)

    knocks = Habits(rounds=4, knocks=2, left=12, turns=12, caught=2, rest=40, made=1)
    quick = replace(knocks, compared=70, steps=16, rises=2)
    assert hope(quick) > hope(replace(quick, dearer=7, rises=5)) + 1
