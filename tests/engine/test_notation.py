"""Actions as text: everything round-trips, nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import actions
from engine.game.cards import card, parse_set
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action
from engine.game.seats import Seat

cards = st.integers(0, 51)
melds = st.lists(st.sets(cards, min_size=3, max_size=5), max_size=3).map(
    lambda groups: tuple(sum(1 << one for one in group) for group in groups)
)
some_action = st.one_of(
    st.sampled_from(
        [
            actions.Pass(),
            actions.Draw(),
            actions.AutoLayOff(),
            actions.DoneLayingOff(),
            actions.Resign(),
            actions.Abort(),
            actions.Expire(),
            actions.DealNext(),
            actions.Cancel(),
            actions.AskBack(),
            actions.AllowBack(),
            actions.RefuseBack(),
            actions.AskPause(),
            actions.Resume(),
            actions.GiveTime(),
            actions.CallOff(),
            actions.Lapse(),
        ]
    ),
    st.builds(actions.Take, st.integers(1, 30)),
    st.builds(
        actions.TakeDeep, cards, st.sets(cards, min_size=3).map(lambda s: sum(1 << c for c in s))
    ),
    st.builds(actions.Discard, cards),
    st.builds(actions.Knock, cards, st.none() | melds),
    st.builds(actions.BigGin, st.none() | melds),
    st.builds(actions.TakeKnock, cards, st.none() | melds),
    st.builds(actions.LayOff, cards, st.integers(0, 9)),
    st.builds(actions.LayMeld, st.sets(cards, min_size=3).map(lambda s: sum(1 << c for c in s))),
    st.builds(actions.Ready, st.text(max_size=40)),
    st.builds(actions.Advise, st.text(max_size=40)),
    st.builds(actions.Vacation, st.integers(0, 99)),
    st.builds(actions.ClaimWin, st.sampled_from(Seat)),
    st.builds(actions.Award, st.sampled_from(Seat)),
)


@given(some_action)
def test_every_action_round_trips(action: actions.Action) -> None:
    assert parse_action(action_text(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("t", actions.Take()),
        ("d9S", actions.Discard(card("9S"))),
        (
            "k9S:5C5D5S/6C7C8C",
            actions.Knock(card("9S"), (parse_set("5C 5D 5S"), parse_set("6C 7C 8C"))),
        ),
        ("l8C1", actions.LayOff(card("8C"), 1)),
    ],
)
def test_the_notation_is_what_the_table_says(text: str, action: actions.Action) -> None:
    assert parse_action(text) == action
    assert action_text(action) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "d",
        "dXX",
        "d9S9",
        "k9Sx",
        "l8C",
        "l8Cx",
        "tx",
        "p1",
        "u9C",
        "m5C5C5C",
        "rhello",
        "iX",
        "i1000",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_action(text)
