"""A hand between two moves, and the neighbourhoods of cards under the rules of melds."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from engine.game.cards import DECK_SIZE, SUIT_SIZE, Card, CardSet, card_set, cards_of
from engine.game.melds import RunWrap, Solver, solver
from engine.game.rules import Rules
from engine.players.habits import STRANGER, Habits
from engine.players.memory import NO_CARD, Memory

THROWN_ODDS: Final = (0.5, 0.55, 0.78)
"""Odds factors for a card per discard of the opponent: same rank, next, next but one."""
REFUSED_ODDS: Final = (0.64, 0.67, 0.82)
KNOWN_ODDS: Final = (2.4, 2.2, 1.6)
SURE_ENOUGH: Final = 0.95


@dataclass(frozen=True, slots=True)
class Sight:
    """A hand of ten between two moves and its owner's knowledge.

    ``top``: the discard just made, which the opponent may take, or ``NO_CARD``. ``known``,
    ``thrown``, ``refused``: the opponent's, as in ``Memory``. ``shown``: own cards that the
    opponent saw taken. ``habits``: the opponent's, from finished rounds.
    """

    hand: CardSet
    top: Card
    known: CardSet
    unseen: CardSet
    thrown: CardSet
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
    habits: Habits = STRANGER

    @classmethod
    def of(
        cls,
        memory: Memory,
        rules: Rules,
        hand: CardSet,
        top: Card = NO_CARD,
        habits: Habits = STRANGER,
    ) -> "Sight":
        """Return the position with this hand, after the discard of ``top``."""
        thrown = (NO_CARD, NO_CARD, *memory.thrown)
        return cls(
            hand=hand,
            top=top,
            known=memory.known,
            unseen=memory.unseen,
            thrown=card_set(memory.thrown),
            refused=card_set(memory.refused),
            shown=memory.shown & hand,
            hidden=memory.hidden,
            stock=memory.stock_size,
            turns=memory.turns,
            last=thrown[-1],
            before=thrown[-2],
            took=memory.took_last,
            limit=memory.limit,
            gin=rules.gin_bonus,
            undercut=rules.undercut_bonus,
            habits=habits,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The neighbourhoods of cards under the rules of melds.

    ``steps``: for each card those two below, one below, one above and two above in its suit, or
    ``NO_CARD``. ``around``: for each card the sets of the same rank, of the next cards in its
    suit, and of the next but one. ``windows``: for each card the pairs that make a run with it.
    """

    solver: Solver
    steps: tuple[tuple[Card, Card, Card, Card], ...]
    around: tuple[tuple[CardSet, CardSet, CardSet], ...]
    windows: tuple[tuple[CardSet, ...], ...]

    def meets(self, cards: CardSet, card: Card) -> bool:
        """Whether ``card`` makes a meld with some of ``cards``, even by breaking another."""
        return (self.around[card][0] & cards).bit_count() >= 2 or any(
            pair & cards == pair for pair in self.windows[card]
        )


@cache
def ground(rules: Rules) -> Ground:
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
    return Ground(solver(rules.meld_rules), steps, around, windows)


def _step(card: Card, step: int, *, corner: bool) -> Card:
    base, rank = card - card % SUIT_SIZE, card % SUIT_SIZE + step
    if corner:
        return base + rank % SUIT_SIZE
    return base + rank if 0 <= rank < SUIT_SIZE else NO_CARD


def held_odds(sight: Sight, on: Ground) -> tuple[float, ...]:
    """Return the rough odds that the opponent holds each of the 52 cards."""
    return _held_odds(sight.known, sight.unseen, sight.thrown, sight.refused, sight.hidden, on)


@lru_cache(maxsize=64)
def _held_odds(
    known: CardSet, unseen: CardSet, thrown: CardSet, refused: CardSet, hidden: int, on: Ground
) -> tuple[float, ...]:
    found = [0.0] * DECK_SIZE
    for card in cards_of(known):
        found[card] = 1.0
    share = hidden / max(1, unseen.bit_count())
    for card in cards_of(unseen & ~known):
        odds = share
        for cards, changes in (
            (thrown, THROWN_ODDS),
            (refused, REFUSED_ODDS),
            (known, KNOWN_ODDS),
        ):
            for group, change in zip(on.around[card], changes, strict=True):
                odds *= change ** (group & cards).bit_count()
        found[card] = min(SURE_ENOUGH, odds)
    return tuple(found)


def use_odds(sight: Sight, card: Card, on: Ground) -> tuple[float, float]:
    """Return the rough odds that the opponent can use ``card`` in a set, and in a run."""
    held = held_odds(sight, on)
    first, second, third = (held[other] for other in cards_of(on.around[card][0]))
    by_set = first * second + first * third + second * third
    could = sight.known | sight.unseen
    by_run = 0.0
    for pair in on.windows[card]:
        if pair & could == pair:
            one, two = cards_of(pair)
            by_run += held[one] * held[two]
    return min(1.0, by_set), min(1.0, by_run)
