"""How far a long command on a database has come."""

from typing import Protocol


class Progress(Protocol):
    """Hears the step, the table or file, and how much of the total is done, in rows or bytes."""

    def __call__(self, step: str, what: str, done: int, total: int, /) -> None: ...
