"""Presses on the settings of a server; only its administrators may change them."""

from bot.server.screens import server_screen
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.wording.languages import OWN_LANGUAGE
from engine.service import GuildConfig


async def config_pressed(ctx: Context, press: CustomId) -> None:
    """``config-channels``, ``config-language``, ``config-threads`` … with what was chosen."""
    ctx.require_admin()
    config = await ctx.service.guild_config(ctx.guild)
    changed = _changed(config, press.what.partition("-")[2], ctx.values)
    stored = await ctx.service.set_guild_config(ctx.key, ctx.guild, ctx.user, changed)
    await ctx.reply.update(server_screen(ctx.reader, stored))


def _changed(config: GuildConfig, name: str, values: tuple[str, ...]) -> GuildConfig:
    """The settings after a press; unknown choices change nothing."""
    value = values[0] if values else ""
    new: dict[str, object] = {}
    match name:
        case "channels":
            new = {"channels": tuple(int(one) for one in values if one.isdecimal())}
        case "language":
            new = {"language": None if value == OWN_LANGUAGE else value}
        case "threads" if value in ("never", "ask", "always"):
            new = {"threads": value}
        case "rated" if value in ("yes", "no", "never"):
            new = {"rated": value}
        case "pings":
            new = {"pings": not config.pings}
    return GuildConfig.model_validate(config.model_dump() | new)
