"""The tables. Times are epoch milliseconds, flags 0 or 1, JSON is TEXT (checked when it is read).

Ids are Discord's snowflakes; a match has the id of the interaction that started it. Every unique
key of a match's children contains ``match_id``.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import SchemaItem

I64: Final = BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
"""A whole number of 64 bits; SQLite's STRICT tables know it as INTEGER."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _key(name: str) -> Column[int]:
    return Column(name, I64, primary_key=True, autoincrement=False)


def _int(name: str, default: int | None = None, *, null: bool = False) -> Column[int]:
    server = None if default is None else text(str(default))
    return Column(name, I64, nullable=null, server_default=server)


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text(), nullable=null)


def _of_match(name: str = "match_id") -> Column[int]:
    return Column(name, I64, ForeignKey("matches.match_id"), nullable=False)


def _table(name: str, *parts: SchemaItem, rowid: bool = False) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=rowid)


guilds = _table("guilds", _key("guild_id"), _text("config"), _int("updated_ms"), rowid=True)

players = _table(
    "players",
    _key("user_id"),
    _text("name"),
    _text("prefs"),
    _int("seen_ms"),
    rowid=True,
)

lobbies = _table(
    "lobbies",
    _key("lobby_id"),
    _int("guild_id"),
    _int("channel_id"),
    _int("message_id", null=True),
    _int("host_id"),
    _text("status"),
    _text("preset"),
    _text("rules"),
    _text("clock"),
    _int("rated"),
    _int("seats"),
    _int("max_seats"),
    _text("invited"),
    _int("pair_low", null=True),
    _int("pair_high", null=True),
    _int("rematch_of", null=True),
    _text("locale", null=True),
    _text("anchor"),
    _int("match_id", null=True),
    _int("version"),
    _int("rendered_version"),
    _int("created_ms"),
    _int("expires_ms"),
    _int("closed_ms", null=True),
    CheckConstraint("seats BETWEEN 2 AND max_seats AND max_seats <= 8", name="seats"),
    rowid=True,
)
Index(
    "uq_lobbies_open_pair",
    lobbies.c.guild_id,
    lobbies.c.pair_low,
    lobbies.c.pair_high,
    unique=True,
    sqlite_where=text("status = 'open' AND pair_low IS NOT NULL"),
    postgresql_where=text("status = 'open' AND pair_low IS NOT NULL"),
)
Index(
    "uq_lobbies_open_rematch",
    lobbies.c.rematch_of,
    unique=True,
    sqlite_where=text("status = 'open' AND rematch_of IS NOT NULL"),
    postgresql_where=text("status = 'open' AND rematch_of IS NOT NULL"),
)
Index("ix_lobbies_host", lobbies.c.host_id, lobbies.c.created_ms)
Index(
    "ix_lobbies_behind",
    lobbies.c.lobby_id,
    sqlite_where=text("version > rendered_version"),
    postgresql_where=text("version > rendered_version"),
)

lobby_players = _table(
    "lobby_players",
    Column("lobby_id", I64, ForeignKey("lobbies.lobby_id"), nullable=False),
    _int("user_id"),
    _int("position"),
    _text("name"),
    _int("side", null=True),
    _int("interaction_id"),
    PrimaryKeyConstraint("lobby_id", "user_id"),
)
Index("ix_lobby_players_user", lobby_players.c.user_id, lobby_players.c.lobby_id)

secrets = _table("secrets", _key("ref_id"), _text("root"), rowid=True)
"""Root secrets of running lobbies and of matches, alone, so that no other query can leak one."""

matches = _table(
    "matches",
    _key("match_id"),
    _int("lobby_id", null=True),
    _int("guild_id"),
    _int("channel_id"),
    _int("message_id", null=True),
    _text("status"),
    _text("preset"),
    _text("clock"),
    _text("times"),
    _int("floor_ms", 0),
    _int("rated"),
    _text("seats"),
    _text("sides", null=True),
    _int("lot"),
    _text("pending"),
    _text("anchor"),
    _text("revealed", null=True),
    _int("revealed_number", 0),
    _int("version"),
    _int("rendered_version"),
    _int("snapshot_schema"),
    _text("snapshot"),
    _int("created_ms"),
    _int("updated_ms"),
    _int("ended_ms", null=True),
    _text("end_reason", null=True),
    _int("winner", null=True),
    CheckConstraint("version >= 0", name="version"),
    rowid=True,
)
Index(
    "ix_matches_behind",
    matches.c.match_id,
    sqlite_where=text("version > rendered_version"),
    postgresql_where=text("version > rendered_version"),
)
Index(
    "ix_matches_live",
    matches.c.match_id,
    sqlite_where=text("status = 'live'"),
    postgresql_where=text("status = 'live'"),
)
Index("ix_matches_ended", matches.c.guild_id, matches.c.ended_ms)

match_players = _table(
    "match_players",
    _of_match(),
    _int("seat"),
    _int("user_id", null=True),
    _text("level", null=True),
    _text("name"),
    _int("live"),
    PrimaryKeyConstraint("match_id", "seat"),
    CheckConstraint("seat BETWEEN 0 AND 7", name="seat"),
    CheckConstraint("user_id IS NULL OR level IS NULL", name="person_or_computer"),
)
Index(
    "ix_match_players_user",
    match_players.c.user_id,
    match_players.c.live,
    match_players.c.match_id,
)

moves = _table(
    "moves",
    _of_match(),
    _int("seq"),
    _int("interaction_id"),
    _int("seat", null=True),
    _int("user_id", null=True),
    _text("action"),
    _int("at_ms"),
    PrimaryKeyConstraint("match_id", "seq"),
)
Index("uq_moves_interaction", moves.c.match_id, moves.c.interaction_id, unique=True)

rounds = _table(
    "rounds",
    _of_match(),
    _int("number"),
    _text("contributions"),
    _text("tables"),
    _text("results", null=True),
    _text("secret", null=True),
    _int("first_seq"),
    _int("last_seq", null=True),
    _int("dealt_ms"),
    _int("ended_ms", null=True),
    PrimaryKeyConstraint("match_id", "number"),
)
"""Public: a round's secret is null until the round has ended."""

_STANDING_COUNTS: Final = (
    "matches",
    "won",
    "drawn",
    "games_won",
    "points",
    "rounds",
    "rounds_won",
    "gins",
    "big_gins",
    "undercuts",
)
standings = _table(
    "standings",
    _int("guild_id"),
    _text("season"),
    _text("mode"),
    _int("user_id"),
    *(_int(name, 0) for name in _STANDING_COUNTS),
    PrimaryKeyConstraint("guild_id", "season", "mode", "user_id"),
)
for _order, _columns in {"won": ("won", "points"), "points": ("points", "won")}.items():
    Index(
        f"ix_standings_{_order}",
        standings.c.guild_id,
        standings.c.season,
        standings.c.mode,
        *(standings.c[name] for name in _columns),
        standings.c.user_id,
    )
Index("ix_standings_user", standings.c.user_id)

head_to_head = _table(
    "head_to_head",
    _int("guild_id"),
    _text("season"),
    _text("mode"),
    _int("low_id"),
    _int("high_id"),
    _int("low_won", 0),
    _int("high_won", 0),
    _int("drawn", 0),
    PrimaryKeyConstraint("guild_id", "season", "mode", "low_id", "high_id"),
)
Index("ix_head_to_head_high", head_to_head.c.high_id)

timers = _table(
    "timers",
    _text("kind"),
    _int("ref_id"),
    _int("slot", 0),
    _int("fence"),
    _int("due_ms"),
    PrimaryKeyConstraint("kind", "ref_id", "slot"),
)
Index("ix_timers_due", timers.c.due_ms)

mentions = _table(
    "mentions",
    _of_match(),
    _int("user_id"),
    _int("channel_id", null=True),
    _int("message_id", null=True),
    PrimaryKeyConstraint("match_id", "user_id"),
)
"""Who was told that a match waits for them, and by which message; nobody twice for one turn."""

audit = _table(
    "audit",
    _key("interaction_id"),
    _int("guild_id"),
    _int("actor_id"),
    _text("deed"),
    _int("subject_id", null=True),
    _text("detail"),
    _int("at_ms"),
    rowid=True,
)
Index("ix_audit_guild", audit.c.guild_id, audit.c.at_ms)
