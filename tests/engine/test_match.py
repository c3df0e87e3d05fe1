"""What a match asks of whom, and what it refuses (rulebook 1.13)."""

import json
import random
from pathlib import Path

import pytest

from engine.game import snapshot
from engine.game.actions import (
    Advise,
    AskBack,
    Award,
    CallOff,
    Cancel,
    Discard,
    DoneLayingOff,
    Draw,
    Expire,
    Knock,
    LayOff,
    Pass,
    Ready,
    Resign,
)
from engine.game.cards import card, cards_from, cards_of
from engine.game.errors import RecordError, RuleCode, RuleError
from engine.game.match import (
    EndReason,
    Match,
    MatchEvent,
    MatchPhase,
    Outcome,
    act,
    neutral_action,
    start,
)
from engine.game.revision import ROUND_STEP, revision
from engine.game.round import Phase, RoundEventKind
from engine.game.rules import Rules, rules_from
from engine.game.seats import Seat
from engine.game.statistics import result_of, score_between
from engine.game.view import best_after_discard, best_defence, knock_layouts, public_view, seat_view
from tests.engine.playing import SeededDecks, advance, between_rounds, next_move, preset_match
from tests.worlds.fixed_deals import Fixed

READY = "5H 6H 7H AC AD AS 2C 2D 2S 3C"


def before_knock(defender: str, rules: Rules | None = None) -> tuple[Match, Fixed]:
    """The non-dealer has drawn the king of diamonds and may knock with three."""
    decks = Fixed(READY, defender, "QH KD")
    match = start(rules or Rules(), 2, 0, decks)
    for action in (Pass(), Pass(), Draw()):
        match = act(match, match.to_act[0], action, decks).match
    return match, decks


def broken(match: Match, seat: Seat | None, action: object) -> RuleCode:
    with pytest.raises(RuleError) as refused:
        act(match, seat, action, SeededDecks(1))  # type: ignore[arg-type]
    return refused.value.broken


def test_a_layoff_that_cannot_change_anything_is_not_asked_for() -> None:
    for mode in ("auto", "manual"):
        rules = rules_from({"layoff_mode": mode})
        match, decks = before_knock("KC QS JD TC 9S 8D 4D TS JC 9C", rules)
        knocker = match.to_act[0]
        over = act(match, knocker, Knock(card("KD")), decks).match
        assert over.tables[0].round.facts is not None
        assert over.tables[0].round.events[-1].fact is RoundEventKind.FINISHED_LAYING_OFF
        asked, decks = before_knock("KC QS JD TC 9S 8D 4H TS JC 9C", rules)
        waiting = act(asked, knocker, Knock(card("KD")), decks).match
        assert waiting.tables[0].round.phase is Phase.LAYOFF
        view = seat_view(waiting, waiting.to_act[0])
        (laid,) = view.legal.layoffs
        after = act(waiting, view.seat, LayOff(*laid), decks).match
        assert after.tables[0].round.facts is not None, "nothing more fits"


def test_the_clock_lays_off_in_the_best_way_also_where_it_is_done_by_hand() -> None:
    for mode in ("auto", "manual"):
        match, decks = before_knock(
            "8H 9H 4H TC 9S 8D JD TS JC KC", rules_from({"layoff_mode": mode})
        )
        match = act(match, match.to_act[0], Knock(card("KD")), decks).match
        defender = match.to_act[0]
        over = act(match, defender, Expire(), decks).match
        facts = over.tables[0].round.facts
        assert facts is not None
        assert {one for one, _ in facts.layoffs} == set(cards_from("4H 8H 9H"))


def test_prospects_are_of_the_own_cards() -> None:
    match, decks = before_knock("8H 9H 4H TC 9S 8D JD TS JC KC")
    seat = match.to_act[0]
    view = seat_view(match, seat)
    assert best_after_discard(view) == (card("KD"), 3)
    layouts = knock_layouts(view, card("KD"))
    assert layouts[0].deadwood == 3
    assert best_defence(view) is None
    other = seat_view(match, Seat(1 - seat))
    assert best_after_discard(other) is None
    knocked = act(match, seat, Knock(card("KD")), decks).match
    defence = best_defence(seat_view(knocked, knocked.to_act[0]))
    assert defence is not None
    assert {one for one, _ in defence.steps} == set(cards_from("4H 8H 9H"))
    with_three, _ = preset_match("three_handed", 1)
    blind = seat_view(with_three, with_three.lineup.idle[0])
    assert best_defence(blind) is None
    big = knock_layouts(view, None)
    assert big == ()


def test_the_last_discard_counts_for_the_layouts_of_its_knock() -> None:
    rules = rules_from({"wall_rule": "last_discard", "wall_size": 10})
    for seed in range(30):
        decks = SeededDecks(seed)
        match = start(rules, 2, 0, decks)
        view = seat_view(match, match.to_act[0])
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            if view.table is not None and view.table.phase is Phase.LAST_DISCARD:
                break
            best = best_after_discard(view)
            neutral = neutral_action(match, view.seat)
            action = neutral if best is None else Discard(best[0])
            match = act(match, view.seat, action, decks).match
        if match.phase is MatchPhase.PLAYING and view.legal.knocks:
            discarded, deadwood = view.legal.knocks[0]
            assert knock_layouts(view, discarded)[0].deadwood == deadwood
            return
    raise AssertionError("nobody could have knocked with the last discard")


def test_nobody_acts_for_another_or_from_outside() -> None:
    match, _ = preset_match("three_handed", 2)
    idle, acting = match.lineup.idle[0], match.to_act[0]
    waiting = next(seat for seat in match.seats if seat not in (idle, acting))
    assert broken(match, None, Resign()) is RuleCode.NOT_AT_TABLE
    assert broken(match, Seat.EIGHT, Resign()) is RuleCode.NOT_AT_TABLE
    assert broken(match, idle, Draw()) is RuleCode.NOT_AT_TABLE
    assert broken(match, waiting, Pass()) is RuleCode.NOT_YOUR_TURN
    assert broken(match, waiting, Expire()) is RuleCode.NOT_YOUR_TURN
    assert broken(match, waiting, Advise("hm")) is RuleCode.NOT_ADVISER
    assert broken(match, acting, Ready()) is RuleCode.ROUND_RUNNING
    with pytest.raises(RuleError):
        neutral_action(match, idle)
    queue = start(rules_from({"table_format": "rotation"}), 3, 0, SeededDecks(2))
    with pytest.raises(RuleError):
        knock_layouts(seat_view(queue, queue.lineup.idle[0]), None)


def test_cards_wait_until_the_next_round_is_dealt() -> None:
    match, decks = between_rounds("standard", 6)
    seat = match.to_act[0]
    assert broken(match, seat, Draw()) is RuleCode.ROUND_OVER
    assert broken(match, seat, Expire()) is RuleCode.NOT_YOUR_TURN
    assert broken(match, seat, AskBack()) is RuleCode.NOTHING_TO_TAKE_BACK
    between = revision(match, seat)
    assert between == ROUND_STEP + ROUND_STEP - 2
    over = act(match, None, Cancel(), decks).match
    assert over.outcome is not None
    assert over.outcome.reason is EndReason.CANCELLED
    assert over.to_act == ()
    assert revision(over, seat) == between + 1


def test_the_end_of_a_round_is_told_and_the_readiness_for_another_ends_with_the_match() -> None:
    match, decks = preset_match("standard", 6)
    rng = random.Random(6)
    happened: tuple[MatchEvent, ...] = ()
    while match.phase is MatchPhase.PLAYING:
        seat, action = next_move(match, rng)
        step = act(match, seat, action, decks)
        match, happened = step.match, step.happened
    assert happened == (MatchEvent.TABLE_ENDED, MatchEvent.ROUND_ENDED)
    first, second = match.seats
    ready = act(match, first, Ready(), decks).match
    assert ready.ready == (first,)
    assert act(ready, second, Resign(), decks).match.ready == ()
    dealt = act(ready, second, Ready(), decks)
    assert dealt.happened == (MatchEvent.ROUND_DEALT,)
    assert (dealt.match.phase, dealt.match.ready) == (MatchPhase.PLAYING, ())


def test_of_several_others_the_one_in_the_lead_wins_when_somebody_gives_up() -> None:
    match, decks = preset_match("three_handed", 5)
    rng = random.Random(5)
    level = act(match, match.seats[0], Resign(), decks).match
    assert level.outcome is not None
    assert level.outcome.winner is None
    while not any(match.sheet().totals):
        match = advance(match, decks, rng)
    totals = match.sheet().totals
    leader = totals.index(max(totals))
    quitter = next(seat for seat in match.seats if seat != leader)
    over = act(match, quitter, Resign(), decks).match
    assert over.outcome is not None
    assert over.outcome.winner == leader


def test_the_revision_of_who_sits_out_stands_still_during_a_round() -> None:
    match, decks = preset_match("three_handed", 5)
    idle = match.lineup.idle[0]
    before = revision(match, idle)
    moved = act(match, match.to_act[0], Pass(), decks).match
    assert revision(moved, idle) == before
    assert revision(moved, match.to_act[0]) == before + 1


def test_a_table_that_is_done_waits_for_the_others() -> None:
    match, decks = preset_match("partnership_4", 3)
    seats = match.tables[0].pair
    for _ in range(500):
        if match.tables[0].is_over:
            break
        seat = next(one for one in match.to_act if one in seats)
        match = act(match, seat, neutral_action(match, seat), decks).match
    assert match.tables[0].is_over
    assert match.phase is MatchPhase.PLAYING
    assert not set(match.to_act) & set(seats)
    shown = public_view(match).tables
    assert shown[0].facts is not None
    assert shown[0].actor is None
    assert shown[1].facts is None
    assert shown[1].actor in match.to_act
    assert broken(match, seats[0], Draw()) is RuleCode.ROUND_OVER


def test_a_view_names_sides_and_the_top_discard() -> None:
    match, decks = before_knock("8H 9H 4H TC 9S 8D JD TS JC KC")
    shown = public_view(match)
    assert shown.number == 1
    assert shown.seats == (Seat.ONE, Seat.TWO)
    table = shown.tables[0]
    assert table.top == card("QH")
    assert table.side_of(table.players[1]) == 1
    seat = match.to_act[0]
    view = seat_view(match, seat)
    assert view.is_my_turn
    assert view.drawn == card("KD")
    discarded = next(cards_of(view.legal.discards))
    after = act(match, seat, Discard(discarded), decks).match
    assert seat_view(after, seat).drawn is None
    assert not seat_view(after, seat).is_my_turn
    assert broken(after, seat, DoneLayingOff()) is RuleCode.NOT_YOUR_TURN


def test_a_match_that_was_called_off_is_half_a_win_for_each_of_two() -> None:
    match, decks = preset_match("standard", 5)
    off = act(match, None, Cancel(), decks).match
    assert [score_between(off, one, 1 - one) for one in (0, 1)] == [0.5, 0.5]
    assert [result_of(off, seat) for seat in off.seats] == [0, 0]
    lost = act(match, Seat.ONE, Resign(), decks).match
    assert [result_of(lost, seat) for seat in lost.seats] == [-1, 1]
    loser = 0 if Seat.ONE in lost.parties[0] else 1
    assert [score_between(lost, one, 1 - one) for one in (loser, 1 - loser)] == [0, 1]


def test_whoever_calls_a_match_off_is_noted() -> None:
    match, decks = preset_match("standard", 5)
    for seat in (Seat.ONE, Seat.TWO, None):
        off = act(match, seat, CallOff(), decks).match
        assert off.outcome == Outcome(EndReason.CALLED_OFF, by=seat)


def test_an_administrator_gives_the_match_to_one_side_at_any_time() -> None:
    match, decks = preset_match("standard", 5)
    over = act(match, None, Award(Seat.TWO), decks).match
    assert over.outcome is not None
    assert over.outcome.reason is EndReason.AWARDED
    assert over.parties[over.outcome.winner or 0] == (Seat.TWO,)
    with pytest.raises(RuleError) as refused:
        act(match, None, Award(Seat.SEVEN), decks)
    assert refused.value.code is RuleCode.NOT_AT_TABLE


def test_a_match_keeps_its_sheet_and_stores_it_nowhere() -> None:
    match, _ = preset_match("standard", 1)
    fresh = snapshot.dump(match)
    assert match.sheet() is match.sheet()
    assert snapshot.dump(match) == fresh
    again = snapshot.load(fresh, snapshot.SCHEMA)
    assert again == match
    assert hash(again) == hash(match)


STORED = Path(__file__).with_name("stored_match.json").read_text(encoding="utf-8")
"""A match with house rules as version 0.1 stored it."""


def test_a_stored_match_opens_with_its_rules_and_is_stored_the_same() -> None:
    match = snapshot.load(STORED)
    assert match.rules.differences(Rules()) == json.loads(STORED)["rules"]
    assert snapshot.dump(match) + "\n" == STORED


@pytest.mark.parametrize("value", ['"150"', "9", "150.5", "true"])
def test_a_stored_match_with_impossible_rules_is_unreadable(value: str) -> None:
    spoiled = STORED.replace('"target":150', f'"target":{value}')
    assert spoiled != STORED
    with pytest.raises(RecordError) as refused:
        snapshot.load(spoiled)
    assert refused.value.code == "snapshot_unreadable"
