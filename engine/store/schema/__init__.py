"""The tables, by subject. Whoever adds a module imports it here, so that ``metadata`` is whole."""

from engine.store.schema.base import I64, metadata
from engine.store.schema.play import (
    audit,
    guilds,
    head_to_head,
    lobbies,
    lobby_players,
    match_players,
    matches,
    mentions,
    moves,
    players,
    rounds,
    secrets,
    standings,
    timers,
)

__all__ = [
    "I64",
    "audit",
    "guilds",
    "head_to_head",
    "lobbies",
    "lobby_players",
    "match_players",
    "matches",
    "mentions",
    "metadata",
    "moves",
    "players",
    "rounds",
    "secrets",
    "standings",
    "timers",
]
