"""Conversion of a lobby of the service to its public message."""

from bot.lobby.screens import Invitation, LobbyState, lobby_screen
from bot.match.threads import THREAD
from bot.ui.names import safe_name
from bot.ui.reader import Player, Reader
from bot.ui.screen import Screen
from bot.wording.rules import house_rules
from engine.service import Lobby, MatchId


def invitation_screen(
    reader: Reader, lobby: Lobby, closed_by: str = "", found: MatchId | None = None
) -> Screen:
    """Return the public message of a lobby. ``found``: its match, if that is across servers."""
    people = {one.user_id: Player(safe_name(one.name), one.user_id) for one in lobby.people}
    host = people.get(lobby.host) or Player("?", lobby.host)
    invited = None
    if lobby.invited:
        person = lobby.invited[0]
        invited = Player(safe_name(person.name), person.user_id)
    sides = tuple(one.side for one in lobby.people)
    return lobby_screen(
        reader,
        Invitation(
            lobby=lobby.id,
            rules=lobby.rules,
            preset=lobby.preset,
            host=host,
            players=tuple(people.values()),
            invited=invited,
            seats=lobby.seats,
            max_seats=lobby.max_seats,
            clock=lobby.clock,
            rated=lobby.rated,
            expires_at=lobby.expires_ms // 1000,
            state=LobbyState(lobby.status.value),
            differences=house_rules(reader, lobby.preset, lobby.rules),
            sides=sides,
            closed_by=closed_by,
            anchor=lobby.anchor,
            thread=lobby.room == THREAD,
            ratings=lobby.ratings,
            across=lobby.across is not None,
            found=found,
        ),
    )
