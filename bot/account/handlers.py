"""Handlers of the personal settings."""

from typing import Final

from bot.account.screens import settings_screen
from bot.presses.settings import Setting, SettingsPress
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from bot.ui.screen import Screen
from bot.wording.languages import OWN_LANGUAGE
from engine.service import Kind
from engine.service.rewards.coins import may_use

_SWITCHES: Final = frozenset(
    (
        Setting.TEXT_MODE,
        Setting.ONE_TAP,
        Setting.TABLE_TALK,
        Setting.WORLD_BOARD,
        Setting.OPEN_HANDS,
        Setting.PUZZLES,
        Setting.ACROSS,
    )
)
_LOOKS: Final = {Setting.FELT: Kind.FELT, Setting.BACK: Kind.BACK}
"""The menus whose choices may have to be bought first."""


async def settings_pressed(ctx: Context, press: SettingsPress) -> None:
    """Toggle a switch, or save the choice from a menu."""
    setting = press.setting
    owned = await ctx.service.coins.owned(ctx.user)
    if setting in _LOOKS and not may_use(_LOOKS[setting], ctx.value, owned):
        raise Refusal("You don't own this look. You can buy it in the shop.")
    if setting in _SWITCHES:
        value: object = not getattr(await ctx.prefs(), setting)
    else:
        value = _chosen(setting, ctx.value)
    stored = await ctx.prefer(**{setting: value})
    await ctx.reply.update(settings_screen(ctx.reader, stored, owned))


async def settings_of(ctx: Context) -> Screen:
    """Return the person's current settings."""
    owned = await ctx.service.coins.owned(ctx.user)
    return settings_screen(ctx.reader, await ctx.prefs(), owned)


def _chosen(setting: Setting, value: str) -> object:
    """Return the value of a menu choice: ``1320-420`` are quiet hours in minutes."""
    if setting is Setting.LOCALE:
        return None if value == OWN_LANGUAGE else value
    if setting is not Setting.QUIET_HOURS:
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))
