"""The base of the parts for a page, and how their values are written."""

from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

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
EpochMs: TypeAlias = int
"""A moment in milliseconds since 1970."""
SeatNumber: TypeAlias = int
"""A seat, from 0."""


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


class Pressable:
    """A part of a screen, and what of it can be pressed; by itself nothing."""

    __slots__ = ()

    @property
    def offered(self) -> Iterator[Press]:
        """Return everything that is pressed as it is."""
        return iter(())

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        """Return the presses that carry one of these values."""
        return iter(())

    @property
    def asks_for_person(self) -> Iterator[Press]:
        """Return the presses that carry a person, whom a search may find."""
        return iter(())

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        """Return the presses that carry a text, with the most letters of it."""
        return iter(())


class PanelPart(PartModel):
    """A part of a panel; its ``type`` says which."""


class PagePart(PanelPart, Pressable):
    """A part of a screen that a page draws itself and chat leaves out.

    ``is_whole``: it stands for the screen, but for the menus.
    """

    is_whole: ClassVar[bool] = False


def pressed(*buttons: PressButton | None) -> Iterator[Press]:
    """Return the presses of those buttons that are there and lead to no address."""
    for one in buttons:
        if one is not None and isinstance(one.press, Press):
            yield one.press
