"""Cards in words: short with suit signs, or spelled out for screen readers."""

import functools
from collections.abc import Callable, Iterable
from typing import Final

from bot.ui.i18n import Translator, mark
from bot.ui.reader import MatchContext, Reader
from engine.game.cards import Card, CardSet, cards_of, rank, suit
from engine.game.melds import Layout
from engine.game.round import RoundEvent, RoundEventKind
from engine.game.seats import Side
from engine.game.view import TableView

REMEMBERED: Final = 4096
"""The most sets of cards whose order or words are kept, because each press asks for them anew."""
SIGNS: Final = ("♣", "♦", "♥", "♠")
_SHORT: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANKS: Final = (
    mark("ace"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("jack"),
    mark("queen"),
    mark("king"),
)
_RANKS_MANY: Final = (
    mark("aces"),
    mark("twos"),
    mark("threes"),
    mark("fours"),
    mark("fives"),
    mark("sixes"),
    mark("sevens"),
    mark("eights"),
    mark("nines"),
    mark("tens"),
    mark("jacks"),
    mark("queens"),
    mark("kings"),
)
_SUITS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))


@functools.cache
def short(card: Card) -> str:
    """Return ``10♦``, the same in every language."""
    return _SHORT[rank(card)] + SIGNS[suit(card)]


@functools.cache
def spoken(words: Translator, card: Card) -> str:
    """Return ``ten of diamonds``."""
    return words.t(
        "{rank} of {suit}", rank=words.t(_RANKS[rank(card)]), suit=words.t(_SUITS[suit(card)])
    )


def named(reader: Reader, card: Card) -> str:
    """Return a card in the reader's preferred form."""
    return spoken(reader.words, card) if reader.text_mode else short(card)


def listed(reader: Reader, cards: Iterable[Card]) -> str:
    """Return several cards."""
    parts = [named(reader, card) for card in cards]
    return (", " if reader.text_mode else " ").join(parts)


@functools.lru_cache(maxsize=REMEMBERED)
def in_run_order(meld: CardSet) -> tuple[Card, ...]:
    """Return a meld's cards in playing order; a run around the corner starts after its gap."""
    cards = list(cards_of(meld))
    if len({suit(card) for card in cards}) > 1:
        return tuple(cards)
    ranks = {rank(card) for card in cards}
    start = next((r for r in sorted(ranks) if (r - 1) % 13 not in ranks), min(ranks))
    return tuple(sorted(cards, key=lambda card: (rank(card) - start) % 13))


@functools.lru_cache(maxsize=REMEMBERED)
def highest_first(cards: CardSet) -> tuple[Card, ...]:
    """Return deadwood by descending value."""
    return tuple(sorted(cards_of(cards), key=lambda card: (-rank(card), card)))


def meld_named(reader: Reader, meld: CardSet) -> str:
    """Return a meld: cards, or ``set of three sevens`` / ``run of hearts from five to eight``."""
    if reader.text_mode:
        return _spoken_meld(reader.words, meld)
    return " ".join(short(card) for card in in_run_order(meld))


@functools.lru_cache(maxsize=REMEMBERED)
def _spoken_meld(words: Translator, meld: CardSet) -> str:
    cards, t = in_run_order(meld), words.t
    if len({rank(card) for card in cards}) == 1:
        suits = ", ".join(t(_SUITS[suit(card)]) for card in cards)
        many = t(_RANKS_MANY[rank(cards[0])])
        if len(cards) == 4:
            return t("set of four {ranks}", ranks=many)
        return t("set of three {ranks}: {suits}", ranks=many, suits=suits)
    first, last = t(_RANKS[rank(cards[0])]), t(_RANKS[rank(cards[-1])])
    return t(
        "run of {suit}, {first} to {last}", suit=t(_SUITS[suit(cards[0])]), first=first, last=last
    )


def melds_named(reader: Reader, melds: Iterable[CardSet]) -> str:
    """Return several melds; the absence of melds has words too."""
    parts = [meld_named(reader, meld) for meld in melds]
    if not parts:
        return reader.words.t("no melds")
    return ("; " if reader.text_mode else " · ").join(parts)


def hand_words(reader: Reader, layout: Layout, *, counted: bool = True) -> str:
    """Return the reader's hand in its layout. ``counted``: deadwood has points."""
    t, melds = reader.words.t, melds_named(reader, layout.melds)
    cards = listed(reader, highest_first(layout.deadwood_cards)) or "—"
    if counted:
        n = layout.deadwood
        return t("Your hand: {melds}. Deadwood {n}: {cards}.", melds=melds, n=n, cards=cards)
    return f"{t('Your hand: {melds}.', melds=melds)} {t('Deadwood: {cards}.', cards=cards)}"


def move_lines(reader: Reader, board: MatchContext, table: TableView, last: int) -> list[str]:
    """Return the last moves of a table, oldest first, one line a turn."""
    turns: list[tuple[Side, list[str]]] = []  # newest first
    for event in reversed(table.events):
        is_end = event.fact in (RoundEventKind.DISCARDED, RoundEventKind.PASSED)
        if is_end or not turns or turns[-1][0] != event.side:
            if len(turns) == last:
                break
            turns.append((event.side, []))
        turns[-1][1].append(event_words(reader, event))
    return [
        f"**{board.name(table.players[side])}** {', '.join(reversed(text))}"
        for side, text in reversed(turns)
    ]


def event_words(reader: Reader, event: RoundEvent) -> str:
    """Return one event without its player, such as ``drew from the stock``."""
    return _SAYINGS[event.fact](reader, event)


def _passed(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t("passed")


def _took(reader: Reader, event: RoundEvent) -> str:
    card = "" if event.card is None else named(reader, event.card)
    if event.number > 1:
        return reader.words.t("took {n} cards, down to {card}", n=event.number, card=card)
    return reader.words.t("took {card}", card=card)


def _drew(reader: Reader, event: RoundEvent) -> str:
    if event.card is None:
        return reader.words.t("drew from the stock")
    return reader.words.t("drew {card} from the stock", card=named(reader, event.card))


def _took_deep(reader: Reader, event: RoundEvent) -> str:
    card = "" if event.card is None else named(reader, event.card)
    meld = listed(reader, cards_of(event.melds[0]))
    return reader.words.t("took {card} from the discard pile for {meld}", card=card, meld=meld)


def _discarded(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t(
        "discarded {card}", card="" if event.card is None else named(reader, event.card)
    )


def _knocked(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t("knocked")


def _big_gin(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t("declared big gin")


def _laid_off(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t(
        "laid off {card}", card="" if event.card is None else named(reader, event.card)
    )


def _finished(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t("finished laying off")


def _melded(reader: Reader, event: RoundEvent) -> str:
    return reader.words.t("put down {meld}", meld=meld_named(reader, event.melds[0]))


_SAYINGS: dict[RoundEventKind, Callable[[Reader, RoundEvent], str]] = {
    RoundEventKind.PASSED: _passed,
    RoundEventKind.TOOK: _took,
    RoundEventKind.DREW: _drew,
    RoundEventKind.TOOK_DEEP: _took_deep,
    RoundEventKind.DISCARDED: _discarded,
    RoundEventKind.KNOCKED: _knocked,
    RoundEventKind.DECLARED_BIG_GIN: _big_gin,
    RoundEventKind.LAID_OFF: _laid_off,
    RoundEventKind.FINISHED_LAYING_OFF: _finished,
    RoundEventKind.MELDED: _melded,
}
