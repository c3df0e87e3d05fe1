"""The watch over discards that help too much: counting, telling administrators, their page."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

import discord

from bot.moderation.screens import fair_play_screen, noticed_screen
from bot.ui.context import Context
from bot.ui.listener import Messenger
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.screen import Screen
from engine.coach.helping import Help
from engine.game.errors import GinError
from engine.service import MatchId, UserId
from engine.service.moderation.helping import HelpfulPair

LIMIT: Final = 20
"""The most matches processed in one run."""
Judge: TypeAlias = Callable[[MatchId], Awaitable[Mapping[UserId, Help]]]

log = logging.getLogger(__name__)


async def count_help(outlet: Messenger, judge: Judge) -> int:
    """Count the ended matches, of which ``judge`` computes one; return their number."""
    helping = outlet.service.helping
    due = await helping.pending(LIMIT)
    for match in due:
        try:
            found = await judge(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        for pair in await helping.enter(match, found):
            await _tell(outlet, pair)
    return len(due)


async def _tell(outlet: Messenger, pair: HelpfulPair) -> None:
    """Post a pair in the administrators' channel; their page shows it in any case."""
    config = await outlet.service.guild_config(pair.guild)
    if config.reports_channel is None:
        return
    reader = await outlet.preferences.public(pair.guild)
    message = await outlet.compose(noticed_screen(reader, pair))
    channel = outlet.client.get_partial_messageable(config.reports_channel)
    try:
        await channel.send(view=message.view, allowed_mentions=message.mentions)
    except discord.HTTPException as error:
        log.info("a pair was not announced (%s)", error.code)


async def fair_play_of(ctx: Context) -> Screen:
    """Return the pairs of a server that stand out."""
    return fair_play_screen(ctx.reader, await ctx.service.helping.pairs_of(ctx.guild))


async def clear_pair(ctx: Context) -> Screen:
    """Count the chosen pair from nought, and show those that are left."""
    giver, hyphen, taker = ctx.value.partition("-")
    if not (hyphen and giver.isascii() and giver.isdecimal() and taker.isdecimal()):
        raise Refusal(OLD_BUTTON)
    pair = UserId(int(giver)), UserId(int(taker))
    await ctx.service.helping.clear(ctx.key, ctx.guild, ctx.user, pair)
    return await fair_play_of(ctx)
