"""Discord markup for plain texts: tappable commands, and cards as small pictures.

Screens contain ```/gin hand``` and ``10♦``. Once the application's command ids and emojis are
known, they are sent as ``</gin hand:ID>`` and ``<:gin_10d:ID>`` (Discord, reference: message
formatting). Until then, and wherever it would not fit, the equivalent plain text is sent.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.ui.screen import MAX_LABEL, Button, texts_fit

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
