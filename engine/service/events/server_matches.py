"""The door of team matches between servers: challenge by a code, answer, season table."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from sqlalchemy import Connection

from engine.fairness import SECRET_BYTES
from engine.service import preferences
from engine.service.changes import NOTHING, YES_NO, Once, as_json
from engine.service.events import invitations, server_table
from engine.service.events.firing import Done
from engine.service.events.invitation_types import (
    Accept,
    Invitation,
    InvitationId,
    Invite,
    Invited,
    ServerTable,
)
from engine.service.events.outcome_types import EventCode, EventOutcome
from engine.service.events.types import EventId
from engine.service.people import GuildId, InteractionId, UserId
from engine.service.ports import Clock, Entropy
from engine.service.preferences import AuditEntry
from engine.store import Store

Command: TypeAlias = Callable[
    [InteractionId, str, EventId, Callable[[Connection], Done]], Awaitable[EventOutcome]
]
"""Do a command about an event, once for its interaction."""


class ServerMatches:
    """Team matches between servers. What happens in them is up to the door of events.

    Raises StoreBusyError or StoreFailedError.
    """

    def __init__(self, store: Store, clock: Clock, entropy: Entropy, command: Command) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._command = command

    async def invite(self, ask: Invite) -> Invited:
        """Challenge another server; the caller has checked that the host may organise."""
        now = self._clock.now_ms()
        code = invitations.code_text(self._entropy.token(invitations.CODE_BYTES))
        made = invitations.code_hash(code)

        def written(answer: Invited) -> list[Any]:
            return [made, None if answer.refused is None else answer.refused.value]

        def read(_: Connection, found: list[Any]) -> Invited:
            known, refused = found
            if refused is not None:
                return Invited(refused=EventCode(refused))
            return Invited(code if known == made else None)

        def work(connection: Connection) -> Invited:
            refused = invitations.invite(connection, ask, code, now)
            return Invited(code) if refused is None else Invited(refused=refused)

        return await self._store.write(
            Once(ask.interaction, "invite", as_json(written, read), work)
        )

    async def of_guild(self, guild: GuildId) -> tuple[Invitation, ...]:
        """Return a server's invitations that wait for an answer."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: invitations.of_guild(c, guild, now))

    async def take_back(
        self,
        interaction: InteractionId,
        guild: GuildId,
        actor: UserId,
        invitation: InvitationId,
    ) -> bool:
        """Take an invitation back; ``False`` if it was answered, or is gone for another reason."""
        deed = self._deed(interaction, guild, actor)
        change = Once(
            interaction,
            f"take_back:{invitation}",
            YES_NO,
            lambda c: invitations.take_back(c, deed, invitation),
        )
        return await self._store.write(change)

    async def look_up(self, guild: GuildId, code: str) -> Invitation | EventCode:
        """Return the invitation of a code for a server, or why it cannot be accepted there."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: invitations.look_up(c, guild, code, now))

    async def accept(self, ask: Accept) -> EventOutcome:
        """Accept an invitation; the caller has checked that the host may organise."""
        chance, now = self._entropy.token(SECRET_BYTES), self._clock.now_ms()
        return await self._command(
            ask.interaction,
            "accept",
            EventId(ask.interaction),
            lambda c: invitations.accept(c, ask, chance, now),
        )

    async def table(self, guild: GuildId, *, back: int = 0, page: int = 0) -> ServerTable:
        """Return the season table as a server sees it. ``back``: so many seasons ago."""
        season = server_table.season_of(self._clock.now_ms()) - back
        return await self._store.read_long(lambda c: server_table.table(c, guild, season, page))

    async def be_listed(
        self, interaction: InteractionId, guild: GuildId, actor: UserId, *, listed: bool
    ) -> None:
        """List a server in the season table by the names of its teams, or no more."""
        deed = self._deed(interaction, guild, actor)

        def work(connection: Connection) -> None:
            chosen = preferences.config(connection, guild).model_copy(update={"listed": listed})
            preferences.set_config(connection, deed, chosen)

        await self._store.write(Once(interaction, "be_listed", NOTHING, work))

    def _deed(self, interaction: InteractionId, guild: GuildId, actor: UserId) -> AuditEntry:
        return AuditEntry(interaction, guild, actor, self._clock.now_ms())
