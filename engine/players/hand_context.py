"""A hand between two moves, and the neighbourhoods of cards under the rules of melds."""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from engine.game.cards import DECK_SIZE, SUIT_SIZE, Card, CardSet, card_set, cards_of
from engine.game.melds import RunWrap, Solver, solver
from engine.game.rules import Rules
from engine.players.memory import NO_CARD, UNKNOWN_HABITS, Habits, Memory

DISCARD_ODDS: Final = (0.5, 0.55, 0.78)
"""Odds factors for a card per discard of the opponent: same rank, next, next but one."""
REFUSED_ODDS: Final = (0.64, 0.67, 0.82)
KNOWN_ODDS: Final = (2.4, 2.2, 1.6)
CONFIDENT: Final = 0.95
SUIT_MASK: Final = (1 << SUIT_SIZE) - 1
EVERY_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The lowest card of every suit."""


@dataclass(frozen=True, slots=True)
class HandContext:
    """A hand of ten between two moves and its owner's knowledge.

    ``top``: the discard just made, which the opponent may take, or ``NO_CARD``. ``known``,
    ``thrown``, ``refused``: the opponent's, as in ``Memory``. ``shown``: own cards that the
    opponent saw taken. ``steps``: the opponent's discards after another one; ``rises`` of them
    count more than the one before. ``habits``: the opponent's, from finished rounds.
    """

    hand: CardSet
    top: Card
    known: CardSet
    unseen: CardSet
    discarded: CardSet
    refused: CardSet
    shown: CardSet
    hidden: int
    stock: int
    turns: int
    last: Card
    before: Card
    took: bool
    limit: int
    gin: int
    undercut: int
    steps: int = 0
    rises: int = 0
    habits: Habits = UNKNOWN_HABITS

    @classmethod
    def of(
        cls,
        memory: Memory,
        rules: Rules,
        hand: CardSet,
        top: Card = NO_CARD,
        habits: Habits = UNKNOWN_HABITS,
    ) -> "HandContext":
        """Return the position with this hand, after the discard of ``top``."""
        discarded = (NO_CARD, NO_CARD, *memory.discarded)
        worth = [baseline(rules).solver.value(card) for card in memory.discarded]
        return cls(
            hand=hand,
            top=top,
            known=memory.known,
            unseen=memory.unseen,
            discarded=card_set(memory.discarded),
            refused=card_set(memory.refused),
            shown=memory.shown & hand,
            hidden=memory.hidden,
            stock=memory.stock_size,
            turns=memory.turns,
            last=discarded[-1],
            before=discarded[-2],
            took=memory.took_last,
            limit=memory.limit,
            gin=rules.gin_bonus,
            undercut=rules.undercut_bonus,
            steps=max(0, len(worth) - 1),
            rises=sum(later > earlier for earlier, later in pairwise(worth)),
            habits=habits,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """The neighbourhoods of cards under the rules of melds.

    ``steps``: for each card those two below, one below, one above and two above in its suit, or
    ``NO_CARD``. ``around``: for each card the sets of the same rank, of the next cards in its
    suit, and of the next but one. ``windows``: for each card the pairs that make a run with it.
    ``beside``: the sets of ``around`` as cards. ``fills``: remembers the ranks that make a run with
    two of a suit's cards.
    """

    solver: Solver
    steps: tuple[tuple[Card, Card, Card, Card], ...]
    around: tuple[tuple[CardSet, CardSet, CardSet], ...]
    windows: tuple[tuple[CardSet, ...], ...]

    beside: tuple[tuple[tuple[Card, ...], ...], ...]
    fills: dict[int, int] = field(default_factory=dict)

    def meeting(self, cards: CardSet) -> CardSet:
        """Return the other cards that make a meld with some of these, even by breaking another."""
        clubs, diamonds = cards & SUIT_MASK, cards >> 13 & SUIT_MASK
        hearts, spades = cards >> 26 & SUIT_MASK, cards >> 39
        pairs = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
        fill = self._filled
        runs = fill(clubs) | fill(diamonds) << 13 | fill(hearts) << 26 | fill(spades) << 39
        return (pairs * EVERY_SUIT | runs) & ~cards

    def _filled(self, pattern: int) -> int:
        """Return the ranks that make a run with two of this suit."""
        found = self.fills.get(pattern)
        if found is None:
            found = self.fills[pattern] = sum(
                1 << rank
                for rank in range(SUIT_SIZE)
                if any(pair & pattern == pair for pair in self.windows[rank])
            )
        return found


@cache
def baseline(rules: Rules) -> Baseline:
    """Return the neighbourhoods of cards under these rules."""
    corner = rules.run_wrap is RunWrap.AROUND_CORNER
    steps = tuple(
        (
            _step(card, -2, corner=corner),
            _step(card, -1, corner=corner),
            _step(card, 1, corner=corner),
            _step(card, 2, corner=corner),
        )
        for card in range(DECK_SIZE)
    )
    around = tuple(
        (
            card_set(range(card % SUIT_SIZE, DECK_SIZE, SUIT_SIZE)) & ~(1 << card),
            card_set(one for one in beside[1:3] if one >= 0),
            card_set(one for one in (beside[0], beside[3]) if one >= 0),
        )
        for card, beside in enumerate(steps)
    )
    windows = tuple(
        tuple(
            1 << one | 1 << two
            for one, two in ((beside[0], beside[1]), (beside[1], beside[2]), beside[2:])
            if one >= 0 and two >= 0
        )
        for beside in steps
    )
    beside = tuple(tuple(tuple(cards_of(one)) for one in sets) for sets in around)
    return Baseline(solver(rules.meld_rules), steps, around, windows, beside)


def _step(card: Card, step: int, *, corner: bool) -> Card:
    base, rank = card - card % SUIT_SIZE, card % SUIT_SIZE + step
    if corner:
        return base + rank % SUIT_SIZE
    return base + rank if 0 <= rank < SUIT_SIZE else NO_CARD


class Outlook:
    """Rough odds of where the unseen cards are.

    ``held``: for each of the 52 cards, that the opponent holds it. ``live``: for each value of
    cards the number of those unseen, and how many of them the stock is expected to have.
    """

    __slots__ = ("_could", "_on", "_uses", "held", "live")

    def __init__(self, known: CardSet, unseen: CardSet, held: list[float], on: Baseline) -> None:
        self.held = held
        self.live: dict[int, tuple[int, float]] = {}
        self._could = known | unseen
        self._on = on
        self._uses: dict[Card, tuple[float, float]] = {}
        for card in cards_of(unseen):
            value = on.solver.value(card)
            number, free = self.live.get(value, (0, 0.0))
            self.live[value] = number + 1, free + 1 - held[card]

    def uses(self, card: Card) -> tuple[float, float]:
        """Return the rough odds that the opponent can use ``card`` in a set, and in a run."""
        found = self._uses.get(card)
        if found is None:
            found = self._uses[card] = self._used(card)
        return found

    def _used(self, card: Card) -> tuple[float, float]:
        held, on, could = self.held, self._on, self._could
        first, second, third = (held[other] for other in cards_of(on.around[card][0]))
        by_set = first * second + first * third + second * third
        by_run = 0.0
        for pair in on.windows[card]:
            if pair & could == pair:
                by_run += held[pair.bit_length() - 1] * held[(pair & -pair).bit_length() - 1]
        return min(1.0, by_set), min(1.0, by_run)


def outlook(context: HandContext, on: Baseline) -> Outlook:
    """Return the rough odds of where the unseen cards are."""
    return _outlook(
        context.known, context.unseen, context.discarded, context.refused, context.hidden, on
    )


@lru_cache(maxsize=64)
def _outlook(
    known: CardSet, unseen: CardSet, discarded: CardSet, refused: CardSet, hidden: int, on: Baseline
) -> Outlook:
    found = [0.0] * DECK_SIZE
    share = hidden / max(1, unseen.bit_count())
    for card in cards_of(unseen):
        found[card] = share
    for cards, changes in (
        (discarded, DISCARD_ODDS),
        (refused, REFUSED_ODDS),
        (known, KNOWN_ODDS),
    ):
        for card in cards_of(cards):
            for group, change in zip(on.beside[card], changes, strict=True):
                for other in group:
                    found[other] *= change
    found = [min(CONFIDENT, odds) for odds in found]
    for card in cards_of(known):
        found[card] = 1.0
    return Outlook(known, unseen, found, on)
