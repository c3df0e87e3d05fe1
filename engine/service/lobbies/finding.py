"""Finding an opponent: the table that has waited longest and fits is joined, or one is opened."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, select

from engine.game.presets import PRESETS
from engine.service.lobbies import across
from engine.service.lobbies import rows as lobby_rows
from engine.service.lobbies import transactions as lobbies
from engine.service.moderation.bans import ban_of
from engine.service.people import ChannelId, GuildId, UserId
from engine.service.standings import ratings
from engine.service.tx import Tx
from engine.service.types import Lobby, LobbyCode, LobbyOutcome, LobbyRefused, OpenLobby, Started
from engine.standings.pools import Pool, pool_of
from engine.store.schema import guilds

JUST_NOW_MS: Final = 10_000
"""How long a second search is taken for a press that has not seen what came of the first one."""


def find(tx: Tx, ask: OpenLobby, window: int | None, sees: frozenset[ChannelId]) -> LobbyOutcome:
    """Join the table that fits and has waited longest; open the one asked for if there is none.

    A table of the server comes first, then those of other servers, if the person and the server
    want that. Whoever has met somebody a moment ago is not matched again. ``window``: the greatest
    difference between the ratings of both; ``None``: any. ``sees``: the channels of the server that
    the person sees.
    """
    connection, now = tx.connection, tx.now
    # Two people who seek at the same moment must find each other, not open a table each.
    own = guilds.c.guild_id == ask.guild
    connection.execute(select(guilds.c.guild_id).where(own).with_for_update())
    if lobby_rows.has_just_met(connection, ask, now - JUST_NOW_MS):
        return LobbyRefused(LobbyCode.JUST_MET)
    fitting = tuple(_fitting(connection, ask))
    here = [one for one in fitting if not ask.place.is_outside or one.channel in sees]
    own_lobby = next((one for one in here if one.host == ask.host.user_id), None)
    if own_lobby is not None:
        return LobbyRefused(LobbyCode.ALREADY_OPEN, own_lobby)
    pool = pool_of(ask.rules, ask.clock)
    mine = _rating(connection, ask.guild, ask.host.user_id, pool, now)
    for lobby in here:
        theirs = _rating(connection, ask.guild, lobby.host, pool, now)
        if lobby.channel not in sees or not _is_near(window, mine, theirs):
            continue
        joined = lobbies.join(tx, lobby.id, ask.host)
        if isinstance(joined, Started):
            return joined
    wide = _is_for_all(ask) and across.may_search(connection, ask.guild, ask.host.user_id)
    if wide and ban_of(connection, now, ask.guild, ask.host.user_id) is None:
        across.take_turn(connection)
        if lobby_rows.has_just_met(connection, ask, now - JUST_NOW_MS):
            return LobbyRefused(LobbyCode.JUST_MET)
        met = across.meet(tx, ask, window or 0)
        if met is not None:
            return met
    ratings_for = None if window is None else (max(0, mine - window), mine + window)
    wish = replace(ask, ratings=ratings_for, across=(window or 0) if wide else None)
    return lobbies.open_lobby(tx, wish)


def _is_for_all(ask: OpenLobby) -> bool:
    """Whether every server knows the rules; a server's own rules stay there, with their name."""
    return PRESETS.get(ask.preset) == ask.rules


def _rating(connection: Connection, guild: GuildId, user: UserId, pool: Pool, now: int) -> int:
    return round(ratings.rating_of(connection, guild, user, pool).now(now).value)


def _is_near(window: int | None, mine: int, theirs: int) -> bool:
    return window is None or abs(mine - theirs) <= window


def _fitting(connection: Connection, ask: OpenLobby) -> Iterator[Lobby]:
    """Yield the open tables for two with the same rules, clock and rating, the oldest first."""
    for lobby in lobby_rows.open_to_all(connection, ask.guild):
        same = (lobby.rules, lobby.clock, lobby.rated) == (ask.rules, ask.clock, ask.rated)
        if same and lobby.seats == lobby.max_seats == len(lobby.people) + 1 == 2:
            yield lobby
