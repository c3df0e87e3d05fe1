"""Which cards a screen names or draws, wherever in it they stand."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from bot.ui.custom_id import parse_custom_id
from bot.ui.press import Press
from bot.ui.screen import Screen
from engine.game.cards import Card, card
from tests.journeys.cards_seen import cards_in

_IN_PRESS = re.compile(r"[A2-9TJQK][CDHS]")


def cards_told(screen: Screen) -> set[Card]:
    """Cards in its texts, labels, custom ids and alt texts, and on its pictures."""
    found: set[Card] = set()
    for text in _texts(screen):
        found |= cards_in(text)
        press = parse_custom_id(text)
        if press is not None:
            found |= {card(name) for name in _IN_PRESS.findall(press.what)}
    for image in screen.images():
        found |= set(_drawn(image.model))
    return found


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, Press):
        yield str(node)
    elif isinstance(node, BaseModel):
        yield from _texts(list(node.model_dump(mode="json").values()))
    elif isinstance(node, dict):
        yield from _texts(list(node.values()))
    elif isinstance(node, (tuple, list)):
        for one in node:
            yield from _texts(one)
    elif dataclasses.is_dataclass(node):
        for field in dataclasses.fields(node):
            yield from _texts(getattr(node, field.name))


def _drawn(model: Any) -> Iterator[Card]:
    """The cards of a picture: a field for one card may be empty, a plain number is a count."""
    for field in dataclasses.fields(model):
        value = getattr(model, field.name)
        if field.type is not int:
            yield from _cards(value)


def _cards(value: Any) -> Iterator[Card]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, (tuple, frozenset)):
        for one in value:
            yield from _cards(one)
    elif dataclasses.is_dataclass(value):
        yield from _drawn(value)
