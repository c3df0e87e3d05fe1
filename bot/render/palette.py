"""The colours of every theme, felt and back."""

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.render.models import Back, Felt, Theme

Colour: TypeAlias = tuple[int, int, int]

INK: Final[Colour] = (21, 23, 28)
WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (0, 0, 0)
PALE: Final[Colour] = (226, 232, 228)
"""Secondary lettering on felt."""
GOLD: Final[Colour] = (255, 205, 70)
"""Marks: the drawn card, the player to move, the winner."""
RUN: Final[Colour] = (130, 205, 255)
SET: Final[Colour] = (222, 184, 255)
"""Frames of melds."""
DEEP_GOLD: Final[Colour] = (168, 112, 0)
DISCS: Final[tuple[Colour, ...]] = (
    (198, 74, 62),
    (64, 112, 204),
    (140, 84, 190),
    (24, 124, 124),
    (172, 96, 24),
    (96, 104, 120),
)
"""The discs with a player's initials."""
PAPER: Final[Colour] = (250, 247, 238)
PAPER_LINE: Final[Colour] = (206, 214, 222)
PENCIL: Final[Colour] = (44, 52, 72)
FADED: Final[Colour] = (110, 116, 130)
MARGIN_RED: Final[Colour] = (214, 120, 120)


@dataclass(frozen=True, slots=True)
class FaceColours:
    """Colours of the card faces; ``suits`` in the order clubs, diamonds, hearts, spades."""

    paper: Colour
    edge: Colour
    suits: tuple[Colour, Colour, Colour, Colour]
    tinted_courts: bool
    figures: bool


@dataclass(frozen=True, slots=True)
class FeltColours:
    """The cloth in its lit centre and at its dark rim."""

    middle: Colour
    rim: Colour


FACES: Final[dict[Theme, FaceColours]] = {
    Theme.FOUR_COLOUR: FaceColours(
        paper=(253, 253, 251),
        edge=(176, 178, 184),
        suits=((12, 122, 52), (24, 96, 214), (212, 30, 46), INK),
        tinted_courts=True,
        figures=True,
    ),
    Theme.CLASSIC: FaceColours(
        paper=(253, 252, 247),
        edge=(176, 176, 172),
        suits=(INK, (206, 28, 42), (206, 28, 42), INK),
        tinted_courts=False,
        figures=True,
    ),
    Theme.HIGH_CONTRAST: FaceColours(
        paper=WHITE,
        edge=BLACK,
        suits=((0, 92, 34), (0, 58, 190), (190, 0, 20), BLACK),
        tinted_courts=True,
        figures=False,
    ),
}

FELTS: Final[dict[Felt, FeltColours]] = {
    Felt.GREEN: FeltColours((30, 116, 80), (14, 74, 52)),
    Felt.BLUE: FeltColours((38, 92, 148), (18, 54, 98)),
    Felt.BURGUNDY: FeltColours((132, 42, 60), (84, 20, 36)),
    Felt.CHARCOAL: FeltColours((70, 74, 84), (40, 43, 50)),
    Felt.WALNUT: FeltColours((118, 78, 48), (66, 40, 24)),
    Felt.STARLIGHT: FeltColours((38, 40, 92), (14, 14, 40)),
}

BACKS: Final[dict[Back, tuple[Colour, Colour]]] = {
    Back.LATTICE: ((36, 66, 150), (132, 164, 236)),
    Back.WAVES: ((20, 98, 110), (122, 206, 204)),
    Back.DIAMONDS: ((160, 32, 52), (244, 150, 150)),
    Back.SUITS: ((52, 48, 84), (164, 154, 220)),
    Back.SUNBURST: ((152, 62, 20), (248, 190, 86)),
    Back.PEACOCK: ((10, 66, 74), (62, 186, 150)),
}
"""Ground and pattern colour of each back."""


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Mix two colours, with ``share`` (0 to 1) of the second."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(first, second, strict=True))
    return (r, g, b)


LIT: Final = 0.4
"""The brightest position, as a share of the height."""
GRAIN_LENGTH: Final = 12
PLANK: Final = 96
STAR_ROOM: Final = 2600
"""Pixels of sky per star."""


def is_textured(kind: Felt) -> bool:
    """Whether the cloth has a texture besides the light."""
    return kind in (Felt.WALNUT, Felt.STARLIGHT)


def felt(kind: Felt, width: int, height: int) -> Image.Image:
    """Return an empty table of this size in pixels.

    The light falls off towards the top and the bottom only: rows of one colour need a fifth of the
    bytes of radial light, and almost no drawing time.
    """
    colours = FELTS[kind]
    column = Image.new("RGB", (1, height))
    column.putdata([mix(colours.middle, colours.rim, _distance(y, height)) for y in range(height)])
    cloth = column.resize((width, height))
    match kind:
        case Felt.WALNUT:
            return _grained(cloth)
        case Felt.STARLIGHT:
            return _starry(cloth)
        case _:
            return cloth


def _grained(cloth: Image.Image) -> Image.Image:
    """Draw planks with wood grain along them."""
    width, height = cloth.size
    grain = Image.new("L", (max(2, width // GRAIN_LENGTH), max(2, height // 2)))
    grain.putdata(
        [_grain(x * GRAIN_LENGTH, y * 2) for y in range(grain.height) for x in range(grain.width)]
    )
    wood = grain.resize(cloth.size, Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(wood)
    for seam in range(PLANK, height, PLANK):
        draw.line((0, seam, width, seam), fill=120, width=2)
    return ImageChops.multiply(cloth, Image.merge("RGB", (wood, wood, wood)))


def _grain(x: int, y: int) -> int:
    """Return the lightness of the wood: wavy rings, shifted from plank to plank."""
    plank = y // PLANK
    along = x / 190 + plank * 2.3
    ring = y * 0.19 + 2.6 * math.sin(along) + 0.9 * math.sin(along * 2.7 + plank)
    return round(228 + 18 * math.sin(ring) + 9 * math.sin(ring * 2.9 + 1.3))


def _starry(cloth: Image.Image) -> Image.Image:
    """Draw a night sky: some bright stars among many faint ones."""
    width, height = cloth.size
    stars = Image.new("L", cloth.size)
    draw = ImageDraw.Draw(stars)
    for number in range(width * height // STAR_ROOM):
        # Multiples of irrational numbers spread evenly and never in rows.
        x, y = (number * 0.7548776662 % 1) * width, (number * 0.5698402910 % 1) * height
        size = 1.9 if number % 11 == 0 else 0.9 + number % 3 * 0.25
        light = 235 if number % 11 == 0 else 90 + number * 37 % 80
        draw.ellipse((x - size, y - size, x + size, y + size), fill=light)
    sky = cloth.copy()
    sky.paste((226, 228, 255), (0, 0), stars.filter(ImageFilter.GaussianBlur(0.6)))
    return sky


def _distance(y: int, height: int) -> float:
    """Return the distance of a row from the brightest one, 0 to 1."""
    return min(1.0, ((y / height - LIT) / (1 - LIT)) ** 2)
