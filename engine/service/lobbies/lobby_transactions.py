"""The transactions of a lobby: open, join, leave, choose sides, start, close."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine import fairness
from engine.game.seats import Seat
from engine.game.start_position import StartPosition
from engine.service import preferences
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_rows, start
from engine.service.match_setup import TableMessage
from engine.service.matches import deals, match_rows, match_timers, queries, starting
from engine.service.moderation.reports import ban_of
from engine.service.people import GuildId, LobbyId, MatchId, Person, Player, UserId
from engine.service.scheduler import Timer, TimerKind
from engine.service.social.friends import are_apart
from engine.service.standings import ratings, unrated
from engine.service.stored_match import StoredMatch
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
    Practice,
    Rematch,
    Started,
)


def resting(tx: ReadTx, user_id: int) -> LobbyRefused | None:
    """Return a refusal during a player's cool-off from rated and open games."""
    until = unrated.resting_until(tx, user_id)
    return None if until is None else LobbyRefused(LobbyCode.RESTING, until_ms=until)


def cannot_join(tx: ReadTx, lobby: Lobby, user_id: UserId) -> LobbyRefused | None:
    """Return the reason why a person may not join this lobby now."""
    if lobby.ratings is not None:
        pool = lobby.setup.pool
        stored = ratings.rating_of(tx, lobby.table.guild, user_id, pool)
        low, high = lobby.ratings
        if not low <= round(stored.now(tx.now).value) <= high:
            return LobbyRefused(LobbyCode.RATING_OUTSIDE, lobby)
    if lobby.setup.rated or not lobby.invited:
        return resting(tx, user_id)
    return None


MOST_OPEN: Final = 3
"""The maximum number of open lobbies per person."""
MOST_AN_HOUR: Final = 10
MOST_SEATS: Final = 8
MOST_TABLES: Final = 50
"""The number of running matches of one person from which practice is refused."""
SEED_BYTES: Final = 6
"""The bytes of a match's secret that decide what is unknown of its position."""


def open_lobby(tx: Tx, ask: OpenLobby) -> LobbyOutcome:
    """Open a lobby and publish the anchor of its decks with it."""
    root = tx.secret()
    known = lobby_rows.read(tx, ask.interaction)
    if known is not None:
        return LobbyOpened(known)
    refusal = _objection(tx, ask)
    if refusal is not None:
        return refusal
    lobby_rows.create(tx, ask, fairness.anchor(root).hex())
    deals.keep_root(tx, ask.interaction, root)
    match_timers.put(tx, Timer(TimerKind.LOBBY, ask.interaction, 0, 0, ask.expires_at_ms))
    preferences.remember(tx, ask.host)
    return LobbyOpened(_known(tx, LobbyId(ask.interaction)))


def _objection(tx: Tx, ask: OpenLobby) -> LobbyRefused | None:
    invited = {one.user_id for one in ask.invited}
    fits = 2 <= ask.seats <= ask.max_seats <= MOST_SEATS and len(invited) < ask.max_seats
    if not fits or not {ask.seats, ask.max_seats} <= set(ask.setup.rules.players()):
        return LobbyRefused(LobbyCode.BAD_SEATS)
    if ask.host.user_id in invited:
        return LobbyRefused(LobbyCode.SELF)
    banned = _banned(tx, ask.table.guild, ask.host.user_id)
    if banned is not None:
        return banned
    if are_apart(tx, ask.host.user_id, invited):
        return LobbyRefused(LobbyCode.UNAVAILABLE)
    if lobby_rows.is_challenge(ask):
        other = lobby_rows.open_between(tx, ask)
        if other is not None:
            return LobbyRefused(LobbyCode.ALREADY_OPEN, other)
    elif (own := _own_offer(tx, ask)) is not None:
        return LobbyRefused(LobbyCode.ALREADY_OPEN, own)
    still_open, this_hour = lobby_rows.counts(tx, ask.host.user_id)
    if still_open >= MOST_OPEN:
        return LobbyRefused(LobbyCode.TOO_MANY_OPEN)
    if this_hour >= MOST_AN_HOUR:
        return LobbyRefused(LobbyCode.TOO_MANY_THIS_HOUR)
    if ask.setup.rated or not invited:
        return resting(tx, ask.host.user_id)
    return None


def _own_offer(tx: ReadTx, ask: OpenLobby) -> Lobby | None:
    """Return the host's own open table for everybody with the same game and seats here."""
    for one in lobby_rows.open_to_all(tx, ask.table.guild):
        is_same = one.setup == ask.setup and (one.seats, one.max_seats) == (
            ask.seats,
            ask.max_seats,
        )
        if is_same and one.host == ask.host.user_id and not ask.invited:
            return one
    return None


def _banned(tx: Tx, guild: GuildId, user_id: UserId) -> LobbyRefused | None:
    """Return a refusal if the server's administrators have banned the person."""
    ban = ban_of(tx, guild, user_id)
    return None if ban is None else LobbyRefused(LobbyCode.BANNED, until_ms=ban.until_ms)


def join(tx: Tx, lobby_id: LobbyId, person: Person) -> LobbyOutcome:
    """Take a seat, or accept a challenge; the last seat needed starts the match."""
    lobby = lobby_rows.lock(tx, lobby_id)
    if lobby is None:
        return LobbyRefused(LobbyCode.NO_SUCH_LOBBY)
    repeated = _repeated(tx, lobby)
    if repeated is not None:
        return repeated
    refusal = _may_not_join(lobby, person.user_id)
    if refusal is not None:
        return LobbyRefused(refusal, lobby)
    banned = _banned(tx, lobby.table.guild, person.user_id)
    if banned is not None:
        return banned
    if are_apart(tx, person.user_id, [one.user_id for one in lobby.people]):
        return LobbyRefused(LobbyCode.UNAVAILABLE)
    objection = cannot_join(tx, lobby, person.user_id)
    if objection is not None:
        return objection
    lobby_rows.add(tx, lobby_id, person, tx.key)
    preferences.remember(tx, person)
    if len(lobby.people) + 1 == lobby.seats == lobby.max_seats:
        return start.start_match(tx, lobby)
    return LobbyChanged(lobby_rows.touch(tx, lobby))


def _may_not_join(lobby: Lobby, user_id: UserId) -> LobbyCode | None:
    if lobby.status is not LobbyStatus.OPEN:
        return LobbyCode.CLOSED
    if any(one.user_id == user_id for one in lobby.people):
        return LobbyCode.SELF if lobby.is_challenge else LobbyCode.ALREADY_IN
    if lobby.invited and all(one.user_id != user_id for one in lobby.invited):
        return LobbyCode.NOT_INVITED
    if len(lobby.people) >= lobby.max_seats:
        return LobbyCode.FULL
    return None


def start_lobby(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> LobbyOutcome:
    """Start the match for the host with the people present."""
    lobby = lobby_rows.lock(tx, lobby_id)
    if lobby is None:
        return LobbyRefused(LobbyCode.NO_SUCH_LOBBY)
    repeated = _repeated(tx, lobby)
    if repeated is not None:
        return repeated
    if lobby.status is not LobbyStatus.OPEN:
        return LobbyRefused(LobbyCode.CLOSED, lobby)
    if lobby.host != user_id:
        return LobbyRefused(LobbyCode.NOT_HOST, lobby)
    if len(lobby.people) < lobby.seats or len(lobby.people) not in lobby.setup.rules.players():
        return LobbyRefused(LobbyCode.TOO_FEW, lobby)
    return start.start_match(tx, lobby)


def leave(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> LobbyOutcome:
    """Give up a seat; a host who leaves closes the lobby."""
    lobby = _open(tx, lobby_id)
    if isinstance(lobby, LobbyRefused):
        return lobby
    if lobby.host == user_id:
        return _close(tx, lobby, LobbyStatus.CANCELLED)
    if all(one.user_id != user_id for one in lobby.people):
        return LobbyRefused(LobbyCode.NOT_IN, lobby)
    lobby_rows.remove(tx, lobby_id, user_id)
    return LobbyChanged(lobby_rows.touch(tx, lobby))


def decline(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> LobbyOutcome:
    """Decline an invitation, which closes the lobby."""
    lobby = _open(tx, lobby_id)
    if isinstance(lobby, LobbyRefused):
        return lobby
    if all(one.user_id != user_id for one in lobby.invited):
        return LobbyRefused(LobbyCode.NOT_INVITED, lobby)
    return _close(tx, lobby, LobbyStatus.DECLINED)


def cancel(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> LobbyOutcome:
    """Withdraw the offer, for its host."""
    lobby = _open(tx, lobby_id)
    if isinstance(lobby, LobbyRefused):
        return lobby
    if lobby.host != user_id:
        return LobbyRefused(LobbyCode.NOT_HOST, lobby)
    return _close(tx, lobby, LobbyStatus.CANCELLED)


def choose_side(tx: Tx, lobby_id: LobbyId, user_id: UserId, side: int | None) -> LobbyOutcome:
    """Choose side 0 or 1 of a team match, or neither."""
    lobby = _open(tx, lobby_id)
    if isinstance(lobby, LobbyRefused):
        return lobby
    if start.side_sizes(lobby.setup.rules, lobby.max_seats) is None:
        return LobbyRefused(LobbyCode.NO_SIDES, lobby)
    if all(one.user_id != user_id for one in lobby.people):
        return LobbyRefused(LobbyCode.NOT_IN, lobby)
    taken = sum(one.side == side for one in lobby.people if one.user_id != user_id)
    if side is not None and taken >= start.room_on(lobby.setup.rules, lobby.max_seats, side):
        return LobbyRefused(LobbyCode.SIDE_FULL, lobby)
    lobby_rows.set_sides(tx, lobby_id, [(user_id, side)])
    return LobbyChanged(lobby_rows.touch(tx, lobby))


def shuffle_sides(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> LobbyOutcome:
    """Assign the sides at random, for the host."""
    chance = tx.secret(8 * MOST_SEATS)
    lobby = _open(tx, lobby_id)
    if isinstance(lobby, LobbyRefused):
        return lobby
    if lobby.host != user_id:
        return LobbyRefused(LobbyCode.NOT_HOST, lobby)
    sizes = start.side_sizes(lobby.setup.rules, len(lobby.people))
    if sizes is None:
        return LobbyRefused(LobbyCode.NO_SIDES, lobby)
    lots = [chance[8 * index : 8 * index + 8] for index in range(len(lobby.people))]
    order = sorted(range(len(lobby.people)), key=lots.__getitem__)
    drawn = [
        (lobby.people[index].user_id, 0 if place < sizes[0] else 1)
        for place, index in enumerate(order)
    ]
    lobby_rows.set_sides(tx, lobby_id, drawn)
    return LobbyChanged(lobby_rows.touch(tx, lobby))


def expire(tx: Tx, timer: Timer) -> LobbyClosed | None:
    """Close a lobby whose time is up."""
    lobby = lobby_rows.lock(tx, timer.ref_id)
    match_timers.drop(tx, timer)
    if lobby is None or lobby.status is not LobbyStatus.OPEN:
        return None
    return _close(tx, lobby, LobbyStatus.EXPIRED)


def practice(tx: Tx, ask: Practice) -> Started | LobbyRefused:
    """Start a match in which computers take every other seat."""
    known = match_rows.lock(tx, ask.interaction)
    if known is not None:
        return Started(LiveMatch(known))
    banned = _banned(tx, ask.table.guild, ask.person.user_id)
    if banned is not None:
        return banned
    if queries.count_live_of(tx, ask.person.user_id) >= MOST_TABLES:
        return LobbyRefused(LobbyCode.TOO_MANY_TABLES)
    count = min(ask.setup.rules.players()) if ask.seats is None else ask.seats
    root, setup = tx.secret(), replace(ask.setup, rated=False)
    position, own = None, Seat.ONE
    if ask.position is not None:
        position, own = ask.position(int.from_bytes(root[:SEED_BYTES]))
        setup = replace(setup, rules=position.rules, begun=position.deck)
    person = Player(own, ask.person.user_id, None, ask.person.name, ask.person.world or None)
    others = [
        starting.computer(Seat(seat), ask.level, count) for seat in range(count) if seat != own
    ]
    plan = starting.MatchPlan(
        match_id=MatchId(ask.interaction),
        lobby_id=None,
        setup=setup,
        table=ask.table,
        players=tuple(sorted((person, *others), key=lambda one: one.seat)),
        contributions=(f"open:{ask.interaction}", *(deals.COMPUTER,) * len(others)),
        sides=None,
        root=root,
        position=position,
    )
    preferences.remember(tx, ask.person)
    return Started(LiveMatch(starting.begin_match(tx, plan)))


def rematch(tx: Tx, ask: Rematch) -> LobbyOutcome:
    """Offer a rematch: at once against computers, otherwise by a lobby for the same people."""
    known = match_rows.read(tx, ask.interaction)
    if known is not None:
        return Started(LiveMatch(known))
    old = match_rows.read(tx, ask.match_id)
    if old is None or old.setup.has_shared_deals:
        return LobbyRefused(LobbyCode.NO_SUCH_MATCH)
    if old.table.is_apart:
        return LobbyRefused(LobbyCode.ACROSS)
    if old.seat_of(ask.person.user_id) is None:
        return LobbyRefused(LobbyCode.NOT_YOUR_MATCH)
    if old.ended_ms is None:
        return LobbyRefused(LobbyCode.NOT_OVER)
    people = [player for player in old.players if player.user_id is not None]
    if any(player.user_id is None and not player.is_computer for player in old.players):
        return LobbyRefused(LobbyCode.NO_SUCH_MATCH)  # a player had their data deleted
    if len(people) == 1:
        return practice(tx, _again(tx, old, ask))
    waiting = lobby_rows.open_rematch(tx, ask.match_id)
    if waiting is not None and waiting.id != LobbyId(ask.interaction):
        return join(tx, waiting.id, ask.person)
    return open_lobby(tx, _asked_again(old, ask))


def _table_again(old: StoredMatch, ask: Rematch, locale: str | None) -> TableMessage:
    return TableMessage(old.table.guild, ask.channel, None, old.table.place, locale)


def _again(tx: ReadTx, old: StoredMatch, ask: Rematch) -> Practice:
    level = next(player.level for player in old.players if player.level is not None)
    return Practice(
        interaction=ask.interaction,
        table=_table_again(old, ask, old.table.locale),
        person=ask.person,
        setup=old.setup,
        level=level,
        seats=len(old.players),
        position=None if old.setup.begun is None else _position_again(tx, old, ask),
    )


def _position_again(
    tx: ReadTx, old: StoredMatch, ask: Rematch
) -> Callable[[int], tuple[StartPosition, Seat]]:
    """Return where a match that was played on began, hidden cards included."""
    deck, seat = old.setup.begun, old.seat_of(ask.person.user_id)
    assert deck is not None
    assert seat is not None
    moves = match_rows.first_moves(tx, old.match_id, deck.moves)
    position = StartPosition(old.match.rules, Seat(old.lot), deck, moves)
    return lambda _seed: (position, seat)


def _asked_again(old: StoredMatch, ask: Rematch) -> OpenLobby:
    others = tuple(
        Person(player.user_id, player.name)
        for player in old.players
        if player.user_id is not None and player.user_id != ask.person.user_id
    )
    return OpenLobby(
        interaction=ask.interaction,
        table=_table_again(old, ask, old.table.locale if ask.locale is None else ask.locale),
        host=ask.person,
        setup=old.setup,
        expires_at_ms=ask.expires_at_ms,
        seats=len(old.players),
        max_seats=len(old.players),
        invited=others,
        rematch_of=ask.match_id,
    )


def _repeated(tx: Tx, lobby: Lobby) -> LobbyOutcome | None:
    """Return the answer to an interaction that was already applied."""
    if lobby.match_id == MatchId(tx.key):
        match = match_rows.read(tx, tx.key)
        assert match is not None
        return Started(LiveMatch(match), lobby)
    known = {one.interaction_id for one in lobby_rows.entered(tx, lobby.id)}
    return LobbyChanged(lobby) if tx.key in known else None


def _open(tx: Tx, lobby_id: LobbyId) -> Lobby | LobbyRefused:
    lobby = lobby_rows.lock(tx, lobby_id)
    if lobby is None:
        return LobbyRefused(LobbyCode.NO_SUCH_LOBBY)
    if lobby.status is not LobbyStatus.OPEN:
        return LobbyRefused(LobbyCode.CLOSED, lobby)
    return lobby


def _close(tx: Tx, lobby: Lobby, status: LobbyStatus) -> LobbyClosed:
    deals.forget_root(tx, lobby.id)
    match_timers.drop(tx, Timer(TimerKind.LOBBY, lobby.id, 0, 0, 0))
    return LobbyClosed(lobby_rows.close(tx, lobby, status))


def _known(tx: ReadTx, lobby_id: LobbyId) -> Lobby:
    lobby = lobby_rows.read(tx, lobby_id)
    assert lobby is not None
    return lobby
