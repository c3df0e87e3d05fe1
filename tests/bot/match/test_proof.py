"""What is said of a server's deals beside the proof of one of them."""

import random

import pytest

from bot.match.proof import FEW_DEALS, chance_lines, deals_screen
from bot.ui.i18n import words_for
from bot.ui.reader import Reader
from bot.wording.names import LANGUAGE_NAMES
from engine.standings.deal_statistics import Deal, DealStatistics, deal_statistics
from tests.bot.ui.screen_limits import problems

WORDS = words_for("en-US")


def of(deals: int, *, same_upcard: bool = False) -> DealStatistics:
    rng, found = random.Random(7), []
    for _ in range(deals):
        *hand, upcard = rng.sample(range(52), 11)
        found.append(Deal(sum(1 << card for card in hand), 5 if same_upcard else upcard))
    return deal_statistics(found)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (None, "No match has been finished here yet, so there is nothing to count."),
        (of(FEW_DEALS - 1), "⏳ There are too few deals to tell. Look again after more matches."),
        (of(FEW_DEALS), "✅ **Within chance**: fair deals look like these."),
        (of(500), "✅ **Within chance**: fair deals look like these."),
    ],
)
def test_the_last_line_says_plainly_what_it_means(
    found: DealStatistics | None, verdict: str
) -> None:
    assert chance_lines(WORDS, found)[-1] == verdict


def test_deals_that_chance_does_not_explain_are_called_so() -> None:
    verdict = chance_lines(WORDS, of(500, same_upcard=True))[-1]
    assert verdict.startswith("⚠️ **Not within chance**"), verdict
    assert verdict.endswith("once in 1000000 times."), verdict


def test_counts_stand_beside_what_chance_predicts() -> None:
    lines = chance_lines(WORDS, of(500))
    assert "Hands with a meld: **191** (expected 199)" in lines
    assert "Hands that could knock: **1** (expected 0.32)" in lines
    assert "Hands with gin: **0** (expected 0.01)" in lines
    assert "(expected 125 each)" in "".join(lines), "of the suits of upcards"


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_administrators_see_every_comparison(language: str) -> None:
    screen = deals_screen(Reader(words_for(language)), of(500))
    assert problems(screen) == []
    assert "".join(screen.texts()).count("-#") == 7
