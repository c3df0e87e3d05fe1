"""The text of a press: a word for its page, then its fields, each read by its type.

A press is a frozen dataclass. The text contains its fields in their order, joined by hyphens:

- a member of a ``StrEnum`` by its value, which may contain hyphens,
- an ``int`` in decimal digits,
- anything else by the ``Form`` it is annotated with,
- a ``str`` as it is; only the last field may contain hyphens,
- the fields named in ``ENVELOPE`` are the id and the revision of the custom id itself.

A field that is ``None`` by default may be missing at the end. Posted buttons keep their texts
without limit, so neither words nor values ever change.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from string import ascii_letters
from types import NoneType
from typing import Annotated, Any, ClassVar, Final, Generic, Self, TypeVar, get_args, get_type_hints

from bot.ui.custom_id import Area, CustomId, base36, custom_id, number36
from engine.game.cards import Card, card, card_text

T = TypeVar("T")
ENVELOPE: Final = ("id", "revision")
REMEMBERED: Final = 4096
"""The most texts of presses that are kept: hands offer the same ones at all tables."""


@dataclass(frozen=True, slots=True)
class TextForm(Generic[T]):
    """The text form of a type. ``read`` raises ValueError for any other text."""

    read: Callable[[str], T]
    write: Callable[[T], str]


_Part = tuple[str, Callable[[Any], str]]
"""The name of a field, and how its value is written."""

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
    """The base of each feature's parsed buttons.

    ``PARTS``: the fields that follow a verb, for features where they differ between verbs.
    ``BETWEEN``: the text between a verb and what follows it.
    """

    AREA: ClassVar[Area] = Area.PAGE
    WORD: ClassVar[str] = ""
    BETWEEN: ClassVar[str] = "-"
    PARTS: ClassVar[Mapping[Any, tuple[str, ...]]] = {}

    @classmethod
    def read(cls, custom_id: CustomId) -> Self | None:
        """Parse a custom id; ``None`` if this feature does not know it."""
        if custom_id.area is not cls.AREA:
            return None
        rest: str | None = custom_id.what
        if cls.WORD:
            word, hyphen, after = custom_id.what.partition("-")
            rest = after if hyphen else None
            if word != cls.WORD:
                return None
        envelope = {name: getattr(custom_id, name) for name in cls._envelope()}
        try:
            return cls(**_read_parts(cls, rest), **envelope)  # type: ignore[arg-type]
        except ValueError:
            return None

    def __str__(self) -> str:
        """Return the text of the custom id."""
        values = vars(self)
        what = self._what(*[values[name] for name in self._kinds()])
        return custom_id(self.AREA, values.get("id", 0), values.get("revision", 0), what)

    @classmethod
    @functools.lru_cache(maxsize=REMEMBERED)
    def _what(cls, *fields: object) -> str:
        """Return the text of the fields."""
        values = dict(zip(cls._kinds(), fields, strict=True))
        parts = list(cls._parts(*[values[name] for name in cls._verbs()]))
        while parts and values[parts[-1][0]] is None and parts[-1][0] in cls._optional():
            parts.pop()
        texts = [write(values[name]) for name, write in parts]
        what = cls.BETWEEN.join(texts)
        if cls.WORD:
            what = f"{cls.WORD}-{what}" if texts else cls.WORD
        return what

    @classmethod
    @functools.cache
    def _parts(cls, *verbs: object) -> tuple[_Part, ...]:
        """Return the fields in the text of a press with these verbs, and how each is written."""
        kinds = cls._kinds()
        chosen = dict(zip(cls._verbs(), verbs, strict=True))
        names, left = list[str](), list(kinds)
        while left:
            names.append(left.pop(0))
            left = _after(cls, chosen.get(names[-1]), left)
        return tuple((name, _writer(kinds[name])) for name in names)

    @classmethod
    @functools.cache
    def _verbs(cls) -> tuple[str, ...]:
        """Return the fields whose value decides which fields follow."""
        return tuple(name for name, kind in cls._kinds().items() if _is_enum(kind))

    @classmethod
    @functools.cache
    def _kinds(cls) -> dict[str, Any]:
        """Return the types of the fields in the text."""
        hints = get_type_hints(cls, include_extras=True)
        own = (one.name for one in fields(cls) if one.name not in ENVELOPE)
        return {name: _kind(hints[name]) for name in own}

    @classmethod
    @functools.cache
    def _envelope(cls) -> tuple[str, ...]:
        """Return the fields that stand in the custom id itself."""
        own = {one.name for one in fields(cls)}
        return tuple(name for name in ENVELOPE if name in own)

    @classmethod
    @functools.cache
    def _optional(cls) -> frozenset[str]:
        """Return the fields that may be missing at the end of the text."""
        return frozenset(one.name for one in fields(cls) if one.default is None)


def _kind(hint: Any) -> Any:
    """Return the form of an annotated type; for an optional type, the type without ``None``."""
    forms = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, TextForm)]
    if forms:
        return forms[0]
    kinds = [one for one in get_args(hint) if one is not NoneType]
    return _kind(kinds[0]) if kinds else hint


def _after(cls: type[Press], value: object, names: Sequence[str]) -> list[str]:
    """Return the fields that follow a value: those of the verb, or all remaining ones."""
    return list(cls.PARTS.get(value, names) if isinstance(value, StrEnum) else names)


@functools.lru_cache(maxsize=REMEMBERED)
def _read_parts(cls: type[Press], rest: str | None) -> Mapping[str, Any]:
    """Read the fields from the text; ValueError if their number or types differ."""
    kinds = cls._kinds()
    names, found = list(kinds), dict[str, Any]()
    while rest is not None:
        if not names:
            raise ValueError(rest)
        name = names.pop(0)
        text, rest = _cut(kinds[name], rest, cls.BETWEEN, is_last=not names)
        found[name] = _read(kinds[name], text)
        names = _after(cls, found[name], names)
    if not cls._optional().issuperset(names):
        raise ValueError(names)
    return found


def _cut(kind: Any, text: str, between: str, *, is_last: bool) -> tuple[str, str | None]:
    """Return the text of the next field, and the rest."""
    if _is_enum(kind):
        found = [one for one in kind if text == one or text.startswith(f"{one}{between}")]
        part = max(found, key=len, default=text)
    else:
        part = text if is_last else text.partition("-")[0]
    rest = text[len(part) :]
    return str(part), rest.removeprefix(between) if rest else None


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def _read(kind: Any, text: str) -> object:
    if isinstance(kind, TextForm):
        return kind.read(text)
    if issubclass(kind, int):
        if not (text.isascii() and text.isdecimal()):
            raise ValueError(text)
        return kind(int(text))
    return kind(text)


def _writer(kind: Any) -> Callable[[Any], str]:
    if isinstance(kind, TextForm):
        return kind.write
    return int.__repr__ if issubclass(kind, int) else str.__str__
