"""Leafing through the rules of a preset: playing, scoring, options."""

from typing import TYPE_CHECKING

from bot.match.options import ruleset
from bot.ui.custom_id import CustomId
from bot.ui.errors import Refusal
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.wording.rules import rules_screen
from engine.service import GuildId

if TYPE_CHECKING:
    from bot.app import GinBot


async def rules_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``rules-play-standard``, ``rules-score-…``, ``rules-o0-…`` for the first page of options."""
    reader = await bot.readers.of(reply.interaction)
    _, tab, preset = press.what.split("-", 2)
    config = await bot.service.guild_config(GuildId(reply.interaction.guild_id or 0))
    try:
        chosen = ruleset(reader, config.presets, preset)
    except Refusal as gone:
        await reply.private(notice_screen(str(gone)))
        return
    await reply.update(rules_screen(reader, chosen.rules, chosen.name, tab))
