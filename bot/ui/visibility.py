"""Who may see a table: its players, and whoever sees its channel, in the chat and on the page."""

from collections.abc import Callable
from typing import TypeAlias

import discord

from engine.service import GuildId, LiveMatch, Lobby, UserId

Room: TypeAlias = discord.abc.GuildChannel | discord.Thread
Sees: TypeAlias = Callable[[int], bool]
"""Whether a person sees a channel of the server where they are, by its id."""


def sees_nothing(_channel: int) -> bool:
    """Return that a person sees no channel."""
    return False


def sees_room(room: object, member: discord.Member) -> bool:
    """Whether a member sees a channel of their server; a private thread counts as unseen."""
    if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
        return False
    if room.guild.id != member.guild.id:
        return False
    try:
        rights = room.permissions_for(member)
    except discord.ClientException:  # A thread whose channel is not known.
        return False
    if isinstance(room, discord.Thread) and room.is_private() and not rights.manage_threads:
        return False
    return rights.view_channel


def sees_in_chat(interaction: discord.Interaction) -> Sees:
    """Return what the person of an interaction sees.

    They have proven that they see its own channel. A process without a gateway knows no other.
    """

    def sees(channel: int) -> bool:
        if channel == interaction.channel_id:
            return True
        person = interaction.user
        if not isinstance(person, discord.Member):
            return False
        return sees_room(interaction.client.get_channel(channel), person)

    return sees


def may_see(user: UserId, guild: GuildId, sees: Sees, live: LiveMatch) -> bool:
    """Whether a person on a server, or outside all (0), may see a match."""
    if live.seat_of(user) is not None:
        return True
    if live.setup.has_shared_deals or not guild or guild != live.table.guild:
        return False
    return sees(live.table.channel)


def may_join(user: UserId, guild: GuildId, sees: Sees, lobby: Lobby) -> bool:
    """Whether a person on a server may see an invitation: one of its people, or in its channel."""
    if user in {one.user_id for one in lobby.people} | {one.user_id for one in lobby.invited}:
        return True
    return bool(guild) and guild == lobby.table.guild and sees(lobby.table.channel)


def is_locked_for(room: object, rights: discord.Permissions) -> bool:
    """Whether a room is a locked thread, in which only moderators write."""
    return isinstance(room, discord.Thread) and room.locked and not rights.manage_threads


def all_see(place: object, room: object) -> bool:
    """Whether everybody who sees one channel of a server sees another one.

    Judged role by role: a role that may not see it counts for whoever has it.
    """
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return False
    if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
        return False
    if room.id == place.id:
        return True
    if isinstance(room, discord.Thread) and room.is_private():
        return False
    try:
        return all(
            room.permissions_for(role).view_channel
            for role in place.guild.roles
            if place.permissions_for(role).view_channel
        )
    except discord.ClientException:  # A thread whose channel is not known.
        return False
