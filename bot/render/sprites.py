"""Cards as palette indices, drawn once per theme and size, then only copied."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from bot.render.faces import (
    COURT_RANK,
    back_face,
    card_face,
    card_shadow,
    corner_radius,
    dimmed_face,
)
from bot.render.models import Back, Theme
from bot.render.shades import (
    BACK_FIRST,
    Numbers,
    Steps,
    back_colours,
    face_colours,
    levels,
    numbered,
    simplified,
)
from bot.render.shapes import rounded_mask
from engine.game.cards import Card, rank

COURT_COLOURS: Final = 12
PLAIN_COLOURS: Final = 5
"""Colours of one card: more are invisible at its size, and double the bytes."""

SHADOW_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Sprite:
    """A card without its shadow; ``radius``: the size of its cut or soft corners in pixels."""

    numbers: Numbers
    radius: int


@dataclass(frozen=True, slots=True)
class Shadow:
    """The soft shadow around cards of one size, ``margin`` pixels wider on each side."""

    levels: Steps
    margin: int


@lru_cache(maxsize=2048)
def card_sprite(number: Card, theme: Theme, width: int, dimmed: bool = False) -> Sprite:
    """Return a card face up, ``dimmed`` greyed."""
    face = (dimmed_face if dimmed else card_face)(number, theme, width)
    few = COURT_COLOURS if rank(number) >= COURT_RANK else PLAIN_COLOURS
    colours = face_colours(theme)
    return Sprite(simplified(numbered(face, colours), colours, few), corner_radius(width))


@lru_cache(maxsize=64)
def back_sprite(back: Back, width: int) -> Sprite:
    """Return a card face down."""
    found = numbered(back_face(back, width), back_colours(back))
    return Sprite(found + np.uint8(BACK_FIRST), corner_radius(width))


@lru_cache(maxsize=32)
def shadow_of(width: int) -> Shadow:
    """Return the shadow of cards of this width."""
    mask, margin = card_shadow(width)
    return Shadow(levels(mask, few=SHADOW_STEPS), margin)


@lru_cache(maxsize=32)
def corner_levels(radius: int) -> Steps:
    """Return the opacity of a card's corners: a square with all four of them."""
    return levels(rounded_mask(2 * radius, 2 * radius, radius))
