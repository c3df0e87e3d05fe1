"""The yardsticks of the arena do what their descriptions say."""

import random

from benchmarks.arena import SeededDecks, Task, interval, play_pair, summary
from benchmarks.opponents import novice_rule, our_card, their_card
from engine.game.actions import BigGin, Discard, Knock
from engine.game.cards import card, card_text
from tests.players.positions import to_discard, view_of

OTHER = "AD 3D 5D 6C 8S 8C TS QS QC KC"


def test_rlcards_novice_goes_gin_then_knocks_then_throws_a_dearest_loose_card() -> None:
    big = view_of(to_discard("AS 2S 3S 4S 7C 7D 7H JC JD JH JS", OTHER))
    assert novice_rule(big, random.Random(1)) == BigGin()
    gin = view_of(to_discard("AS 2S 3S 4S 7C 7D 7H JC JD JH KD", OTHER))
    assert novice_rule(gin, random.Random(1)) == Knock(card("KD"))
    knock = view_of(to_discard("AS 2S 3S 2D 7C 7D 7H JC JD JH KD", OTHER))
    assert all(isinstance(novice_rule(knock, random.Random(s)), Knock) for s in range(9))
    loose = view_of(to_discard("AS 2S 3S 9D 7C 7D 7H TC JD QH 4D", OTHER))
    discarded = {novice_rule(loose, random.Random(seed)) for seed in range(40)}
    assert discarded == {Discard(card(text)) for text in ("TC", "JD", "QH")}


def test_cards_keep_their_faces_between_openspiel_and_here() -> None:
    names = {their_card(number): card_text(number) for number in range(52)}
    assert [names[place] for place in (0, 12, 13, 26, 39)] == ["AS", "KS", "AC", "AD", "AH"]
    assert all(our_card(their_card(number)) == number for number in range(52))


def test_both_matches_of_a_pair_have_the_same_deals_and_mirrored_players_break_even() -> None:
    decks = SeededDecks(5)
    assert decks.deck(1, 0, 0) == SeededDecks(5).deck(1, 0, 0) != SeededDecks(6).deck(1, 0, 0)
    first, second = play_pair(Task("simple", "simple", "standard", 3, 4))
    assert first.points == -second.points
    assert first.rounds_won == second.rounds_lost


def test_a_summary_counts_pairs_as_single_observations() -> None:
    pairs = [play_pair(Task("casual", "rlcard", "standard", seed, 2)) for seed in range(4)]
    text = summary(pairs)
    assert text.startswith("8 games, 16 rounds")
    mean, half = interval([0.5, 0.5, 1.0, 0.0])
    assert mean == 0.5
    assert 0.3 < half < 0.5
