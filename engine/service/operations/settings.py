"""The public interface to the settings of players and servers, and to the log of their changes."""

from engine.service import audit, preferences, server_settings
from engine.service.changes import stored
from engine.service.people import GuildId, InteractionId, Person, UserId
from engine.service.preferences import Prefs
from engine.service.server_settings import GuildConfig
from engine.service.tx import Commands, query


class SettingsCommands(Commands):
    """The settings of players and servers."""

    prefs = query(preferences.prefs)
    guild_config = query(server_settings.config)
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
        codec = stored(lambda c: server_settings.config(c, guild))
        return await self._once(
            interaction,
            "config",
            codec,
            lambda tx: server_settings.set_config(tx, guild, admin, chosen),
        )
