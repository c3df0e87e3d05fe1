"""The engine for programs: own hands and decks, records, quick legal moves, clear refusals."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import Game, Level, OptionError, RuleError, Seat, computer, playout, preset
from engine.game.actions import Discard
from engine.game.cards import Card, card
from engine.game.presets import PRESETS
from engine.game.record import from_text, replay, to_text
from engine.game.view import seat_view
from engine.simulation import SeededDecks

ONE = "AC 2C 3C 4D 5D 6D 7H 7S 7C KH"
TWO = "10h jh qh; two of spades, 3s, ♠4 8d 8c 8h kc"


def test_a_hand_is_dealt_as_it_was_asked_for() -> None:
    game = Game(seed=1, hands={Seat.ONE: ONE, Seat.TWO: TWO})
    assert str(game.hand(Seat.ONE)) == "7C 7H 7S | AC 2C 3C | 4D 5D 6D; deadwood KH (10)"
    assert game.hand(Seat.TWO).points == 10
    later = Game(seed=1, hands={Seat.ONE: ONE})
    assert later.hand(Seat.ONE) == game.hand(Seat.ONE)
    assert later.record().deals[0].deck != Game(seed=1).record().deals[0].deck


@pytest.mark.parametrize("dealt", list(Seat)[:2])
def test_whoever_deals_each_seat_has_its_own_hand(dealt: Seat) -> None:
    for seed in range(8):
        hand = Game(seed=seed, hands={dealt: ONE}).hand(dealt)
        assert hand.points == 10


def test_own_decks_are_dealt() -> None:
    class Sorted:
        def deck(self, number: int, table: int, attempt: int) -> list[Card]:
            return list(range(52))

        def knock_card(self, number: int, table: int, attempt: int) -> Card:
            return card("KS")

    game = Game(decks=Sorted())
    assert game.match.tables[0].round.discards == (20,)


@pytest.mark.parametrize(
    "name", ["standard", "tedesco_2v2", "oklahoma_match", "mahjong", "straight"]
)
def test_a_record_replays_to_the_same_match(name: str) -> None:
    game, rng = Game(name, seed=3), random.Random(3)
    for _ in range(150):
        if game.is_over:
            break
        game.play(rng.choice(list(game.legal().actions())))
    record = game.record()
    assert replay(from_text(to_text(record))) == game.match


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_legal_is_that_of_the_view(name: str) -> None:
    game, rng = Game(name, seed=5), random.Random(5)
    for _ in range(60):
        if game.is_over:
            break
        for seat in game.match.seats:
            assert game.legal(seat) == seat_view(game.match, seat).legal
        game.play(rng.choice(list(game.legal().actions())))


def test_a_refusal_names_what_is_legal() -> None:
    game = Game(seed=2)
    with pytest.raises(RuleError) as refused:
        game.play("s")
    assert refused.value.data["legal"] == "t p"
    game.play("t")
    with pytest.raises(RuleError) as refused:
        game.play(Discard(game.match.tables[0].round.stock[0]))
    assert str(refused.value.data["legal"]).startswith("d")


@pytest.mark.parametrize(
    ("wrong", "kind", "expected"),
    [
        (lambda game: game.hand("one"), ValueError, "there is no seat 'one'; the seats are"),
        (lambda game: game.view(7), ValueError, "there is no seat 7"),
        (lambda game: game.legal(2), ValueError, "there is no seat 2"),
        (lambda game: game.play("p", 5), ValueError, "there is no seat 5"),
        (lambda game: game.play(5), TypeError, "an action is one of engine.game.actions"),
        (lambda game: type(game)(None), TypeError, "rules are the name of a preset or Rules"),
        (lambda game: computer(game, game.name), ValueError, "there is no level 'standard'"),
        (lambda game: playout("single", {Seat.ONE: Level.NOVICE}), ValueError, "has no level"),
        (lambda game: Game(hands={Seat.ONE: "AC 2C"}), ValueError, "a hand has 10 cards"),
        (lambda game: Game(hands={Seat.FIVE: ONE}), ValueError, "is dealt no cards"),
        (
            lambda game: Game(hands={Seat.ONE: ONE, Seat.TWO: ONE}),
            ValueError,
            "AC is in the hands more than once",
        ),
        (lambda game: Game(hands={Seat.ONE: "one card"}), ValueError, "one"),
        (lambda game: preset("standard", spade_doubles=True), OptionError, "no_effect"),
        (lambda game: preset("whist"), ValueError, "no preset is called 'whist'"),
    ],
)
def test_what_cannot_be_says_what_was_expected(
    wrong: Callable[[Any], object], kind: type[Exception], expected: str
) -> None:
    game = Game(seed=2)
    before = game.match
    with pytest.raises(kind, match=expected):
        wrong(game)
    assert game.match is before


def test_the_same_seed_deals_the_same_match() -> None:
    assert Game(seed=4).match == Game(seed=4, decks=SeededDecks(4)).match != Game(seed=5).match
