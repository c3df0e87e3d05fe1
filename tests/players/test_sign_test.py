"""The exact sign test and Holm's correction give the values of textbooks."""

from fractions import Fraction
from math import comb

import pytest

from benchmarks.sign_test import holm, in_digits, sign_test


def test_the_textbook_example_of_deer_legs() -> None:
    """Zar's: of ten deer eight have the longer left hind leg, p = 0.109375."""
    assert sign_test(8, 2) == sign_test(2, 8) == Fraction(109375, 1000000)


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 1), (5, 5), (1, 0), (6, 5)])
def test_an_even_split_says_nothing(won: int, lost: int) -> None:
    assert sign_test(won, lost) == 1


def test_every_split_is_counted_exactly() -> None:
    assert sign_test(5, 0) == Fraction(1, 16)
    for count in range(1, 30):
        for won in range(count // 2):
            ways = sum(comb(count, one) for one in range(won + 1))
            assert sign_test(won, count - won) == Fraction(2 * ways, 2**count)


def test_holm_multiplies_the_least_by_all_and_never_falls() -> None:
    """The example of R's `p.adjust`, and one in which the second would fall below the first."""
    raw = [Fraction(1, 100), Fraction(4, 100), Fraction(3, 100), Fraction(5, 1000)]
    assert [float(one) for one in holm(raw)] == [0.03, 0.06, 0.06, 0.02]
    assert holm([Fraction(1, 2), Fraction(1, 2), Fraction(9, 10)]) == [1, 1, 1]
    assert holm([Fraction(20, 1000), Fraction(21, 1000)]) == [Fraction(40, 1000)] * 2
    assert holm([]) == []


def test_probabilities_too_small_for_a_float_are_written_out() -> None:
    assert in_digits(Fraction(1)) == "1.000"
    assert in_digits(Fraction(109375, 1000000)) == "0.109"
    assert in_digits(Fraction(1, 4000)) == "2.5e-4"
    assert in_digits(sign_test(2500, 0)) == "5.3e-753"
