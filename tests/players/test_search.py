"""The master's search: the same as in C, where discards are close and nowhere else."""

import ctypes
import shutil
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.batch import seat
from benchmarks.native import in_c, load, players
from engine.game.actions import Discard
from engine.game.cards import cards_of
from engine.game.legal import Verb
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.rules import rules_from
from engine.game.view import seat_view
from engine.players import search
from engine.players.hand_context import HandContext
from engine.players.judgement import can_judge, judged_discards
from engine.players.levels import Level, choose
from engine.players.network import weights_file
from engine.players.position import Position
from engine.players.score_value import ScoreValues
from engine.players.search import DRAWS, MARGIN, imagined, looked_ahead, results, searches
from tests.engine.playing import new_match
from tests.players.contexts import casual_views
from tests.players.positions import hidden_moved


def positions(rounds: int) -> Iterator[Position]:
    """Decisions in which the master has a choice of discards, in rounds of casual players."""
    for seed, view in casual_views("standard", rounds):
        if Verb.DISCARD not in view.legal.verbs:
            continue
        position = Position.of(view, seed)
        gin = any(left == 0 for _, left in view.legal.knocks)
        if position.memory.turns >= DRAWS and can_judge(position) and not gin:
            yield replace(position, score_values=ScoreValues())


@pytest.fixture(scope="module")
def play() -> ctypes.CDLL:
    found = players("-O1")
    stored = weights_file(corner=False).read_bytes()
    seat(found, stored, stored)

    def rounded(weights: bytes, means: bytes) -> None:
        """Groups of results count whole points in Python."""
        points = np.rint(np.frombuffer(means, np.float32)).astype(np.float32)
        found.set_weights(weights, points.tobytes())

    load(rounded, stored)
    return found


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="games in C need a compiler")
def test_the_search_finds_what_the_search_in_c_finds(play: ctypes.CDLL) -> None:
    gaps: list[float] = []
    for position in positions(7):
        discards = [one.action for one in judged_discards(position)]
        cards = [one.card for one in discards if isinstance(one, Discard)][:2]
        deals = imagined(position)[:8]
        view, memory = position.view, position.memory
        context = HandContext.of(memory, view.public.rules, memory.hand, habits=position.habits)
        taken = view.taken is not None
        for card, row in zip(cards, results(position, cards, deals), strict=True):
            for (hand, following), (worth, _) in zip(deals, row, strict=True):
                one = (ctypes.c_uint64 * 1)(hand), (ctypes.c_int * 1)(following)
                found = play.worth_of(*in_c(context), memory.hand, card, taken, 1, *one)
                gaps.append(abs(found - worth))
    assert len(gaps) > 500
    alike = "only where two answers of the opponent are alike to the last bit"
    assert sum(gap > 0.0005 for gap in gaps) <= len(gaps) / 100, alike


@pytest.mark.slow
def test_a_search_is_legal_repeats_itself_and_chooses_among_the_close_discards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "HANDS", 6)  # true of any number of imagined hands
    changed = 0
    for position in positions(3):
        judged = judged_discards(position)
        again = replace(Position.of(position.view, 3), score_values=ScoreValues())
        after = looked_ahead(position, judged)
        assert looked_ahead(again, judged) == after, "whatever the seed"
        assert {one.action for one in after} == {one.action for one in judged}
        assert after[0].worth == pytest.approx(judged[0].worth)
        action = after[0].action
        if action == judged[0].action:
            continue
        changed += 1
        assert isinstance(action, Discard)
        assert position.view.legal.discards >> action.card & 1
        by_action = {one.action: one.worth for one in judged}
        assert by_action[action] > judged[0].worth - MARGIN
    assert changed


@pytest.mark.slow
def test_a_search_knows_nothing_hidden() -> None:
    compared = 0
    for seed in range(2):
        match, decks = new_match(PRESETS["standard"], 2, seed + 40)
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            position = Position.of(view, seed)
            if Verb.DISCARD in view.legal.verbs and position.memory.turns >= DRAWS:
                moved = Position.of(
                    seat_view(hidden_moved(match, view.seat, seed), view.seat), seed
                )
                cards = list(cards_of(view.legal.discards))[:2]
                assert imagined(moved) == (deals := imagined(position))
                assert results(moved, cards, deals[:4]) == results(position, cards, deals[:4])
                compared += 1
            match = act(match, view.seat, choose(view, Level.CASUAL, seed), decks).match
    assert compared > 3


def test_only_rules_like_those_that_were_played_in_c_are_searched() -> None:
    standard = PRESETS["standard"]
    assert searches(standard)
    for name in ("round_corner", "partnership_4", "three_handed", "oklahoma_deep"):
        assert not searches(PRESETS[name]), name
    assert not searches(rules_from({"may_return_taken_discard": True}))
    assert not searches(rules_from({"wall_rule": "last_discard"}))
