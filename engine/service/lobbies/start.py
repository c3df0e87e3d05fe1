"""The start of a lobby's match: seats, contributions to the first deal, names for outside."""

from collections.abc import Sequence

from sqlalchemy import Connection

from engine.game.seats import Seat
from engine.service import preferences
from engine.service.live import LiveMatch
from engine.service.lobbies import rows as lobby_rows
from engine.service.lobbies import sides
from engine.service.lobbies.rows import LobbyEntry
from engine.service.matches import deals, starting
from engine.service.matches import timers as timing
from engine.service.people import NAME_LENGTH, MatchId, Place, Player
from engine.service.scheduler import Timer, TimerKind
from engine.service.tx import Tx
from engine.service.types import Joined, Lobby, LobbyCode, LobbyRefused, LobbyStatus, Started


def start_match(tx: Tx, lobby: Lobby) -> Started | LobbyRefused:
    """Start the match of a lobby, in its place."""
    connection, now = tx.connection, tx.now
    people = lobby_rows.entered(connection, lobby.id)
    try:
        chosen = sides.parties_from(lobby.rules, [one.person.side for one in people])
    except ValueError:
        return LobbyRefused(LobbyCode.SIDES_UNEVEN, lobby)
    plan = starting.MatchPlan(
        match_id=MatchId(tx.key),
        lobby_id=lobby.id,
        guild_id=lobby.guild,
        channel_id=lobby.channel,
        message_id=lobby.message,
        preset=lobby.preset,
        rules=lobby.rules,
        clock=lobby.clock,
        rated=lobby.rated,
        players=_seated(connection, people, apart=lobby.place is Place.APART),
        said=_said(lobby, people),
        sides=chosen,
        root=deals.root_of(connection, lobby.id),
        place=lobby.place,
        locale=lobby.language,
    )
    deals.forget_root(connection, lobby.id)
    timing.drop(connection, Timer(TimerKind.LOBBY, lobby.id, 0, 0, 0))
    match = starting.start(connection, plan, now, tx.time_settings)
    closed = lobby_rows.close(connection, lobby, LobbyStatus.STARTED, now, match.match_id)
    return Started(LiveMatch(match), closed)


def _seated(
    connection: Connection, people: Sequence[LobbyEntry], *, apart: bool
) -> tuple[Player, ...]:
    return tuple(
        Player(
            Seat(seat),
            one.person.user_id,
            None,
            one.person.name,
            _world_name(connection, one.person) if apart else one.person.world or None,
        )
        for seat, one in enumerate(people)
    )


def _world_name(connection: Connection, person: Joined) -> str:
    """Return the name for people of other servers: the account's, if it may stand on a board."""
    is_shown = preferences.prefs(connection, person.user_id).world_board
    return person.world[:NAME_LENGTH] if is_shown else ""


def _said(lobby: Lobby, people: Sequence[LobbyEntry]) -> tuple[str, ...]:
    """Return each seat's contribution to the first deal: the interaction by which it joined."""
    return tuple(
        f"{'open' if one.person.user_id == lobby.host else 'join'}:{one.interaction_id}"
        for one in people
    )
