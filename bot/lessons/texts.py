"""The words of the lesson: one or two sentences for each of its places."""

from typing import Final

from bot.lessons.course import END, Step, step_at
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.wording.cards import named
from engine.game.cards import card

TITLES: Final = {
    Step.MELDS: mark("Melds"),
    Step.DEADWOOD: mark("Deadwood"),
    Step.DRAW: mark("Draw and discard"),
    Step.KNOCK: mark("Knock"),
    Step.LAYOFF: mark("Layoff"),
    Step.UNDERCUT: mark("Undercut"),
    Step.GIN: mark("Gin"),
    Step.SHEET: mark("The score sheet"),
}
_SAID: Final = (
    (
        mark(
            "Three or four cards of one rank, or three or more in a row of one suit, are a "
            "**meld**. Take {card}: it makes a run with {first} and {second}."
        ),
        ("7H", "5H", "6H"),
    ),
    (
        mark(
            "Cards outside melds are **deadwood**: face cards count 10, aces 1, other cards their "
            "face value. Discard the most expensive one, {card}."
        ),
        ("KS",),
    ),
    (
        mark(
            "Each turn you draw from the **stock** or take the top **discard**, then discard a "
            "card. {card} doesn't help you, so draw from the stock."
        ),
        ("JD",),
    ),
    (mark("Now discard the deadwood that counts most, {card}."), ("8D",)),
    (mark("{card} makes a run with {first} and {second}. Take it."), ("3C", "AC", "2C")),
    (
        mark(
            "With 10 deadwood or less you may **knock**, which ends the round. Knock, and discard "
            "{card}."
        ),
        ("6C",),
    ),
    (mark("You win the difference between the deadwood of both hands."), ()),
    (
        mark(
            "Pip has knocked. You may **lay off** cards that fit Pip's melds, and then they don't "
            "count: lay them all off."
        ),
        (),
    ),
    (mark("Without the layoffs Pip would have won 41 points."), ()),
    (
        mark("You may take the upcard before your first draw. {card} makes no meld, so pass."),
        ("QH",),
    ),
    (
        mark(
            "Pip knocks with 9. If you have no more deadwood than that after your layoffs, you "
            "**undercut** the knock: lay off."
        ),
        (),
    ),
    (mark("An undercut scores the difference and a bonus of 25."), ()),
    (mark("{card} makes a run with {first} and {second}. Take it."), ("KS", "JS", "QS")),
    (
        mark(
            "No deadwood at all is **gin**: a bonus of 25, and nobody may lay off. Discard {card} "
            "and go gin."
        ),
        ("2D",),
    ),
    (mark("Whoever reaches 100 points first wins the game."), ()),
    (
        mark(
            "The sheet adds a box of 25 points for each round won and a game bonus of 100. That's "
            "all you need: play a real match."
        ),
        (),
    ),
)
_FIELDS: Final = ("card", "first", "second")


def title_at(reader: Reader, place: int) -> str:
    """Return the heading of a place: its step's number and idea."""
    t, step = reader.words.t, step_at(place)
    number = list(Step).index(step) + 1
    return t("### Step {n} of {all}: {title}", n=number, all=len(Step), title=t(TITLES[step]))


def text_at(reader: Reader, place: int) -> str:
    """Return what a place explains and asks for."""
    sentence, cards = _SAID[place]
    shown = (named(reader, card(one)) for one in cards)
    return reader.words.t(sentence, **dict(zip(_FIELDS, shown, strict=False)))


assert len(_SAID) == END + 1, "every place of the lesson has its words"
