"""What is kept of a finished round says what everybody saw."""

from dataclasses import replace

import pytest

from engine.game.actions import DoneLayingOff
from engine.game.cards import cards_from, parse_set
from engine.game.match import Match, act
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.round import ResultKind, RoundEvent, RoundEventKind, RoundFacts, shown
from engine.game.round_statistics import Discards, RoundEnding, ending_of
from engine.game.rules import rules_from
from engine.game.seats import Side
from engine.game.snapshot import dump, load
from engine.game.view import public_view, seat_view
from engine.players.levels import Level, choose
from tests.engine.playing import SeededDecks, preset_match
from tests.players.positions import to_lay_off, with_round

KNOCKER, MELDS = "5C 5D 5H 8S 9S TS QC QD QH 2D", "5C 5D 5H,8S 9S TS,QC QD QH"
DEFENDER = "5S JS QS KC KH 7D 7H 4C 2C 3H"
MANUAL = rules_from({"layoff_mode": "manual"})


def finished(match: Match) -> RoundEnding:
    ending = match.played[-1].tables[0].ending
    assert ending is not None
    return ending


def test_a_defender_who_lays_nothing_off_is_seen_to_miss_it() -> None:
    match = with_round(to_lay_off(KNOCKER, MELDS, DEFENDER, MANUAL), MANUAL)
    after = act(match, match.to_act[0], DoneLayingOff(), SeededDecks(1)).match
    ending = finished(after)
    assert ending.knocker is Side.DEALER
    assert ending.left == (5 + 10 + 10 + 10 + 10 + 7 + 7 + 4 + 2 + 3, 2)
    assert ending.could == 5 + 10 + 10, "the five, and jack and queen of spades on the run"
    assert not ending.laid_off


def test_what_is_laid_off_still_counts_as_held() -> None:
    match = with_round(to_lay_off(KNOCKER, MELDS, DEFENDER))
    view = seat_view(match, match.to_act[0])
    after = act(match, view.seat, choose(view, Level.CASUAL, 1), SeededDecks(1)).match
    missed = with_round(to_lay_off(KNOCKER, MELDS, DEFENDER, MANUAL), MANUAL)
    other = act(missed, view.seat, DoneLayingOff(), SeededDecks(1)).match
    assert finished(after) == replace(finished(other), laid_off=True)


def test_discards_are_compared_with_the_loose_cards_that_were_kept() -> None:
    """Thrown: Q, 5, 9. Held at the end: a set, K and 2; the king counts more than 5 and 9."""
    rules = PRESETS["standard"]
    discarded = {Side.DEALER: "QC 5D 9H", Side.NON_DEALER: "KS"}
    events = [
        RoundEvent(side, RoundEventKind.DISCARDED, card)
        for side, text in discarded.items()
        for card in cards_from(text)
    ]
    hands = [
        shown(solver(rules.meld_rules).best_layout(parse_set(text)))
        for text in ("AC 2C 3C", "7C 7D 7H KD 2S")
    ]
    facts = RoundFacts(ResultKind.VOID, None, None, (hands[0], hands[1]))
    ending = ending_of(rules, facts, events)
    assert ending.discards == (Discards(), Discards(compared=6, dearer=2, steps=2, rises=1))


def played_round(preset: str, seed: int) -> Match:
    """A match whose first round two casual players have ended."""
    match, decks = preset_match(preset, seed)
    while not match.played:
        view = seat_view(match, match.to_act[0])
        match = act(match, view.seat, choose(view, Level.CASUAL, 1), decks).match
    return match


@pytest.mark.parametrize("preset", ["standard", "round_corner", "three_handed", "mahjong"])
def test_an_ending_agrees_with_the_round_and_outlives_a_snapshot(preset: str) -> None:
    match = played_round(preset, 4)
    facts, ending = match.tables[0].round.facts, match.played[-1].tables[0].ending
    assert facts is not None
    assert load(dump(match)) == match
    assert public_view(match).played == match.played
    if preset == "mahjong":
        assert ending is None
        return
    assert ending is not None
    assert ending.knocker is facts.knocker
    assert abs(ending.draws[0] - ending.draws[1]) <= 1
    for side in Side:
        laid = sum(1 for _ in facts.layoffs) if facts.knocker is side.other else 0
        assert ending.left[side] == facts.hands[side].deadwood or laid


def test_a_match_stored_before_endings_or_discards_were_kept_is_read() -> None:
    match = played_round("standard", 3)
    table = match.played[0].tables[0]
    assert table.ending is not None
    assert any(one.compared for one in table.ending.discards)
    bare = replace(table.ending, discards=(Discards(), Discards()))
    for ending, gone in ((None, '"ending"'), (bare, '"discards":[{')):
        older = replace(match.played[0], tables=(replace(table, ending=ending),))
        stored = dump(replace(match, played=(older,)))
        assert gone not in stored
        assert load(stored).played == (older,)
