"""The words of the course: the titles of groups and lessons, and the idea of each lesson."""

from collections.abc import Mapping
from typing import Final

from bot.ui.i18n import mark

GROUP_TITLES: Final[Mapping[str, str]] = {
    "first": mark("First cards"),
    "playing": mark("Draw and discard"),
    "watching": mark("Watch the table"),
    "knocking": mark("Knocking"),
    "defence": mark("Defence and score"),
    "games": mark("Other games"),
}
TITLES: Final[Mapping[str, str]] = {
    "runs": mark("Runs"),
    "sets": mark("Sets"),
    "deadwood": mark("Deadwood"),
    "knock": mark("Knock"),
    "upcard": mark("The upcard"),
    "leave": mark("Leave it"),
    "outs": mark("Count your outs"),
    "two_ways": mark("Two ways to grow"),
    "taken": mark("What they take"),
    "safe": mark("Safe discards"),
    "late": mark("High cards late"),
    "stock": mark("The last cards"),
    "early": mark("Knock early"),
    "wait": mark("When to wait"),
    "gin": mark("Gin or knock"),
    "for_knock": mark("Take it to knock"),
    "layoff": mark("Laying off"),
    "undercut": mark("The undercut"),
    "score": mark("Play to the score"),
    "oklahoma": mark("Oklahoma"),
    "hollywood": mark("Hollywood"),
    "partners": mark("Partners"),
}
IDEAS: Final[Mapping[str, str]] = {
    "runs": mark(
        "Three or more cards in sequence in one suit are a **run**. Take a card that "
        "completes one; leave a card that only comes close."
    ),
    "sets": mark(
        "Three or four cards of one rank are a **set**. A card belongs to one meld only: it "
        "can't be in a set and in a run."
    ),
    "deadwood": mark(
        "Cards outside melds are **deadwood**: face cards count 10, aces 1, other cards "
        "their face value. If nothing else speaks for a card, discard the highest one."
    ),
    "knock": mark(
        "With 10 deadwood or less after your discard you may **knock**, which ends the round. You "
        "win the difference between the deadwood of both hands."
    ),
    "upcard": mark(
        "Before the first draw you may take the **upcard** or pass. Take it for a meld, or "
        "if it lowers your deadwood a lot; otherwise pass, because everybody sees what you "
        "take."
    ),
    "leave": mark(
        "A card that only lowers your deadwood is seldom worth taking: it tells your opponent "
        "about your hand, and you give up an unseen card."
    ),
    "outs": mark(
        "An **out** is an unseen card that completes a meld. Before you discard, count the outs "
        "that each card gives you, and keep the cards with more of them."
    ),
    "two_ways": mark(
        "A card that can grow into a set and into a run has more chances than a card that can do "
        "only one of them. Keep it, even if it costs more."
    ),
    "taken": mark(
        "What your opponent takes from the pile often belongs to a meld. Hold on to cards of the "
        "same rank, and to its neighbours in the suit."
    ),
    "safe": mark(
        "A discard is **safe** if your opponent can hardly meld it, because the cards that "
        "go with it are in the pile or in your hand. Look there before you discard."
    ),
    "late": mark(
        "The longer a round lasts, the closer the knock. From about your seventh turn, let "
        "go of high cards that are still waiting for a partner."
    ),
    "stock": mark(
        "When only two cards are left in the stock, the round ends without a winner. Near that end "
        "there is little left to wait for: lower your deadwood, and give nothing away."
    ),
    "early": mark(
        "In the first turns your opponent's hand is full of deadwood. Even 8, 9 or 10 is low "
        "enough then, so knock at once."
    ),
    "wait": mark(
        "If your opponent has no more deadwood than you, your knock is **undercut**: they "
        "win the difference and 25 points. If they're likely to be low, don't knock with a "
        "high count yet."
    ),
    "gin": mark(
        "No deadwood at all is **gin**: 25 points more, and nobody may lay off. With little "
        "deadwood and enough cards that make gin, it's worth waiting for."
    ),
    "for_knock": mark(
        "A card that makes no meld is worth taking if it is low enough to let you knock at once."
    ),
    "layoff": mark(
        "After a knock you may **lay off** cards that fit the knocker's melds: they no "
        "longer count against you. Compare every option, because a card can be worth more "
        "in your own hand."
    ),
    "undercut": mark(
        "If your layoffs leave you with no more deadwood than the knocker, you **undercut** and "
        "win the difference and 25 points. Look for it before you lay off."
    ),
    "score": mark(
        "Points aren't worth the same at every score. If your opponent nearly has the game, a "
        "small win doesn't save you; if you nearly have it, a small win is enough."
    ),
    "oklahoma": mark(
        "In Oklahoma gin the **upcard** limits the knock: with a 4 you may knock with 4 or less. "
        "With a spade, the whole round counts double."
    ),
    "hollywood": mark(
        "In Hollywood scoring your first win counts in the first game, the second one in two, and "
        "every later one in all three. Look at all three scores before you decide."
    ),
    "partners": mark(
        "In a team the points of both tables are added up, and the better side scores the "
        "difference. Look at your partner's result before you decide what yours has to be."
    ),
}
"""What each lesson teaches, in at most two sentences."""
