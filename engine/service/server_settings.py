"""Settings of servers: typed, stored as JSON, extensible."""

from collections.abc import Callable
from typing import Final, Literal

from pydantic import Field
from sqlalchemy import Connection, bindparam, insert, select, update

from engine.service import audit, preferences
from engine.service.audit import note
from engine.service.changes import stored
from engine.service.people import DIRECT_MESSAGES, GuildId, InteractionId, Person, UserId
from engine.service.preferences import Prefs, StoredSettings
from engine.service.tx import Commands, Tx, query
from engine.store.schema import guilds
from engine.store.upsert import upsert

_READ_CONFIG = select(guilds.c.config).where(guilds.c.guild_id == bindparam("id"))


class GuildConfig(StoredSettings):
    """One server's settings. ``channels`` empty: every channel. ``presets``: house rules by name,
    each a set of options as in :func:`engine.game.rules.rules_from`. ``rated``: whether matches
    count for the ratings by default, or never do.
    """

    channels: tuple[int, ...] = ()
    presets: dict[str, dict[str, int | str | bool | None]] = Field(default_factory=dict)
    language: str | None = None
    pings: bool = True
    reports_channel: int | None = None
    tv_channel: int | None = None
    tv_message: int | None = None
    threads: Literal["never", "ask", "always"] = "never"
    rated: Literal["yes", "no", "never"] = "yes"
    across: bool = False
    """Whether members may meet players of other servers."""
    members_only: bool = True
    """Whether boards leave out people who have left the server."""
    season_role: int | None = None
    season_places: int = Field(default=3, ge=1, le=10)
    season_board: str = "won"
    organiser_role: int | None = None
    """The role whose members may organize events, besides those with Manage Events."""
    joined_ms: int = 0
    """When the bot joined the server, for the welcome of that joining."""
    welcome_due: bool = False
    """Whether that welcome has not been posted yet."""


OUTSIDE_SERVERS: Final = GuildConfig(rated="never", threads="never", pings=False)
"""What holds where no server's administrators can choose."""


def config(connection: Connection, guild_id: int) -> GuildConfig:
    """Return a server's settings, the defaults for a new one."""
    if guild_id == DIRECT_MESSAGES:
        return OUTSIDE_SERVERS
    found = connection.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    return GuildConfig.read(found)


def set_config(tx: Tx, guild: GuildId, admin: UserId, chosen: GuildConfig) -> GuildConfig:
    """Store a server's settings and log who changed them, except changes by the bot itself."""
    connection, entry = tx.connection, tx.audit(guild, admin)
    text = chosen.written()
    changed = connection.execute(
        update(guilds)
        .where(guilds.c.guild_id == entry.guild_id)
        .values(config=text, updated_ms=entry.at_ms)
    )
    if changed.rowcount == 0:
        row = {"guild_id": entry.guild_id, "config": text, "updated_ms": entry.at_ms}
        connection.execute(insert(guilds), row)
    if entry.actor_id:
        note(connection, entry, "set_config", None, text)
    return chosen


def change_config(
    connection: Connection, guild_id: int, change: Callable[[GuildConfig], GuildConfig], now: int
) -> bool:
    """Store a change by the bot itself; ``False`` if nothing changes.

    The settings are compared as they are written, so that of two processes only one makes it.
    """
    found = connection.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    before = GuildConfig.read(found)
    after = change(before)
    if after == before:
        return False
    text = after.written()
    if found is None:
        row = {"guild_id": guild_id, "config": text, "updated_ms": now}
        made = upsert(connection.dialect.name, guilds).on_conflict_do_nothing()
        return connection.execute(made, row).rowcount == 1
    changed = connection.execute(
        update(guilds)
        .where(guilds.c.guild_id == guild_id, guilds.c.config == found)
        .values(config=text, updated_ms=now)
    )
    return changed.rowcount == 1


class SettingsCommands(Commands):
    """The settings of players and servers."""

    prefs = query(preferences.prefs)
    guild_config = query(config)
    audit_log = query(audit.audit_log)

    async def set_prefs(self, interaction: InteractionId, person: Person, chosen: Prefs) -> Prefs:
        """Store a player's preferences; return the stored ones."""
        codec = stored(lambda c: preferences.prefs(c, person.user_id))
        return await self._once(
            interaction, "prefs", codec, lambda tx: preferences.set_prefs(tx, person, chosen)
        )

    async def set_guild_config(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, chosen: GuildConfig
    ) -> GuildConfig:
        """Store a server's settings; return the stored ones.

        The caller has checked the permission of ``admin``.
        """
        codec = stored(lambda c: config(c, guild))
        return await self._once(
            interaction,
            "config",
            codec,
            lambda tx: set_config(tx, guild, admin, chosen),
        )
