"""Presses on the settings of a server; only its administrators may change them."""

from typing import TYPE_CHECKING

from bot.server.screens import server_screen
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.wording.languages import OWN_LANGUAGE
from engine.service import GuildConfig, GuildId, InteractionId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


async def config_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``config-channels``, ``config-language``, ``config-threads`` … with what was chosen."""
    asked = reply.interaction
    reader = await bot.readers.of(asked)
    may = asked.permissions.manage_guild or asked.permissions.administrator
    guild = GuildId(asked.guild_id or 0)
    if not may or not guild:
        text = reader.words.t("Only admins of this server can do that.")
        await reply.private(notice_screen(text))
        return
    config = await bot.service.guild_config(guild)
    changed = _changed(config, press.what.partition("-")[2], values)
    stored = await bot.service.set_guild_config(
        InteractionId(asked.id), guild, UserId(asked.user.id), changed
    )
    await reply.update(server_screen(reader, stored))


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
