"""The router of presses and modals to features by custom id."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import discord

from bot.ops.metrics import Ended, Source
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId, parse_custom_id
from bot.ui.reception import Reception
from bot.ui.routes import SOURCES, Bound


class Router:
    """The router of presses. ``bind``: the table of all features (bot.routes)."""

    def __init__(
        self, reception: Reception, bind: Callable[[CustomId, bool], Bound | None]
    ) -> None:
        self._reception = reception
        self._bind = bind

    async def route(self, interaction: discord.Interaction) -> None:
        """Answer a press or a submitted form."""
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
            await bound.handle(ctx)
            return Ended.ANSWERED

        await self._reception.receive(
            interaction,
            Answer.PRIVATE if bound is None else bound.kind,
            Source.UNKNOWN if press is None else SOURCES[press.area],
            work,
            press,
        )


def was_offered(interaction: discord.Interaction, data: Mapping[str, Any]) -> bool:
    """Whether the chosen value exists in the menu it claims to come from.

    Discord checks that too; this check frees features from handling values that their menus never
    offered, or words in place of ids.
    """
    values = data.get("values")
    if not values:
        return True
    menu = _carried(interaction, data)
    if not isinstance(menu, discord.SelectMenu) or menu.type.value != data.get("component_type"):
        return False
    if menu.type is not discord.ComponentType.string_select:
        return all(value.isdecimal() for value in values)
    return {option.value for option in menu.options}.issuperset(values)


def _carried(interaction: discord.Interaction, data: Mapping[str, Any]) -> object | None:
    """Return the pressed control as its message has it; ``None`` if it is missing."""
    parts: list[Any] = [] if interaction.message is None else list(interaction.message.components)
    while parts:
        part = parts.pop()
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
        if getattr(part, "custom_id", None) == data.get("custom_id"):
            return cast(object, part)
    return None


async def _is_foreign(ctx: Context) -> Ended:
    await ctx.refuse(ctx.t("This button is from an older version. Get a new one with `/gin bump`."))
    return Ended.FOREIGN
