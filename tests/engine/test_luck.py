"""Luck and skill add up, and are what they must be where the answer is known."""

from dataclasses import replace

import pytest

from engine.coach.luck import NO_LUCK, luck_of_round
from engine.game.actions import Discard, Draw, Knock, TakeKnock
from engine.game.cards import FULL_DECK, card, cards_of, parse_set
from engine.game.gin import GinTable
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round import GinRound, Phase
from engine.game.rules import rules_from
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from tests.engine.playing import new_match

RULES = PRESETS["standard"]
TABLE = GinTable(RULES)


def last_draw(drawn: str) -> GinRound:
    """Three cards in the stock: the non-dealer draws ``drawn``, and then the wall ends the round.

    Only a six of spades makes gin (points 25 and the dealer's deadwood); nothing else allows a
    knock, so every other card brings nothing.
    """
    hands = parse_set("4S 5S 7C 7D 7H JC JD JH JS KD"), parse_set("2C 3D 5H 8H 9C TD TH KS KC QD")
    first = card(drawn)
    wall = [card("6S"), card("2D"), card("3H")]
    stock = (first, *(one for one in wall if one != first))
    pile = tuple(cards_of(FULL_DECK & ~hands[0] & ~hands[1] & ~sum(1 << one for one in wall)))
    return GinRound(
        phase=Phase.FORCED_STOCK,
        turn=Side.NON_DEALER,
        hands=hands,
        stock=stock,
        discards=pile,
        knock_limit=0,
    )


def test_a_lucky_last_card_is_luck_and_nothing_else() -> None:
    """One card of three wins 25 + deadwood: drawing it is worth two thirds of that, missing it
    costs one third, and the mean over the three cards is nothing.
    """
    total = 0.0
    gin = 25 + TABLE.solver.deadwood(last_draw("6S").hands[1])
    for drawn in ("6S", "2D", "3H"):
        start = last_draw(drawn)
        drew = TABLE.apply(start, Side.NON_DEALER, Draw())
        ended = TABLE.apply(
            drew,
            Side.NON_DEALER,
            Knock(card("KD")) if drawn == "6S" else Discard(card("KD")),
        )
        luck = luck_of_round([start, drew, ended], RULES, Side.NON_DEALER, stocks=3000)
        assert luck.decisions == pytest.approx(0, abs=1e-9)
        assert luck.theirs == 0
        share = 2 / 3 if drawn == "6S" else -1 / 3
        assert luck.draws == pytest.approx(share * gin, rel=0.12)
        assert luck.points == pytest.approx(gin if drawn == "6S" else 0)
        total += luck.draws
    assert total == pytest.approx(0, abs=0.1 * gin)


def test_throwing_gin_away_is_a_decision_and_not_luck() -> None:
    start = last_draw("6S")
    drew = TABLE.apply(start, Side.NON_DEALER, Draw())
    discarded = TABLE.apply(drew, Side.NON_DEALER, Discard(card("6S")))
    luck = luck_of_round([start, drew, discarded], RULES, Side.NON_DEALER, stocks=200)
    gin = 25 + TABLE.solver.deadwood(start.hands[1])
    assert luck.decisions == pytest.approx(-gin)
    assert luck.points == pytest.approx(0)
    mirrored = luck_of_round([start, drew, discarded], RULES, Side.DEALER, stocks=200)
    assert mirrored.theirs == pytest.approx(gin)
    assert mirrored.decisions == 0


def test_the_knock_with_the_last_discard_is_a_decision() -> None:
    """Whoever may take the last discard to knock (rulebook 1.9) gains by it and not by luck."""
    rules = rules_from({"wall_rule": "last_discard"})
    table = GinTable(rules)
    hands = parse_set("4S 5S 7C 7D 7H JC JD JH JS KD"), parse_set("2C 3D 5H 8H 9C TD TH KS KC QD")
    pile = tuple(cards_of(FULL_DECK & ~hands[0] & ~hands[1] & ~parse_set("6S 2D 3H")))
    drew = GinRound(
        phase=Phase.DISCARD,
        turn=Side.DEALER,
        hands=(hands[0], hands[1] | parse_set("6S")),
        stock=(card("2D"), card("3H")),
        discards=pile,
        knock_limit=0,
        drawn=card("6S"),
    )
    discarded = table.apply(drew, Side.DEALER, Discard(card("6S")))
    assert discarded.phase is Phase.LAST_DISCARD
    ended = table.apply(discarded, Side.NON_DEALER, TakeKnock(card("KD")))
    luck = luck_of_round([drew, discarded, ended], rules, Side.NON_DEALER, stocks=20)
    assert luck.points == luck.decisions == 25 + table.solver.deadwood(hands[1])
    assert luck.luck == 0


@pytest.mark.slow
def test_the_parts_are_the_points_of_the_round_in_real_games() -> None:
    for seed in range(8):
        match, decks = new_match(RULES, 2, seed)
        pair = match.tables[0].pair
        positions = [match.tables[0].round]
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            match = act(match, seat, choose(seat_view(match, seat), Level.CASUAL, 1), decks).match
            positions.append(match.tables[0].round)
        rounds = [one for one in positions if isinstance(one, GinRound)]
        scores = match.played[0].entry.scores
        for side in Side:
            luck = luck_of_round(rounds, RULES, side, stocks=6)
            own = scores[pair[side]] - scores[pair[side.other]]
            assert luck.points == pytest.approx(own)
            assert luck.luck + luck.skill == pytest.approx(own)


def test_luck_adds_up_over_rounds_and_a_running_round_has_none() -> None:
    start = last_draw("6S")
    with pytest.raises(ValueError, match="not over"):
        luck_of_round([start], RULES, Side.DEALER)
    drew = TABLE.apply(start, Side.NON_DEALER, Draw())
    ended = TABLE.apply(drew, Side.NON_DEALER, Knock(card("KD")))
    one = luck_of_round([start, drew, ended], RULES, Side.NON_DEALER, stocks=10)
    assert (one + NO_LUCK) == one
    assert (one + one).points == pytest.approx(2 * one.points)
    doubled = [replace(state, multiplier=2) for state in (start, drew)]
    last = TABLE.apply(doubled[1], Side.NON_DEALER, Knock(card("KD")))
    both = luck_of_round([*doubled, last], RULES, Side.NON_DEALER, stocks=10)
    assert both.points == pytest.approx(2 * one.points)
