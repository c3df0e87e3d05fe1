"""The layout of a hand: groups in rows, as even and as roomy as the width allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from engine.game.cards import Card


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together; a ``loose`` group (deadwood) may be split over rows."""

    cards: tuple[Card, ...]
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes in pixels; ``steps`` from one card of a group to the next, roomy to tight.

    Rows begin at ``left``, or are centred in the ``widest`` pixels after it.
    """

    card: int
    steps: tuple[int, ...]
    gap: int
    left: int
    widest: int
    centred: bool = True


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card's left edge and the number of the group it belongs to."""

    card: Card
    x: int
    group: int
    loose: bool


_Row = list[tuple[int, Group]]
"""Groups, or parts of them, with their numbers."""


def _row_width(row: _Row, step: int, measures: Measures) -> int:
    cards = sum(len(group.cards) for _, group in row)
    return cards * step + len(row) * (measures.card - step + measures.gap) - measures.gap


def _parts(groups: Sequence[Group], measures: Measures) -> _Row:
    """Return the groups, with loose cards one by one and overlong melds split."""
    most = max(1, (measures.widest - measures.card) // measures.steps[-1] + 1)
    parts: _Row = []
    for number, group in enumerate(groups):
        size = 1 if group.loose else most
        for start in range(0, len(group.cards), size):
            parts.append((number, Group(group.cards[start : start + size], group.loose)))
    return parts


def _rows(groups: Sequence[Group], step: int, measures: Measures, limit: int) -> list[_Row]:
    rows: list[_Row] = [[]]
    for number, part in _parts(groups, measures):
        row = rows[-1]
        longer = [*row, (number, part)]
        if row and part.loose and row[-1][0] == number:
            longer = [*row[:-1], (number, Group(row[-1][1].cards + part.cards, loose=True))]
        if row and _row_width(longer, step, measures) > limit:
            rows.append([(number, part)])
        else:
            rows[-1] = longer
    return rows


def _fits(rows: list[_Row], step: int, measures: Measures) -> bool:
    return all(_row_width(row, step, measures) <= measures.widest for row in rows)


def _placed(row: _Row, step: int, measures: Measures) -> tuple[CardPlace, ...]:
    x = measures.left
    if measures.centred:
        x += (measures.widest - _row_width(row, step, measures)) // 2
    places: list[CardPlace] = []
    for number, group in row:
        for card in group.cards:
            places.append(CardPlace(card, x, number, group.loose))
            x += step
        x += measures.card - step + measures.gap
    return tuple(places)


def arranged(groups: Sequence[Group], measures: Measures) -> tuple[tuple[CardPlace, ...], ...]:
    """Return the cards in the fewest rows, evenly filled; no cards give no rows."""
    groups = [group for group in groups if group.cards]
    cards = [card for group in groups for card in group.cards]
    sizes = tuple((len(group.cards), group.loose) for group in groups)
    return tuple(
        tuple(CardPlace(cards[place.card], place.x, place.group, place.loose) for place in row)
        for row in _arranged(sizes, measures)
    )


@lru_cache(maxsize=4096)
def _arranged(
    sizes: tuple[tuple[int, bool], ...], measures: Measures
) -> tuple[tuple[CardPlace, ...], ...]:
    """Arrange groups of these sizes; each card is given as its position among all of them."""
    if not sizes:
        return ()
    ends = list(accumulate(size for size, _ in sizes))
    groups = [
        Group(tuple(range(end - size, end)), loose)
        for (size, loose), end in zip(sizes, ends, strict=True)
    ]
    widest = measures.widest
    tight = measures.steps[-1]
    fewest = len(_rows(groups, tight, measures, widest))
    roomy = (s for s in measures.steps if _fits(_rows(groups, s, measures, widest), s, measures))
    step = next((s for s in roomy if len(_rows(groups, s, measures, widest)) == fewest), tight)
    low, high = measures.card, widest
    while low < high:
        limit = (low + high) // 2
        if len(_rows(groups, step, measures, limit)) <= fewest:
            high = limit
        else:
            low = limit + 1
    return tuple(_placed(row, step, measures) for row in _rows(groups, step, measures, low))
