"""The welcome when the bot joins a server, and people who add the app to their account."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final

import discord

from bot.presses.menu import MenuVerb, menu_button
from bot.ui.context import context_of
from bot.ui.custom_id import base36
from bot.ui.listener import EventListener, Messenger
from bot.ui.public_message import NONCE_LENGTH
from bot.ui.reader import Reader
from bot.ui.requests import FAILURES, described
from bot.ui.screen import Accent, Row, Screen, Style, Text
from engine.service import GuildId
from engine.store import StoreError


def greeting_screen(reader: Reader) -> Screen:
    """Return the message for a server that the bot has joined."""
    t = reader.words.t
    lines = [
        t("🃏 **Gin rummy is here.** Play each other or the computer."),
        t("New to gin? Learn it in five minutes. Admins choose where tables open."),
    ]
    buttons = (
        menu_button(reader, MenuVerb.LEARN, Style.SUCCESS),
        menu_button(reader, MenuVerb.PRACTICE, Style.PRIMARY),
        menu_button(reader, MenuVerb.SETUP),
    )
    return Screen((Text("\n".join(lines)), Row(buttons)), Accent.CALM)


RECENT: Final = timedelta(days=1)
"""The age up to which a joining that was missed, because the bot was not running, is noticed."""
log = logging.getLogger(__name__)


class Greetings:
    """The part that welcomes servers."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._events = EventListener()

    async def start(self) -> None:
        """Use this context for later attempts."""
        self._events.start()

    async def stop(self) -> None:
        """Attempt nothing more; the first person is welcomed instead."""
        self._events.stop()

    async def joined(self, guild: discord.Guild) -> None:
        """Welcome a server that the bot has just joined; any other stays as it is."""
        moment = guild.me.joined_at
        if moment is None or discord.utils.utcnow() - moment > RECENT:
            return
        number, at_ms = GuildId(guild.id), int(moment.timestamp() * 1000)
        if not await self._messenger.service.welcomes.joined(number, at_ms):
            return
        self._messenger.preferences.forget_server(number)
        channel = guild.system_channel
        if channel is None or not _may_post(channel, guild.me):
            return
        nonce = f"j{base36(number)}a{base36(at_ms)}"[-NONCE_LENGTH:]
        post = partial(self._post, number, channel, nonce)
        await self._events.attempt(number, "a welcome was not posted", post)

    async def seen(self, interaction: discord.Interaction) -> None:
        """Show the welcome to the first person who uses the bot where nobody could read it."""
        guild = context_of(interaction).guild
        if not guild or not interaction.response.is_done():
            return
        try:
            config = await self._messenger.preferences.config(guild)
            if config.welcome_due and await self._take(guild):
                reader = await self._messenger.preferences.public(guild)
                if not await self._sent_privately(interaction, reader):
                    await self._messenger.service.welcomes.put_back(guild)
        except StoreError as error:
            log.warning("the welcome of server %d is left for later (%s)", guild, error.code)

    async def _take(self, guild: GuildId) -> bool:
        taken = await self._messenger.service.welcomes.claim(guild)
        self._messenger.preferences.forget_server(guild)
        return taken

    async def _post(self, guild: GuildId, channel: discord.TextChannel, nonce: str) -> None:
        """Post the welcome, unless somebody has been shown it meanwhile."""
        if not (await self._messenger.preferences.config(guild)).welcome_due:
            return
        reader = await self._messenger.preferences.public(guild)
        message = await self._messenger.compose(greeting_screen(reader))
        await channel.send(view=message.view, nonce=nonce, allowed_mentions=message.mentions)
        await self._take(guild)

    async def _sent_privately(self, interaction: discord.Interaction, reader: Reader) -> bool:
        message = await self._messenger.compose(greeting_screen(reader))
        try:
            await interaction.followup.send(
                view=message.view, ephemeral=True, allowed_mentions=message.mentions
            )
        except FAILURES as error:
            log.info("a welcome was not shown (%s)", described(error))
            return False
        return True


def _may_post(channel: discord.TextChannel, me: discord.Member) -> bool:
    rights = channel.permissions_for(me)
    return rights.view_channel and rights.send_messages


TO_AN_ACCOUNT: Final = 1
"""Discord's integration type of an app that somebody adds to their own account."""


class InstallEvent(StrEnum):
    """The events that are heard; others of Discord's are left alone."""

    AUTHORIZED = "APPLICATION_AUTHORIZED"
    DEAUTHORIZED = "APPLICATION_DEAUTHORIZED"


class Installs:
    """Counts installations by people."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    def happened(self, event: Mapping[str, Any]) -> None:
        """Count an event. Raises ValueError for a damaged one."""
        kind, data = event.get("type"), event.get("data")
        if kind not in tuple(InstallEvent):
            return
        if not isinstance(data, Mapping) or "user" not in data:
            raise ValueError("an event without a person")
        if kind == InstallEvent.DEAUTHORIZED:
            self._messenger.metrics.installs.labels("removed").inc()
        elif data.get("integration_type") == TO_AN_ACCOUNT:
            self._messenger.metrics.installs.labels("added").inc()
