"""The environment for programs that learn: PettingZoo's own checks, and the same rounds as ours."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engine import Rules, Seat, preset
from engine.game.cards import cards_of
from engine.pettingzoo_env import ACTIONS, GinRounds, env


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # a mask stands beside it
@pytest.mark.parametrize("rules", ["standard", "oklahoma", "straight", "tournament"])
def test_the_interface_is_that_of_the_library(rules: str) -> None:
    api_test(env(rules), num_cycles=60)


def test_a_seed_is_the_same_round_again() -> None:
    seed_test(env, num_cycles=40)


@pytest.mark.parametrize("seed", range(20))
def test_a_round_ends_with_the_points_of_the_sheet_and_shows_no_hidden_card(seed: int) -> None:
    rounds, rng = GinRounds("oklahoma"), random.Random(seed)
    rounds.reset(seed=seed)
    while rounds.agents and not any(rounds.terminations.values()):
        agent = rounds.agent_selection
        seen = rounds.observe(agent)
        hidden = rounds.observe(next(one for one in rounds.agents if one != agent))
        assert not hidden["action_mask"].any(), "it is not that player's turn"
        own, top, pile, known = seen["observation"]
        assert own.sum() in (10, 11)
        assert not (own & (top | pile | known)).any(), "a card is in one place"
        theirs = hidden["observation"][0]
        assert not (known & ~theirs).any(), "what is known of the opponent is in that hand"
        rounds.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    first, second = rounds.rewards["player_0"], rounds.rewards["player_1"]
    assert first == -second
    scores = rounds._game.match.played[0].entry.scores
    assert abs(first) == max(scores) - min(scores)


def test_an_illegal_action_is_refused_with_the_legal_ones() -> None:
    rounds = GinRounds()
    rounds.reset(seed=3)
    assert rounds._game.turn is not None
    with pytest.raises(ValueError, match=r"action 2 is not legal; these are: \[0, 1\]"):
        rounds.step(2)
    wrapped = env()
    wrapped.reset(seed=3)
    wrapped.step(2)
    assert all(wrapped.terminations.values())
    assert wrapped.action_space("player_0").n == ACTIONS


@pytest.mark.parametrize(
    "rules", ["mahjong", "partnership_4", preset("standard", layoff_mode="manual")]
)
def test_other_games_are_refused(rules: Rules | str) -> None:
    with pytest.raises(ValueError, match="two-player gin"):
        GinRounds(rules)


def test_a_card_taken_from_the_pile_is_known_until_it_is_discarded() -> None:
    rounds = GinRounds()
    rounds.reset(seed=4)
    taker = Seat(rounds.possible_agents.index(rounds.agent_selection))
    top = rounds._game.match.tables[0].round.discards[-1]
    rounds.step(1)
    other = rounds.possible_agents[1 - taker]
    assert np.flatnonzero(rounds.observe(other)["observation"][3]).tolist() == [top]
    legal = rounds._game.legal()
    rounds.step(4 + next(card for card in cards_of(legal.discards) if card != top))
    assert np.flatnonzero(rounds.observe(other)["observation"][3]).tolist() == [top]
