"""What a plan plays: only what is legal and was asked for, and the knock that the panel shows."""

import pytest

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, TakeDeep
from engine.game.cards import card
from engine.game.legal import Verb
from engine.game.match import Match, MatchPhase, act, neutral_action, start
from engine.game.rules import rules_from
from engine.game.view import SeatView, best_after_discard, seat_view
from engine.premoves import Premoves, planned_action
from tests.engine.playing import SeededDecks, preset_match
from tests.worlds.fixed_deals import Fixed

EVERYTHING = Premoves(pass_upcard=True, draw_stock=True, knock_at=10)


def after_drawing(hand: str, **rules: int) -> SeatView:
    """The non-dealer holds ``hand`` and has just drawn the four of clubs."""
    other = "KC KH QS JS TS 9D 9C 8S 6D 5D"
    match = start(rules_from(rules), 2, 0, decks := Fixed(hand, other, "QH 4C"))
    for action in (Pass(), Pass(), Draw()):
        match = act(match, match.to_act[0], action, decks).match
    view = seat_view(match, match.to_act[0])
    assert view.drawn == card("4C")
    return view


def test_who_sits_out_or_waits_plays_nothing() -> None:
    match, _ = preset_match("three_handed", 2)
    idle = match.lineup.idle[0]
    waiting = next(seat for seat in match.seats if seat not in (idle, *match.to_act))
    for seat in (idle, waiting):
        assert planned_action(seat_view(match, seat), EVERYTHING) is None
    queue = start(rules_from({"table_format": "rotation"}), 3, 0, SeededDecks(2))
    at_no_table = seat_view(queue, queue.lineup.idle[0])
    assert at_no_table.table is None
    assert planned_action(at_no_table, EVERYTHING) is None


def test_big_gin_is_not_missed_by_who_knocks_early() -> None:
    view = after_drawing("AC 2C 3C AD AH AS 7S 7H 7C 7D", big_gin_bonus=31)
    assert planned_action(view, Premoves(knock_at=10)) == BigGin()
    assert planned_action(view, Premoves(draw_stock=True)) is None


def test_a_knock_waits_for_the_deadwood_that_was_asked_for() -> None:
    view = after_drawing("5H 6H 7H AC AD AS 2C 2D 2S 3D")
    assert best_after_discard(view) == (card("4C"), 3)
    assert planned_action(view, Premoves(knock_at=2)) is None
    assert planned_action(view, Premoves(knock_at=3)) == Knock(card("4C"))


@pytest.mark.slow
def test_a_planned_knock_is_legal_also_with_melds_on_the_table() -> None:
    """The best discard of a free hand may be one that an exposed meld forbids (rulebook 2.6)."""
    found = 0
    for seed in range(30):
        view = about_to_knock(seed)
        if view is None:
            continue
        knocks = dict(view.legal.knocks)
        chosen = planned_action(view, Premoves(knock_at=10))
        assert isinstance(chosen, Knock)
        assert knocks[chosen.card] == min(knocks.values())
        best = best_after_discard(view)
        found += best is not None and knocks.get(best[0]) != knocks[chosen.card]
    assert found, "in some of them the free hand would throw something else"


def about_to_knock(seed: int) -> SeatView | None:
    """The view of somebody who may knock, where all take from inside the pile when they can."""
    decks = SeededDecks(seed)
    match: Match = start(rules_from({"deep_pickup": True}), 2, 1, decks)
    while match.phase is MatchPhase.PLAYING:
        view = seat_view(match, match.to_act[0])
        if Verb.KNOCK in view.legal.verbs:
            return view
        action: RoundAction = neutral_action(match, view.seat)
        best = best_after_discard(view)
        if view.legal.deep:
            action = TakeDeep(*view.legal.deep[0])
        elif best is not None and view.legal.discards >> best[0] & 1:
            action = Discard(best[0])
        match = act(match, view.seat, action, decks).match
    return None
