"""The coach in words: choices with their reasons, and weaknesses with what to do instead."""

from collections.abc import Callable
from typing import Final, assert_never

from bot.ui.i18n import Translator, mark
from bot.ui.reader import Reader
from bot.wording.cards import in_run_order, listed, melds_named, named
from engine.coach import Grade, Reason, Why
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.trainer import tutor
from engine.trainer.tutor import Weakness

GRADES: Final = {
    Grade.BEST: mark("best"),
    Grade.INACCURACY: mark("inaccuracy"),
    Grade.MISTAKE: mark("mistake"),
    Grade.BLUNDER: mark("blunder"),
}


def action_words(reader: Reader, action: RoundAction) -> str:
    """Return an action in words."""
    t = reader.words.t
    match action:
        case Pass():
            return t("pass")
        case Draw():
            return t("draw from the stock")
        case Take(count=count):
            return t("take the discard") if count == 1 else t("take {n} cards", n=count)
        case TakeDeep(card=card):
            return t("take {card} from the discard pile", card=named(reader, card))
        case Discard(card=card):
            return t("discard {card}", card=named(reader, card))
        case Knock(card=card, layout=None) | TakeKnock(card=card, layout=None):
            return t("knock, discarding {card}", card=named(reader, card))
        case Knock(card=card, layout=layout) | TakeKnock(card=card, layout=layout):
            melds = melds_named(reader, layout or ())
            return t(
                "knock, discarding {card}, with {melds}", card=named(reader, card), melds=melds
            )
        case BigGin():
            return t("big gin")
        case LayOff(card=card):
            return t("lay off {card}", card=named(reader, card))
        case AutoLayOff():
            return t("use the best layoff")
        case DoneLayingOff():
            return t("finish laying off")
        case LayMeld(cards=cards):
            return t("put down {meld}", meld=listed(reader, in_run_order(cards)))
        case _:
            assert_never(action)


def with_reason(reader: Reader, text: str, **values: str) -> str:
    """Return a sentence that ends with ``{reason}``, or without it where that is empty."""
    return reader.words.t(text, **values).rstrip()


def action_label(reader: Reader, action: RoundAction) -> str:
    """Return an action as the label of a button, which begins with a capital."""
    words = action_words(Reader(reader.words), action)
    return words[:1].upper() + words[1:]


def reason_words(reader: Reader, reason: Reason) -> str:
    """Return a reason in words, based only on what the player could see.

    It is empty if no fact decides.
    """
    data: dict[str, object] = dict(reason.data)
    if "card" in reason.data:
        data["card"] = named(reader, reason.data["card"])
    return _REASONS[reason.why](reader.words, data)


def _simple(text: str) -> Callable[[Translator, dict[str, object]], str]:
    return lambda words, data: words.t(text, **data) if data else words.t(text)


_REASONS: Final[dict[Why, Callable[[Translator, dict[str, object]], str]]] = {
    Why.GIN: _simple(mark("It's gin.")),
    Why.BIG_GIN: _simple(mark("Every card is melded.")),
    Why.KNOCK_NOW: _simple(
        mark("{deadwood} is low enough; the risk of an undercut is only {undercut_percent}%.")
    ),
    Why.KNOCK_ANYWAY: _simple(
        mark(
            "Knocking with {deadwood} is worth more than waiting, even though it's undercut "
            "{undercut_percent}% of the time."
        )
    ),
    Why.UNDERCUT_RISK: _simple(
        mark("Knocking with {deadwood} is undercut {undercut_percent}% of the time.")
    ),
    Why.PLAY_FOR_GIN: _simple(mark("{outs} cards make gin, which is worth waiting for.")),
    Why.WAIT: _simple(mark("Waiting is worth more than knocking with {deadwood}.")),
    Why.LAYOUT: _simple(mark("Fewer cards can be laid off on these melds.")),
    Why.LAY_OFF: _simple(mark("Laying off {card} and the rest leaves {deadwood} deadwood.")),
    Why.LAY_OFF_ONE: _simple(mark("Laying off {card} leaves {deadwood} deadwood.")),
    Why.KEEP_FOR_MELD: _simple(mark("{card} is worth more in your own meld.")),
    Why.MAKES_MELD: _simple(mark("{card} makes a meld.")),
    Why.ALLOWS_KNOCK: _simple(mark("{card} lets you knock with {deadwood}.")),
    Why.LOWERS_DEADWOOD: _simple(mark("Taking {card} lowers your deadwood by {points}.")),
    Why.NO_MELD: _simple(mark("{card} makes no meld and shows what you're collecting.")),
    Why.STOCK_IS_BETTER: _simple(mark("The stock is a better bet than {card}.")),
    Why.BREAKS_MELD: _simple(mark("Discarding {card} breaks a meld and adds {deadwood} deadwood.")),
    Why.LESS_DEADWOOD: _simple(mark("It leaves {points} points less deadwood.")),
    Why.HIGH_DEADWOOD: _simple(
        mark(
            "It leaves {points} points less deadwood; by turn {turn}, high cards are costly to "
            "keep."
        )
    ),
    Why.DEAD_CARD: _simple(mark("Your opponent can't meld {card}: the cards for it are gone.")),
    Why.FEEDS_PILE: _simple(
        mark("{card} is the riskier discard: your opponent can use it {percent}% of the time.")
    ),
    Why.KEEPS_OUTS: _simple(
        mark("{outs} cards complete a meld, against {other_outs} if you discard {card}.")
    ),
    Why.TWO_WAY: _simple(mark("{card} can still grow into a set or a run; keep it.")),
    Why.PUTS_DOWN: _simple(mark("It puts {points} more points on the table at once.")),
    Why.FITS_TABLE: _simple(
        mark("{card} is the riskier discard: it can be laid off on a meld on the table.")
    ),
    Why.FITS_TAKEN: _simple(
        mark("{card} is the riskier discard: it makes a meld with cards your opponent has taken.")
    ),
    Why.LESS_IN_HAND: _simple(mark("It leaves {points} fewer points in your hand.")),
    Why.BETTER_ON_AVERAGE: lambda _words, _data: "",
    Why.ONLY_CHOICE: _simple(mark("You have no other option.")),
}


WEAKNESS_TITLES: Final[dict[Weakness, str]] = {
    tutor.KNOCKS_LATE: mark("Knocking too late"),
    tutor.IGNORES_UNDERCUT: mark("Ignoring the undercut"),
    tutor.KNOCKS_EARLY: mark("Knocking too early"),
    tutor.LAYS_OUT_BADLY: mark("Knocking with the wrong discard or melds"),
    tutor.TAKES_TOO_MUCH: mark("Taking discards that don't help"),
    tutor.TAKES_TOO_LITTLE: mark("Leaving useful discards"),
    tutor.BREAKS_MELDS: mark("Breaking up melds"),
    tutor.FEEDS_OPPONENT: mark("Discarding what your opponent can use"),
    tutor.KEEPS_HIGH_CARDS: mark("Keeping high cards too long"),
    tutor.GIVES_UP_OUTS: mark("Discarding cards that could become melds"),
    tutor.LAYS_OFF_BADLY: mark("Laying off the wrong cards"),
}
WEAKNESS_ADVICE: Final[dict[Weakness, str]] = {
    tutor.KNOCKS_LATE: mark(
        "Knock when you can: while you wait for a better hand, your opponent's hand improves too."
    ),
    tutor.IGNORES_UNDERCUT: mark(
        "Before you knock, ask whether your opponent may have no more deadwood than you."
    ),
    tutor.KNOCKS_EARLY: mark(
        "With many useful cards left to draw, and little danger, play on for gin."
    ),
    tutor.LAYS_OUT_BADLY: mark(
        "Compare the ways to lay out your hand: deadwood left, and cards that can be laid off."
    ),
    tutor.TAKES_TOO_MUCH: mark(
        "Take a discard for a meld or a knock. For a mere chance of a run, draw from the stock."
    ),
    tutor.TAKES_TOO_LITTLE: mark("Take a discard that makes a meld or lets you knock."),
    tutor.BREAKS_MELDS: mark("Keep your melds, and discard deadwood."),
    tutor.FEEDS_OPPONENT: mark(
        "Before you discard, look at what your opponent has taken and discarded."
    ),
    tutor.KEEPS_HIGH_CARDS: mark(
        "Discard high cards that match nothing, before they count against you."
    ),
    tutor.GIVES_UP_OUTS: mark("Keep the cards that the most unseen cards would complete."),
    tutor.LAYS_OFF_BADLY: mark(
        "Lay off what belongs to none of your own melds, and keep those whole."
    ),
}
