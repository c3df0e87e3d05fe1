"""The start of a lobby's match: seats, contributions to the first deal, names for outside."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from engine.game.formats import Parties
from engine.game.rules import Rules, TableFormat
from engine.game.seats import Seat
from engine.service import preferences
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_rows
from engine.service.lobbies.lobby_rows import LobbyEntry
from engine.service.match_setup import UNDRAWN
from engine.service.matches import deals, match_timers, starting
from engine.service.people import NAME_LENGTH, MatchId, Place, Player
from engine.service.scheduler import Timer, TimerKind
from engine.service.tx import ReadTx, Tx
from engine.service.types import Joined, Lobby, LobbyCode, LobbyRefused, LobbyStatus, Started


def side_sizes(rules: Rules, players: int) -> tuple[int, int] | None:
    """Return the size of each of two sides; ``None`` where everyone plays alone (rulebook 3)."""
    match rules.table_format:
        case TableFormat.PARTNERSHIP:
            return players // 2, players // 2
        case TableFormat.CAPTAINS:
            return players // 2, players - players // 2
        case TableFormat.CHOUETTE:
            return 1, players - 1
        case TableFormat.TWO | TableFormat.BOX | TableFormat.CUTTHROAT | TableFormat.ROTATION:
            return None
        case _:
            assert_never(rules.table_format)


def parties_from(rules: Rules, chosen: Sequence[int | None]) -> Parties | None:
    """Return the parties for seats that chose side 0, side 1 or neither (``None``).

    ``None`` if no seat chose: the format decides. Seats without a choice fill the free places.
    Raises ValueError if too many chose one side.

    >>> from engine.game.presets import PRESETS
    >>> parties_from(PRESETS["partnership_4"], [1, None, None, 1])
    ((<Seat.TWO: 1>, <Seat.THREE: 2>), (<Seat.ONE: 0>, <Seat.FOUR: 3>))
    """
    sizes = side_sizes(rules, len(chosen))
    if sizes is None or all(side is None for side in chosen):
        return None
    free = rules.table_format is TableFormat.CAPTAINS
    counts = [sum(side == number for side in chosen) for number in (0, 1)]
    if free and counts[0] > sizes[0]:
        # The smaller side is always the first one, whatever its number on the screen.
        chosen = [None if side is None else 1 - side for side in chosen]
    members: tuple[list[Seat], list[Seat]] = ([], [])
    for seat, side in enumerate(chosen):
        if side is not None:
            members[side].append(Seat(seat))
    if any(len(members[number]) > sizes[number] for number in (0, 1)):
        raise ValueError("too many chose one side")
    for seat, side in enumerate(chosen):
        if side is None:
            members[0 if len(members[0]) < sizes[0] else 1].append(Seat(seat))
    first, second = (tuple(sorted(side)) for side in members)
    return first, second


def room_on(rules: Rules, max_seats: int, side: int) -> int:
    """Return how many people may choose ``side`` while the lobby is open."""
    sizes = side_sizes(rules, max_seats)
    if sizes is None:
        return 0
    return max(sizes) if rules.table_format is TableFormat.CAPTAINS else sizes[side]


def start_match(tx: Tx, lobby: Lobby) -> Started | LobbyRefused:
    """Start the match of a lobby, in its place."""
    people = lobby_rows.entered(tx, lobby.id)
    try:
        chosen = parties_from(lobby.setup.rules, [one.person.side for one in people])
    except ValueError:
        return LobbyRefused(LobbyCode.SIDES_UNEVEN, lobby)
    plan = starting.MatchPlan(
        match_id=MatchId(tx.key),
        lobby_id=lobby.id,
        # On a server the table speaks the server's language, whoever has opened the lobby.
        table=replace(lobby.table, locale=lobby.table.language, rendered_version=UNDRAWN),
        setup=lobby.setup,
        players=_seated(tx, people, apart=lobby.table.place is Place.APART),
        contributions=_contributions(lobby, people),
        sides=chosen,
        root=deals.root_of(tx, lobby.id),
    )
    deals.forget_root(tx, lobby.id)
    match_timers.drop(tx, Timer(TimerKind.LOBBY, lobby.id, 0, 0, 0))
    match = starting.begin_match(tx, plan)
    closed = lobby_rows.close(tx, lobby, LobbyStatus.STARTED, match.match_id)
    return Started(LiveMatch(match), closed)


def _seated(tx: ReadTx, people: Sequence[LobbyEntry], *, apart: bool) -> tuple[Player, ...]:
    return tuple(
        Player(
            Seat(seat),
            one.person.user_id,
            None,
            one.person.name,
            _world_name(tx, one.person) if apart else one.person.world or None,
        )
        for seat, one in enumerate(people)
    )


def _world_name(tx: ReadTx, person: Joined) -> str:
    """Return the name for people of other servers: the account's, if it may stand on a board."""
    is_shown = preferences.prefs(tx, person.user_id).world_board
    return person.world[:NAME_LENGTH] if is_shown else ""


def _contributions(lobby: Lobby, people: Sequence[LobbyEntry]) -> tuple[str, ...]:
    """Return each seat's contribution to the first deal: the interaction by which it joined."""
    return tuple(
        f"{'open' if one.person.user_id == lobby.host else 'join'}:{one.interaction_id}"
        for one in people
    )
