"""The public interface to the settings of players and servers."""

from engine.service import preferences
from engine.service.changes import Once, stored
from engine.service.matches.door import Door
from engine.service.people import GuildId, InteractionId, Person, UserId
from engine.service.preferences import AuditEntry, GuildConfig, Prefs


class SettingsDoor(Door):
    """The settings of players and servers."""

    async def prefs(self, user_id: UserId) -> Prefs:
        """Return a player's preferences."""
        return await self._store.read(lambda c: preferences.prefs(c, user_id))

    async def set_prefs(self, interaction: InteractionId, person: Person, chosen: Prefs) -> Prefs:
        """Store a player's preferences; return the stored ones."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                interaction,
                "prefs",
                stored(lambda c: preferences.prefs(c, person.user_id)),
                lambda c: preferences.set_prefs(c, person, chosen, now),
            )
        )

    async def guild_config(self, guild: GuildId) -> GuildConfig:
        """Return a server's settings."""
        return await self._store.read(lambda c: preferences.config(c, guild))

    async def set_guild_config(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, chosen: GuildConfig
    ) -> GuildConfig:
        """Store a server's settings; return the stored ones.

        The caller has checked the permission of ``admin``.
        """
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                interaction,
                "config",
                stored(lambda c: preferences.config(c, guild)),
                lambda c: preferences.set_config(
                    c, AuditEntry(interaction, guild, admin, now), chosen
                ),
            )
        )
