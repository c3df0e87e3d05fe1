#!/usr/bin/env python3
"""Write the page's cards from the sources of the pictures in chat: colours, suits, backs.

    scripts/dev page_faces

The results are committed under `bot/web/page`. Letters as outlines and fonts are written by
`scripts/tools/build_assets.py`, which also calls this module.
"""

import json
from pathlib import Path
from typing import Final

from bot.render.faces import back_face
from bot.render.models import Back
from bot.render.palette import (
    BACKS,
    DEEP_GOLD,
    DISCS,
    FACES,
    FADED,
    FELTS,
    GOLD,
    INK,
    MARGIN_RED,
    PALE,
    PAPER,
    PAPER_LINE,
    PENCIL,
    RUN,
    SET,
    Colour,
    mix,
)
from bot.render.shapes import _CLUB_LEAVES, _CLUB_STEM, _DIAMOND, _HEART, _SPADE, XY, Curve
from engine.game.cards import Suit

PAGE: Final = Path(__file__).resolve().parents[2] / "bot" / "web" / "page"
PALETTE: Final = PAGE / "src" / "cards" / "palette.css"
SUITS: Final = PAGE / "src" / "cards" / "suits.ts"
BACK_WIDTH: Final = 260
"""Pixels of a back: sharp on a large card of a dense screen."""
MARKS: Final[dict[str, Colour]] = {
    "ink": INK,
    "pale": PALE,
    "gold": GOLD,
    "deep-gold": DEEP_GOLD,
    "run": RUN,
    "set": SET,
    "sheet": PAPER,
    "sheet-line": PAPER_LINE,
    "pencil": PENCIL,
    "faded": FADED,
    "margin": MARGIN_RED,
}


def _path(start: XY, curves: tuple[Curve, ...]) -> str:
    """Return an outline as SVG path data in a square of 100 units."""
    parts = ["M" + _point(start)]
    parts += ["C" + " ".join(map(_point, curve)) for curve in curves]
    return "".join(parts) + "Z"


def _point(point: XY) -> str:
    return " ".join(f"{value * 100:g}" for value in point)


def _circle(x: float, y: float, r: float) -> str:
    arc = f"a{r * 100:g} {r * 100:g} 0 1 0"
    return f"M{_point((x - r, y))}{arc} {r * 200:g} 0{arc} {-r * 200:g} 0Z"


def outline(suit: Suit) -> str:
    """Return a suit as SVG path data in a square of 100 units."""
    match suit:
        case Suit.CLUBS:
            return "".join(_circle(*leaf) for leaf in _CLUB_LEAVES) + _path(*_CLUB_STEM)
        case Suit.DIAMONDS:
            return _path(*_DIAMOND)
        case Suit.HEARTS:
            return _path(*_HEART)
        case Suit.SPADES:
            return _path(*_SPADE)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _rule(selector: str, values: dict[str, Colour]) -> str:
    lines = [f"  --{name}: {_hex(colour)};" for name, colour in values.items()]
    return "\n".join((f"{selector} {{", *lines, "}"))


def palette_css() -> str:
    """Return the colours of marks, felts, themes and discs as custom properties."""
    discs = {f"disc-{number}": colour for number, colour in enumerate(DISCS)}
    rules = [_rule(":root", MARKS | discs)]
    for theme, face in FACES.items():
        clubs, diamonds, hearts, spades = face.suits
        own = {"paper": face.paper, "edge": face.edge}
        suits = {"clubs": clubs, "diamonds": diamonds, "hearts": hearts, "spades": spades}
        rims = {f"{name}-rim": mix(ink, face.paper, 0.25) for name, ink in suits.items()}
        rules.append(_rule(f'[data-theme="{theme.value}"]', own | suits | rims))
    for felt, cloth in FELTS.items():
        colours = {"felt": cloth.middle, "felt-rim": cloth.rim}
        rules.append(_rule(f'[data-felt="{felt.value}"]', colours))
    for back, (ground, pattern) in BACKS.items():
        colours = {"back": ground, "back-line": pattern}
        url = f'  --back-face: url("../../pictures/back-{back.value}.webp");\n}}'
        rules.append(_rule(f'[data-back="{back.value}"]', colours).removesuffix("}") + url)
    note = "/* Written by scripts/dev page_faces from bot/render/palette.py. */\n"
    return note + "\n".join(rules) + "\n"


def suits_ts() -> str:
    """Return the suits' outlines and what tells one theme's faces from another's."""
    suits = {suit.name[0]: outline(suit) for suit in Suit}
    tinted = [theme.value for theme, face in FACES.items() if face.tinted_courts]
    plain = [theme.value for theme, face in FACES.items() if not face.figures]
    return (
        "// Written by scripts/dev page_faces from shapes.py and palette.py of bot/render.\n"
        f"export const SUITS: Record<string, string> = {json.dumps(suits, indent=2)};\n"
        f"export const TINTED: readonly string[] = {json.dumps(tinted)};\n"
        f"export const WITHOUT_FIGURES: readonly string[] = {json.dumps(plain)};\n"
    )


def main() -> None:
    """Write everything that needs no other package than the bot's own."""
    PALETTE.parent.mkdir(parents=True, exist_ok=True)
    PALETTE.write_text(palette_css())
    SUITS.write_text(suits_ts())
    pictures = PAGE / "pictures"
    pictures.mkdir(exist_ok=True)
    for back in Back:
        face = back_face(back, BACK_WIDTH)
        face.save(pictures / f"back-{back.value}.webp", quality=80, method=6)


if __name__ == "__main__":
    main()
