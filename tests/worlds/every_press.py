"""Every press of the program, found in its own classes, so that no test lists them."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from bot import presses as of_features
from bot.presses.lobby import RulesPart, RulesTab
from bot.ui.press import ENVELOPE, Press
from engine.clocks import DAILY
from engine.game.actions import Pass
from engine.game.options import OPTIONS
from engine.service.exercises import Series
from engine.standings.rating import ANY

for _one in iter_modules(of_features.__path__):
    import_module(f"{of_features.__name__}.{_one.name}")
PRESSES: Final = tuple(sorted(Press.__subclasses__(), key=lambda one: one.__name__))
"""Every kind of press."""
_HAND: Final = tuple(range(10))
VALUES: Final[Mapping[str, Any]] = {
    "action": Pass(),
    "clock": DAILY,
    "hand": _HAND,
    "number": 1,
    "option": sorted(OPTIONS)[0],
    "pile": (20, 21),
    "pool": ANY,
    "preset": "standard",
    "season": "all",
    "tab": RulesTab(RulesPart.PLAY),
    "taken": (),
}
"""A value of each field that its type alone does not give."""


def presses(kind: type[Press], about: int = 0) -> Iterator[Press]:
    """A press of this kind for each verb and exercise. ``about``: the id that it carries."""
    verb = get_type_hints(kind).get("verb")
    for one in verb or (None,):
        given: dict[str, Any] = {} if one is None else {"verb": one}
        if any(field.name == "id" for field in fields(kind)):
            given["id"] = about
        names = kind.PARTS.get(one, tuple(_fields(kind)))
        given |= {name: _value(kind, name) for name in names if name != "verb"}
        for series in Series if "series" in names else (None,):
            yield kind(**given if series is None else given | {"series": series})


def _fields(kind: type[Press]) -> Iterator[str]:
    return (one.name for one in fields(kind) if one.name not in ENVELOPE)


def _value(kind: type[Press], name: str) -> Any:
    hint = get_type_hints(kind)[name]
    if NoneType in get_args(hint):
        return None
    if name in VALUES:
        return VALUES[name]
    if issubclass(hint, Enum):
        return next(iter(hint))
    return "a" if hint is str else hint(0)
