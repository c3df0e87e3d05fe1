"""The base of the parts for a page, and how their values are written."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, PlainSerializer

from bot.ui.custom_id import base36
from bot.ui.press import Link, Press, Role
from engine.game.cards import Card, card_text

CardOut: TypeAlias = Annotated[Card, PlainSerializer(card_text, return_type=str)]
"""A card, sent in the engine's notation: rank and suit, ``9S``, ``TD``."""
IdOut: TypeAlias = Annotated[int, PlainSerializer(base36, return_type=str)]
"""An id, sent in base 36, because it does not fit a number of JavaScript."""
PressOut: TypeAlias = Annotated[Press, PlainSerializer(str, return_type=str)]
"""A press, sent as the text of its custom id."""

TargetOut: TypeAlias = Annotated[Press | Link, PlainSerializer(str, return_type=str)]
"""A press or the address of a link, sent as a text."""


class PartModel(BaseModel):
    """A value that is sent as it is declared; fields that are not in it are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PressButton(PartModel):
    """A button. ``press``: its custom id, or an address if ``link``.

    ``role``: what it does, where the page gives it a place of its own.
    """

    label: str
    press: TargetOut
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"
    emoji: str | None = None
    disabled: bool = False
    link: bool = False
    role: Role | None = None


class Named(PartModel):
    """A choice and its name in the reader's language."""

    name: str
    title: str


class PagePart(PartModel):
    """A part of a screen that a page draws itself and chat leaves out."""

    @property
    def presses(self) -> Iterator[Press]:
        """Return everything that can be pressed."""
        return iter(())

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        """Return the presses that carry a text, with the most letters of it."""
        return iter(())


def pressed(*buttons: PressButton | None) -> Iterator[Press]:
    """Return the presses of those buttons that are there and lead to no address."""
    for one in buttons:
        if one is not None and isinstance(one.press, Press):
            yield one.press
