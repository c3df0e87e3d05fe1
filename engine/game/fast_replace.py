"""Changed copies of frozen values, faster than ``dataclasses.replace``.

A round makes one copy per move. ``replace`` looks up every field and runs the frozen ``__init__``;
here the slots are copied, which takes a third of the time and gives the same value.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Value = TypeVar("Value", bound=DataclassInstance)
else:
    Value = TypeVar("Value")


@cache
def _slots(kind: type[Any]) -> tuple[tuple[str, Callable[[Any, Any], None]], ...]:
    return tuple((field.name, getattr(kind, field.name).__set__) for field in fields(kind))


def changed(value: Value, **changes: Any) -> Value:
    """Return a copy of a slotted dataclass without ``__post_init__``, with these fields changed.

    Raise TypeError for an unknown field.
    """
    kind = type(value)
    copy = object.__new__(kind)
    used = 0
    for name, put in _slots(kind):
        if name in changes:
            put(copy, changes[name])
            used += 1
        else:
            put(copy, getattr(value, name))
    if used != len(changes):
        raise TypeError(f"{kind.__name__} has no such field among {sorted(changes)}")
    return copy
