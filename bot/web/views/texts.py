"""Cards, melds and ids as the protocol writes them."""

from collections.abc import Iterable

from bot.ui.custom_id import base36, number36
from bot.wording.cards import in_run_order
from engine.game.cards import Card, CardSet, card_text

Melds = tuple[tuple[str, ...], ...]


def id_text(number: int) -> str:
    """Return an id of a match or a lobby."""
    return base36(number)


def id_number(text: str) -> int:
    """Read an id; 0, which nothing has, for a number that no database holds."""
    try:
        return number36(text)
    except ValueError:
        return 0


def maybe_card(card: Card | None) -> str | None:
    """Return a card, if there is one."""
    return None if card is None else card_text(card)


def cards(found: Iterable[Card]) -> tuple[str, ...]:
    """Return cards in their order."""
    return tuple(card_text(card) for card in found)


def meld(found: CardSet) -> tuple[str, ...]:
    """Return the cards of a meld, runs in their order."""
    return cards(in_run_order(found))


def melds(found: Iterable[CardSet]) -> Melds:
    """Return several melds."""
    return tuple(meld(one) for one in found)
