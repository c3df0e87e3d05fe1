"""Handlers of a server's settings; administrators only."""

from bot.presses.config import ConfigPress, ServerSetting
from bot.server.screens import server_screen
from bot.ui.context import Context
from bot.wording.languages import OWN_LANGUAGE
from engine.service import GuildConfig


async def config_pressed(ctx: Context, press: ConfigPress) -> None:
    """Change a setting to the chosen value."""
    ctx.require_admin()
    config = await ctx.service.guild_config(ctx.guild)
    changed = changed_config(config, press.setting, ctx.values)
    stored = await ctx.configure(changed)
    await ctx.reply.update(server_screen(ctx.reader, stored))


def changed_config(
    config: GuildConfig, setting: ServerSetting, values: tuple[str, ...]
) -> GuildConfig:
    """Return the settings after a press; unknown choices change nothing."""
    value = values[0] if values else ""
    new: dict[str, object] = {}
    match setting:
        case ServerSetting.CHANNELS:
            new = {"channels": tuple(int(one) for one in values if one.isdecimal())}
        case ServerSetting.LANGUAGE:
            new = {"language": None if value == OWN_LANGUAGE else value}
        case ServerSetting.THREADS if value in ("never", "ask", "always"):
            new = {"threads": value}
        case ServerSetting.RATED if value in ("yes", "no", "never"):
            new = {"rated": value}
        case ServerSetting.PINGS:
            new = {"pings": value == "yes" if value else not config.pings}
        case ServerSetting.ACROSS:
            new = {"across": not config.across}
        case ServerSetting.REPORTS:
            new = {"reports_channel": int(value) if value else None}
        case ServerSetting.SEASON:
            new = {"season_role": int(value) if value else None}
        case ServerSetting.ORGANISERS:
            new = {"organiser_role": int(value) if value else None}
    return GuildConfig.model_validate(config.model_dump() | new)
