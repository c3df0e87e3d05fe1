"""Matches of two servers: a second home, names for outside, lobbies that others find."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
AWAY = ("away_guild_id", "away_channel_id", "away_message_id", "away_rendered_version")


def upgrade() -> None:
    """Add the columns, and the indexes by which they and open lobbies are found."""
    for name in AWAY:
        op.add_column("matches", sa.Column(name, INTEGER, nullable=True))
    op.add_column("matches", sa.Column("away_locale", sa.Text(), nullable=True))
    op.add_column("match_players", sa.Column("world_name", sa.Text(), nullable=True))
    op.add_column("lobby_players", sa.Column("world_name", sa.Text(), nullable=True))
    op.add_column("lobbies", sa.Column("across", INTEGER, nullable=True))
    _index("ix_matches_away_behind", "matches", ["match_id"], "version > away_rendered_version")
    _index(
        "ix_matches_live_away",
        "matches",
        ["away_guild_id", "match_id"],
        "status = 'live' AND away_guild_id IS NOT NULL",
    )
    _index("ix_matches_away", "matches", ["away_guild_id"], "away_guild_id IS NOT NULL")
    _index("ix_lobbies_open", "lobbies", ["guild_id", "created_ms"], "status = 'open'")
    _index("ix_lobbies_across", "lobbies", ["created_ms"], "status = 'open' AND across IS NOT NULL")


def _index(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name, table, columns, unique=False, sqlite_where=condition, postgresql_where=condition
    )
