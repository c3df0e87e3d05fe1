"""The role of an event's winner, for servers that have chosen one."""

import logging
from typing import Final

import discord

from bot.ui.listener import Messenger
from bot.ui.reply import CUT
from engine.service.events.types import Event, EventState
from engine.service.people import UserId

GONE: Final = (10007, 10011, 10013)
"""Discord's codes for a member, role or user that does not exist (any more)."""
log = logging.getLogger(__name__)


class WinnerRoles:
    """Gives the role to the winner and takes it from the winner before, in a repeated event."""

    def __init__(self, outlet: Messenger) -> None:
        self._outlet = outlet

    async def see_to(self, event: Event) -> None:
        """Give the role of a finished event; what Discord refuses is left."""
        role, guild = event.plan.winner_role, self._outlet.client.get_guild(event.guild)
        if event.state is not EventState.FINISHED or role is None or guild is None:
            return
        winners = winners_of(event)
        try:
            for user in await self._earlier(event, role) - winners:
                member = await guild.fetch_member(user)
                await member.remove_roles(discord.Object(role), reason="Gin: event")
        except (discord.HTTPException, *CUT) as error:
            _note(error)
        try:
            for user in winners:
                member = await guild.fetch_member(user)
                await member.add_roles(discord.Object(role), reason="Gin: event")
        except (discord.HTTPException, *CUT) as error:
            _note(error)

    async def _earlier(self, event: Event, role: int) -> set[UserId]:
        """Return the winners of the event before this one in its series."""
        first = event.series or event.id
        listed = await self._outlet.service.events.of_guild(event.guild)
        before = [
            one
            for one in listed.history
            if one.id != event.id
            and (one.series or one.id) == first
            and one.state is EventState.FINISHED
            and one.plan.winner_role == role
            and one.plan.starts_ms < event.plan.starts_ms
        ]
        newest = max(before, key=lambda one: one.plan.starts_ms, default=None)
        return set() if newest is None else winners_of(newest)


def winners_of(event: Event) -> set[UserId]:
    """Return who has won: the first of the top division, or a whole team."""
    return {one.user_id for one in event.top if one.place == 1}


def _note(error: Exception) -> None:
    if not isinstance(error, discord.HTTPException) or error.code not in GONE:
        log.warning("a winner's role was not changed (%s)", error)
