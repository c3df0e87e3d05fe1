"""A change of the stored state: a work that may be repeated when its COMMIT was in doubt.

A database repeats works whose COMMIT ended in an error, and Discord may deliver an interaction
twice. The store therefore takes no plain function, only a *change*, whose type says why repeating
it is harmless.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Change(ABC, Generic[T_co]):
    """A work with the same effect however often it is done."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, connection: Connection) -> T_co:
        """Do the work inside a transaction."""


@dataclass(frozen=True, slots=True)
class Repeatable(Change[T]):
    """A work that leaves the same state and gives the same answer each time it is done.

    It sets a state, or finds by its own keys that it is done; it never toggles or counts.
    """

    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do the work."""
        return self.work(connection)
