"""Finding an opponent on another server: who has switched it on there meets who has done so here.

Neither server learns anything of the other: no name but the one for all servers, no channel, and no
reason why two people do not meet.
"""

from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, select

from engine.service import leases, name_book, preferences, server_settings
from engine.service.lobbies import admission, start
from engine.service.lobbies import rows as lobby_rows
from engine.service.moderation.bans import ban_of
from engine.service.people import DIRECT_MESSAGES, ChannelId, Place
from engine.service.social.blocks import are_apart
from engine.service.standings import ratings
from engine.service.standings.counting import EVERYWHERE
from engine.service.tx import Tx
from engine.service.types import Lobby, LobbyStatus, OpenLobby, Started
from engine.standings.pools import pool_of
from engine.store.schema import guild_absence

MOST_LOOKED_AT: Final = 100
"""The most lobbies that one search looks at, while others wait for their turn."""
LEASE: Final = "across"
"""The lease that everybody holds who seeks across servers, so that two find each other."""


def may_search(connection: Connection, guild_id: int, user_id: int) -> bool:
    """Whether a person and their server want to be found by players of other servers."""
    return (
        server_settings.config(connection, guild_id).across
        and preferences.prefs(connection, user_id).across
    )


def take_turn(connection: Connection) -> None:
    """Let nobody else seek across servers until COMMIT."""
    leases.lock(connection, LEASE)


def meet(tx: Tx, ask: OpenLobby, window: int) -> Started | None:
    """Start a match with whoever fits and has waited longest on another server."""
    connection, now = tx.connection, tx.now
    if admission.resting(connection, ask.host.user_id, now) is not None:
        return None
    for waiting in lobby_rows.open_across(connection, ask, MOST_LOOKED_AT):
        if not _is_wanted(connection, ask, waiting, window, now):
            continue
        lobby = lobby_rows.lock(connection, waiting.id)
        if lobby is None or lobby.status is not LobbyStatus.OPEN or len(lobby.people) != 1:
            continue
        lobby_rows.add(connection, lobby.id, ask.host, ask.interaction)
        name_book.remember(connection, ask.host, now)
        started = start.start_match(tx, _apart(lobby, ask))
        assert isinstance(started, Started), "a lobby for two has no sides"
        return started
    return None


def _apart(lobby: Lobby, ask: OpenLobby) -> Lobby:
    """Return a lobby whose match is in neither server, in the language of both if it is one."""
    return replace(
        lobby,
        place=Place.APART,
        guild=DIRECT_MESSAGES,
        channel=ChannelId(0),
        message=None,
        locale=lobby.locale if lobby.locale == ask.locale else None,
    )


def _is_wanted(connection: Connection, ask: OpenLobby, lobby: Lobby, window: int, now: int) -> bool:
    """Whether two people may meet: near ratings, no ban, no block, both willing."""
    return (
        lobby.rules == ask.rules
        and may_search(connection, lobby.guild, lobby.host)
        and not _is_away(connection, lobby.guild)
        and ban_of(connection, now, lobby.guild, ask.host.user_id) is None
        and ban_of(connection, now, ask.guild, lobby.host) is None
        and not are_apart(connection, ask.host.user_id, [lobby.host])
        and _are_near(connection, ask, lobby, window, now)
    )


def _is_away(connection: Connection, guild_id: int) -> bool:
    """Whether the bot does not reach a server, so that its people could not play."""
    found = select(guild_absence.c.guild_id).where(guild_absence.c.guild_id == guild_id)
    return connection.execute(found).first() is not None


def _are_near(connection: Connection, ask: OpenLobby, lobby: Lobby, window: int, now: int) -> bool:
    """Whether both accept the other's rating; across servers that of all servers counts."""
    windows = [one for one in (window, lobby.across) if one]
    if not windows:
        return True
    pool = pool_of(ask.rules, ask.clock)
    mine, theirs = (
        round(ratings.rating_of(connection, EVERYWHERE, user, pool).now(now).value)
        for user in (ask.host.user_id, lobby.host)
    )
    return abs(mine - theirs) <= min(windows)
