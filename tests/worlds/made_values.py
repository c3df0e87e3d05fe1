"""Values of any type, made of the type alone where that is enough."""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from enum import Enum
from inspect import signature
from itertools import cycle, islice
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin
from typing import get_type_hints as hints_of

ID: Final = 2**63 - 1
NAME: Final = "W" * 20 + r"\_\_\|\|"
PLAIN: Final[Mapping[Any, tuple[Any, ...]]] = {
    int: (1,),
    float: (-12.5, 3.0),
    str: (NAME,),
    bytes: (b"{}",),
    bool: (False, True),
    NoneType: (None,),
    Any: (0,),
    object: (0,),
}
MOST: Final = 12
"""The most values of a data class."""
IDS: Final = tuple(range(ID, ID - MOST, -1))
"""As many ids, so that no two of them are equal."""
Known = Mapping[Any, Callable[[], tuple[Any, ...]]]


class Maker:
    """Makes values. ``known``: those of a type, or of a name that says more than its type."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def calls(self, made: Callable[..., Any], *given: Any) -> Iterator[Mapping[str, Any]]:
        """Arguments to call something with, until every value of each parameter was one.

        ``given``: what stands for the type variables of a class.
        """
        names = dict(zip(getattr(made, "__parameters__", ()), given, strict=False))
        hints = hints_of(made, include_extras=True)
        found = {
            name: self.values(_bound(hints[name], names), name)
            for name in signature(made).parameters
        }
        most = max(map(len, found.values()), default=1) if all(found.values()) else 0
        for number in range(most):
            yield {
                name: values[(number + number // len(values)) % len(values)]
                for name, values in found.items()
            }

    def values(self, hint: Any, name: str = "") -> tuple[Any, ...]:
        """Values of a type; ``name``: of the parameter or the field."""
        for one in ((hint, name), hint):
            if one in self._known:
                return self._known[one]()
        if isinstance(hint, NewType):
            return IDS if hint.__supertype__ is int else self.values(hint.__supertype__, name)
        if hint in PLAIN:
            return PLAIN[hint]
        return self._composed(hint, name)

    def _composed(self, hint: Any, name: str) -> tuple[Any, ...]:
        kind, parts = get_origin(hint) or hint, get_args(hint)
        if kind is Annotated:
            return self.values(parts[0], name)
        if kind is Literal:
            return parts
        if kind in (Union, UnionType):
            return tuple(value for part in parts for value in self.values(part, name))
        assert isinstance(kind, type), f"nothing is known of {hint} {name}"
        if issubclass(kind, Enum):
            return tuple(kind)
        if is_dataclass(kind):
            return tuple(kind(**one) for one in islice(self.calls(kind, *parts), MOST))
        if issubclass(kind, tuple) and parts[-1] is not Ellipsis:
            found = [self.values(part) for part in parts]
            return tuple(
                zip(*(islice(cycle(one), max(map(len, found))) for one in found), strict=True)
            )
        if issubclass(kind, Mapping):
            keys, values = (self.values(part) for part in parts)
            return ({}, dict(zip(keys, cycle(values), strict=False)))
        if issubclass(kind, AbstractSet):
            return (frozenset(), frozenset(self.values(parts[0])))
        assert parts, f"nothing is known of {hint} {name}"
        return ((), self.values(parts[0], name))


def _bound(hint: Any, names: Mapping[Any, Any]) -> Any:
    """A hint with the given types in place of its type variables."""
    if hint in names:
        return names[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(names.get(one, int) for one in parameters)] if parameters else hint
