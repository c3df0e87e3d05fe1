"""What a view shows of a table, to its players, to an adviser and to everybody."""

import random

import pytest

from engine.game.actions import (
    Advise,
    AutoLayOff,
    Discard,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    Resign,
    RoundAction,
    Take,
    TakeDeep,
)
from engine.game.cards import card_set, cards_of
from engine.game.match import Decks, Match, MatchPhase, TakebackState, act, neutral_action
from engine.game.melds import STANDARD, Layout, solver
from engine.game.round import Phase
from engine.game.rules import rules_from
from engine.game.seats import Seat
from engine.game.view import SeatView, public_view, seat_view
from tests.engine.playing import (
    SeededDecks,
    advance,
    any_action,
    between_rounds,
    new_match,
    preset_match,
    sensible_action,
)

DECKS = SeededDecks(4)


def do(match: Match, *actions: RoundAction) -> Match:
    for action in actions:
        match = act(match, match.to_act[0], action, DECKS).match
    return match


def drawn(preset: str = "standard") -> tuple[Match, Seat]:
    """Both have passed the upcard, and the non-dealer has drawn from the stock."""
    match, _ = preset_match(preset, 4)
    match = do(match, Pass(), Pass(), Draw())
    return match, match.to_act[0]


def test_everybody_sees_how_many_cards_lie_where_and_whose_turn_it_is() -> None:
    match, seat = drawn()
    table = public_view(match).tables[0]
    mine = table.side_of(seat)
    assert (table.number, table.phase, table.actor) == (0, Phase.DISCARD, seat)
    assert (table.hand_sizes[mine], table.hand_sizes[mine.other]) == (11, 10)
    assert table.stock_size == 52 - 21 - 1
    assert (table.laid, table.table_melds, table.layoffs) == ((0, 0), (), ())
    assert (table.knock, table.facts, table.award) == (None, None, None)


def test_a_player_sees_the_own_cards_and_the_best_way_to_hold_them() -> None:
    match, seat = drawn()
    state = match.tables[0].round
    view = seat_view(match, seat)
    side = match.tables[0].pair.index(seat)
    assert view.hand == state.hands[side]
    held = [card for meld in view.layout.melds for card in cards_of(meld)]
    assert card_set(held) | view.layout.deadwood_cards == view.hand
    assert view.drawn is not None
    assert view.drawn in cards_of(view.hand)
    assert (view.taken, view.must_use, view.exposed) == (None, None, ())
    other = seat_view(match, match.tables[0].pair[1 - side])
    assert (other.drawn, other.taken, other.is_my_turn) == (None, None, False)


def test_a_taken_card_is_told_until_the_discard() -> None:
    match, _ = preset_match("standard", 4)
    upcard = public_view(match).tables[0].upcard
    taken = do(match, Take())
    seat = taken.to_act[0]
    assert seat_view(taken, seat).taken == upcard
    discarded = do(taken, Discard(next(cards_of(seat_view(taken, seat).legal.discards))))
    assert seat_view(discarded, seat).taken is None


def test_a_finished_round_lies_open_with_what_it_is_worth() -> None:
    match, _ = between_rounds("standard", 2)
    table = public_view(match).tables[0]
    assert table.facts is not None
    assert table.award is not None
    assert table.award.winner is table.facts.winner
    assert table.award == match.played[-1].tables[0].result.award


def test_who_may_take_the_last_move_back_is_told_while_the_round_goes_on() -> None:
    match, seat = drawn()
    assert public_view(match).tables[0].takes_back is None
    match = do(match, Discard(next(cards_of(seat_view(match, seat).legal.discards))))
    table = public_view(match).tables[0]
    assert (table.takes_back, table.back) == (seat, TakebackState.NO)
    over = act(match, seat, Resign(), DECKS).match
    assert public_view(over).tables[0].takes_back is None


def advised(*, sees: bool) -> tuple[Match, Seat, Seat]:
    rules = rules_from({"table_format": "chouette", "adviser_sees_hand": sees})
    match, _ = new_match(rules, 4, 3)
    adviser = match.lineup.idle[0]
    captain = match.captain_of(adviser)
    assert captain is not None
    while match.phase is MatchPhase.PLAYING and seat_view(match, captain).drawn is None:
        seat = match.to_act[0]
        legal = list(seat_view(match, seat).legal.actions())
        wanted = next((one for one in legal if isinstance(one, Pass | Draw | Discard)), legal[0])
        match = act(match, seat, wanted, DECKS).match
    return act(match, adviser, Advise("keep the run"), DECKS).match, adviser, captain


def test_an_adviser_who_may_see_the_hand_sees_it_as_the_captain_does() -> None:
    match, adviser, captain = advised(sees=True)
    theirs, view = seat_view(match, captain), seat_view(match, adviser)
    assert theirs.drawn is not None
    assert (view.hand, view.layout, view.drawn) == (theirs.hand, theirs.layout, theirs.drawn)
    assert (view.table, view.side, view.taken) == (theirs.table, theirs.side, theirs.taken)
    assert (view.captain, view.seat, view.public) == (captain, adviser, public_view(match))
    assert [one.text for one in view.advice] == ["keep the run"]
    assert not view.is_my_turn


def test_an_adviser_who_may_not_sees_no_cards_but_what_was_said() -> None:
    match, adviser, captain = advised(sees=False)
    view = seat_view(match, adviser)
    assert (view.hand, view.layout) == (0, Layout((), 0, 0))
    assert (view.table, view.side, view.drawn) == (None, None, None)
    assert (view.captain, view.seat, view.public) == (captain, adviser, public_view(match))
    assert [one.text for one in view.advice] == ["keep the run"]
    opponent = next(seat for seat in match.tables[0].pair if seat is not captain)
    assert seat_view(match, opponent).advice == ()


def test_a_meld_shown_for_a_deeper_card_is_told_to_its_owner() -> None:
    rules = rules_from({"deep_pickup": True})
    for seed in range(40):
        match, decks = new_match(rules, 2, seed)
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            deep = seat_view(match, seat).legal.deep
            action = TakeDeep(*deep[0]) if deep else neutral_action(match, seat)
            match = act(match, seat, action, decks).match
            if isinstance(action, TakeDeep):
                assert seat_view(match, seat).exposed == (action.meld,)
                other = next(one for one in match.seats if one is not seat)
                assert seat_view(match, other).exposed == ()
                return
    raise AssertionError("nobody could have taken a deeper card")


def test_a_knock_is_seen_as_it_was_laid_down_and_without_what_was_added() -> None:
    added = 0
    for seed in range(30):
        rng, (match, decks) = random.Random(seed), preset_match("standard", seed)
        while match.phase is MatchPhase.PLAYING and not added:
            seat = match.to_act[0]
            before, action = seat_view(match, seat), sensible_action(seat_view(match, seat), rng)
            if isinstance(action, AutoLayOff):
                assert before.table is not None
                added = _laid_off_once(match, seat, before, decks)
                break
            match = act(match, seat, action, decks).match
            shown = public_view(match).tables[0]
            if isinstance(action, Knock) and shown.knock is not None:
                down = shown.knock
                assert (down.side, down.discard) == (shown.side_of(seat), action.card)
                assert down.own_melds == down.melds
                assert sum(down.melds) | down.deadwood_cards == before.hand & ~(1 << action.card)
                assert down.deadwood == solver(STANDARD).total(down.deadwood_cards)
    assert added


def _laid_off_once(match: Match, seat: Seat, before: SeatView, decks: Decks) -> int:
    """Lay one card off if any fits; 1 if it did."""
    options = [one for one in before.legal.actions() if isinstance(one, LayOff)]
    if not options:
        return 0
    asked = public_view(match).tables[0].knock
    after = public_view(act(match, seat, options[0], decks).match).tables[0]
    assert asked is not None
    assert after.knock is not None
    assert after.layoffs == ((options[0].card, options[0].meld),)
    assert after.knock.own_melds == asked.melds
    assert sum(after.knock.melds) == sum(asked.melds) | 1 << options[0].card
    return 1


def test_the_oklahoma_limit_is_fixed_at_the_deal_and_always_in_view() -> None:
    match, decks = preset_match("oklahoma", 3)
    upcard, rng, tops = public_view(match).tables[0].upcard, random.Random(3), set()
    while match.phase is MatchPhase.PLAYING:
        shown = public_view(match).tables[0]
        assert (shown.knock_limit, shown.multiplier) == match.rules.knock_value(upcard)
        assert shown.knock_card == shown.upcard == upcard
        tops.add(shown.top)
        match = advance(match, decks, rng)
    assert len(tops) > 3


@pytest.mark.slow
def test_what_lies_on_the_table_in_mahjong_is_seen_and_what_must_be_used_is_told() -> None:
    rng, told, seen = random.Random(5), 0, 0
    for seed in range(20):
        match, decks = preset_match("mahjong", seed)
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            view, table = seat_view(match, seat), public_view(match).tables[0]
            legal = list(view.legal.actions())
            deep = [one for one in legal if isinstance(one, Take) and one.count > 1]
            melds = [one for one in legal if isinstance(one, LayMeld)]
            action = (deep or melds or [any_action(view, rng)])[0]
            match = act(match, seat, action, decks).match
            after = public_view(match).tables[0]
            if deep:
                told += 1
                assert seat_view(match, seat).must_use == table.discards[-deep[0].count]
                other = table.players[table.side_of(seat).other]
                assert seat_view(match, other).must_use is None
            elif melds and match.phase is MatchPhase.PLAYING:
                seen += 1
                assert after.table_melds[-1].cards == melds[0].cards
                side = table.side_of(seat)
                assert after.laid[side] == table.laid[side] | melds[0].cards
                assert after.laid[side.other] == table.laid[side.other]
    assert told
    assert seen


def test_only_a_drawer_sees_the_drawn_card_in_the_events() -> None:
    match, seat = drawn()
    mine, other = seat_view(match, seat), seat_view(match, Seat(1 - seat))
    shown = [view.table.events[-1].card for view in (mine, other) if view.table is not None]
    assert mine.drawn is not None
    assert shown == [mine.drawn, None]
    assert public_view(match).tables[0].events[-1].card is None
