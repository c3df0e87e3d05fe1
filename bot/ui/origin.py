"""The origin of an interaction: who acts, where, and on which message; the same at every door."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from engine.service import ChannelId, GuildId, InteractionId, MessageId, UserId


@dataclass(frozen=True, slots=True)
class Origin:
    """Facts about an interaction.

    ``key``: the idempotency key of its commands. ``guild`` and ``channel``: 0 where there is none.
    ``parent``: the channel of a thread. ``message``: the message whose control was used, and
    whether everyone in the channel sees it. ``fields``: the texts of a submitted form. ``account``:
    the person's name outside of any server; empty where it is unknown.
    """

    key: InteractionId
    user: UserId
    name: str
    locale: str
    guild: GuildId
    channel: ChannelId
    parent: ChannelId | None = None
    guild_locale: str | None = None
    message: MessageId | None = None
    is_public: bool = False
    may_manage: bool = False
    may_manage_events: bool = False
    may_open_threads: bool = True
    fields: Mapping[str, str] | None = None
    account: str = ""

    @property
    def may_organise(self) -> bool:
        """Whether the person may organise events of the server."""
        return bool(self.guild) and (self.may_manage or self.may_manage_events)


def origin_of(interaction: discord.Interaction) -> Origin:
    """Return the origin of an interaction at Discord."""
    message, rights, own = (
        interaction.message,
        interaction.permissions,
        interaction.app_permissions,
    )
    parent = getattr(interaction.channel, "parent_id", None)
    locale = interaction.guild_locale
    return Origin(
        key=InteractionId(interaction.id),
        user=UserId(interaction.user.id),
        name=interaction.user.display_name,
        locale=str(interaction.locale),
        guild=GuildId(interaction.guild_id or 0),
        channel=ChannelId(interaction.channel_id or 0),
        parent=None if parent is None else ChannelId(parent),
        guild_locale=None if locale is None else str(locale),
        message=None if message is None else MessageId(message.id),
        is_public=message is not None and not message.flags.ephemeral,
        may_manage=rights.manage_guild or rights.administrator,
        may_manage_events=rights.manage_events,
        may_open_threads=own.create_public_threads
        and own.send_messages_in_threads
        and own.read_message_history,
        fields=_fields(interaction),
        account=interaction.user.global_name or interaction.user.name,
    )


def _fields(interaction: discord.Interaction) -> Mapping[str, str] | None:
    """Return the texts of a submitted form; ``None`` for any other interaction."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Mapping[str, Any] = interaction.data or {}
    return {
        str(one.get("custom_id")): str(one.get("value", ""))
        for one in _components(data.get("components", ()))
    }


def _components(parts: Any) -> Iterator[Mapping[str, Any]]:
    """Return the controls of a form: each stands in a label, in older forms in a row."""
    for part in parts:
        yield part.get("component") or (part.get("components") or [{}])[0]
