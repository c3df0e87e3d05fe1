"""The games in C: players that are copies decide like their originals, and pairs are fair."""

import ctypes
import shutil
import zlib
from pathlib import Path

import numpy as np
import pytest

from benchmarks.batch import played, search, seat
from benchmarks.native import NAMES, in_c, players
from benchmarks.train_master import mean
from engine.game.actions import Discard, Take
from engine.game.cards import card_set
from engine.game.legal import Verb
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.players import expert, lower_levels
from engine.players.hand_context import HandContext
from engine.players.lower_levels import loose_cards
from engine.players.memory import recall
from engine.players.network import weights_file
from engine.players.position import Position
from tests.players.contexts import casual_views

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="games in C need a compiler")


@pytest.fixture(scope="module")
def play() -> ctypes.CDLL:
    found = players("-O1")
    stored = weights_file(corner=False).read_bytes()
    seat(found, stored, stored)
    return found


@pytest.mark.slow
def test_novice_and_casual_discard_in_c_what_they_may_discard_in_python(play: ctypes.CDLL) -> None:
    compared = 0
    for _, view in casual_views("standard", 6):
        if Verb.DISCARD not in view.legal.verbs or Verb.KNOCK in view.legal.verbs:
            continue
        masks, numbers = in_c(HandContext.of(recall(view), view.public.rules, view.hand))
        allowed = view.legal.discards
        loose = play.may_throw(NAMES.index("novice"), masks, numbers, view.hand, allowed)
        assert loose == card_set(loose_cards(Position.of(view, 1), allowed))
        discarded = [lower_levels.casual_discard(Position.of(view, seed)) for seed in range(60)]
        alike = card_set({one.card for one in discarded if isinstance(one, Discard)})
        assert alike == play.may_throw(NAMES.index("casual"), masks, numbers, view.hand, allowed)
        compared += 1
    assert compared > 60


@pytest.mark.slow
def test_the_expert_takes_in_c_what_it_takes_in_python(play: ctypes.CDLL) -> None:
    taken = left = 0
    for _, view in casual_views("standard", 30):
        if Verb.TAKE not in view.legal.verbs:
            continue
        position = Position.of(view, 1)
        masks, numbers = in_c(HandContext.of(position.memory, PRESETS["standard"], view.hand))
        takes = isinstance(expert.draw_action(position), Take)
        assert takes == play.wants(NAMES.index("expert"), masks, numbers, position.memory.top)
        taken, left = taken + takes, left + (not takes)
    assert taken > 30
    assert left > 30


@pytest.mark.slow
def test_gold_takes_what_lowers_its_deadwood_with_or_without_a_meld(play: ctypes.CDLL) -> None:
    rules = PRESETS["standard"]
    count = solver(rules.meld_rules)
    taken = without_a_meld = left = 0
    for _, view in casual_views("standard", 30):
        if Verb.TAKE not in view.legal.verbs:
            continue
        memory = recall(view)
        masks, numbers = in_c(HandContext.of(memory, rules, view.hand))
        bit, before = 1 << memory.top, count.deadwood(view.hand)
        takes = count.best_discard(view.hand | bit, bit)[1] < before
        assert takes == play.wants(NAMES.index("gold"), masks, numbers, memory.top)
        melds = count.deadwood(view.hand | bit) < before + count.value(memory.top)
        taken, left = taken + takes, left + (not takes)
        without_a_meld += takes and not melds
    assert min(taken, without_a_meld, left) > 30


@pytest.mark.slow
def test_the_same_seed_plays_the_same_games_and_equals_break_even(play: ctypes.CDLL) -> None:
    games = played(play, ("openspiel", "openspiel"), 20, 3)
    assert (games[:, 0] == 0.5).all()
    assert (games[:, 4] == 0).all()
    mixed = played(play, ("expert", "tonic"), 5, 3)
    assert (mixed == played(play, ("expert", "tonic"), 5, 3)).all()
    assert (mixed != played(play, ("expert", "tonic"), 5, 4)).any()


@pytest.mark.slow
def test_every_player_in_c_finishes_games_and_the_master_wins_them(play: ctypes.CDLL) -> None:
    play.set_samples(16)
    for name in NAMES[2:-1]:
        found = played(play, ("master", name), 8, 2)
        assert (found[:, 3] >= 4).all()
        assert found[:, 4].sum() > 0, name


@pytest.mark.slow
@pytest.mark.night
def test_a_search_over_no_hands_plays_like_the_master_and_over_some_differently() -> None:
    """With sums made afresh for every position, so that rounding depends on no other."""
    play = players("-O1", "-DAFRESH=1")
    stored = weights_file(corner=False).read_bytes()
    seat(play, stored, stored)
    assert NAMES[-1] == "searcher"
    search(play, hands=0)
    found = played(play, ("searcher", "master"), 6, 2)
    assert (found[:, 0] == 0.5).all()
    assert (found[:, 4] == 0).all()
    search(play, hands=8, weight=1)
    mixed = played(play, ("searcher", "master"), 6, 2)
    assert (mixed[:, 4] != 0).any()
    assert (mixed == played(play, ("searcher", "master"), 6, 2)).all()


@pytest.mark.slow
@pytest.mark.night
def test_who_learns_of_one_player_meets_nobody_else(play: ctypes.CDLL) -> None:
    def won(name: str) -> float:
        play.meet_only(NAMES.index(name))
        return float(play.train(1000, 0.0, 0.75, 0.3))

    assert won("novice") > won("former") + 6


def test_the_mean_of_weight_files_lies_between_them(tmp_path: Path) -> None:
    stored = weights_file(corner=False).read_bytes()
    numbers = np.frombuffer(zlib.decompress(stored), "<f2").astype(np.float32)
    files = [tmp_path / name for name in ("as_stored.z", "doubled.z")]
    for file, factor in zip(files, (1, 2), strict=True):
        file.write_bytes(zlib.compress((factor * numbers).astype("<f2").tobytes()))
    between = np.frombuffer(zlib.decompress(mean(files)), "<f2").astype(np.float32)
    assert np.allclose(between, 1.5 * numbers, rtol=1e-2, atol=1e-5)
