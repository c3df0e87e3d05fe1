"""Layouts of a hand, the choice among them, and layoffs on the knocker's (1.3, 1.6, 1.7)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.cards import Card, CardSet, cards_of
from engine.game.melds.deadwood import Deadwood
from engine.game.melds.shapes import Shapes


@dataclass(frozen=True, slots=True)
class Layout:
    """Disjoint melds of a hand, sets before runs, and the leftover cards.

    ``deadwood`` is the sum of the values of ``deadwood_cards``, in points.
    """

    melds: tuple[CardSet, ...]
    deadwood_cards: CardSet
    deadwood: int


def layouts(
    shapes: Shapes, count: Deadwood, melds: Iterable[CardSet], hand: CardSet, limit: int
) -> tuple[Layout, ...]:
    """Return every layout of ``hand`` with deadwood up to ``limit``, best first.

    ``melds``: all melds within the hand. Each family of melds is listed once; a run of six
    and the same cards split into two runs of three are two families.
    """
    found = [
        Layout(tuple(sorted(chosen, key=_set_first(shapes))), left, count.total(left))
        for chosen, left in _families(count, tuple(melds), hand, limit)
    ]
    return tuple(sorted(found, key=lambda layout: _preference(shapes, layout)))


def choices(shapes: Shapes, found: tuple[Layout, ...]) -> tuple[Layout, ...]:
    """Return the layouts of ``found`` that are a real choice for a knocker, best first.

    A layout is omitted when another has no more deadwood and allows no layoff that it does not
    allow itself; of equal layouts the first stays. A layout with deadwood is also omitted when
    there is one without: gin cannot be undercut. ``found`` is in best-first order.
    """
    if found and found[0].deadwood == 0:
        found = tuple(layout for layout in found if layout.deadwood == 0)
    distinct: dict[frozenset[CardSet], Layout] = {}
    for layout in found:
        distinct.setdefault(frozenset(_layoff_chains(shapes, layout)), layout)
    undominated: list[tuple[frozenset[CardSet], Layout]] = []
    for chains, layout in distinct.items():
        if any(_beats(shapes, better, open_to, layout) for open_to, better in undominated):
            continue
        undominated = [
            worse for worse in undominated if not _beats(shapes, layout, chains, worse[1])
        ]
        undominated.append((chains, layout))
    return tuple(layout for _, layout in undominated)


def _beats(shapes: Shapes, better: Layout, chains: frozenset[CardSet], worse: Layout) -> bool:
    """Whether ``better``, open to ``chains``, is at least as good against any defending hand."""
    return better.deadwood <= worse.deadwood and all(
        can_all_be_laid_off(shapes, worse.melds, chain) for chain in chains
    )


def can_all_be_laid_off(shapes: Shapes, melds: tuple[CardSet, ...], cards: CardSet) -> bool:
    """Whether all these cards can be added to the melds, in some order."""
    while cards:
        for card in cards_of(cards):
            target = shapes.preferred_target(melds, card)
            if target is not None:
                cards ^= 1 << card
                melds = (*melds[:target], melds[target] | 1 << card, *melds[target + 1 :])
                break
        else:
            return False
    return True


def _families(
    count: Deadwood, melds: tuple[CardSet, ...], rest: CardSet, limit: int
) -> Iterator[tuple[tuple[CardSet, ...], CardSet]]:
    """Return the melds and leftover cards of every layout of ``rest`` within ``limit``.

    Each step places the lowest remaining card in a meld or in deadwood, so no family repeats.
    """
    if count.deadwood(rest) > limit:
        return
    inside = tuple(meld for meld in melds if meld & rest == meld)
    if not inside:
        yield (), rest
        return
    lowest = rest & -rest
    for meld in inside:
        if meld & lowest:
            for chosen, left in _families(count, inside, rest ^ meld, limit):
                yield (meld, *chosen), left
    value = count.value(lowest.bit_length() - 1)
    for chosen, left in _families(count, inside, rest ^ lowest, limit - value):
        yield chosen, left | lowest


def _set_first(shapes: Shapes) -> Callable[[CardSet], tuple[bool, int]]:
    """Return the sort key of melds in a layout: sets, then runs, each by lowest card."""
    return lambda meld: (meld not in shapes.sets, meld & -meld)


def _preference(shapes: Shapes, layout: Layout) -> tuple[int, int, int, tuple[CardSet, ...]]:
    """Return the sort key of layouts, best first (rulebook 1.6).

    Least deadwood; then fewest cards outside the hand that fit on a meld at once; then fewest
    runs, so that none is split without need; then card order.
    """
    held = layout.deadwood_cards
    fitting = 0
    for meld in layout.melds:
        held |= meld
        fitting |= shapes.takes[meld]
    runs = sum(meld not in shapes.sets for meld in layout.melds)
    return (
        layout.deadwood,
        (fitting & ~held).bit_count(),
        runs,
        layout.melds,
    )


def _layoff_chains(shapes: Shapes, layout: Layout) -> Iterator[CardSet]:
    """Return the chains that bring a card onto a meld.

    A chain is the fourth card of a set, or all cards from a run's end to the card. Every layoff
    on the layout is a union of chains.
    """
    held = layout.deadwood_cards
    for meld in layout.melds:
        held |= meld
    for meld in layout.melds:
        for first in cards_of(shapes.takes[meld] & ~held):
            other_end = shapes.takes[meld] & ~(1 << first)
            grown, following = meld, 1 << first
            while following:
                grown |= following
                yield grown ^ meld
                if meld in shapes.sets:
                    break
                following = shapes.takes[grown] & ~other_end & ~held


class LaidOff(NamedTuple):
    """A position a defender can reach: the layoffs, in order, and the resulting melds."""

    cards: CardSet
    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Layoff:
    """The defender's best layoffs.

    ``steps``: (card, index of the meld) in a legal order. ``melds``: the knocker's melds after
    them. ``layout``: the best layout of the cards kept. ``deadwood``: its points.
    """

    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]
    layout: Layout
    deadwood: int


def reachable_layoffs(
    shapes: Shapes, melds: tuple[CardSet, ...], hand: CardSet
) -> Iterator[LaidOff]:
    """Return every set of cards that can be laid off, once, fewest cards first, from none.

    A card that fits a run and a set goes on the run; laying it off on the set would not make any
    other set of cards possible.
    """
    wave = [LaidOff(0, (), melds)]
    while wave:
        yield from wave
        following: dict[CardSet, LaidOff] = {}
        for state in wave:
            _extend(shapes, state, hand, following)
        wave = list(following.values())


def _extend(
    shapes: Shapes, state: LaidOff, hand: CardSet, following: dict[CardSet, LaidOff]
) -> None:
    """Add the positions with one more layoff."""
    fitting = 0
    for meld in state.melds:
        fitting |= shapes.takes[meld]
    for card in cards_of(fitting & hand & ~state.cards):
        cards = state.cards | 1 << card
        target = shapes.preferred_target(state.melds, card)
        if target is None or cards in following:
            continue
        melds = list(state.melds)
        melds[target] |= 1 << card
        following[cards] = LaidOff(cards, (*state.steps, (card, target)), tuple(melds))
