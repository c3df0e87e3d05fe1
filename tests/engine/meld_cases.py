"""What the meld tests share: every ruleset, and hands in which there is something to meld."""

import random

import hypothesis.strategies as st

from engine.game.cards import DECK_SIZE, SUIT_SIZE, CardSet, card_set, card_text, cards_of
from engine.game.melds import MeldRules, RunWrap, Solver, solver
from tests.engine.exhaustive import Exhaustive, Hand

ALL_RULES = [MeldRules(wrap, ace) for wrap in RunWrap for ace in (1, 15)]


def both(rules: MeldRules) -> tuple[Solver, Exhaustive]:
    """The solver and the exhaustive one for the same rules."""
    return solver(rules), Exhaustive(rules.run_wrap.value, rules.ace_deadwood)


def texts(mask: CardSet) -> Hand:
    return frozenset(card_text(card) for card in cards_of(mask))


def pool(rng: random.Random, size: int) -> list[int]:
    """A part of the deck rich in melds: some neighbouring ranks, around the corner too."""
    width = rng.randint(max(3, -(-size // 4)), SUIT_SIZE)
    first = rng.randrange(SUIT_SIZE)
    ranks = {(first + step) % SUIT_SIZE for step in range(width)}
    return [card for card in range(DECK_SIZE) if card % SUIT_SIZE in ranks]


def rich_hand(rng: random.Random, size: int) -> CardSet:
    """A random hand from a part of the deck."""
    return card_set(rng.sample(pool(rng, size), size))


def hands(smallest: int, largest: int) -> st.SearchStrategy[CardSet]:
    """Hands of any cards or of few ranks, so that melds overlap."""
    ranks = st.sampled_from([SUIT_SIZE, 7, 5, 4])
    return st.tuples(ranks, st.integers(0, SUIT_SIZE - 1)).flatmap(
        lambda chosen: st.sets(
            st.sampled_from(
                [
                    suit * SUIT_SIZE + (chosen[1] + step) % SUIT_SIZE
                    for suit in range(4)
                    for step in range(chosen[0])
                ]
            ),
            min_size=smallest,
            max_size=largest,
        ).map(card_set)
    )
