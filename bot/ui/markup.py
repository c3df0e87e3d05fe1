"""Discord markup for plain texts: safe names, tappable commands, cards as small pictures."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from bot.render.models import Disc
from bot.render.palette import DISCS
from bot.ui.screen import JOINER, MAX_LABEL, Button, graphemes, texts_fit

MAX_WIDTH: Final = 24
MOST_ACCENTS: Final = 4
"""Accents of a name that make no letter of their own; such as Thai is written with other marks."""
_MARKDOWN: Final = set("\\`*_~|>#[]()-:<@")
_HIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols of Unicode that show nothing: fillers, selectors of variants, the
combining grapheme joiner, the empty Braille cell and the null notehead."""
_ACCENTS: Final = frozenset(
    chr(one)
    for first, last in ((0x300, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0xFE20, 0xFE2F))
    for one in range(first, last + 1)
) | frozenset(map(chr, range(0x20D0, 0x20E3)))
"""The combining marks of Unicode that any letter may carry."""
_AS_EMOJI: Final = "\ufe0f"
"""What emojis are made with, as with the joiner; anywhere else these two show nothing."""
_KEYCAP: Final = "\u20e3"
_FIRST_ARROW: Final = "\u2190"
"""From here on what Unicode calls mathematical may be part of an emoji: a head that is shaken."""
NAMELESS: Final = "?"
"""The replacement for a name without visible characters."""


def _visible(raw: str) -> str:
    """Return a text without what shows nothing."""
    text = unicodedata.normalize("NFC", raw)
    return "".join(one for at, one in enumerate(text) if _shows(text, at))


def _shows(text: str, at: int) -> bool:
    one, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if one == _AS_EMOJI:
        return _is_sign(before) or (before.isascii() and bool(before) and after == _KEYCAP)
    if one == JOINER:
        return (_is_sign(before) or before == _AS_EMOJI) and _is_sign(after)
    return unicodedata.category(one) not in _HIDDEN and one not in _BLANK


def _is_sign(one: str) -> bool:
    """Whether a character is a symbol that shows something, such as an emoji."""
    category = unicodedata.category(one) if one and one not in _BLANK else ""
    return category in ("So", "Sk") or (category == "Sm" and one >= _FIRST_ARROW)


@lru_cache(maxsize=4096)
def safe_name(raw: str) -> str:
    """Return a name that cannot format, ping, reverse or stretch the text around it.

    East Asian wide characters count twice, a joined emoji as one of them. More than three combining
    marks in a row are dropped, and more than ``MOST_ACCENTS`` of those that belong to no script.
    """
    characters: list[str] = []
    width = 0
    for character in graphemes(_few_marks(_visible(raw))):
        width += max(map(_width, character))
        if width > MAX_WIDTH:
            characters.append("…")
            break
        characters.append(character)
    name = " ".join("".join(characters).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in name) or NAMELESS


def safe_words(raw: str) -> str:
    """Return a person's text on one line, without formatting, mentions or invisible characters."""
    text = " ".join(_visible(raw).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in text)


def plain_name(safe: str) -> str:
    """Return a safe name without escapes, for pictures and labels."""
    plain: list[str] = []
    escaped = False
    for character in safe:
        if character == "\\" and not escaped:
            escaped = True
            continue
        escaped = False
        plain.append(character)
    return "".join(plain)


def _few_marks(text: str) -> str:
    characters: list[str] = []
    marks = accents = 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        accents += character in _ACCENTS
        if marks <= 3 and (character not in _ACCENTS or accents <= MOST_ACCENTS):
            characters.append(character)
    return "".join(characters)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _width(character: str) -> int:
    if _is_mark(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def disc_of(name: str, user: int | None) -> Disc:
    """Return the disc of a player; a new name keeps the colour, which computers have by theirs."""
    words = name.split()
    initials = "".join(graphemes(word)[0] for word in words[:2]).upper()
    tone = crc32((name if user is None else str(user)).encode()) % len(DISCS)
    return Disc(initials, tone)


REMEMBERED: Final = 1024
"""The most labels that are kept: hands have the same ones at all tables."""
_PIECES: Final = re.compile(
    r"(?P<fence>```.*?```)|`/(?P<command>[a-z -]+)`|(?P<code>`[^`]*`)|"
    r"(?<![0-9A-Za-z])(?P<rank>10|[2-9AJQK])(?P<suit>[♣♦♥♠])|[♣♠]",
    re.DOTALL,
)
_CARD: Final = re.compile(r"(?P<rank>10|[2-9AJQK])(?P<suit>[♣♦♥♠])")
_SUITS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_BLACK: Final = re.compile("([♣♠])\ufe0e?")
_AS_TEXT: Final = "\\1\ufe0e"
"""The selector for a sign in the text's colour, because black suits as emojis are dark on dark."""
SUIT_EMOJIS: Final = {"♣": "gin_clubs", "♦": "gin_diamonds", "♥": "gin_hearts", "♠": "gin_spades"}


def card_emoji_name(short: str) -> str:
    """Return the name of a card's emoji.

    >>> card_emoji_name("10♦")
    'gin_10d'
    """
    return f"gin_{short[:-1].lower()}{_SUITS[short[-1]]}"


def readable(text: str, limit: int | None = None) -> str:
    """Return the text with its black suits in the colour of the surrounding letters.

    Unchanged where that would make it longer than ``limit``.

    >>> [len(readable(text)) for text in ("K♥", "K♠")]
    [2, 3]
    """
    found = _BLACK.sub(_AS_TEXT, text)
    return text if limit is not None and len(found) > limit else found


class _Label(NamedTuple):
    """A button's label as it is read, and the rank and the suit's emoji if it is a card."""

    readable: str
    rank: str = ""
    suit: str = ""


@lru_cache(maxsize=REMEMBERED)
def _label(plain: str) -> _Label:
    card = _CARD.fullmatch(plain)
    if card is None:
        return _Label(readable(plain, MAX_LABEL))
    return _Label(readable(plain, MAX_LABEL), card["rank"], SUIT_EMOJIS[card["suit"]])


class Markup:
    """The emojis and command ids of this application; empty at first."""

    def __init__(self) -> None:
        self.emojis: dict[str, str] = {}
        """The text form of each emoji by name."""
        self.commands: dict[str, int] = {}
        """The id of the top command by the path of each command, such as ``gin friends add``."""

    def texts(self, plain: Sequence[str]) -> list[str]:
        """Return the texts of one message, unchanged where they would grow too long."""
        for emojis in (self.emojis, {}):
            dressed = [self._text(text, emojis) for text in plain]
            if texts_fit(dressed):
                return dressed
        return list(plain)

    def button(self, button: Button) -> tuple[str, str | None]:
        """Return a button's label and emoji: a card's button shows its suit in colour."""
        label = _label(button.label)
        suit = self.emojis.get(label.suit)
        if suit is None or button.emoji is not None:
            return label.readable, button.emoji
        return label.rank, suit

    def _text(self, plain: str, emojis: dict[str, str]) -> str:
        return _PIECES.sub(lambda found: self._piece(found, emojis), plain)

    def _piece(self, found: re.Match[str], emojis: dict[str, str]) -> str:
        if found["command"] in self.commands:
            return f"</{found['command']}:{self.commands[found['command']]}>"
        if found["rank"]:
            return emojis.get(card_emoji_name(found[0]), readable(found[0]))
        return found[0] if found["fence"] or found["code"] else readable(found[0])
