"""Write the types of the page: its protocol, the pages of the menu, the keys of its sentences.

`scripts/dev web_types` writes `bot/web/page/src/protocol.ts`; a test compares the two.
"""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import PlainSerializer
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from bot.presses.menu import ENTRIES, Section
from bot.ui import parts
from bot.ui.parts.base import PagePart, PanelPart, PartModel
from bot.ui.parts.kinds import Kind, Listed
from bot.web import words
from bot.web.protocol import http, lobby, messages, panels
from bot.web.protocol.base import PROTOCOL, Message

FILE: Final = Path(__file__).parents[2] / "bot/web/page/src/protocol.ts"
_MODULES: Final = (
    *(import_module(f"{parts.__name__}.{one.name}") for one in iter_modules(parts.__path__)),
    *(panels, lobby, messages, http),
)
_BASES: Final = (Message, PartModel, PanelPart, PagePart, Kind, Listed)
_SIMPLE: Final[dict[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}
_UNIONS: Final = {
    "Reaction": messages.Reaction,
    "Incoming": messages.Incoming,
    "Outgoing": messages.Outgoing,
}
"""The named unions of the protocol."""


def typescript() -> str:
    """Return the text of the page's types."""
    parts = [
        "// Written by `scripts/dev web_types`; change bot/web/protocol/ instead.",
        f"export const PROTOCOL = {PROTOCOL};",
    ]
    parts += [_interface(one) for one in _messages()]
    parts += [_interface_of_values(one) for one in _values()]
    parts.append(f"export type PanelPart = {' | '.join(_names_of(PanelPart))};")
    parts += [f"export type {name} = {_type(kind)};" for name, kind in _UNIONS.items()]
    parts.append(_pages())
    keys = "\n".join(f'  | "{key}"' for key in words.WORDS)
    parts.append(f"export type WordKey =\n{keys};")
    return "\n\n".join(parts) + "\n"


def _pages() -> str:
    """Return the pages of each part of the navigation, in their order."""
    lines = ["/** The pages that each part of the navigation has in the menu. */"]
    lines.append("export const PAGES = {")
    for section in Section:
        names = (f'"{one.verb}"' for one in ENTRIES if one.section is section)
        lines.append(f"  {section}: [{', '.join(names)}],")
    return "\n".join([*lines, "} as const;"])


def _names_of(base: type[PartModel]) -> list[str]:
    """Return the names of those models of this kind that have a type of their own."""
    return [
        one.__name__ for one in _messages() if issubclass(one, base) and "type" in one.model_fields
    ]


def _messages() -> Iterator[type[PartModel]]:
    for module in _MODULES:
        for one in vars(module).values():
            is_message = inspect.isclass(one) and issubclass(one, PartModel)
            if is_message and one not in _BASES and one.__module__ == module.__name__:
                yield one


def _values() -> list[type]:
    """Return the models of pictures that are sent within a message, in the order of their use."""
    found = dict[type, None]()
    fields = (field for message in _messages() for field in message.model_fields.values())
    left = [_as_sent(field) for field in fields if not field.exclude]
    while left:
        kind = left.pop(0)
        if any(isinstance(one, PlainSerializer) for one in getattr(kind, "__metadata__", ())):
            continue
        left += get_args(kind)
        if inspect.isclass(kind) and is_dataclass(kind) and kind not in found:
            found[kind] = None
            left += get_type_hints(kind).values()
    return list(found)


def _interface_of_values(values: type) -> str:
    lines = [f"/** {' '.join((values.__doc__ or '').split())} */"]
    lines.append(f"export interface {values.__name__} {{")
    for name, kind in get_type_hints(values, include_extras=True).items():
        if not any(getattr(one, "exclude", False) for one in getattr(kind, "__metadata__", ())):
            lines.append(f"  readonly {name}: {_type(kind)};")
    return "\n".join([*lines, "}"])


def _interface(message: type[PartModel]) -> str:
    lines = [f"/** {line} */" for line in [" ".join((message.__doc__ or "").split())] if line]
    lines.append(f"export interface {message.__name__} {{")
    for name, field in message.model_fields.items():
        if field.exclude:
            continue
        # The server always sends every field; the page may leave out what has a default.
        mark = "?" if _is_sent_by_page(message) and field.default is not PydanticUndefined else ""
        lines.append(f"  readonly {name}{mark}: {_type(_as_sent(field))};")
    return "\n".join([*lines, "}"])


def _is_sent_by_page(message: type[PartModel]) -> bool:
    return message in get_args(get_args(messages.Incoming)[0])


def _as_sent(field: FieldInfo) -> Any:
    """Return the type of a field with what it says of how it is written."""
    written = [one for one in field.metadata if isinstance(one, PlainSerializer)]
    return Annotated[field.annotation, written[0]] if written else field.annotation


def _type(kind: Any) -> str:
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        written = [one for one in arguments[1:] if isinstance(one, PlainSerializer)]
        return _type(written[0].return_type if written else arguments[0])
    if inspect.isclass(kind) and issubclass(kind, StrEnum):
        return " | ".join(f'"{one}"' for one in kind)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in arguments)
    if origin in (Union, UnionType):
        return " | ".join(_type(one) for one in arguments)
    if origin is tuple:
        return _tuple(arguments)
    if origin is dict:
        return f"Readonly<Record<string, {_type(arguments[1])}>>"
    return str(kind.__name__)


def _tuple(arguments: tuple[Any, ...]) -> str:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return f"ReadonlyArray<{_type(arguments[0])}>"
    return f"readonly [{', '.join(_type(one) for one in arguments)}]"


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
