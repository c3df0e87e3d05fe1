"""Cards as small tiles with rank and suit, where a whole card would be too large."""

from typing import Final

from bot.render.canvas import Canvas
from bot.render.faces import index_text
from bot.render.fonts import Weight, text_width
from bot.render.palette import FACES
from bot.render.suits import suit_mask
from engine.game.cards import Card, suit

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
