"""A computer takes the seat of a player who leaves, once all others agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import snapshot
from engine.game.actions import (
    AllowSubstitute,
    AskSubstitute,
    Expire,
    RefuseSubstitute,
    Resign,
    SubstituteAction,
)
from engine.game.errors import RuleCode, RuleError
from engine.game.match import Match, MatchEvent, act, neutral_action, start
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.game.view import public_view
from tests.engine.playing import SeededDecks

DECKS = SeededDecks(4)
LEAVES, NEXT, LAST = Seat(0), Seat(1), Seat(2)


def begun(preset: str = "three_handed", players: int = 3) -> Match:
    return start(PRESETS[preset], players, 1, DECKS)


def after(match: Match, *actions: tuple[Seat, SubstituteAction]) -> Match:
    for seat, action in actions:
        match = act(match, seat, action, DECKS).match
    return match


def refused(match: Match, seat: Seat, action: SubstituteAction) -> RuleCode:
    with pytest.raises(RuleError) as raised:
        act(match, seat, action, DECKS)
    return raised.value.broken


def test_the_seat_is_given_away_when_the_last_of_the_others_agrees() -> None:
    asked = after(begun(), (LEAVES, AskSubstitute(LEAVES)))
    one = after(asked, (NEXT, AllowSubstitute(LEAVES)))
    assert one.substitutes == ()
    assert public_view(one).substitution is not None
    step = act(one, LAST, AllowSubstitute(LEAVES), DECKS)
    assert step.happened == (MatchEvent.SEAT_TAKEN,)
    assert (step.match.substitutes, step.match.substitution) == ((LEAVES,), None)
    assert step.match.tables == begun().tables


def test_whoever_asks_for_an_absent_player_has_agreed() -> None:
    asked = after(begun(), (NEXT, AskSubstitute(LEAVES)))
    assert after(asked, (LAST, AllowSubstitute(LEAVES))).substitutes == (LEAVES,)


def test_one_refusal_settles_it_for_the_round() -> None:
    match = after(begun(), (LEAVES, AskSubstitute(LEAVES)), (NEXT, RefuseSubstitute(LEAVES)))
    assert public_view(match).substitution is None
    assert refused(match, LAST, AllowSubstitute(LEAVES)) is RuleCode.NO_SUBSTITUTE_ASKED
    assert refused(match, LEAVES, AskSubstitute(LEAVES)) is RuleCode.SUBSTITUTE_REFUSED
    assert after(match, (NEXT, AskSubstitute(NEXT))).substitution is not None


def test_a_request_that_was_withdrawn_may_be_made_again() -> None:
    match = after(begun(), (LEAVES, AskSubstitute(LEAVES)), (LEAVES, RefuseSubstitute(LEAVES)))
    assert match.substitution is None
    assert after(match, (LEAVES, AskSubstitute(LEAVES))).substitution is not None


def test_an_answer_counts_only_for_the_seat_that_it_was_given_for() -> None:
    match = after(begun(), (NEXT, AskSubstitute(NEXT)))
    assert refused(match, LAST, AllowSubstitute(LEAVES)) is RuleCode.NO_SUBSTITUTE_ASKED
    assert refused(match, LAST, RefuseSubstitute(LEAVES)) is RuleCode.NO_SUBSTITUTE_ASKED


def test_nobody_agrees_twice_or_to_their_own_leaving() -> None:
    match = after(begun(), (LEAVES, AskSubstitute(LEAVES)), (NEXT, AllowSubstitute(LEAVES)))
    assert refused(match, NEXT, AllowSubstitute(LEAVES)) is RuleCode.SUBSTITUTE_ASKED
    assert refused(match, LEAVES, AllowSubstitute(LEAVES)) is RuleCode.SUBSTITUTE_ASKED
    assert refused(match, LAST, AskSubstitute(LAST)) is RuleCode.SUBSTITUTE_ASKED


def test_there_is_no_substitute_at_a_table_of_two() -> None:
    match = begun("standard", 2)
    assert refused(match, LEAVES, AskSubstitute(LEAVES)) is RuleCode.SUBSTITUTE_FOR_TWO


def test_an_absent_player_who_plays_again_stays() -> None:
    match = begun()
    seat = match.to_act[0]
    other = next(one for one in match.seats if one is not seat)
    asked = after(match, (other, AskSubstitute(seat)))
    assert act(asked, seat, neutral_action(asked, seat), DECKS).match.substitution is None
    # The clock that plays for them does not bring them back.
    assert act(asked, seat, Expire(), DECKS).match.substitution is not None
    # Whoever has asked to leave plays on until a computer takes the seat.
    own = after(match, (seat, AskSubstitute(seat)))
    assert act(own, seat, neutral_action(own, seat), DECKS).match.substitution is not None


def test_the_end_of_the_match_settles_the_request() -> None:
    asked = after(begun(), (LEAVES, AskSubstitute(LEAVES)))
    assert act(asked, NEXT, Resign(), DECKS).match.substitution is None


def test_a_seat_that_was_given_away_is_asked_for_no_more_and_has_no_say() -> None:
    match = after(
        begun(),
        (LEAVES, AskSubstitute(LEAVES)),
        (NEXT, AllowSubstitute(LEAVES)),
        (LAST, AllowSubstitute(LEAVES)),
    )
    assert refused(match, NEXT, AskSubstitute(LEAVES)) is RuleCode.NOT_ABSENT
    both = after(match, (NEXT, AskSubstitute(NEXT)), (LAST, AllowSubstitute(NEXT)))
    assert both.substitutes == (LEAVES, NEXT)


ACTIONS = st.tuples(
    st.sampled_from(list(Seat)[:4]),
    st.builds(
        lambda kind, seat: kind(seat),
        st.sampled_from([AskSubstitute, AllowSubstitute, RefuseSubstitute]),
        st.sampled_from(list(Seat)[:4]),
    ),
)


FOUR = begun("partnership_4", 4)


@settings(max_examples=60)
@given(st.lists(ACTIONS, max_size=25))
def test_no_seat_is_given_away_against_anybodys_will(
    actions: list[tuple[Seat, SubstituteAction]],
) -> None:
    """Between the request and the computer every other player has agreed, and nobody refused."""
    match, agreed, wanted = FOUR, set[Seat](), None
    for seat, action in actions:
        try:
            step = act(match, seat, action, DECKS)
        except RuleError:
            continue
        match = step.match
        if isinstance(action, AskSubstitute):
            wanted, agreed = action.seat, {seat}
        elif isinstance(action, AllowSubstitute):
            agreed.add(seat)
        else:
            wanted = None
        if MatchEvent.SEAT_TAKEN in step.happened:
            assert wanted in match.substitutes
            assert set(match.seats) - {wanted, *match.substitutes} <= agreed
        assert snapshot.load(snapshot.dump(match)) == match
