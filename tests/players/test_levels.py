"""The four levels: legal everywhere, blind to hidden cards, the same for the same seed."""

import random
from dataclasses import replace

import pytest

from engine.game.actions import AutoLayOff, BigGin, Discard, Knock, LayOff, Ready
from engine.game.cards import card, parse_set
from engine.game.legal import Verb
from engine.game.match import Decks, Match, MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.rules import Rules, rules_from
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.players.levels import Level, choose, level_named
from tests.engine.playing import new_match, preset_match
from tests.players.positions import hidden_moved, to_discard, to_lay_off, view_of

OPTIONS: dict[str, Rules] = {
    "deep_pickup": rules_from({"deep_pickup": True}),
    "manual_layoffs": rules_from({"layoff_mode": "manual"}),
    "eleven_cards": rules_from({"first_turn": "eleven_cards"}),
    "returns": rules_from({"may_return_taken_discard": True}),
    "last_discard": rules_from({"wall_rule": "last_discard", "wall_size": 8}),
    "seven_cards": rules_from({"hand_size": 7}),
    "ace_is_gin": rules_from({"knock_card_source": "upcard", "oklahoma_ace": "gin"}),
    "deep_corner": rules_from(
        {"deep_pickup": True, "run_wrap": "around_corner", "ace_deadwood": 15}
    ),
}


def played_round(
    match: Match, decks: Decks, levels: tuple[Level, ...], seed: int, moves: int = 600
) -> Match:
    """One round of everybody at the table, or its first ``moves`` moves.

    ``act`` raises if anything is not legal.
    """
    for move in range(moves):
        if match.phase is not MatchPhase.PLAYING:
            return match
        seat = match.to_act[0]
        level = levels[seat % len(levels)]
        action = choose(seat_view(match, seat), level, seed + move)
        match = act(match, seat, action, decks).match
    assert moves < 600, "the round does not end"
    return match


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_everything_a_quick_level_does_is_legal_in_every_preset(preset: str) -> None:
    for seed in range(6):
        match, decks = preset_match(preset, seed)
        for _ in range(3):
            match = played_round(match, decks, (Level.NOVICE, Level.CASUAL), seed)
            if match.phase is MatchPhase.OVER:
                break
            for seat in match.to_act:
                match = act(match, seat, Ready(), decks).match


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_expert_does_is_legal_in_every_preset(preset: str) -> None:
    for seed in (7, 8):
        match, decks = preset_match(preset, seed)
        after = played_round(match, decks, (Level.EXPERT,), seed, moves=60)
        assert after != match


@pytest.mark.parametrize("preset", ["standard", "tedesco", "oklahoma_match", "mahjong"])
def test_what_the_master_does_is_legal_in_every_kind_of_game(preset: str) -> None:
    match, decks = preset_match(preset, 3)
    after = played_round(match, decks, (Level.MASTER, Level.CASUAL), 3, moves=40)
    assert after != match


@pytest.mark.parametrize("option", OPTIONS)
def test_everything_is_legal_with_rare_options(option: str) -> None:
    for seed in range(12):
        match, decks = new_match(OPTIONS[option], 2, seed)
        levels = (Level.EXPERT, Level.CASUAL) if seed < 3 else (Level.CASUAL, Level.NOVICE)
        assert played_round(match, decks, levels, seed).played


@pytest.mark.parametrize("level", Level)
def test_a_decision_depends_on_nothing_hidden(level: Level) -> None:
    """Every card the player cannot know is moved: the view and the decision stay the same."""
    rounds = 1 if level is Level.MASTER else 4
    compared = 0
    for seed in range(rounds):
        match, decks = new_match(PRESETS["standard"], 2, seed + 40)
        move = 0
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            view = seat_view(match, seat)
            action = choose(view, level if move % 3 == 0 else Level.CASUAL, seed + move)
            if move % 3 == 0 and Verb.DONE not in view.legal.verbs:
                other = seat_view(hidden_moved(match, Seat(seat), move), seat)
                assert other == view
                assert choose(other, level, seed + move) == action
                compared += 1
            match = act(match, seat, action, decks).match
            move += 1
    assert compared > 5


@pytest.mark.parametrize("level", Level)
def test_the_same_seed_gives_the_same_decision(level: Level) -> None:
    match, decks = new_match(PRESETS["standard"], 2, 5)
    rng = random.Random(5)
    for _ in range(9):
        seat = match.to_act[0]
        view = seat_view(match, seat)
        action = choose(view, Level.CASUAL, rng.randrange(1000))
        match = act(match, seat, action, decks).match
    view = seat_view(match, match.to_act[0])
    assert choose(view, level, 99) == choose(view, level, 99)


def test_a_novice_slips_differently_under_different_seeds() -> None:
    state = to_discard("KS QH JD 9C 8D 7H 5S 4C 2D 2H 3S", "AC AD AH TC TD TH 6C 6D 6H 4S")
    view = view_of(state)
    assert len({choose(view, Level.NOVICE, seed) for seed in range(30)}) > 2


@pytest.mark.parametrize("level", Level)
def test_nobody_throws_gin_away(level: Level) -> None:
    state = to_discard("AS 2S 3S 4S 7C 7D 7H JC JD JH KD", "AC 2C 3D 5H 6H 8S 9S TS QS KS")
    action = choose(view_of(state), level, 1)
    assert isinstance(action, Knock)
    assert action.card == card("KD")


@pytest.mark.parametrize("level", Level)
def test_big_gin_is_declared_where_it_pays_more_and_not_where_it_pays_less(level: Level) -> None:
    hand, other = "AS 2S 3S 4S 7C 7D 7H JC JD JH JS", "AC 2C 3D 5H 6H 8S 9S TS QS KS"
    assert choose(view_of(to_discard(hand, other)), level, 1) == BigGin()
    cheap = replace(PRESETS["standard"], big_gin_bonus=10)
    action = choose(view_of(to_discard(hand, other, rules=cheap), cheap), level, 1)
    assert isinstance(action, Knock)


@pytest.mark.parametrize("level", Level)
def test_everybody_lays_off_in_the_best_way(level: Level) -> None:
    state = to_lay_off("5C 5D 5H 8S 9S TS QC QD QH 2D", "5C 5D 5H,8S 9S TS,QC QD QH",
                       "5S JS QS KC KH 7D 7H 4C 2C 3H")  # fmt: skip
    assert choose(view_of(state), level, 1) == AutoLayOff()
    manual = rules_from({"layoff_mode": "manual"})
    action = choose(view_of(replace(state), manual), level, 1)
    assert isinstance(action, LayOff)
    assert action.card in {card("5S"), card("JS")}


@pytest.mark.parametrize("level", Level)
def test_nobody_breaks_a_meld_that_keeps_the_count_down(level: Level) -> None:
    state = to_discard("4C 5C 6C 9D 9H 9S KC QD 8H 7S AH", "AC 2C 3D 5H 6H 8S TC TS QS KS")
    melded = parse_set("4C 5C 6C 9D 9H 9S")
    for seed in range(5):
        action = choose(view_of(state), level, seed)
        assert isinstance(action, Discard)
        assert not melded >> action.card & 1


def test_a_name_that_is_no_level_is_refused() -> None:
    assert level_named("expert") is Level.EXPERT
    with pytest.raises(ValueError, match="novice, casual, expert, master"):
        level_named("sensible")


def test_there_is_nothing_to_choose_when_it_is_not_ones_turn() -> None:
    match, _ = new_match(PRESETS["standard"], 2, 1)
    waiting = next(seat for seat in match.seats if seat not in match.to_act)
    with pytest.raises(ValueError, match="nothing to do"):
        choose(seat_view(match, waiting), Level.CASUAL, 1)
