"""A change of what is stored: a work that may be done again when its COMMIT was in doubt.

A database redoes works whose COMMIT ended in an error, and Discord may deliver an interaction
twice. So the store takes no plain function, only a *change*, which says by its type why doing it
again is harmless.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Change(ABC, Generic[T_co]):
    """A work that is exact however often it is done."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, connection: Connection) -> T_co:
        """Do it inside a transaction."""


@dataclass(frozen=True, slots=True)
class Repeatable(Change[T]):
    """A work that leaves the same state and gives the same answer each time it is done.

    It sets what is wanted, or finds by its own keys that it is done; it never toggles or counts.
    """

    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do it."""
        return self.work(connection)
