"""The presses of a feature: codec, handler and kind of answer, known before any work begins."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Generic, TypeVar

import discord

from bot.ops.metrics import PressSource
from bot.ui.context import Context
from bot.ui.custom_id import Area, CustomId
from bot.ui.paging import page_in
from bot.ui.reader import MenuPage


class AnswerKind(Enum):
    """The place of an answer; a refusal is always private."""

    PRIVATE = "private"
    """A message that only this person sees."""
    PUBLIC = "public"
    """A message that everyone in the channel sees."""
    IN_PLACE = "in_place"
    """An edit of the message whose button was pressed."""
    FORM = "form"
    """A form, which Discord accepts only as the first answer."""


PUBLIC: Final = {"answer": AnswerKind.PUBLIC}
"""The extras of a command that answers in public; other commands answer in private."""


def kind_of_command(interaction: discord.Interaction) -> AnswerKind:
    """Return the registered kind of answer to a command."""
    found: object = getattr(interaction.command, "extras", {}).get("answer", AnswerKind.PRIVATE)
    assert isinstance(found, AnswerKind)
    return found


P = TypeVar("P")
SOURCES: Final = {
    Area.PLAY: PressSource.PLAY,
    Area.HAND: PressSource.HAND,
    Area.TABLE: PressSource.TABLE,
    Area.LOBBY: PressSource.LOBBY,
    Area.PAGE: PressSource.PAGE,
}


@dataclass(frozen=True, slots=True)
class Route(Generic[P]):
    """The presses of one feature.

    ``read``: the feature's codec, from a custom id to a press; ``None`` for a press that no version
    has offered. ``handle``: the handler. ``kind``: the kind of answer, known before any work
    begins; its second argument says whether it is a submitted form.
    """

    read: Callable[[CustomId], P | None]
    handle: Callable[[Context, P], Awaitable[None]]
    kind: AnswerKind | Callable[[P, bool], AnswerKind]

    def bind(self, press: CustomId, *, submitted: bool) -> "Bound | None":
        """Parse a press; ``None`` if it is unknown."""
        meant = self.read(press)
        if meant is None:
            return None
        kind = self.kind if isinstance(self.kind, AnswerKind) else self.kind(meant, submitted)

        async def handle(ctx: Context) -> None:
            page = page_in(ctx.values)
            if page is not None:
                ctx.reader = replace(ctx.reader, turned=MenuPage(str(press), page))
            await self.handle(ctx, meant)

        return Bound(kind, handle)


@dataclass(frozen=True, slots=True)
class Bound:
    """A parsed press, ready for ``handle``."""

    kind: AnswerKind
    handle: Callable[[Context], Awaitable[None]]
