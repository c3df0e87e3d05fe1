"""Everything a match, its lobby and its standings need."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    _audit()
    _guilds()
    _head_to_head()
    _lobbies()
    _matches()
    _players()
    _secrets()
    _standings()
    _timers()
    _lobby_players()
    _match_players()
    _moves()
    _rounds()


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("interaction_id", I64, autoincrement=False, nullable=False),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("actor_id", I64, nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("subject_id", I64, nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("at_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_audit"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index("ix_audit_guild", "audit", ["guild_id", "at_ms"], unique=False)


def _guilds() -> None:
    op.create_table(
        "guilds",
        sa.Column("guild_id", I64, autoincrement=False, nullable=False),
        sa.Column("config", sa.Text(), nullable=False),
        sa.Column("updated_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )


def _head_to_head() -> None:
    op.create_table(
        "head_to_head",
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("low_id", I64, nullable=False),
        sa.Column("high_id", I64, nullable=False),
        sa.Column("low_won", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("high_won", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("drawn", I64, server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "season", "mode", "low_id", "high_id", name="pk_head_to_head"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_head_to_head_high", "head_to_head", ["high_id"], unique=False)


def _lobbies() -> None:
    op.create_table(
        "lobbies",
        sa.Column("lobby_id", I64, autoincrement=False, nullable=False),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("channel_id", I64, nullable=False),
        sa.Column("message_id", I64, nullable=True),
        sa.Column("host_id", I64, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("rated", I64, nullable=False),
        sa.Column("seats", I64, nullable=False),
        sa.Column("max_seats", I64, nullable=False),
        sa.Column("invited", sa.Text(), nullable=False),
        sa.Column("pair_low", I64, nullable=True),
        sa.Column("pair_high", I64, nullable=True),
        sa.Column("rematch_of", I64, nullable=True),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("anchor", sa.Text(), nullable=False),
        sa.Column("match_id", I64, nullable=True),
        sa.Column("version", I64, nullable=False),
        sa.Column("rendered_version", I64, nullable=False),
        sa.Column("created_ms", I64, nullable=False),
        sa.Column("expires_ms", I64, nullable=False),
        sa.Column("closed_ms", I64, nullable=True),
        sa.CheckConstraint(
            "seats BETWEEN 2 AND max_seats AND max_seats <= 8", name="ck_lobbies_seats"
        ),
        sa.PrimaryKeyConstraint("lobby_id", name="pk_lobbies"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_lobbies_behind",
        "lobbies",
        ["lobby_id"],
        unique=False,
        sqlite_where=sa.text("version > rendered_version"),
        postgresql_where=sa.text("version > rendered_version"),
    )
    op.create_index("ix_lobbies_host", "lobbies", ["host_id", "created_ms"], unique=False)
    op.create_index(
        "uq_lobbies_open_pair",
        "lobbies",
        ["guild_id", "pair_low", "pair_high"],
        unique=True,
        sqlite_where=sa.text("status = 'open' AND pair_low IS NOT NULL"),
        postgresql_where=sa.text("status = 'open' AND pair_low IS NOT NULL"),
    )
    op.create_index(
        "uq_lobbies_open_rematch",
        "lobbies",
        ["rematch_of"],
        unique=True,
        sqlite_where=sa.text("status = 'open' AND rematch_of IS NOT NULL"),
        postgresql_where=sa.text("status = 'open' AND rematch_of IS NOT NULL"),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("match_id", I64, autoincrement=False, nullable=False),
        sa.Column("lobby_id", I64, nullable=True),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("channel_id", I64, nullable=False),
        sa.Column("message_id", I64, nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("times", sa.Text(), nullable=False),
        sa.Column("floor_ms", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("rated", I64, nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=True),
        sa.Column("lot", I64, nullable=False),
        sa.Column("pending", sa.Text(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=False),
        sa.Column("revealed", sa.Text(), nullable=True),
        sa.Column("revealed_number", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("version", I64, nullable=False),
        sa.Column("rendered_version", I64, nullable=False),
        sa.Column("snapshot_schema", I64, nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("created_ms", I64, nullable=False),
        sa.Column("updated_ms", I64, nullable=False),
        sa.Column("ended_ms", I64, nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.Column("winner", I64, nullable=True),
        sa.CheckConstraint("version >= 0", name="ck_matches_version"),
        sa.PrimaryKeyConstraint("match_id", name="pk_matches"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_matches_behind",
        "matches",
        ["match_id"],
        unique=False,
        sqlite_where=sa.text("version > rendered_version"),
        postgresql_where=sa.text("version > rendered_version"),
    )
    op.create_index("ix_matches_ended", "matches", ["guild_id", "ended_ms"], unique=False)


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("user_id", I64, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("prefs", sa.Text(), nullable=False),
        sa.Column("seen_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_players"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )


def _secrets() -> None:
    op.create_table(
        "secrets",
        sa.Column("ref_id", I64, autoincrement=False, nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("ref_id", name="pk_secrets"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("matches", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("won", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("drawn", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("games_won", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("points", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("rounds", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("rounds_won", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("gins", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("big_gins", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("undercuts", I64, server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "season", "mode", "user_id", name="pk_standings"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_points",
        "standings",
        ["guild_id", "season", "mode", "points", "won", "user_id"],
        unique=False,
    )
    op.create_index("ix_standings_user", "standings", ["user_id"], unique=False)
    op.create_index(
        "ix_standings_won",
        "standings",
        ["guild_id", "season", "mode", "won", "points", "user_id"],
        unique=False,
    )


def _timers() -> None:
    op.create_table(
        "timers",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("ref_id", I64, nullable=False),
        sa.Column("slot", I64, server_default=sa.text("0"), nullable=False),
        sa.Column("fence", I64, nullable=False),
        sa.Column("due_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("kind", "ref_id", "slot", name="pk_timers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_timers_due", "timers", ["due_ms"], unique=False)


def _lobby_players() -> None:
    op.create_table(
        "lobby_players",
        sa.Column("lobby_id", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("position", I64, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("side", I64, nullable=True),
        sa.Column("interaction_id", I64, nullable=False),
        sa.ForeignKeyConstraint(
            ["lobby_id"], ["lobbies.lobby_id"], name="fk_lobby_players_lobby_id"
        ),
        sa.PrimaryKeyConstraint("lobby_id", "user_id", name="pk_lobby_players"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_players_user", "lobby_players", ["user_id", "lobby_id"], unique=False)


def _match_players() -> None:
    op.create_table(
        "match_players",
        sa.Column("match_id", I64, nullable=False),
        sa.Column("seat", I64, nullable=False),
        sa.Column("user_id", I64, nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("live", I64, nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 7", name="ck_match_players_seat"),
        sa.CheckConstraint(
            "user_id IS NULL OR level IS NULL", name="ck_match_players_person_or_computer"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name="fk_match_players_match_id"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_players"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_match_players_user", "match_players", ["user_id", "live", "match_id"], unique=False
    )


def _moves() -> None:
    op.create_table(
        "moves",
        sa.Column("match_id", I64, nullable=False),
        sa.Column("seq", I64, nullable=False),
        sa.Column("interaction_id", I64, nullable=False),
        sa.Column("seat", I64, nullable=True),
        sa.Column("user_id", I64, nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at_ms", I64, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_moves_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_moves"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("uq_moves_interaction", "moves", ["match_id", "interaction_id"], unique=True)


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("match_id", I64, nullable=False),
        sa.Column("number", I64, nullable=False),
        sa.Column("contributions", sa.Text(), nullable=False),
        sa.Column("tables", sa.Text(), nullable=False),
        sa.Column("results", sa.Text(), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("first_seq", I64, nullable=False),
        sa.Column("last_seq", I64, nullable=True),
        sa.Column("dealt_ms", I64, nullable=False),
        sa.Column("ended_ms", I64, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_rounds_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_rounds"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
