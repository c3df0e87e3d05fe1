"""Who of two teams meets whom when some people keep apart."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from engine.duplicate.pairing import opposed

ONE, OTHER = (1, 2, 3, 4), (11, 12, 13, 14)
PAIRS = st.sets(st.tuples(st.sampled_from(ONE), st.sampled_from(OTHER)))
SIZES = st.integers(1, 4)


def most(one: tuple[int, ...], other: tuple[int, ...], apart: set[tuple[int, int]]) -> int:
    """The most pairs without anybody who keeps apart, by trying all."""
    short, long = sorted((one, other), key=len)
    return max(
        sum((a, b) not in apart and (b, a) not in apart for a, b in zip(short, some, strict=True))
        for some in permutations(long, len(short))
    )


@given(PAIRS, SIZES, SIZES, st.booleans())
def test_as_many_meet_as_can_without_meeting_those_they_keep_apart_from(
    apart: set[tuple[int, int]], first: int, second: int, turned: bool
) -> None:
    one, other = ONE[:first], OTHER[:second]
    told = [pair[::-1] if turned else pair for pair in apart]
    pairs = opposed((one, other), told)
    assert {a for a, _ in pairs} <= set(one)
    assert {b for _, b in pairs} <= set(other)
    assert len({each for pair in pairs for each in pair}) == 2 * len(pairs)
    assert not set(pairs) & apart
    assert len(pairs) == most(one, other, apart)


def test_without_a_reason_they_meet_in_their_order() -> None:
    assert opposed((ONE, OTHER[:3]), [(1, 12)]) == [(1, 11), (2, 12), (3, 13)]
