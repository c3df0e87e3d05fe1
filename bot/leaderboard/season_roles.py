"""The end of a month: its leaderboards are closed, and servers may reward the best with a role.

Several processes may check at the same time; one closes the month (a lease), and assigning or
removing a role twice has no effect. A request that Discord refuses is retried at the next check and
appears in `/gin-admin season`.
"""

import logging
from typing import Final

import discord

from bot.ui.listener import Messenger
from engine.service import GuildConfig, GuildId
from engine.service.standings.seasons import Champion, season_board

LOOK_S: Final = 600.0
GONE: Final = (10007, 10011, 10013)
"""Discord's codes for a member, role or user that does not exist (any more)."""
log = logging.getLogger(__name__)


class SeasonRoles:
    """Closes months and updates the season roles."""

    def __init__(self, outlet: Messenger) -> None:
        self._outlet = outlet
        self.refused: dict[int, str] = {}
        """The reasons, in Discord's words, why a server's role could not be assigned."""

    async def once(self) -> None:
        """Close the month if it is over, then update the roles on this process's servers."""
        if self._outlet.breaker.is_open:
            return
        if await self._outlet.service.seasons.close_ended():
            log.info("the season %s is closed", self._outlet.service.seasons.ended)
        season = await self._outlet.service.seasons.closed()
        if season:
            for guild in self._outlet.client.guilds:
                await self.sync(guild, season)

    async def sync(self, guild: discord.Guild, season: str) -> None:
        """Assign a server's role to the best of a closed month; remove it from earlier holders."""
        config = await self._outlet.service.guild_config(GuildId(guild.id))
        self.refused.pop(guild.id, None)
        wanted = await self._wanted(guild, config, season)
        held = await self._outlet.service.seasons.champions(GuildId(guild.id))
        try:
            for champion in held:
                if champion not in wanted:
                    await self._take(guild, champion)
            for champion in wanted:
                if champion not in held:
                    await self._give(guild, champion)
        except discord.HTTPException as error:
            self.refused[guild.id] = f"{error.code}"
            log.warning("a season role was refused (%s %s)", error.status, error.code)

    async def _wanted(
        self, guild: discord.Guild, config: GuildConfig, season: str
    ) -> tuple[Champion, ...]:
        if config.season_role is None:
            return ()
        board, pool = season_board(config.season_board)
        best = await self._outlet.service.seasons.places(GuildId(guild.id), season, board, pool)
        return tuple(
            Champion(line.user_id, config.season_role, season)
            for line in best
            if line.place <= config.season_places and line.user_id
        )

    async def _give(self, guild: discord.Guild, champion: Champion) -> None:
        try:
            member = await guild.fetch_member(champion.user_id)
            await member.add_roles(discord.Object(champion.role_id), reason="Gin: season")
        except discord.NotFound as error:
            if error.code not in GONE:
                raise
            return
        await self._outlet.service.seasons.crown(GuildId(guild.id), champion)

    async def _take(self, guild: discord.Guild, champion: Champion) -> None:
        try:
            member = await guild.fetch_member(champion.user_id)
            await member.remove_roles(discord.Object(champion.role_id), reason="Gin: season")
        except discord.NotFound as error:
            if error.code not in GONE:
                raise
        await self._outlet.service.seasons.dethrone(GuildId(guild.id), champion.user_id)
