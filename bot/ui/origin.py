"""The origin of an interaction: who acts, where, and on which message; the same at every door."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import discord
from structlog.contextvars import bound_contextvars

from bot.ui.discord_private import owners_of
from bot.ui.members import Sees, is_locked_for, sees_in_chat, sees_nothing
from engine.service import (
    DIRECT_MESSAGES,
    ChannelId,
    GuildId,
    InteractionId,
    MessageId,
    Place,
    UserId,
)

BY_SERVER: Final = 0
BY_PERSON: Final = 1
"""How the application is installed (application-object-application-integration-types)."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Facts about an interaction.

    ``key``: the idempotency key of its commands. ``guild`` and ``channel``: 0 where there is none;
    a server that the bot is no member of counts as none. ``is_seen_by_others``: whether others can
    see an answer to it.
    ``may_post``: whether the bot sees the channel and may write there beside its answers;
    ``is_locked``: it may not because the thread is locked.
    ``parent``: the channel of a thread. ``message``: the message whose control was used, and
    whether everyone in the channel sees it. ``fields``: the texts of a submitted form. ``account``:
    the person's name outside of any server; empty where it is unknown. ``sees``: which channels of
    the server they see now.
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
    may_post: bool = True
    is_locked: bool = False
    roles: frozenset[int] = frozenset()
    fields: Mapping[str, str] | None = None
    place: Place = Place.SERVER
    is_seen_by_others: bool = True
    account: str = ""
    sees: Sees = sees_nothing


def origin_of(interaction: discord.Interaction) -> Origin:
    """Return the origin of an interaction at Discord."""
    message, rights, own = (
        interaction.message,
        interaction.permissions,
        interaction.app_permissions,
    )
    place = _place_of(interaction)
    is_member = place is Place.SERVER
    parent = getattr(interaction.channel, "parent_id", None)
    is_locked = is_member and is_locked_for(interaction.channel, own)
    locale = interaction.guild_locale
    return Origin(
        key=InteractionId(interaction.id),
        user=UserId(interaction.user.id),
        name=interaction.user.display_name,
        locale=str(interaction.locale),
        guild=GuildId(interaction.guild_id or 0) if is_member else DIRECT_MESSAGES,
        channel=ChannelId(interaction.channel_id or 0),
        parent=None if parent is None else ChannelId(parent),
        guild_locale=None if locale is None else str(locale),
        message=None if message is None else MessageId(message.id),
        is_public=message is not None and not message.flags.ephemeral,
        may_manage=is_member and (rights.manage_guild or rights.administrator),
        may_manage_events=is_member and rights.manage_events,
        may_open_threads=is_member
        and own.create_public_threads
        and own.send_messages_in_threads
        and own.read_message_history,
        may_post=not is_member
        or (
            own.view_channel
            and (own.send_messages if parent is None else own.send_messages_in_threads)
            and not is_locked
        ),
        is_locked=is_locked,
        # By id: at a door without a gateway nobody knows the roles of a server.
        roles=frozenset(getattr(interaction.user, "_roles", ())),
        fields=_fields(interaction),
        place=place,
        is_seen_by_others=place is not Place.ELSEWHERE or rights.use_external_apps,
        account=interaction.user.global_name or interaction.user.name,
        sees=sees_in_chat(interaction),
    )


def takes_files(interaction: discord.Interaction) -> bool:
    """Whether answers may carry pictures.

    Where the bot is no member it has no more rights than the person; private chats allow it always
    (interactions/receiving-and-responding, app_permissions).
    """
    elsewhere = _place_of(interaction) is Place.ELSEWHERE
    return not elsewhere or interaction.app_permissions.attach_files


def _place_of(interaction: discord.Interaction) -> Place:
    """Return the kind of chat that an interaction comes from.

    A person's own installation alone authorises it where the bot is no member
    (interactions/receiving-and-responding, authorizing integration owners).
    """
    if interaction.guild_id is None:
        return Place.PRIVATE if interaction.context.private_channel else Place.DIRECT
    owners = owners_of(interaction)
    return Place.ELSEWHERE if BY_PERSON in owners and BY_SERVER not in owners else Place.SERVER


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


@contextmanager
def log_context(origin: Origin, about: int | None = None) -> Iterator[None]:
    """Add the interaction, the server and what a press is ``about`` to every log line."""
    match: dict[str, Any] = {} if about is None else {"match": about}
    with bound_contextvars(interaction=origin.key, guild=origin.guild, **match):
        yield
