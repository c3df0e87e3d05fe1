"""Cards of a hand lie in rows: all of them, in order, readable, inside the picture."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.layout import Group, Measures, arranged

MEASURES = Measures(card=100, steps=(80, 70, 60, 50), gap=20, left=10, widest=700)

sizes = st.lists(st.tuples(st.integers(0, 14), st.booleans()), max_size=6)


def grouped(shape: list[tuple[int, bool]]) -> list[Group]:
    groups, first = [], 0
    for size, loose in shape:
        groups.append(Group(tuple(range(first, first + size)), loose))
        first += size
    return groups


@pytest.mark.slow
@given(sizes)
def test_every_card_once_in_order(shape: list[tuple[int, bool]]) -> None:
    rows = arranged(grouped(shape), MEASURES)
    cards = [place.card for row in rows for place in row]
    assert cards == [card for group in grouped(shape) for card in group.cards]


@pytest.mark.slow
@given(sizes)
def test_every_index_is_readable_and_inside(shape: list[tuple[int, bool]]) -> None:
    for row in arranged(grouped(shape), MEASURES):
        assert row[0].x >= MEASURES.left
        assert row[-1].x + MEASURES.card <= MEASURES.left + MEASURES.widest
        for first, second in pairwise(row):
            apart = second.x - first.x
            if first.group == second.group:
                assert apart in MEASURES.steps
            else:
                assert apart == MEASURES.card + MEASURES.gap


@pytest.mark.slow
@given(sizes)
def test_a_meld_that_fits_is_never_divided(shape: list[tuple[int, bool]]) -> None:
    rows = arranged(grouped(shape), MEASURES)
    for number, group in enumerate(g for g in grouped(shape) if g.cards):
        if not group.loose and len(group.cards) <= 13:
            assert sum(any(place.group == number for place in row) for row in rows) == 1


def test_few_cards_lie_as_roomy_as_possible() -> None:
    (row,) = arranged([Group((1, 2, 3)), Group((4,), loose=True)], MEASURES)
    assert [place.x for place in row] == [170, 250, 330, 450]


def test_two_rows_are_even() -> None:
    rows = arranged([Group(tuple(range(14)), loose=True)], MEASURES)
    assert [len(row) for row in rows] == [7, 7]
