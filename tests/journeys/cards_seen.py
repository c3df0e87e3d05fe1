"""Which cards a message names, in signs or in words, wherever it says them."""

import re
from collections.abc import Iterator
from typing import Any

from engine.game.cards import Card, card
from tests.journeys.world import Shown, shown

_RANKS = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
_PLURALS = {f"{name}s" if name != "six" else "sixes": name for name in _RANKS}
_SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_LETTERS = "A23456789TJQK"
_SHORT = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")
_SPOKEN = re.compile(rf"({'|'.join(_RANKS)}) of ({'|'.join(_SUITS)})")
_RUN = re.compile(rf"run of ({'|'.join(_SUITS)}), ({'|'.join(_RANKS)}) to ({'|'.join(_RANKS)})")
_THREE = re.compile(rf"set of three ({'|'.join(_PLURALS)}): ((?:{'|'.join(_SUITS)}|, )+)")
_FOUR = re.compile(rf"set of four ({'|'.join(_PLURALS)})")


def _spoken(name: str, suit: str) -> Card:
    return card(_LETTERS[_RANKS.index(name)] + _SUITS[suit])


def cards_in(text: str) -> set[Card]:
    """Every card that a text names."""
    found = {card(("T" if r == "10" else r) + _SIGNS[s]) for r, s in _SHORT.findall(text)}
    found |= {_spoken(name, suit) for name, suit in _SPOKEN.findall(text)}
    for suit, first, last in _RUN.findall(text):
        start, end = _RANKS.index(first), _RANKS.index(last)
        if end < start:
            end += 13
        found |= {_spoken(_RANKS[n % 13], suit) for n in range(start, end + 1)}
    for plural, suits in _THREE.findall(text):
        found |= {_spoken(_PLURALS[plural], s) for s in suits.split(", ") if s in _SUITS}
    for plural in _FOUR.findall(text):
        found |= {_spoken(_PLURALS[plural], s) for s in _SUITS}
    return found


def cards_shown(message: Shown) -> set[Card]:
    """Every card that a message names in texts, labels, menus and alt texts."""
    parts = [*message.texts, *message.buttons]
    parts += [str(picture.get("description", "")) for picture in message.pictures]
    for menu in message.menus:
        parts += [str(option) for option in menu.get("options", ())]
    return set().union(*(cards_in(part) for part in parts)) if parts else set()


def stored_shown(stored: Any) -> Shown:
    return shown(stored, stored.components)


def strings(found: Any) -> Iterator[str]:
    """All texts in something that was JSON."""
    match found:
        case str():
            yield found
        case dict():
            for value in found.values():
                yield from strings(value)
        case list():
            for value in found:
                yield from strings(value)
