"""The text of a press: a word for its page, then its parts, each read by its type.

A press is a frozen dataclass. Its fields stand in the text in their order, joined by hyphens:

- a member of a ``StrEnum`` by its value,
- an ``int`` in decimal digits, a ``Base36`` in base 36,
- a ``str`` as it is; only the last field may contain hyphens,
- the fields named in ``ENVELOPE`` are the id and the revision of the custom id itself.

What follows the first fields may be missing: the defaults of their fields then hold. The texts of
buttons that were posted once have to be read for ever, so neither words nor values ever change.
"""

import functools
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, Final, NewType, Self, get_type_hints

from bot.ui.custom_id import Area, CustomId, base36

Base36 = NewType("Base36", int)
"""A number that is written in base 36."""
ENVELOPE: Final = ("id", "revision")


@dataclass(frozen=True, slots=True)
class Press:
    """What one feature's buttons mean."""

    AREA: ClassVar[Area] = Area.PAGE
    WORD: ClassVar[str] = ""

    @classmethod
    def read(cls, custom_id: CustomId) -> Self | None:
        """Read a custom id; ``None`` if it says nothing that this feature knows."""
        word, _, rest = custom_id.what.partition("-") if cls.WORD else ("", "", custom_id.what)
        if custom_id.area is not cls.AREA or word != cls.WORD:
            return None
        names = [name for name, _ in _parts(cls)]
        texts = rest.split("-", len(names) - 1) if rest else []
        found: dict[str, Any] = {}
        try:
            for (name, kind), text in zip(_parts(cls), texts, strict=False):
                found[name] = _read(kind, text)
            return cls(**found, **_envelope(cls, custom_id))
        except (TypeError, ValueError):
            return None

    def __str__(self) -> str:
        """Return the text of the custom id."""
        texts = [_written(kind, getattr(self, name)) for name, kind in _parts(type(self))]
        defaults = [one.default for one in fields(self) if one.name not in ENVELOPE]
        values = [getattr(self, name) for name, _ in _parts(type(self))]
        while values and defaults[-1] is not MISSING and values[-1] == defaults[-1]:
            values.pop(), defaults.pop(), texts.pop()
        what = "-".join([self.WORD, *texts] if self.WORD else texts)
        number, revision = (getattr(self, name, 0) for name in ENVELOPE)
        return str(CustomId(self.AREA, number, revision, what))


@functools.cache
def _parts(kind: type[Press]) -> tuple[tuple[str, Any], ...]:
    """The fields that stand in the text, with their types."""
    hints = get_type_hints(kind)
    return tuple((one.name, hints[one.name]) for one in fields(kind) if one.name not in ENVELOPE)


def _envelope(kind: type[Press], custom_id: CustomId) -> dict[str, int]:
    own = {one.name for one in fields(kind)}
    return {name: getattr(custom_id, name) for name in ENVELOPE if name in own}


def _read(kind: Any, text: str) -> object:
    if kind is Base36:
        return int(text, 36)
    if kind is int:
        if not (text.isascii() and text.isdecimal()):
            raise ValueError(text)
        return int(text)
    return kind(text)


def _written(kind: Any, value: Any) -> str:
    if kind is Base36:
        return base36(value)
    return value.value if isinstance(value, StrEnum) else str(value)
