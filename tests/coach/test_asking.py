"""Any position asked of the coach: it is the asked one, obeys the rules, and the answer fits it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coach.asking import (
    CLOSE,
    AskedPosition,
    ImpossiblePositionError,
    answer,
    checked,
    is_askable,
    to_play_on,
    view_of,
)
from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, Take
from engine.game.card_reader import parse_cards
from engine.game.cards import DECK_SIZE, Card, card_set, cards_of
from engine.game.presets import PRESETS
from engine.game.round import Phase

STANDARD = PRESETS["standard"]


@st.composite
def positions(draw: st.DrawFn) -> AskedPosition:
    """Cards that may lie so: a hand, what the opponent has taken, and at least so many discards."""
    cards = draw(st.permutations(range(DECK_SIZE)))
    size = 10 + draw(st.integers(0, 1))
    taken = draw(st.integers(0, 5))
    pile = draw(st.integers(taken + 1, 18))
    rest = cards[size:]
    return AskedPosition(
        STANDARD,
        tuple(cards[:size]),
        tuple(rest[:pile]),
        tuple(rest[pile : pile + taken]),
    )


@given(positions())
@settings(max_examples=150, deadline=None)
def test_the_position_is_the_asked_one(asked: AskedPosition) -> None:
    view = view_of(asked)
    table = view.table
    assert table is not None
    assert view.is_my_turn
    assert view.hand == card_set(asked.hand)
    assert tuple(table.discards) == asked.pile
    assert view.drawn == (asked.hand[-1] if asked.has_drawn else None)
    assert (table.phase is Phase.DISCARD) == asked.has_drawn
    total = sum(table.hand_sizes) + table.stock_size + len(table.discards)
    assert total == DECK_SIZE


@pytest.mark.slow
@given(positions())
@settings(max_examples=25, deadline=None)
def test_the_answer_fits_the_position(asked: AskedPosition) -> None:
    found = answer(asked)
    points = [one.points for one in found.choices]
    assert points
    known = {*asked.hand, *asked.pile}
    chances = dict(found.chances)
    assert not known & chances.keys(), "what is seen is in nobody else's hand"
    assert all(chances[card] == 1.0 for card in asked.taken), "what was taken is there"
    assert sum(chances.values()) == pytest.approx(10)
    kinds = Discard | Knock | BigGin if asked.has_drawn else Draw | Take | Pass
    assert all(isinstance(one.action, kinds) for one in found.choices)
    assert points == sorted(points, reverse=True), "the list is in the order of what it shows"
    assert all(points[0] - one.points < CLOSE for one in found.close)
    assert len(found.close) == sum(points[0] - one < CLOSE for one in points[1:])
    again = answer(asked)
    assert again.choices == found.choices, "the same question has the same answer"


def asked(hand: str, pile: str, taken: str = "", preset: str = "standard") -> AskedPosition:
    cards = parse_cards(hand), parse_cards(pile), parse_cards(taken)
    return AskedPosition(PRESETS[preset], *cards)


TEN = "5H 6H 7H 4C 4D 4S QS QD 2C 7S"


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (asked("5H 6H", "9C"), "hand_size"),
        (asked(f"{TEN} 8S 9S", "9C"), "hand_size"),
        (asked(TEN, ""), "pile_empty"),
        (asked(TEN, "9C 5H"), "twice"),
        (asked(TEN, "9C 3D", "9C"), "twice"),
        (asked(TEN, "9C", "JD"), "pile_short"),
        (asked(TEN, "9C", preset="oklahoma_match"), "rules"),
        (asked(TEN, "9C", preset="mahjong"), "rules"),
        (asked(TEN, "9C", preset="partnership_4"), "rules"),
    ],
)
def test_impossible_positions_are_refused_by_name(position: AskedPosition, code: str) -> None:
    with pytest.raises(ImpossiblePositionError) as refused:
        view_of(position)
    assert refused.value.code == code


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if is_askable(one)])
def test_a_position_in_which_the_round_is_over_is_refused(preset: str) -> None:
    """The last draw may be discarded from, and with that discard the round is over."""
    rules = PRESETS[preset]
    hand = tuple(range(0, 2 * rules.hand_size, 2))
    rest = tuple(card for card in range(DECK_SIZE) if card not in hand)
    last = DECK_SIZE - 2 * rules.hand_size - 1 - rules.wall_size
    # So many draws, and the upcard.
    in_play = AskedPosition(rules, hand, rest[:last])
    assert view_of(in_play).is_my_turn
    drawn = AskedPosition(rules, (*hand, rest[-1]), rest[:last])
    assert view_of(drawn).is_my_turn
    for over in (
        AskedPosition(rules, hand, rest[: last + 1]),
        AskedPosition(rules, (*hand, rest[-1]), rest[: last + 1]),
        AskedPosition(rules, hand, rest[: last + 3]),
    ):
        for refuse in (view_of, lambda one: to_play_on(one, 1), checked):
            with pytest.raises(ImpossiblePositionError, match="stock"):
                refuse(over)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def test_gin_in_hand_is_played() -> None:
    found = answer(asked("5H 6H 7H 4C 4D 4S QS QD QC QH KD", "9C 3D 8S"))
    best = found.choices[0].action
    assert isinstance(best, Knock)
    assert set(cards_of(card_set((best.card,)))) == set(cards("KD"))
    assert found.deadwood == 10


@given(positions(), st.integers(0, 99), st.integers(0, 99))
@settings(max_examples=100, deadline=None)
def test_the_score_is_the_asked_one(asked: AskedPosition, own: int, other: int) -> None:
    view = view_of(replace(asked, score=(own, other)))
    party = next(n for n, seats in enumerate(view.public.parties) if view.seat in seats)
    totals = view.public.sheet.totals
    assert (totals[party], totals[1 - party]) == (own, other)
    same = view_of(asked)
    assert (view.hand, view.drawn, view.table and view.table.discards) == (
        same.hand,
        same.drawn,
        same.table and same.table.discards,
    )


def test_the_score_decides_whether_a_small_win_is_enough() -> None:
    """At 99 any win wins the game; at an even score gin is worth the wait."""
    hand = parse_cards("3C 4C 5C 9D 9H 9S QC QD QH 2S KD")
    even = AskedPosition(STANDARD, hand, parse_cards("7C 8D 4H TS"))
    near = replace(even, score=(99, 0))
    knock = {one.action: one.points for one in answer(even).choices}
    assert any(isinstance(one, Knock) for one in knock)
    assert isinstance(answer(near).choices[0].action, Knock)


@pytest.mark.parametrize("score", [(100, 0), (0, 100), (-1, 0)])
def test_a_score_that_ends_the_game_is_refused(score: tuple[int, int]) -> None:
    asked = AskedPosition(STANDARD, parse_cards("3C 4C 5C 9D 9H 9S QC QD QH 2S"), (0,), (), score)
    with pytest.raises(ImpossiblePositionError) as error:
        checked(asked)
    assert error.value.code == "score"


def gins(hand: str, pile: str, preset: str = "standard") -> dict[object, float | None]:
    """The chance of gin of each choice."""
    asked = AskedPosition(PRESETS[preset], parse_cards(hand), parse_cards(pile))
    return {one.action: one.gin for one in answer(asked).choices}


def test_the_chance_of_gin_grows_with_the_hand() -> None:
    pile = "9C 3D KC 2H 8S"
    near = gins("5H 6H 7H 4C 4D 4S QS QD QC 7S KD", pile)
    far = gins("5H 6H 7H 4C 4D 9S QS TD 2C 7S KD", pile)
    kept, spoiled = near[parse("KD")], near[parse("QC")]
    assert kept is not None
    assert spoiled is not None
    assert far[parse("KD")] is not None
    assert 0 <= spoiled < kept <= 1
    assert max(one or 0.0 for one in far.values()) < kept
    assert all(chance == 0 for one, chance in near.items() if isinstance(one, Knock))


def parse(text: str) -> Discard:
    return Discard(parse_cards(text)[0])


def test_gin_itself_is_certain_and_other_rules_say_nothing() -> None:
    hand, pile = "5H 6H 7H 4C 4D 4S QS QD QC 8H KD", "9C 3D KC 2H 8S"
    found = gins(hand, pile)
    knocks = [chance for one, chance in found.items() if isinstance(one, Knock)]
    assert knocks == [1.0]
    rounds = gins("5H 6H 7H 4C 4D 9S QS TD 2C 7S KD", pile, "tedesco")
    assert set(rounds.values()) == {None}
