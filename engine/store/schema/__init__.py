"""The tables, by subject. Every module must be imported here, so that ``metadata`` is complete."""

from engine.store.schema.base import marked, metadata
from engine.store.schema.daily import (
    achievements,
    coins,
    daily_days,
    daily_tries,
    puzzle_answers,
)
from engine.store.schema.events import (
    event_entries,
    event_matches,
    event_news,
    event_pairings,
    events,
)
from engine.store.schema.helping import helpful_pairs, match_help
from engine.store.schema.hosting import answers, guild_absence, processes
from engine.store.schema.luck import match_luck
from engine.store.schema.manners import bans, blocks, friend_requests, notes, reports
from engine.store.schema.play import (
    audit,
    guilds,
    lobbies,
    lobby_players,
    match_players,
    matches,
    mentions,
    moves,
    players,
    rounds,
    secrets,
    timers,
)
from engine.store.schema.sharing import shares
from engine.store.schema.social import friends
from engine.store.schema.standing import (
    leases,
    player_matches,
    rating_history,
    ratings,
    season_places,
    season_roles,
    standings,
    unrated,
)
from engine.store.schema.time import attendance
from engine.store.schema.trainer import (
    trainer_answers,
    trainer_matches,
    trainer_people,
    trainer_puzzles,
)

__all__ = [
    "achievements",
    "answers",
    "attendance",
    "audit",
    "bans",
    "blocks",
    "coins",
    "daily_days",
    "daily_tries",
    "event_entries",
    "event_matches",
    "event_news",
    "event_pairings",
    "events",
    "friend_requests",
    "friends",
    "guild_absence",
    "guilds",
    "helpful_pairs",
    "leases",
    "lobbies",
    "lobby_players",
    "marked",
    "match_help",
    "match_luck",
    "match_players",
    "matches",
    "mentions",
    "metadata",
    "moves",
    "notes",
    "player_matches",
    "players",
    "processes",
    "puzzle_answers",
    "rating_history",
    "ratings",
    "reports",
    "rounds",
    "season_places",
    "season_roles",
    "secrets",
    "shares",
    "standings",
    "timers",
    "trainer_answers",
    "trainer_matches",
    "trainer_people",
    "trainer_puzzles",
    "unrated",
]
