"""The presses of a feature: codec, handler and kind of answer, known before any work begins."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Generic, TypeVar

import discord

from bot.ops.metrics import PressSource
from bot.ui.context import Context
from bot.ui.custom_id import Area, CustomId
from bot.ui.paging import page_in
from bot.ui.press import Press
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


P = TypeVar("P", bound=Press)
SOURCES: Final = {
    Area.PLAY: PressSource.PLAY,
    Area.HAND: PressSource.HAND,
    Area.TABLE: PressSource.TABLE,
    Area.LOBBY: PressSource.LOBBY,
    Area.PAGE: PressSource.PAGE,
}


@dataclass(frozen=True, slots=True)
class Route(Generic[P]):
    """The way of one sort of press to its handler.

    ``kind``: the kind of answer, known before any work begins; its second argument says whether it
    is a submitted form.
    """

    press: type[P]
    handle: Callable[[Context, P], Awaitable[None]]
    kind: AnswerKind | Callable[[P, bool], AnswerKind]

    def bind(self, press: P, *, submitted: bool) -> "Bound":
        """Return what answers a press."""
        kind = self.kind if isinstance(self.kind, AnswerKind) else self.kind(press, submitted)

        async def handle(ctx: Context) -> None:
            page = page_in(ctx.values)
            if page is not None:
                ctx.reader = replace(ctx.reader, turned=MenuPage(press, page))
            await self.handle(ctx, press)

        return Bound(kind, handle)


@dataclass(frozen=True, slots=True)
class Bound:
    """A press, ready for ``handle``."""

    kind: AnswerKind
    handle: Callable[[Context], Awaitable[None]]


class Routes:
    """The ways of all presses, by the area and the word of their texts.

    ``renewed``: a custom id of any age, as it is written now.
    """

    def __init__(
        self, routes: Iterable[Route[Any]], renewed: Callable[[CustomId], CustomId]
    ) -> None:
        self._renewed = renewed
        self._routes = {(one.press.AREA, one.press.WORD): one for one in routes}

    def read(self, custom_id: CustomId) -> Press | None:
        """Read a custom id; ``None`` for a press that no version has offered."""
        custom_id = self._renewed(custom_id)
        area, word = custom_id.area, custom_id.what.partition("-")[0]
        route = self._routes.get((area, word)) or self._routes.get((area, ""))
        return None if route is None else route.press.read(custom_id)

    def bind(self, press: Press, *, submitted: bool = False) -> Bound:
        """Return what answers a press. ``submitted``: it is that of a form."""
        return self._routes[press.AREA, press.WORD].bind(press, submitted=submitted)
