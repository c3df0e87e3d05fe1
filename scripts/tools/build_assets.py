#!/usr/bin/env python3
"""Build bot/assets from its sources: court figures into one atlas, fonts into small subsets.

Run once when the sources change; the results are committed, so running the bot does not need this.
It needs `npm` and `node`, and the Python packages resvg-py, fonttools, brotli and pillow:

    scripts/dev build_assets

Sources: `@letele/playing-cards` (CC0-1.0, the figures of Adrian Kennard's cards), `inter-ui`,
`@fontsource/patrick-hand` and `@fontsource/noto-sans-*` (SIL Open Font License 1.1), and DejaVu
Sans Bold from the system's fonts (Bitstream Vera licence).
"""

import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import resvg_py
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from PIL import Image

from scripts.tools import page_faces

ASSETS = Path(__file__).resolve().parents[2] / "bot" / "assets"
PAGE = ASSETS.parent / "web" / "page"
INDICES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS_PACKAGE = "@letele/playing-cards@0.1.0"
FONT_PACKAGE = "inter-ui@4.1.1"
PENCIL_PACKAGE = "@fontsource/patrick-hand@5.3.0"
NAMES_PACKAGES = {
    "NotoSansSC-Bold": ("@fontsource/noto-sans-sc@5.3.0", "chinese-simplified"),
    "NotoSansKR-Bold": ("@fontsource/noto-sans-kr@5.3.0", "korean"),
    "NotoSansThai-Bold": ("@fontsource/noto-sans-thai@5.3.0", "thai"),
    "NotoSansDevanagari-Bold": ("@fontsource/noto-sans-devanagari@5.3.0", "devanagari"),
}
"""Fonts for names in scripts that Inter lacks, by file name, with the subset of the package."""
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
DEJAVU_LICENCE = Path("/usr/share/doc/fonts-dejavu-core/copyright")

FIGURE = (152, 208)
"""Size of one court figure in the atlas, pixels; the largest card needs about half of it."""
CROP = (95.0, 130.0)
"""The visible part of the drawing, in the drawing's units: head and chest."""
CENTRES = {
    "CJ": -20,
    "CQ": -10,
    "CK": 6,
    "DJ": 6,
    "DQ": -6,
    "DK": -2,
    "HJ": -2,
    "HQ": 2,
    "HK": 4,
    "SJ": 10,
    "SQ": -12,
    "SK": 12,
}
"""The middle of each crop, in the drawing's units from its centre line."""
TINTS = {
    "plain": {'"red"': '"#de2a2a"'},
    "C": {'"red"': '"#15893f"'},
    "D": {'fill="#44F"': 'fill="#1c2f86"', '"red"': '"#2479e4"'},
    "S": {'"red"': '"#50525f"'},
}
"""Robes of the four-colour deck: clubs green, diamonds blue, spades grey; hearts stay red."""
ATLAS = [(s, r, "plain") for s in "CDHS" for r in "JQK"] + [(s, r, s) for s in "CDS" for r in "JQK"]
COLUMNS = 6

TO_SVG = r"""
const fs = require('fs');
const source = fs.readFileSync(process.argv[1], 'utf8')
  .replace(/^import .*$/gm, '').replace(/export \{[^}]*\};?/, '');
const names = {className: null, xlinkHref: 'xlink:href', xmlnsXlink: 'xmlns:xlink',
  preserveAspectRatio: 'preserveAspectRatio', viewBox: 'viewBox', patternUnits: 'patternUnits'};
const name = k => k in names ? names[k] : k.replace(/[A-Z]/g, c => '-' + c.toLowerCase());
const attribute = ([k, v]) => v == null || name(k) == null ? '' : ` ${name(k)}="${v}"`;
const React = {createElement: (tag, p, ...children) => {
  const inner = children.flat().filter(x => x != null).join('');
  return `<${tag}${Object.entries(p || {}).map(attribute).join('')}>${inner}</${tag}>`;
}};
const wanted = [...'CDHS'].flatMap(s => [...'JQK'].map(r => `${s}${r}: Svg${s}${r}({})`));
const make = new Function('React', '_extends', `${source}; return {${wanted.join(',')}}`);
console.log(JSON.stringify(make(React, Object.assign)));
"""


def fetch(package: str, into: Path) -> Path:
    """Unpack an npm package and return its folder."""
    into.mkdir()
    subprocess.run(["npm", "pack", "--silent", package], cwd=into, check=True, timeout=120)
    with tarfile.open(next(into.glob("*.tgz"))) as archive:
        archive.extractall(into, filter="data")
    return into / "package"


def figure(svg: str, middle: float, tint: dict[str, str]) -> Image.Image:
    """Return one court figure, head and chest, without the card, its frame, pips and index."""
    svg = re.sub(r'<use [^>]*height="(32|26\.769|55\.68)"[^>]*></use>', "", svg)
    svg = re.sub(r'<use xlink:href="#[A-Z]-[A-Z]_svg__i"[^>]*></use>', "", svg)
    svg = re.sub(r'<rect width="239"[^>]*></rect>', "", svg)
    for old, new in tint.items():
        svg = svg.replace(old, new)
    scale = 3 * FIGURE[0] / CROP[0]
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=int(240 * scale), height=int(336 * scale))
    image = Image.open(io.BytesIO(bytes(drawn))).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    image = Image.alpha_composite(white, image)
    left, top = (120 + middle - CROP[0] / 2) * scale, (168 - CROP[1]) * scale
    box = (left, top, left + CROP[0] * scale, top + CROP[1] * scale)
    return image.convert("RGB").resize(FIGURE, Image.Resampling.LANCZOS, box=box)


def build_courts(work: Path) -> None:
    """Write the atlas: six figures a row, suits C D H S plain, then C D S tinted."""
    package = fetch(CARDS_PACKAGE, work / "cards")
    command = ["node", "-e", TO_SVG, str(package / "dist" / "index.esm.js")]
    svgs = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
    rows = -(-len(ATLAS) // COLUMNS)
    atlas = Image.new("RGB", (FIGURE[0] * COLUMNS, FIGURE[1] * rows), "white")
    for place, (suit, rank, tint) in enumerate(ATLAS):
        drawn = figure(svgs[suit + rank], CENTRES[suit + rank], TINTS[tint])
        atlas.paste(drawn, (place % COLUMNS * FIGURE[0], place // COLUMNS * FIGURE[1]))
    folder = ASSETS / "cards"
    atlas.save(folder / "courts.webp", quality=88, method=6)
    shutil.copy(package / "LICENSE", folder / "LICENSE.txt")


def subset(font: TTFont, characters: set[int], path: Path, features: str = "*") -> None:
    """Keep only these characters and features of a font, and remove hinting."""
    options = Options(
        hinting=False,
        layout_features=features.split(),
        name_IDs=[1, 2, 13, 14],
        notdef_outline=True,
    )
    subsetter = Subsetter(options=options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.save(path)


def build_fonts(work: Path) -> None:
    """Write Inter in two weights (Latin, Greek, Cyrillic) and DejaVu Sans for the rest."""
    package = fetch(FONT_PACKAGE, work / "fonts")
    folder = ASSETS / "fonts"
    wanted = {*range(0x20, 0x530), *range(0x1E00, 0x2000), *range(0x2010, 0x2070)}
    wanted |= {
        *range(0x20A0, 0x20C1),
        *range(0x2190, 0x219A),
        0x2116,
        0x2122,
        0x2212,
        0x2264,
        0x2265,
    }
    wanted |= {0x2605, 0x2606, 0x2713, 0x2717, 0x25CF, 0x25B2, 0x25BC, 0x25B6, 0x25C0}
    for name, weight, optical in (("Inter-SemiBold", 600, 18), ("Inter-ExtraBold", 800, 28)):
        font = TTFont(package / "variable" / "InterVariable.woff2", recalcTimestamp=False)
        font.flavor = None
        fixed = instancer.instantiateVariableFont(font, {"wght": weight, "opsz": optical})
        subset(fixed, wanted, folder / f"{name}.ttf", "kern mark mkmk ccmp locl")
    shutil.copy(package / "LICENSE.txt", folder / "Inter-LICENSE.txt")
    pencil = fetch(PENCIL_PACKAGE, work / "pencil")
    font = TTFont(pencil / "files" / "patrick-hand-latin-400-normal.woff2", recalcTimestamp=False)
    font.flavor = None
    subset(font, {*range(0x20, 0x180), 0x2212, 0xD7}, folder / "PatrickHand-Regular.ttf")
    shutil.copy(pencil / "LICENSE", folder / "PatrickHand-LICENSE.txt")
    rest = {
        0x20,
        *range(0x530, 0x700),
        *range(0x10A0, 0x1100),
        *range(0x13A0, 0x16A0),
        *range(0xE80, 0xF00),
    }
    rest |= {*range(0x1D00, 0x1DC0), *range(0xA720, 0xA800)}
    rest |= {*range(0x2070, 0x2400), *range(0x2460, 0x2800), *range(0x2B00, 0x2C00)}
    rest |= {*range(0x2D00, 0x2D70), *range(0xFB00, 0xFE00), *range(0xFE70, 0xFF00)}
    subset(TTFont(DEJAVU, recalcTimestamp=False), rest, folder / "DejaVuSans-Bold.ttf")
    shutil.copy(DEJAVU_LICENCE, folder / "DejaVu-LICENSE.txt")


def two_bytes(codec: str, rows: range) -> set[int]:
    """Return the characters of these rows of a double-byte code: its most frequent ones."""
    pairs = (bytes((0xA0 + row, 0xA0 + cell)) for row in rows for cell in range(1, 95))
    return {ord(text) for pair in pairs if (text := pair.decode(codec, "ignore"))}


def build_name_fonts(work: Path) -> None:
    """Write the fonts names may need: frequent Han characters, kana, Hangul, Thai, Devanagari."""
    han = two_bytes("gb2312", range(16, 56)) | two_bytes("euc_jp", range(16, 48))
    wanted = {
        "NotoSansSC-Bold": han | {*range(0x3000, 0x3100)},
        "NotoSansKR-Bold": two_bytes("euc_kr", range(16, 41)) | {*range(0x3130, 0x3190)},
        "NotoSansThai-Bold": {*range(0xE00, 0xE80), 0x25CC},
        "NotoSansDevanagari-Bold": {*range(0x900, 0x980), 0x200C, 0x200D, 0x25CC},
    }
    for name, (package, part) in NAMES_PACKAGES.items():
        folder = fetch(package, work / name)
        stem = package.split("/")[1].partition("@")[0]
        font = TTFont(folder / "files" / f"{stem}-{part}-700-normal.woff2", recalcTimestamp=False)
        font.flavor = None
        subset(font, wanted[name], ASSETS / "fonts" / f"{name}.ttf")
        shutil.copy(folder / "LICENSE", ASSETS / "fonts" / "NotoSans-LICENSE.txt")


def glyph(font: TTFont, text: str) -> dict[str, object]:
    """Return a text's outline with the y axis downwards, and its box (x, y, width, height)."""
    letters, names, at = font.getGlyphSet(), font.getBestCmap(), 0.0
    outline, bounds = SVGPathPen(letters), BoundsPen(letters)
    for letter in text:
        name = names[ord(letter)]
        for pen in (outline, bounds):
            letters[name].draw(TransformPen(pen, (1, 0, 0, -1, at, 0)))
        at += letters[name].width
    left, top, right, bottom = bounds.bounds
    return {"d": outline.getCommands(), "box": [left, top, right - left, bottom - top]}


def build_page() -> None:
    """Write what the page draws with: indices as outlines, small fonts, and all of page_faces."""
    page_faces.main()
    font = TTFont(ASSETS / "fonts" / "Inter-ExtraBold.ttf")
    glyphs = {rank: glyph(font, rank) for rank in INDICES}
    note = "// Written by scripts/dev build_assets from bot/assets/fonts/Inter-ExtraBold.ttf.\n"
    kind = "Record<string, { d: string; box: [number, number, number, number] }>"
    text = json.dumps(glyphs, indent=2)
    file = PAGE / "src" / "cards" / "glyphs.ts"
    file.write_text(f"{note}export const GLYPHS: {kind} = {text};\n")
    folder = PAGE / "fonts"
    folder.mkdir(exist_ok=True)
    wanted = {*range(0x20, 0x180), *range(0x2010, 0x2030), 0x20AC, 0x2122, 0x2212, 0x2192, 0xD7}
    for name in ("Inter-SemiBold", "Inter-ExtraBold", "PatrickHand-Regular"):
        small = TTFont(ASSETS / "fonts" / f"{name}.ttf", recalcTimestamp=False)
        small.flavor = "woff2"
        subset(small, wanted, folder / f"{name}.woff2", "kern mark mkmk ccmp locl")


def main() -> None:
    """Rebuild everything under bot/assets, and what the page takes from it."""
    for name in ("cards", "fonts"):
        (ASSETS / name).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        build_courts(Path(folder))
        build_fonts(Path(folder))
        build_name_fonts(Path(folder))
    build_page()


if __name__ == "__main__":
    main()
