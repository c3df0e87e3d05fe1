"""The commands and queries of lobbies: among them, finding an opponent."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import select

from engine.game.presets import PRESETS
from engine.service import jobs, preferences
from engine.service.changes import AnswerCodec, as_json
from engine.service.commands import Commands, command, query, request
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_rows, lobby_transactions, start
from engine.service.match_setup import TableMessage
from engine.service.matches import match_rows
from engine.service.moderation.reports import ban_of
from engine.service.people import DIRECT_MESSAGES, ChannelId, GuildId, Place, UserId
from engine.service.social.friends import are_apart
from engine.service.standings import ratings
from engine.service.standings.match_facts import EVERYWHERE
from engine.service.tx import ReadTx, Tx
from engine.service.types import (
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    OpenLobby,
    Started,
)
from engine.standings.rating import Pool
from engine.store.schema import guild_absence, guilds

MOST_LOOKED_AT: Final = 100
"""The most lobbies that one search looks at, while others wait for their turn."""
LEASE: Final = "across"
"""The lease that everybody holds who seeks across servers, so that two find each other."""


def may_search(tx: ReadTx, guild_id: int, user_id: int) -> bool:
    """Whether a person and their server want to be found by players of other servers."""
    return preferences.config(tx, guild_id).across and preferences.prefs(tx, user_id).across


def take_turn(tx: Tx) -> None:
    """Let nobody else seek across servers until COMMIT."""
    jobs.lock(tx, LEASE)


def meet(tx: Tx, ask: OpenLobby, window: int) -> Started | None:
    """Start a match with whoever fits and has waited longest on another server."""
    if lobby_transactions.resting(tx, ask.host.user_id) is not None:
        return None
    for waiting in lobby_rows.open_across(tx, ask, MOST_LOOKED_AT):
        if not _is_wanted(tx, ask, waiting, window):
            continue
        lobby = lobby_rows.lock(tx, waiting.id)
        if lobby is None or lobby.status is not LobbyStatus.OPEN or len(lobby.people) != 1:
            continue
        lobby_rows.add(tx, lobby.id, ask.host, ask.interaction)
        preferences.remember(tx, ask.host)
        started = start.start_match(tx, _apart(lobby, ask))
        assert isinstance(started, Started), "a lobby for two has no sides"
        return started
    return None


def _apart(lobby: Lobby, ask: OpenLobby) -> Lobby:
    """Return a lobby whose match is in neither server, in the language of both if it is one."""
    own, other = lobby.table.locale, ask.table.locale
    locale = own if own == other else None
    return replace(
        lobby, table=TableMessage(DIRECT_MESSAGES, ChannelId(0), None, Place.APART, locale)
    )


def _is_wanted(tx: ReadTx, ask: OpenLobby, lobby: Lobby, window: int) -> bool:
    """Whether two people may meet: near ratings, no ban, no block, both willing."""
    return (
        lobby.setup.rules == ask.setup.rules
        and may_search(tx, lobby.table.guild, lobby.host)
        and not _is_away(tx, lobby.table.guild)
        and ban_of(tx, lobby.table.guild, ask.host.user_id) is None
        and ban_of(tx, ask.table.guild, lobby.host) is None
        and not are_apart(tx, ask.host.user_id, [lobby.host])
        and _are_near(tx, ask, lobby, window)
    )


def _is_away(tx: ReadTx, guild_id: int) -> bool:
    """Whether the bot does not reach a server, so that its people could not play."""
    found = select(guild_absence.c.guild_id).where(guild_absence.c.guild_id == guild_id)
    return tx.execute(found).first() is not None


def _are_near(tx: ReadTx, ask: OpenLobby, lobby: Lobby, window: int) -> bool:
    """Whether both accept the other's rating; across servers that of all servers counts."""
    windows = [one for one in (window, lobby.across) if one]
    if not windows:
        return True
    pool = ask.setup.pool
    mine, theirs = (
        round(ratings.rating_of(tx, EVERYWHERE, user, pool).now(tx.now).value)
        for user in (ask.host.user_id, lobby.host)
    )
    return abs(mine - theirs) <= min(windows)


JUST_NOW_MS: Final = 10_000
"""How long a second search is taken for a press that has not seen what came of the first one."""


def find(tx: Tx, ask: OpenLobby, window: int | None, sees: frozenset[ChannelId]) -> LobbyOutcome:
    """Join the table that fits and has waited longest; open the one asked for if there is none.

    A table that fits has as many places as the one asked for. One of the server comes first, then,
    where two play, those of other servers, if the person and the server want that. Whoever has met
    somebody a moment ago is not matched again. ``window``: the greatest difference between the
    ratings of the host and the person; ``None``: any. ``sees``: the channels of the server that the
    person sees.
    """
    # Two people who seek at the same moment must find each other, not open a table each.
    own = guilds.c.guild_id == ask.table.guild
    tx.execute(select(guilds.c.guild_id).where(own).with_for_update())
    if lobby_rows.has_just_met(tx, ask, tx.now - JUST_NOW_MS):
        return LobbyRefused(LobbyCode.JUST_MET)
    fitting = tuple(_fitting(tx, ask))
    here = [one for one in fitting if not ask.table.place.is_outside or one.table.channel in sees]
    for lobby in here:
        if ask.host.user_id in (one.user_id for one in lobby.people):
            is_host = lobby.host == ask.host.user_id
            code = LobbyCode.ALREADY_OPEN if is_host else LobbyCode.ALREADY_IN
            return LobbyRefused(code, lobby)
    pool = ask.setup.pool
    mine = _rating(tx, ask.table.guild, ask.host.user_id, pool)
    for lobby in here:
        theirs = _rating(tx, ask.table.guild, lobby.host, pool)
        if lobby.table.channel not in sees or not _is_near(window, mine, theirs):
            continue
        joined = lobby_transactions.join(tx, lobby.id, ask.host)
        if not isinstance(joined, LobbyRefused):
            return joined
    for_two = ask.max_seats == 2 and _is_for_all(ask)
    wide = for_two and may_search(tx, ask.table.guild, ask.host.user_id)
    if wide and ban_of(tx, ask.table.guild, ask.host.user_id) is None:
        take_turn(tx)
        if lobby_rows.has_just_met(tx, ask, tx.now - JUST_NOW_MS):
            return LobbyRefused(LobbyCode.JUST_MET)
        met = meet(tx, ask, window or 0)
        if met is not None:
            return met
    ratings_for = None if window is None else (max(0, mine - window), mine + window)
    opening = replace(ask, ratings=ratings_for, across=(window or 0) if wide else None)
    return lobby_transactions.open_lobby(tx, opening)


def _is_for_all(ask: OpenLobby) -> bool:
    """Whether every server knows the rules; a server's own rules stay there, with their name."""
    return PRESETS.get(ask.setup.preset) == ask.setup.rules


def _rating(tx: ReadTx, guild: GuildId, user: UserId, pool: Pool) -> int:
    return round(ratings.rating_of(tx, guild, user, pool).now(tx.now).value)


def _is_near(window: int | None, mine: int, theirs: int) -> bool:
    return window is None or abs(mine - theirs) <= window


def _fitting(tx: ReadTx, ask: OpenLobby) -> Iterator[Lobby]:
    """Yield the open tables with a place, of this size, rules, clock and rating, oldest first."""
    for lobby in lobby_rows.open_to_all(tx, ask.table.guild):
        # What the rules are called does not matter.
        same = replace(lobby.setup, preset=ask.setup.preset) == ask.setup
        size = {lobby.seats, lobby.max_seats, ask.seats, ask.max_seats}
        if same and size == {ask.seats} and len(lobby.people) < ask.seats:
            yield lobby


_KINDS: Final = {one.__name__: one for one in (LobbyOpened, LobbyChanged, LobbyClosed)}


def _write(outcome: LobbyOutcome) -> list[object]:
    match outcome:
        case Started(live=live, lobby=lobby):
            return ["Started", live.id, None if lobby is None else lobby.id]
        case LobbyRefused(code=code, lobby=lobby, until_ms=until):
            return ["Refused", code.value, None if lobby is None else lobby.id, until]
        case _:
            return [type(outcome).__name__, outcome.lobby.id]


def _read(tx: ReadTx, found: list[Any]) -> LobbyOutcome:
    match found:
        case ["Started", match_id, lobby_id]:
            return Started(_match(tx, match_id), _lobby(tx, lobby_id))
        case ["Refused", code, lobby_id, until]:
            return LobbyRefused(LobbyCode(code), _lobby(tx, lobby_id), until)
        case [kind, lobby_id]:
            lobby = _lobby(tx, lobby_id)
            assert lobby is not None
            return _KINDS[kind](lobby)
        case _:
            raise ValueError(found)


def _match(tx: ReadTx, match_id: int) -> LiveMatch:
    stored = match_rows.read(tx, match_id)
    assert stored is not None
    return LiveMatch(stored)


def _lobby(tx: ReadTx, lobby_id: int | None) -> Lobby | None:
    return None if lobby_id is None else lobby_rows.read(tx, lobby_id)


def _started(tx: ReadTx, found: list[Any]) -> Started | LobbyRefused:
    outcome = _read(tx, found)
    assert isinstance(outcome, Started | LobbyRefused)
    return outcome


LOBBY: Final[AnswerCodec[LobbyOutcome]] = as_json(_write, _read)
"""The outcome of a lobby, with the lobby or the match in its state at the time of reading."""
PRACTICE: Final[AnswerCodec[Started | LobbyRefused]] = as_json(_write, _started)
"""A match that was begun at once, or the reason why it was not."""


class LobbyCommands(Commands):
    """Challenges, open lobbies, and matches that start at once."""

    open_lobby = request("open", LOBBY, lobby_transactions.open_lobby)
    find = request("find", LOBBY, find)
    practice = request("practice", PRACTICE, lobby_transactions.practice)
    rematch = request(
        "rematch", LOBBY, lobby_transactions.rematch, subject=lambda ask: ask.match_id
    )

    join = command("join", LOBBY, lobby_transactions.join, of_subject=True)
    start_lobby = command("start", LOBBY, lobby_transactions.start_lobby, of_subject=True)
    leave = command("leave", LOBBY, lobby_transactions.leave, of_subject=True)
    decline = command("decline", LOBBY, lobby_transactions.decline, of_subject=True)
    cancel = command("cancel", LOBBY, lobby_transactions.cancel, of_subject=True)
    choose_side = command("side", LOBBY, lobby_transactions.choose_side, of_subject=True)
    shuffle_sides = command("shuffle", LOBBY, lobby_transactions.shuffle_sides, of_subject=True)

    lobby = query(lobby_rows.read)
    newest_rematch = query(lobby_rows.newest_rematch)
    open_lobbies_of = query(lobby_rows.open_of)
    open_tables_in = query(lobby_rows.open_to_all)
    open_lobbies_in = query(lobby_rows.open_in)
