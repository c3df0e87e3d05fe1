"""Admission to a table: conduct and ratings."""

from sqlalchemy import Connection

from engine.service.people import UserId
from engine.service.standings import conduct, ratings
from engine.service.types import Lobby, LobbyCode, LobbyRefused
from engine.standings.pools import pool_of


def resting(connection: Connection, user_id: int, now: int) -> LobbyRefused | None:
    """Return a refusal during a player's cool-off from rated and open games."""
    until = conduct.resting_until(connection, user_id, now)
    return None if until is None else LobbyRefused(LobbyCode.RESTING, until_ms=until)


def objection(
    connection: Connection, lobby: Lobby, user_id: UserId, now: int
) -> LobbyRefused | None:
    """Return the reason why a person may not join this lobby now."""
    if lobby.ratings is not None:
        pool = pool_of(lobby.rules, lobby.clock)
        held = ratings.rating_of(connection, lobby.guild, user_id, pool)
        low, high = lobby.ratings
        if not low <= round(held.now(now).value) <= high:
            return LobbyRefused(LobbyCode.RATING_OUTSIDE, lobby)
    if lobby.rated or not lobby.invited:
        return resting(connection, user_id, now)
    return None
