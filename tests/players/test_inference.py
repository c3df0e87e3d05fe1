"""Imagined hands fit what was seen, and are nearer to the truth than chance."""

from dataclasses import replace
from math import log

from engine.game.cards import card, cards_of, parse_set
from engine.game.match import MatchPhase, act
from engine.game.melds import STANDARD, RunWrap, solver
from engine.game.presets import PRESETS
from engine.game.round import GinRound
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from engine.players.memory import Chance, Memory, recall
from engine.players.position import NEIGHBOURS, card_weights, neighbours, sample_hands
from tests.engine.playing import new_match


def seen_positions(rounds: int) -> list[tuple[Memory, int]]:
    """Memories from real rounds with the hand that the opponent really held."""
    found = []
    for seed in range(rounds):
        match, decks = new_match(PRESETS["standard"], 2, seed)
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            table = match.tables[0]
            assert isinstance(table.round, GinRound)
            memory = recall(seat_view(match, seat))
            if memory.turns > 2 and table.round.knock is None:
                side = Side(table.pair.index(seat))
                found.append((memory, table.round.hands[side.other]))
            match = act(
                match, seat, choose(seat_view(match, seat), Level.CASUAL, seed), decks
            ).match
    return found


POSITIONS = seen_positions(14)


def test_imagined_hands_have_the_known_cards_and_only_unseen_others() -> None:
    for memory, _ in POSITIONS[::5]:
        for hand in sample_hands(memory, 10, Chance(1), solver(STANDARD)):
            assert hand & memory.known == memory.known
            assert hand & ~(memory.known | memory.unseen) == 0
            assert hand.bit_count() == memory.known.bit_count() + memory.hidden


def test_imagined_hands_tell_more_than_chance_about_the_real_one() -> None:
    """The mean log likelihood of where each unseen card lies beats that of equal chances."""
    informed = blind = 0.0
    for number, (memory, real) in enumerate(POSITIONS[::3]):
        hands = sample_hands(memory, 60, Chance(number), solver(STANDARD))
        even = memory.hidden / memory.unseen.bit_count()
        for unseen in cards_of(memory.unseen):
            share = (sum(hand >> unseen & 1 for hand in hands) + 0.5) / 61
            held = real >> unseen & 1
            informed += log(share if held else 1 - share)
            blind += log(even if held else 1 - even)
    assert informed > blind * 0.98


def test_a_card_beside_a_thrown_one_is_less_likely_and_beside_a_taken_one_more() -> None:
    memory, _ = POSITIONS[0]
    first = memory.discarded[0]
    beside = NEIGHBOURS[first][0] & memory.unseen
    quiet = replace(memory, refused=(), taken=(), discarded=())
    after_throw = card_weights(replace(quiet, discarded=(first,)))
    after_take = card_weights(replace(quiet, taken=(first,), known=1 << first))
    assert beside
    assert all(after_throw[other] < 0 < after_take[other] for other in cards_of(beside))


def test_when_everything_unseen_is_in_the_hand_there_is_one_hand() -> None:
    memory, _ = POSITIONS[0]
    whole = Memory(memory.hand, 0, 0b1111, 4, 0, -1, 10, 1, (), (), (), 9)
    assert set(sample_hands(whole, 5, Chance(1), solver(STANDARD))) == {0b1111}


def test_neighbours_go_around_the_corner_where_runs_do() -> None:
    assert neighbours(card("KC"))[1:] == (parse_set("QC"), parse_set("JC"))
    assert neighbours(card("KC"), RunWrap.HIGH_LOW)[1:] == (parse_set("QC AC"), parse_set("JC"))
    corner = {one: neighbours(card(one), RunWrap.AROUND_CORNER)[1:] for one in ("KC", "AC", "2C")}
    assert corner["KC"] == (parse_set("QC AC"), parse_set("JC 2C"))
    assert corner["AC"] == (parse_set("KC 2C"), parse_set("QC 3C"))
    assert corner["2C"] == (parse_set("AC 3C"), parse_set("KC 4C"))
    assert neighbours(card("AC"), RunWrap.HIGH_LOW)[1:] == (parse_set("KC 2C"), parse_set("QC 3C"))
    assert neighbours(card("2C"), RunWrap.HIGH_LOW)[1:] == (parse_set("AC 3C"), parse_set("4C"))


def test_a_king_thrown_speaks_against_the_ace_of_its_suit_only_around_the_corner() -> None:
    memory, _ = POSITIONS[0]
    king, ace = card("KC"), card("AC")
    seen = replace(memory, unseen=1 << ace, discarded=(king,), refused=(), taken=(), known=0)
    assert card_weights(seen)[ace] == 0
    assert card_weights(seen, RunWrap.AROUND_CORNER)[ace] < 0
