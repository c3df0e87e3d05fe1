"""The public interface to lobbies: open, join, choose sides, start; practice and rematches."""

from collections.abc import Callable

from sqlalchemy import Connection

from engine.service.changes import Once
from engine.service.lobbies import rows as lobby_rows
from engine.service.lobbies import transactions as lobbies
from engine.service.lobbies.answers import LOBBY, PRACTICE
from engine.service.lobbies.finding import find
from engine.service.matches.door import Door
from engine.service.people import ChannelId, GuildId, InteractionId, LobbyId, Person, UserId
from engine.service.types import (
    Lobby,
    LobbyOutcome,
    LobbyRefused,
    OpenLobby,
    Practice,
    Rematch,
    Started,
)


class LobbyDoor(Door):
    """Challenges, open lobbies, and matches that start at once."""

    async def open_lobby(self, ask: OpenLobby) -> LobbyOutcome:
        """Open a challenge or an open lobby."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(ask.interaction, "open", LOBBY, lambda c: lobbies.open_lobby(c, ask, root, now)),
            ask.interaction,
        )

    async def find(
        self, ask: OpenLobby, window: int | None, sees: frozenset[ChannelId]
    ) -> LobbyOutcome:
        """Join a table that fits, or open one for whoever seeks next.

        ``window``: the greatest difference of ratings. ``sees``: the channels the person sees.
        """
        root, now, key = self._root(), self._clock.now_ms(), ask.interaction

        def work(connection: Connection) -> LobbyOutcome:
            return find(connection, ask, window, sees, root, now=now, terms=self.terms)

        return await self._change(Once(key, "find", LOBBY, work), key)

    async def join(
        self, interaction: InteractionId, lobby_id: LobbyId, person: Person
    ) -> LobbyOutcome:
        """Join a lobby, or accept a challenge."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction,
            "join",
            lobby_id,
            lambda c: lobbies.join(c, interaction, lobby_id, person, now=now, terms=self.terms),
        )

    async def start_lobby(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Start a lobby for its host with the people present."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction,
            "start",
            lobby_id,
            lambda c: lobbies.start_lobby(
                c, interaction, lobby_id, user_id, now=now, terms=self.terms
            ),
        )

    async def leave(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Leave a lobby; it closes when the host leaves."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "leave", lobby_id, lambda c: lobbies.leave(c, lobby_id, user_id, now)
        )

    async def decline(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Decline an invitation."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "decline", lobby_id, lambda c: lobbies.decline(c, lobby_id, user_id, now)
        )

    async def cancel(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Withdraw one's own offer."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "cancel", lobby_id, lambda c: lobbies.cancel(c, lobby_id, user_id, now)
        )

    async def choose_side(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId, side: int | None
    ) -> LobbyOutcome:
        """Choose a side (0 or 1) of a team match, or neither."""
        return await self._in_lobby(
            interaction,
            "side",
            lobby_id,
            lambda c: lobbies.choose_side(c, lobby_id, user_id, side),
        )

    async def shuffle_sides(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Assign the sides at random, for the host."""
        chance = self._entropy.token(8 * lobbies.MOST_SEATS)
        return await self._in_lobby(
            interaction,
            "shuffle",
            lobby_id,
            lambda c: lobbies.shuffle_sides(c, lobby_id, user_id, chance),
        )

    async def practice(self, ask: Practice) -> Started | LobbyRefused:
        """Start a match against computers."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(
                ask.interaction,
                "practice",
                PRACTICE,
                lambda c: lobbies.practice(c, ask, root, now, self.terms),
            ),
            ask.interaction,
        )

    async def rematch(self, ask: Rematch) -> LobbyOutcome:
        """Offer a rematch: at once against a computer, otherwise by a lobby for the same people."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(
                ask.interaction,
                "rematch",
                LOBBY,
                lambda c: lobbies.rematch(c, ask, root, now, self.terms),
            ),
            ask.match_id,
        )

    async def _in_lobby(
        self,
        interaction: InteractionId,
        command: str,
        lobby_id: LobbyId,
        work: Callable[[Connection], LobbyOutcome],
    ) -> LobbyOutcome:
        change = Once(interaction, f"{command}:{lobby_id}", LOBBY, work)
        return await self._change(change, lobby_id)

    async def lobby(self, lobby_id: LobbyId) -> Lobby | None:
        """Return one lobby."""
        return await self._store.read(lambda c: lobby_rows.read(c, lobby_id))

    async def open_lobbies_of(self, user_id: UserId) -> tuple[Lobby, ...]:
        """Return the open lobbies that a person is in."""
        return await self._store.read(lambda c: lobby_rows.open_of(c, user_id))

    async def open_tables_in(self, guild: GuildId) -> tuple[Lobby, ...]:
        """Return a server's open lobbies that are nobody's challenge, the oldest first."""
        return await self._store.read(lambda c: lobby_rows.open_to_all(c, guild))

    async def open_lobbies_in(self, guild: GuildId, limit: int) -> tuple[Lobby, ...]:
        """Return the open lobbies of a server, the newest first."""
        return await self._store.read(lambda c: lobby_rows.open_in(c, guild, limit))
