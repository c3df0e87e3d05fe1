"""A press: what a button means, and its text in a custom id.

A press is a frozen dataclass. The text has the word of its page, then its fields in their order,
joined by hyphens:

- a member of a ``StrEnum`` by its value, which may contain hyphens,
- an ``int`` in decimal digits,
- anything else by the ``TextForm`` it is annotated with,
- a ``str`` as it is; only the last field may contain hyphens,
- the fields named in ``ENVELOPE`` are the id and the revision of the custom id itself.

A field that is ``None`` by default may be missing at the end. Posted buttons keep their texts
without limit, so neither words nor values ever change.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from string import ascii_letters
from types import NoneType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_type_hints,
)

from bot.ui.custom_id import Area, CustomId, base36, custom_id, number36, parse_custom_id
from engine.game.cards import Card, card, card_text

T = TypeVar("T")
ENVELOPE: Final = ("id", "revision")
REMEMBERED: Final = 4096
"""The most texts that are kept: hands offer the same presses at all tables."""
Role: TypeAlias = Literal[
    "sheet", "rematch", "find", "replay", "verify", "share", "hint", "coach", "luck"
]
"""What the button of a match does, where a page gives it a place of its own."""


@dataclass(frozen=True, slots=True)
class TextForm(Generic[T]):
    """The text form of a type. ``read`` raises ValueError for any other text."""

    read: Callable[[str], T]
    write: Callable[[T], str]


OneCard = Annotated[Card, TextForm(card, card_text)]


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(ascii_letters.index(letter) for letter in text)


def _letters(cards: tuple[Card, ...]) -> str:
    return "".join(ascii_letters[one] for one in cards)


ManyCards = Annotated[tuple[Card, ...], TextForm(_cards, _letters)]
"""Cards in their order, a letter each: a whole deck has room."""


def _maybe_id(text: str) -> int | None:
    return number36(text) or None


MaybeId = Annotated[int | None, TextForm(_maybe_id, lambda number: base36(number or 0))]
"""An id in base 36, with 0 for none."""


@dataclass(frozen=True)
class Press:
    """The base of the meanings of buttons.

    ``PARTS``: the fields that follow a ``verb``, for presses where they differ between verbs.
    ``BETWEEN``: the text between a verb and what follows it.
    """

    AREA: ClassVar[Area] = Area.PAGE
    WORD: ClassVar[str] = ""
    BETWEEN: ClassVar[str] = "-"
    PARTS: ClassVar[Mapping[Any, tuple[str, ...]]] = {}

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the text of a custom id; ``None`` if it is none of these presses."""
        found = parse_custom_id(text)
        return None if found is None else cls.read(found)

    @classmethod
    def read(cls, custom_id: CustomId) -> Self | None:
        """Read a custom id; ``None`` if it is none of these presses."""
        rest: str | None = custom_id.what
        if cls.WORD:
            word, hyphen, after = custom_id.what.partition("-")
            rest = after if hyphen else None
            if word != cls.WORD:
                return None
        if custom_id.area is not cls.AREA:
            return None
        own = {one.name for one in fields(cls)}
        envelope = {name: getattr(custom_id, name) for name in ENVELOPE if name in own}
        try:
            return cls(**_read(cls, rest), **envelope)
        except ValueError:
            return None

    def __str__(self) -> str:
        """Return the text of the custom id."""
        values = vars(self)
        what = self._what(*[values[name] for name in self._names()])
        return custom_id(self.AREA, values.get("id", 0), values.get("revision", 0), what)

    @property
    def role(self) -> Role | None:
        """What the button of a match does, where a page gives it a place of its own."""
        return None

    @property
    def about(self) -> int:
        """The id in the custom id: a match, a lobby, a person …; 0 without one."""
        return int(vars(self).get("id", 0))

    @property
    def at_any_revision(self) -> Self:
        """The same press, whatever the state is that its button was drawn for."""
        found: Any = self
        return replace(found, revision=0) if "revision" in vars(self) else self

    @classmethod
    @functools.cache
    def _names(cls) -> tuple[str, ...]:
        """Return the names of the fields in the text."""
        return tuple(one.name for one in fields(cls) if one.name not in ENVELOPE)

    @classmethod
    @functools.cache
    def _layout(cls, verb: object = None) -> tuple["_Field", ...]:
        """Return the fields in the text of a press with this verb; without one, all of them."""
        hints = get_type_hints(cls, include_extras=True)
        own = {
            one.name: _field(one.name, hints[one.name], may_be_missing=one.default is None)
            for one in fields(cls)
            if one.name in cls._names()
        }
        if verb in cls.PARTS:
            return (own["verb"], *(own[name] for name in cls.PARTS[verb]))
        return tuple(own.values())

    @classmethod
    @functools.lru_cache(maxsize=REMEMBERED)
    def _what(cls, *values: object) -> str:
        """Return the text of the fields."""
        found = dict(zip(cls._names(), values, strict=True))
        shown = list(cls._layout(found.get("verb")))
        while shown and shown[-1].may_be_missing and found[shown[-1].name] is None:
            shown.pop()
        what = cls.BETWEEN.join([one.write(found[one.name]) for one in shown])
        if not cls.WORD:
            return what
        return f"{cls.WORD}-{what}" if shown else cls.WORD


@dataclass(frozen=True, slots=True)
class Link:
    """An address that a button leads to, in place of a press."""

    address: str

    def __str__(self) -> str:
        return self.address


class _Field(NamedTuple):
    """A field in the text. ``words``: the values of an enum, the longest first."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    words: tuple[str, ...]
    may_be_missing: bool

    def cut(self, text: str, between: str, *, is_last: bool) -> tuple[str, str | None]:
        """Return the text of this field at the beginning of a text, and what follows it."""
        if self.words:
            found = (one for one in self.words if text == one or text.startswith(one + between))
            own = next(found, text)
        else:
            own = text if is_last else text.partition("-")[0]
        rest = text[len(own) :]
        return own, rest.removeprefix(between) if rest else None


def _field(name: str, hint: Any, *, may_be_missing: bool) -> _Field:
    form = next((one for one in get_args(hint) if isinstance(one, TextForm)), None)
    if form is not None:
        return _Field(name, form.read, form.write, (), may_be_missing)
    kinds = [one for one in get_args(hint) if one is not NoneType]
    if kinds:
        return _field(name, kinds[0], may_be_missing=may_be_missing)
    if issubclass(hint, int):
        return _Field(name, lambda text: hint(_number(text)), int.__repr__, (), may_be_missing)
    words = sorted(map(str, hint), key=len, reverse=True) if issubclass(hint, StrEnum) else ()
    return _Field(name, hint, str.__str__, tuple(words), may_be_missing)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


def _read(cls: type[Press], rest: str | None) -> dict[str, Any]:
    """Read the fields from the text; ValueError if their number or types differ."""
    left, found = list(cls._layout()), dict[str, Any]()
    while rest is not None:
        if not left:
            raise ValueError(rest)
        field = left.pop(0)
        text, rest = field.cut(rest, cls.BETWEEN, is_last=not left)
        value = found[field.name] = field.read(text)
        if field.name == "verb" and value in cls.PARTS:
            left = list(cls._layout(value)[1:])
    if not all(one.may_be_missing for one in left):
        raise ValueError(left)
    return found
