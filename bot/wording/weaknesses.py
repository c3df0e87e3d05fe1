"""Weaknesses in words: what somebody does, and what to do instead."""

from typing import Final

from bot.ui.i18n import mark
from engine.trainer import weaknesses
from engine.trainer.weaknesses import Weakness

TITLES: Final[dict[Weakness, str]] = {
    weaknesses.KNOCKS_LATE: mark("Knocking too late"),
    weaknesses.IGNORES_UNDERCUT: mark("Ignoring the undercut"),
    weaknesses.KNOCKS_EARLY: mark("Knocking too early"),
    weaknesses.LAYS_OUT_BADLY: mark("Knocking with the wrong discard or melds"),
    weaknesses.TAKES_TOO_MUCH: mark("Taking discards that don't help"),
    weaknesses.TAKES_TOO_LITTLE: mark("Leaving useful discards"),
    weaknesses.BREAKS_MELDS: mark("Breaking up melds"),
    weaknesses.FEEDS_OPPONENT: mark("Discarding what your opponent can use"),
    weaknesses.KEEPS_HIGH_CARDS: mark("Keeping high cards too long"),
    weaknesses.GIVES_UP_OUTS: mark("Discarding cards that could become melds"),
    weaknesses.LAYS_OFF_BADLY: mark("Laying off the wrong cards"),
}
ADVICE: Final[dict[Weakness, str]] = {
    weaknesses.KNOCKS_LATE: mark(
        "Knock when you can: while you wait for a better hand, your opponent's hand improves too."
    ),
    weaknesses.IGNORES_UNDERCUT: mark(
        "Before you knock, ask whether your opponent may have no more deadwood than you."
    ),
    weaknesses.KNOCKS_EARLY: mark(
        "With many useful cards left to draw, and little danger, play on for gin."
    ),
    weaknesses.LAYS_OUT_BADLY: mark(
        "Compare the ways to lay out your hand: deadwood left, and cards that can be laid off."
    ),
    weaknesses.TAKES_TOO_MUCH: mark(
        "Take a discard for a meld or a knock. For a mere chance of a run, draw from the stock."
    ),
    weaknesses.TAKES_TOO_LITTLE: mark("Take a discard that makes a meld or lets you knock."),
    weaknesses.BREAKS_MELDS: mark("Keep your melds, and discard deadwood."),
    weaknesses.FEEDS_OPPONENT: mark(
        "Before you discard, look at what your opponent has taken and discarded."
    ),
    weaknesses.KEEPS_HIGH_CARDS: mark(
        "Discard high cards that match nothing, before they count against you."
    ),
    weaknesses.GIVES_UP_OUTS: mark("Keep the cards that the most unseen cards would complete."),
    weaknesses.LAYS_OFF_BADLY: mark(
        "Lay off what belongs to none of your own melds, and keep those whole."
    ),
}
