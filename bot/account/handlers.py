"""Screens without a match in play: settings."""

from typing import Final

from bot.account.screens import settings_screen
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.refusal import OLD_BUTTON, Refusal
from bot.ui.screen import Screen
from bot.wording.languages import OWN_LANGUAGE
from engine.service import Kind
from engine.service.rewards.coins import may_use

_SWITCHES: Final = ("text_mode", "one_tap", "table_talk", "world_board", "open_hands")
_MENUS: Final = (
    "theme",
    "felt",
    "back",
    "hand_order",
    "notify",
    "quiet_hours",
    "profile",
    "locale",
)
_LOOKS: Final = {"felt": Kind.FELT, "back": Kind.BACK}
"""The menus in which a choice may have to be bought first."""


async def settings_pressed(ctx: Context, press: CustomId) -> None:
    """``set-NAME``: a switch, or a menu with what was chosen."""
    name = press.what.partition("-")[2]
    if name in _SWITCHES or (name in _MENUS and ctx.values):
        await _change_setting(ctx, name)
        return
    raise Refusal(OLD_BUTTON)


async def settings_of(ctx: Context) -> Screen:
    """The settings as the person has them."""
    owned = await ctx.service.coins.owned(ctx.user)
    return settings_screen(ctx.reader, await ctx.prefs(), owned)


async def _change_setting(ctx: Context, name: str) -> None:
    owned = await ctx.service.coins.owned(ctx.user)
    if name in _LOOKS and not may_use(_LOOKS[name], ctx.values[0], owned):
        raise Refusal("You don't own this look. You can buy it in the shop in `/gin rewards`.")
    is_on = name in _SWITCHES and getattr(await ctx.prefs(), name)
    value = _chosen(name, ctx.values[0]) if name in _MENUS else not is_on
    stored = await ctx.prefer(**{name: value})
    await ctx.reply.update(settings_screen(ctx.reader, stored, owned))


def _chosen(name: str, value: str) -> object:
    """The meaning of a menu's line: ``1320-420`` are quiet hours in minutes."""
    if name == "locale":
        return None if value == OWN_LANGUAGE else value
    if name != "quiet_hours":
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))
