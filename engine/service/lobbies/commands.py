"""The commands and queries of lobbies, and the storage of their answers."""

from typing import Any, Final

from sqlalchemy import Connection

from engine.service.changes import AnswerCodec, as_json
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_rows, lobby_transactions
from engine.service.lobbies.finding import find
from engine.service.matches import match_rows
from engine.service.tx import Commands, command, query, request
from engine.service.types import (
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    Started,
)

_KINDS: Final = {one.__name__: one for one in (LobbyOpened, LobbyChanged, LobbyClosed)}


def _write(outcome: LobbyOutcome) -> list[object]:
    match outcome:
        case Started(live=live, lobby=lobby):
            return ["Started", live.id, None if lobby is None else lobby.id]
        case LobbyRefused(code=code, lobby=lobby, until_ms=until):
            return ["Refused", code.value, None if lobby is None else lobby.id, until]
        case _:
            return [type(outcome).__name__, outcome.lobby.id]


def _read(connection: Connection, found: list[Any]) -> LobbyOutcome:
    match found:
        case ["Started", match_id, lobby_id]:
            return Started(_match(connection, match_id), _lobby(connection, lobby_id))
        case ["Refused", code, lobby_id, until]:
            return LobbyRefused(LobbyCode(code), _lobby(connection, lobby_id), until)
        case [kind, lobby_id]:
            lobby = _lobby(connection, lobby_id)
            assert lobby is not None
            return _KINDS[kind](lobby)
        case _:
            raise ValueError(found)


def _match(connection: Connection, match_id: int) -> LiveMatch:
    stored = match_rows.read(connection, match_id)
    assert stored is not None
    return LiveMatch(stored)


def _lobby(connection: Connection, lobby_id: int | None) -> Lobby | None:
    return None if lobby_id is None else lobby_rows.read(connection, lobby_id)


def _started(connection: Connection, found: list[Any]) -> Started | LobbyRefused:
    outcome = _read(connection, found)
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
    open_rematch = query(lobby_rows.open_rematch)
    open_lobbies_of = query(lobby_rows.open_of)
    open_tables_in = query(lobby_rows.open_to_all)
    open_lobbies_in = query(lobby_rows.open_in)
