"""Servers that the bot is invited to."""

import contextlib
from typing import Any

from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from tests.journeys.world import Shown, shown

BUTTONS = ["Learn", "Practice", "Set up"]


def invite(env: Env, *, locale: str | None = None) -> tuple[GuildHandle, ChannelHandle]:
    """A new server, as the bot sees it on joining."""
    with before_the_bot(env):
        guild, channel = built(env, locale)
    join(env, guild)
    return guild, channel


def built(env: Env, locale: str | None = None) -> tuple[GuildHandle, ChannelHandle]:
    """A server with a system channel."""
    guild = env.create_guild("Gin Club", preferred_locale=locale)
    channel = guild.create_text_channel("general")
    env.backend.get_guild(guild.id).system_channel_id = channel.id
    return guild, channel


@contextlib.contextmanager
def before_the_bot(env: Env) -> Any:
    """What happens to a server that the bot is not in reaches nobody."""
    backend: Any = env.backend
    emit = backend.emit
    backend.emit = lambda *_args, **_more: None
    try:
        yield
    finally:
        backend.emit = emit


def join(env: Env, guild: GuildHandle) -> None:
    stored = env.backend.get_guild(guild.id)
    env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(env.backend, stored))


def posted(env: Env, channel: ChannelHandle) -> list[Shown]:
    stored = env.backend.messages.get(channel.id, {}).values()
    return [shown(one, one.components) for one in stored]


def welcomes(env: Env, channel: ChannelHandle) -> list[Shown]:
    return [one for one in posted(env, channel) if list(one.buttons) == BUTTONS]
