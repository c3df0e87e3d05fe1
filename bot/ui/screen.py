"""Screens independent of Discord messages: text, pictures, buttons.

Picture and text are two renderings of one screen; Discord's limits are checked here in one place
(Components V2: 40 components, 4,000 characters, labels of 80, ids of 100).
"""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, TypeAlias

from bot.render import PictureModel
from bot.render.models import GraphPicture
from bot.ui.parts.base import PagePart, Pressable
from bot.ui.parts.playback import PlaybackPart
from bot.ui.press import Link, Press

JOINER: Final = "\u200d"
_AS_EMOJI: Final = "\ufe0f"
_KEYCAP: Final = "\u20e3"
_TONES: Final = range(0x1F3FB, 0x1F400)
_REGIONS: Final = range(0x1F1E6, 0x1F200)
MOST_IN_GRAPHEME: Final = 12
"""The code points of one character; two people who kiss, with their skins, are ten."""


def graphemes(text: str) -> list[str]:
    """Return the characters of a text; each is at least one code point.

    >>> [len(one) for one in graphemes("A👩\u200d🚀🇩🇪")]
    [1, 3, 2]
    """
    found: list[str] = []
    for one in text:
        if found and _belongs(found[-1], one):
            found[-1] += one
        else:
            found.append(one)
    return found


def _belongs(before: str, one: str) -> bool:
    if len(before) >= MOST_IN_GRAPHEME:
        return False
    if ord(one) in _REGIONS:
        return len(before) == 1 and ord(before) in _REGIONS
    if before[-1] == JOINER or one in (JOINER, _AS_EMOJI, _KEYCAP) or ord(one) in _TONES:
        return True
    return unicodedata.category(one).startswith("M")


def cut(text: str, limit: int) -> str:
    """Return as many characters from the start as fit in ``limit`` code points."""
    beginning = ""
    for one in graphemes(text[: limit + MOST_IN_GRAPHEME]):
        if len(beginning) + len(one) > limit:
            break
        beginning += one
    return beginning


MAX_CHARACTERS: Final = 4000
MAX_BYTES: Final = 10_170
BYTES_PER_TEXT: Final = 12
MAX_LABEL: Final = 80
MAX_CHOICES: Final = 25
MAX_CHOICE: Final = 100
"""The most characters of a choice's label or description."""


class Style(Enum):
    """The style of a button."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


class Accent(Enum):
    """The coloured edge of a message; it only repeats the content of the text."""

    CALM = 0x4F545C
    TURN = 0x3BA55D
    WAIT = 0x5865F2
    ALERT = 0xED4245
    GOLD = 0xF0B232


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``press``: what it means, or the page that it leads to."""

    label: str
    press: Press | Link
    style: Style = Style.SECONDARY
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row(Pressable):
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]

    @property
    def offered(self) -> Iterator[Press]:
        for one in self.buttons:
            if isinstance(one.press, Press) and not one.disabled:
                yield one.press


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu(Pressable):
    """A drop-down list; its answer arrives as the press with the chosen value."""

    press: Press
    choices: tuple[MenuChoice, ...]
    placeholder: str = ""

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        yield self.press, {one.value for one in self.choices}


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A list of the server's text channels, of which none to ``most`` are chosen."""

    press: Press
    chosen: tuple[int, ...] = ()
    placeholder: str = ""
    most: int = MAX_CHOICES


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A list of the server's roles, of which one or none is chosen."""

    press: Press
    chosen: int | None = None
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class PersonMenu(Pressable):
    """A list of the server's members, one of whom is chosen."""

    press: Press
    placeholder: str = ""

    @property
    def asks_for_person(self) -> Iterator[Press]:
        yield self.press


@dataclass(frozen=True, slots=True)
class Text:
    """A block of Discord markdown."""

    content: str


@dataclass(frozen=True, slots=True)
class Image(Pressable):
    """A picture and its alt text. ``share``: the title under which a page offers to share it."""

    model: PictureModel
    name: str
    alt: str
    share: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Graph(Image):
    """A graph over the steps of a replay; a step's number is a value of ``press``."""

    model: GraphPicture
    press: Press

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        yield self.press, steps(len(self.model.values))


@dataclass(frozen=True, slots=True)
class Playback(Image):
    """A step of a replay. A page plays the whole round instead, for which ``round`` is made.

    ``press``: leads to one of its ``steps`` by the number. ``asked``: the presses that ask the
    coach about one of these actions.
    """

    press: Press
    steps: int
    asked: tuple[tuple[Press, Collection[str]], ...]
    round: Callable[[], PlaybackPart]

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        yield self.press, steps(self.steps)
        yield from self.asked


def steps(count: int) -> frozenset[str]:
    """Return the numbers of so many steps, as they are chosen."""
    return frozenset(map(str, range(count)))


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download. ``name`` includes its extension."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin line."""


Part: TypeAlias = (
    Text | Image | PagePart | Row | Menu | ChannelMenu | RoleMenu | PersonMenu | Download | Divider
)


@dataclass(frozen=True, slots=True)
class Screen:
    """One message. ``pings`` are the users that its text may notify.

    ``is_completed``: whether pictures that would be late follow later, in an edit.
    """

    parts: tuple[Part, ...]
    accent: Accent = Accent.CALM
    pings: tuple[int, ...] = ()
    is_completed: bool = False

    def texts(self) -> Iterator[str]:
        """Return every text block."""
        return (part.content for part in self.parts if isinstance(part, Text))

    def buttons(self) -> Iterator[Button]:
        """Return every button."""
        for part in self.parts:
            if isinstance(part, Row):
                yield from part.buttons

    def images(self) -> Iterator[Image]:
        """Return every picture."""
        return (part for part in self.parts if isinstance(part, Image))

    def in_words(self) -> "Screen":
        """Return the screen without pictures: their alt text replaces them."""
        parts = tuple(Text(part.alt) if isinstance(part, Image) else part for part in self.parts)
        return replace(self, parts=parts)


def rows(buttons: list[Button], width: int = 5) -> tuple[Row, ...]:
    """Return buttons in rows of at most ``width``."""
    return tuple(
        Row(tuple(buttons[start : start + width])) for start in range(0, len(buttons), width)
    )


def clipped(text: str, limit: int) -> str:
    """Return at most ``limit`` characters, the last one an ellipsis if the text was cut."""
    return text if len(text) <= limit else cut(text, limit - 1) + "…"


def texts_fit(texts: Sequence[str]) -> bool:
    """Whether Discord accepts these texts in one message."""
    size = sum(len(text.encode()) + BYTES_PER_TEXT for text in texts)
    return sum(map(len, texts)) <= MAX_CHARACTERS and size <= MAX_BYTES


def notice_screen(text: str, accent: Accent = Accent.ALERT) -> Screen:
    """Return a screen of one sentence."""
    return Screen((Text(text),), accent)
