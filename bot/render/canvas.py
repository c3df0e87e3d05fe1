"""The canvas: felt, cards, panels, lettering, and the card that Discord shows beside a link."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from typing import Final, Literal

import numpy as np
from PIL import Image

from bot.render.faces import card_height, index_text
from bot.render.fonts import Weight, fitted, text_mask, text_width
from bot.render.models import Disc, Felt, Look, Picture
from bot.render.palette import BLACK, DISCS, FACES, FELTS, WHITE, Colour
from bot.render.shades import (
    LEVELS,
    Numbers,
    Sprite,
    Steps,
    back_sprite,
    blending,
    card_corners,
    card_sprite,
    cloth,
    colours_of,
    encoded,
    levels,
    mask_levels,
    numbered,
    painted,
    shadow_of,
)
from bot.render.shapes import rounded_mask, suit_mask
from engine.game.cards import Card, suit

WIDTH: Final = 720
"""Width of every picture in pixels: twice the width of a phone's display area."""
TEXT_STEPS: Final = 4
"""Levels of the soft edge of letters: more are invisible, and cost a tenth of the bytes."""

Anchor = Literal["left", "middle", "right"]
Box = tuple[int, int, int, int]
"""Left, top, width and height."""


class Canvas:
    """A picture being drawn. Positions are pixels from the upper left corner."""

    __slots__ = ("_over", "look", "numbers")

    def __init__(self, look: Look, height: int, width: int = WIDTH) -> None:
        """Create an empty table of this size."""
        self.look = look
        self.numbers: Numbers = cloth(look.felt, width, height)
        self._over = blending(look)

    @property
    def height(self) -> int:
        """Height of the picture."""
        return len(self.numbers)

    @property
    def image(self) -> Image.Image:
        """The current picture ("P")."""
        return painted(self.numbers, self.look)

    def _under(self, box: Box) -> Numbers:
        """Return the part of the picture below a box; areas outside are omitted."""
        x, y, width, height = box
        if x < 0 or y < 0:
            return self.numbers[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)]
        return self.numbers[y : y + height, x : x + width]

    def _blend(self, steps: Steps, x: int, y: int, table: Numbers) -> None:
        """Blend a colour over the picture, with the opacity given in steps."""
        under = self._under((x, y, steps.shape[1], steps.shape[0]))
        if under.shape != steps.shape:
            top, left = max(0, -y), max(0, -x)
            steps = steps[top : top + under.shape[0], left : left + under.shape[1]]
        table.take(steps + under, out=under, mode="clip")

    def card(self, number: Card, width: int, x: int, y: int, *, dimmed: bool = False) -> None:
        """Draw a card face up."""
        self._put(card_sprite(number, self.look.theme, width, dimmed), x, y)

    def back(self, width: int, x: int, y: int) -> None:
        """Draw a card face down."""
        self._put(back_sprite(self.look.back, width), x, y)

    def _put(self, sprite: Sprite, x: int, y: int) -> None:
        """Draw a sprite and its shadow, inside the picture."""
        height, width = sprite.numbers.shape
        self._shade(width, height, sprite.radius, x, y)
        r = sprite.radius
        body = self._under((x, y, width, height))
        body[r:-r] = sprite.numbers[r:-r]
        body[:r, r:-r] = sprite.numbers[:r, r:-r]
        body[-r:, r:-r] = sprite.numbers[-r:, r:-r]
        table = self._over.edge(sprite.numbers[height // 2, 0])
        for rows, columns, steps, solid in card_corners(r):
            under = body[rows, columns]
            table.take(steps + under, out=under, mode="clip")
            np.copyto(under, sprite.numbers[rows, columns], where=solid)

    def _shade(self, width: int, height: int, radius: int, x: int, y: int) -> None:
        """Darken the surroundings of a card."""
        shadow, table = shadow_of(width), self._over.of(BLACK)
        m, edge = shadow.margin, shadow.margin + radius
        steps = shadow.levels
        self._blend(steps[:edge], x - m, y - m, table)
        self._blend(steps[-edge:], x - m, y + height - radius, table)
        self._blend(steps[edge:-edge, :m], x - m, y + radius, table)
        self._blend(steps[edge:-edge, -m:], x + width, y + radius, table)

    def mask(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Paint a colour through a mask ("L")."""
        self._blend(mask_levels(mask), x, y, self._over.of(colour))

    def _fill(self, box: Box, table: Numbers, level: int) -> None:
        under = self._under(box)
        table[level << 8 : (level + 1) << 8].take(under, out=under, mode="clip")

    def panel(
        self, box: Box, radius: int, colour: Colour = BLACK, opacity: float = 1.0, line: int = 0
    ) -> None:
        """Draw a rounded rectangle, or (``line`` > 0) only its border."""
        x, y, width, height = box
        if width <= 0 or height <= 0:
            return
        r = min(max(radius, line), width // 2, height // 2)
        table, level = self._over.of(colour), round(opacity * (LEVELS - 1))
        inside, deep = width - 2 * r, line or r
        if r:
            steps = _corners(r, line, opacity)
            for rows, down in ((slice(None, r), y), (slice(r, None), y + height - r)):
                self._blend(steps[rows, :r], x, down, table)
                self._blend(steps[rows, r:], x + width - r, down, table)
            self._fill((x + r, y, inside, deep), table, level)
            self._fill((x + r, y + height - deep, inside, deep), table, level)
        if line:
            self._fill((x, y + r, line, height - 2 * r), table, level)
            self._fill((x + width - line, y + r, line, height - 2 * r), table, level)
        else:
            self._fill((x, y + r, width, height - 2 * r), table, level)

    def frame(self, box: Box, radius: int, colour: Colour, line: int = 2) -> None:
        """Draw the border of a rounded rectangle."""
        self.panel(box, radius, colour, line=line)

    def text(
        self,
        place: tuple[int, int],
        text: str,
        size: int,
        colour: Colour = WHITE,
        *,
        weight: Weight = Weight.SEMI,
        anchor: Anchor = "left",
        width: int = WIDTH,
    ) -> int:
        """Draw text cut to ``width``, vertically centred at ``place``; return its width."""
        x, y = place
        steps = _text_levels(fitted(text, width, size, weight), size, weight)
        high, wide = len(steps), int(steps.shape[1])
        if anchor == "middle":
            x -= wide // 2
        elif anchor == "right":
            x -= wide
        self._blend(steps, x, y - high // 2, self._over.of(colour))
        return wide

    def disc(self, disc: Disc, x: int, y: int, size: int) -> None:
        """Draw a player's disc with its upper left corner at (x, y)."""
        self.panel((x, y, size, size), size // 2, DISCS[disc.tone])
        middle, letters = (x + size // 2, y + size // 2), round(size * 0.44)
        self.text(middle, disc.initials, letters, weight=Weight.BOLD, anchor="middle", width=size)

    def card_frame(self, width: int, x: int, y: int, colour: Colour, line: int) -> None:
        """Draw a border around a card at (x, y)."""
        box = (x - line, y - line, width + 2 * line, card_height(width) + 2 * line)
        self.frame(box, round(width * 0.085) + line, colour, line)

    @contextmanager
    def part(self, y: int, height: int) -> Iterator[Image.Image]:
        """Yield some rows in true colours ("RGB"), to draw details that sprites cannot show."""
        rows = painted(self.numbers[y : y + height].copy(), self.look).convert("RGB")
        yield rows
        self.numbers[y : y + height] = numbered(rows, colours_of(self.look))

    def picture(self) -> Picture:
        """Return the finished picture, encoded."""
        return encoded(self.numbers, self.look)


@lru_cache(maxsize=1024)
def _text_levels(text: str, size: int, weight: Weight) -> Steps:
    return levels(text_mask(text, size, weight), few=TEXT_STEPS)


@lru_cache(maxsize=256)
def _corners(radius: int, line: int, opacity: float) -> Steps:
    """Return the four corners of a panel in a square."""
    return levels(rounded_mask(2 * radius, 2 * radius, radius, line), opacity)


TILE: Final = (62, 50)
LETTERS: Final = 32
SUIT: Final = 26


def draw_tile(canvas: Canvas, card: Card, x: int, y: int) -> None:
    """Draw a tile with its upper left corner at (x, y)."""
    width, height = TILE
    colours = FACES[canvas.look.theme]
    canvas.panel((x, y, width, height), 9, colours.paper)
    ink, middle = colours.suits[suit(card)], y + height // 2
    words = index_text(card)
    letters = LETTERS if len(words) == 1 else LETTERS - 4
    wide = text_width(words, letters, Weight.BOLD)
    left = x + (width - wide - 2 - SUIT) // 2
    canvas.text((left, middle), words, letters, ink, weight=Weight.BOLD)
    canvas.mask(suit_mask(suit(card), SUIT), left + wide + 2, middle - SUIT // 2, ink)


LINK_CARD_SIZE: Final = (1032, 576)
"""The shape that Discord wants: 43 to 24."""
LINK_CARD_MARGIN: Final = 24


def card_of(picture: Picture) -> bytes:
    """Return a picture in the middle of felt, as PNG."""
    with Image.open(BytesIO(picture.data)) as opened:
        table = opened.convert("RGB")
    width, height = LINK_CARD_SIZE
    scale = min(
        (width - 2 * LINK_CARD_MARGIN) / table.width, (height - 2 * LINK_CARD_MARGIN) / table.height
    )
    table = table.resize(
        (round(table.width * scale), round(table.height * scale)), Image.Resampling.LANCZOS
    )
    card = Image.new("RGB", LINK_CARD_SIZE, FELTS[Felt.GREEN].rim)
    card.paste(table, ((width - table.width) // 2, (height - table.height) // 2))
    out = BytesIO()
    card.save(out, "PNG", compress_level=6)
    return out.getvalue()
