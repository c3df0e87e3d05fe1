"""Every press and modal finds its feature by its custom id."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import discord

from bot.ops.metrics import Ended, Source
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import Area, CustomId, parse_custom_id
from bot.ui.reception import Reception
from bot.ui.routes import Bound

log = logging.getLogger(__name__)
BUTTON: Final = discord.ComponentType.button.value
_SOURCES: Final = {
    Area.PLAY: Source.PLAY,
    Area.HAND: Source.HAND,
    Area.TABLE: Source.TABLE,
    Area.LOBBY: Source.LOBBY,
    Area.PAGE: Source.PAGE,
}


class Router:
    """Hands presses to their features. ``bind``: the table of all of them (bot.pages)."""

    def __init__(
        self, reception: Reception, bind: Callable[[CustomId, bool], Bound | None]
    ) -> None:
        self._reception = reception
        self._bind = bind

    async def route(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form that was filled in."""
        data: Mapping[str, Any] = interaction.data or {}
        press = parse_custom_id(str(data.get("custom_id", "")))
        submitted = interaction.type is discord.InteractionType.modal_submit
        bound = None
        if press is not None and was_offered(interaction, data):
            bound = self._bind(press, submitted)
        values = tuple(str(value) for value in data.get("values", ()))

        async def work(ctx: Context) -> Ended:
            if bound is None:
                return await _is_foreign(ctx)
            ctx.values = values
            return await _handled(ctx, bound)

        await self._reception.receive(
            interaction,
            Answer.PRIVATE if bound is None else bound.kind,
            Source.UNKNOWN if press is None else _SOURCES[press.area],
            work,
            press,
        )


async def _handled(ctx: Context, bound: Bound) -> Ended:
    try:
        await bound.handle(ctx)
    except (ValueError, LookupError):
        if carried(ctx.interaction, ctx.interaction.data or {}):
            raise
        log.info("a press that nothing offered")
        return await _is_foreign(ctx)
    return Ended.ANSWERED


def was_offered(interaction: discord.Interaction, data: Mapping[str, Any]) -> bool:
    """Whether what was chosen stands in the menu it is said to come from.

    Discord looks at that too; here it means that no feature has to expect a value of its own menus
    that it never made.
    """
    if data.get("component_type") != discord.ComponentType.string_select.value:
        return not data.get("values") or data.get("component_type") != BUTTON
    menu = carried(interaction, data)
    offered = menu.options if isinstance(menu, discord.SelectMenu) else []
    return {option.value for option in offered}.issuperset(data.get("values", ()))


def carried(interaction: discord.Interaction, data: Mapping[str, Any]) -> object | None:
    """Return the pressed control as its message has it; ``None``: it is not there."""
    parts: list[Any] = [] if interaction.message is None else list(interaction.message.components)
    while parts:
        part = parts.pop()
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
        if getattr(part, "custom_id", None) == data.get("custom_id"):
            return cast(object, part)
    return None


async def _is_foreign(ctx: Context) -> Ended:
    await ctx.refuse(
        ctx.t("This button is from an older version. Get a new one with `/gin table`.")
    )
    return Ended.FOREIGN
