"""Taking a misclick back: both agree, the round is as it was, and nothing learned is undone."""

import pytest

from engine.game.actions import (
    AllowBack,
    AskBack,
    Discard,
    Draw,
    Expire,
    Pass,
    RefuseBack,
    RoundAction,
    Take,
    TakeDeep,
)
from engine.game.cards import cards_of
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import Verb
from engine.game.machine import machine
from engine.game.match import Match, MatchPhase, TakebackState, act, neutral_action, start
from engine.game.match.state import without_last
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.round import RoundEvent, RoundEventKind
from engine.game.rules import rules_from
from engine.game.seats import Seat, Side
from engine.game.view import seat_view
from tests.engine.playing import SeededDecks

DECKS = SeededDecks(4)


def begun() -> Match:
    return start(PRESETS["standard"], 2, 1, DECKS)


def do(match: Match, seat: Seat, action: object) -> Match:
    return act(match, seat, action, DECKS).match  # type: ignore[arg-type]


def actor(match: Match) -> Seat:
    return match.to_act[0]


def discarded() -> tuple[Match, Match, Seat]:
    """A match before and after its first discard, and who made it."""
    match = begun()
    for _ in range(2):
        match = do(match, actor(match), Pass())
    mover = actor(match)
    before = do(match, mover, Draw())
    card = next(cards_of(seat_view(before, mover).legal.discards))
    return before, do(before, mover, Discard(card)), mover


def test_a_discard_comes_back_when_the_opponent_allows_it() -> None:
    before, after, mover = discarded()
    other = actor(after)
    asked = do(after, mover, AskBack())
    assert asked.tables[0].back is TakebackState.ASKED
    back = do(asked, other, AllowBack())
    assert back.tables[0].round == before.tables[0].round
    assert back.tables[0].undone == before.tables[0].undone + 2
    assert back.to_act == (mover,)


def test_no_button_of_before_is_good_again() -> None:
    before, after, mover = discarded()
    back = do(do(after, mover, AskBack()), actor(after), AllowBack())
    seen = {revision(match, seat) for match in (before, after) for seat in (Seat.ONE, Seat.TWO)}
    assert revision(back, mover) not in seen
    assert revision(back, mover) > revision(after, mover)


def test_the_cards_are_as_they_were_after_an_upcard_was_taken() -> None:
    taken = do(begun(), actor(begun()), Take())
    mover = actor(taken)
    card = next(cards_of(seat_view(taken, mover).legal.discards))
    thrown = do(taken, mover, Discard(card))
    back = do(do(thrown, mover, AskBack()), actor(thrown), AllowBack())
    assert back.tables[0].round == taken.tables[0].round


def test_the_melds_shown_for_a_deeper_card_stay_shown() -> None:
    """A discard after a pickup from inside the pile (rulebook 2.6) comes back, the pickup not."""
    rules = rules_from({"deep_pickup": True})
    for seed in range(40):
        decks = SeededDecks(seed)
        match = start(rules, 2, 1, decks)
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            legal = seat_view(match, seat).legal
            action: RoundAction = neutral_action(match, seat)
            if legal.deep:
                action = TakeDeep(*legal.deep[0])
            match = act(match, seat, action, decks).match
            if isinstance(action, TakeDeep):
                thrown = Discard(next(cards_of(seat_view(match, seat).legal.discards)))
                after = act(match, seat, thrown, decks).match
                asked = act(after, seat, AskBack(), decks).match
                back = act(asked, after.to_act[0], AllowBack(), decks).match
                assert back.tables[0].round == match.tables[0].round
                return
    raise AssertionError("nobody could have taken a deeper card")


def test_what_ends_a_round_is_no_move_that_comes_back() -> None:
    taken = do(begun(), actor(begun()), Take())
    table = taken.tables[0]
    knocked = RoundEvent(Side.DEALER, RoundEventKind.KNOCKED, 3)
    with pytest.raises(ValueError, match="no move comes back"):
        without_last(machine(taken.rules), table.round, [knocked, *table.round.events])


def test_it_is_asked_once_a_move_and_only_by_who_made_it() -> None:
    _, after, mover = discarded()
    other = actor(after)
    with pytest.raises(RuleError, match=RuleCode.NOTHING_TO_TAKE_BACK):
        do(after, other, AskBack())
    with pytest.raises(RuleError, match=RuleCode.NO_BACK_ASKED):
        do(after, other, AllowBack())
    asked = do(after, mover, AskBack())
    with pytest.raises(RuleError, match=RuleCode.NO_BACK_ASKED):
        do(asked, mover, AllowBack())
    refused = do(asked, other, RefuseBack())
    with pytest.raises(RuleError, match=RuleCode.BACK_REFUSED):
        do(refused, mover, AskBack())
    with pytest.raises(RuleError, match=RuleCode.NO_BACK_ASKED):
        do(refused, other, AllowBack())


def test_a_card_from_the_stock_stays_drawn() -> None:
    before, after, mover = discarded()
    assert before.tables[0].may_take_back is None
    other = actor(after)
    drawn = do(do(after, mover, AskBack()), other, Draw())
    assert drawn.tables[0].back is TakebackState.NO, "the opponent has acted instead of answering"
    for seat, action in ((mover, AskBack()), (other, AskBack()), (other, AllowBack())):
        with pytest.raises(RuleError, match=RuleCode.NOTHING_TO_TAKE_BACK):
            do(drawn, seat, action)


def test_what_the_clock_played_stays_played() -> None:
    before, _, mover = discarded()
    after = do(before, mover, Expire())
    with pytest.raises(RuleError, match=RuleCode.BACK_REFUSED):
        do(after, mover, AskBack())


def test_a_pass_and_a_taken_upcard_come_back_too() -> None:
    match = begun()
    first = actor(match)
    passed = do(match, first, Pass())
    back = do(do(passed, first, AskBack()), actor(passed), AllowBack())
    assert back.tables[0].round == match.tables[0].round
    taken = do(match, first, Take())
    other = next(seat for seat in match.seats if seat is not first)
    back = do(do(taken, first, AskBack()), other, AllowBack())
    assert back.tables[0].round == match.tables[0].round


def test_a_whole_game_with_moves_taken_back_ends_like_one_without() -> None:
    """Every discard of one player is taken back once and made again."""
    plain, fussy = begun(), begun()
    for _ in range(400):
        if plain.phase != "playing" or plain.number > 2:
            break
        seat = actor(plain)
        legal = seat_view(plain, seat).legal
        action = next(legal.actions()) if Verb.PASS not in legal.verbs else Pass()
        plain, fussy = do(plain, seat, action), do(fussy, seat, action)
        if isinstance(action, Discard) and fussy.tables[0].may_take_back is seat:
            fussy = do(do(fussy, seat, AskBack()), actor(fussy), AllowBack())
            assert fussy.tables[0].round.events[-1].fact is not RoundEventKind.DISCARDED
            fussy = do(fussy, seat, action)
        assert fussy.tables[0].round == plain.tables[0].round
    assert plain.tables[0].round.facts is not None
