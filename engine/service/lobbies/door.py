"""The public interface to lobbies: open, join, choose sides, start; practice and rematches."""

from engine.service.lobbies import rows
from engine.service.lobbies import transactions as lobbies
from engine.service.lobbies.answers import LOBBY, PRACTICE
from engine.service.lobbies.finding import find
from engine.service.tx import Commands, command, query, request


class LobbyCommands(Commands):
    """Challenges, open lobbies, and matches that start at once."""

    open_lobby = request("open", LOBBY, lobbies.open_lobby)
    find = request("find", LOBBY, find)
    practice = request("practice", PRACTICE, lobbies.practice)
    rematch = request("rematch", LOBBY, lobbies.rematch, subject=lambda ask: ask.match_id)

    join = command("join", LOBBY, lobbies.join, of_subject=True)
    start_lobby = command("start", LOBBY, lobbies.start_lobby, of_subject=True)
    leave = command("leave", LOBBY, lobbies.leave, of_subject=True)
    decline = command("decline", LOBBY, lobbies.decline, of_subject=True)
    cancel = command("cancel", LOBBY, lobbies.cancel, of_subject=True)
    choose_side = command("side", LOBBY, lobbies.choose_side, of_subject=True)
    shuffle_sides = command("shuffle", LOBBY, lobbies.shuffle_sides, of_subject=True)

    lobby = query(rows.read)
    open_lobbies_of = query(rows.open_of)
    open_tables_in = query(rows.open_to_all)
    open_lobbies_in = query(rows.open_in)
