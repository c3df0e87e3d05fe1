"""The playouts of Mahjong gin agree with the engine that everybody plays on."""

import random

import pytest

from engine.game.actions import Take
from engine.game.cards import cards_of
from engine.game.mahjong import MahjongRound, MahjongTable, cards_value
from engine.game.match import Match, MatchPhase, act
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.scoring import award
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players import Level, choose
from engine.players.mahjong import MahjongPosition
from engine.players.mahjong_simulation import (
    completing,
    known_cards,
    mahjong_play,
    points_of,
    quick_discard,
)
from tests.engine.playing import preset_match

RULES = PRESETS["mahjong"]
PLAY = mahjong_play(RULES)


def hands(count: int, most: int = 14) -> list[int]:
    rng = random.Random(3)
    return [
        sum(1 << card for card in rng.sample(range(52), rng.randint(1, most))) for _ in range(count)
    ]


def test_a_card_completes_a_meld_if_the_engine_says_so() -> None:
    engine = solver(RULES.meld_rules)
    for hand in hands(60):
        for card in range(52):
            melds = engine.melds_in(hand | 1 << card)
            assert completing(hand) >> card & 1 == any(meld >> card & 1 for meld in melds)


def test_points_and_layoffs_are_those_of_the_engine() -> None:
    engine = solver(RULES.meld_rules)
    for hand in hands(60, 20):
        assert points_of(hand) == cards_value(hand)
        groups = engine.melds_in(hand)
        fitting = {card for card in range(52) if engine.layoff_targets(groups, card)}
        assert set(cards_of(PLAY.takers(groups))) == fitting


def test_the_melds_that_are_worth_most_are_put_down() -> None:
    engine = solver(RULES.meld_rules)

    def most(cards: int) -> int:
        return max(
            (points_of(meld) + most(cards & ~meld) for meld in engine.melds_in(cards)), default=0
        )

    several = 0
    for hand in hands(200, 18):
        chosen = PLAY.melds_for(hand)
        assert sum(chosen) & hand == sum(chosen)
        assert sum(map(points_of, chosen)) == most(hand)
        several += len(chosen) > 1
    assert several > 10


def test_the_melds_of_most_of_the_deck_are_found_at_once() -> None:
    """After deep pickups hands hold a hundred melds, too many to try each with and without."""
    rng = random.Random(2)
    for _ in range(4):
        hand = sum(1 << card for card in rng.sample(range(52), 40))
        melds = solver(RULES.meld_rules).melds_in(hand)
        chosen = PLAY.melds_for(hand)
        assert len(melds) > 60
        assert sum(chosen) & hand == sum(chosen)
        assert set(chosen) <= set(melds)


def test_a_discard_is_a_card_of_the_hand_without_partners_if_there_is_one() -> None:
    engine = solver(RULES.meld_rules)
    for hand in hands(200):
        discarded = quick_discard(hand)
        assert hand >> discarded & 1
        partners = [
            any(
                engine.is_meld(1 << card | 1 << other | 1 << third)
                for other in cards_of(hand & ~(1 << card))
                for third in range(52)
            )
            for card in cards_of(hand)
        ]
        if not all(partners):
            assert not partners[list(cards_of(hand)).index(discarded)]


@pytest.mark.slow
def test_a_playout_is_the_round_that_quick_players_would_play() -> None:
    """The same deal played move by move through the engine ends with the same points."""
    table, ended, deep, expected = MahjongTable(RULES), 0, 0, 0
    for seed in range(80):
        deck = random.Random(seed).sample(range(52), 52)
        state = table.deal(deck)
        while state.facts is None:
            rest = list(reversed(state.stock))
            expected = PLAY.playout(state, state.hands, rest)
            action = PLAY.action(state)
            deep += isinstance(action, Take) and action.count > 1
            state = table.apply(state, state.turn, action)
        points = award(RULES, state.facts).points
        assert points[0] - points[1] == expected
        assert PLAY.playout(state, state.hands, []) == expected
        dealt = table.deal(deck)
        assert PLAY.playout(dealt, dealt.hands, list(reversed(deck[21:]))) == expected
        ended += state.facts.winner is not None
    assert ended > 70
    assert deep > 30


def states(seed: int) -> list[Match]:
    """A round of two players of the middle levels."""
    match, decks = preset_match("mahjong", seed)
    found, levels = [], (Level.CASUAL, Level.MASTER)
    while match.phase is MatchPhase.PLAYING:
        found.append(match)
        seat = match.to_act[0]
        action = choose(seat_view(match, seat), levels[seat], len(found))
        match = act(match, seat, action, decks).match
    return found


def test_imagined_deals_are_possible_and_contain_what_is_known() -> None:
    known_at_all = 0
    for match in states(4)[::3]:
        view = seat_view(match, match.to_act[0])
        position, state = MahjongPosition.of(view, 1), match.tables[0].round
        assert isinstance(state, MahjongRound)
        side = state.turn
        assert position.known == known_cards(state.upcard, state.events, side.other)
        assert position.known & ~state.hands[side.other] == 0
        known_at_all += position.known > 0
        assert position.state.pile_draws_in_a_row == state.pile_draws_in_a_row
        assert position.state.laid == state.laid
        for hand, stock in position.deals(5):
            assert hand & position.known == position.known
            assert hand.bit_count() == state.hands[side.other].bit_count()
            assert len(stock) == len(state.stock)
            assert hand | sum(1 << card for card in stock) == position.known | position.unseen
    assert known_at_all


def test_a_position_is_the_same_whatever_is_hidden() -> None:
    """Only what lies open is in it: the real hidden cards may be any."""
    for match in states(6)[::5]:
        view = seat_view(match, match.to_act[0])
        position, state = MahjongPosition.of(view, 1), match.tables[0].round
        assert isinstance(state, MahjongRound)
        side = state.turn
        hidden = list(cards_of(position.unseen))
        assert set(hidden) == set(cards_of(state.hands[side.other] & ~position.known)) | set(
            state.stock
        )
        assert position.state.hands[side] == state.hands[side]
        assert position.state.hands[side.other] == position.known
        assert Side(side) is position.side
