"""Team matches between two servers: a second home, invitations by a code, results of servers."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
AWAY = (
    *("away_guild_id", "away_channel_id", "away_message_id", "away_thread_id"),
    *("away_host_id", "away_rendered_version"),
)


def number(name: str, *, null: bool = False) -> sa.Column[int]:
    """Return an integer column."""
    return sa.Column(name, INTEGER, nullable=null)


def words(name: str, *, null: bool = False) -> sa.Column[str]:
    """Return a text column."""
    return sa.Column(name, sa.Text(), nullable=null)


def upgrade() -> None:
    """Add the columns and the tables."""
    for name in AWAY:
        op.add_column("events", number(name, null=True))
    op.add_column("events", words("away_locale", null=True))
    op.add_column("event_entries", words("world_name", null=True))
    _index("ix_events_away_behind", ["event_id"], "version > away_rendered_version")
    _index("ix_events_away", ["away_guild_id"], "away_guild_id IS NOT NULL")
    _invitations()
    _results()


def _index(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name, "events", columns, unique=False, sqlite_where=condition, postgresql_where=condition
    )


def _invitations() -> None:
    table = "event_invitations"
    op.create_table(
        table,
        sa.Column("invitation_id", INTEGER, autoincrement=False, nullable=False),
        words("code"),
        *(number(name) for name in ("guild_id", "channel_id", "host_id")),
        words("plan"),
        words("locale", null=True),
        *(number(name) for name in ("created_ms", "expires_ms")),
        sa.PrimaryKeyConstraint("invitation_id", name=f"pk_{table}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index(f"uq_{table}_code", table, ["code"], unique=True)
    op.create_index(f"ix_{table}_guild", table, ["guild_id"], unique=False)


def _results() -> None:
    table = "server_results"
    op.create_table(
        table,
        *(number(name) for name in ("event_id", "team", "guild_id", "season")),
        words("name"),
        *(number(name) for name in ("score", "points")),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"], name=f"fk_{table}_event_id"),
        sa.PrimaryKeyConstraint("event_id", "team", name=f"pk_{table}"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{table}_season", table, ["season", "guild_id"], unique=False)
    op.create_index(f"ix_{table}_guild", table, ["guild_id"], unique=False)
