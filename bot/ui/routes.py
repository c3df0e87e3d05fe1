"""A feature's presses: how they are read, who handles them, what kind of answer they get."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Route(Generic[P]):
    """The presses of one feature.

    ``read``: the feature's own codec, from a custom id to what it means; ``None`` for a press that
    no version has offered. ``handle``: does what is meant. ``kind``: the kind of answer, known
    before any work begins; its second argument says whether it is a form that was filled in.
    """

    read: Callable[[CustomId], P | None]
    handle: Callable[[Context, P], Awaitable[None]]
    kind: Answer | Callable[[P, bool], Answer]

    def bind(self, press: CustomId, *, submitted: bool) -> "Bound | None":
        """Read a press; ``None`` if it means nothing."""
        meant = self.read(press)
        if meant is None:
            return None
        kind = self.kind if isinstance(self.kind, Answer) else self.kind(meant, submitted)
        return Bound(kind, lambda ctx: self.handle(ctx, meant))


@dataclass(frozen=True, slots=True)
class Bound:
    """A press that was read: what is left is to call ``handle``."""

    kind: Answer
    handle: Callable[[Context], Awaitable[None]]
