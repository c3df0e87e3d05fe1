"""Events of a server: entries, pairings, and the matches of the pairings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def number(name: str, default: str | None = None, *, null: bool = False) -> sa.Column[int]:
    """Return an integer column."""
    server = None if default is None else sa.text(default)
    return sa.Column(name, INTEGER, nullable=null, server_default=server)


def words(name: str, *, null: bool = False) -> sa.Column[str]:
    """Return a text column."""
    return sa.Column(name, sa.Text(), nullable=null)


def of_event(table: str) -> sa.ForeignKeyConstraint:
    """Return the reference to the event."""
    return sa.ForeignKeyConstraint(["event_id"], ["events.event_id"], name=f"fk_{table}_event_id")


def upgrade() -> None:
    """Create the tables."""
    _events()
    _entries()
    _pairings()
    _matches()


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("event_id", INTEGER, autoincrement=False, nullable=False),
        *(number(name) for name in ("guild_id", "channel_id")),
        *(number(name, null=True) for name in ("message_id", "thread_id")),
        number("host_id"),
        words("state"),
        words("plan"),
        words("locale", null=True),
        number("round", "0"),
        *(number(name, null=True) for name in ("rounds", "ends_ms", "ended_ms")),
        number("seed"),
        number("series", null=True),
        number("season", "1"),
        *(number(name) for name in ("version", "rendered_version", "created_ms")),
        sa.PrimaryKeyConstraint("event_id", name="pk_events"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index("ix_events_guild", "events", ["guild_id", "ended_ms"], unique=False)
    op.create_index("ix_events_host", "events", ["host_id"], unique=False)
    op.create_index(
        "ix_events_behind",
        "events",
        ["event_id"],
        unique=False,
        sqlite_where=sa.text("version > rendered_version"),
        postgresql_where=sa.text("version > rendered_version"),
    )


def _entries() -> None:
    op.create_table(
        "event_entries",
        *(number(name) for name in ("event_id", "number", "user_id")),
        words("name"),
        words("state"),
        number("seed", null=True),
        number("division"),
        number("rating", null=True),
        *(number(name) for name in ("no_shows", "joined_round")),
        number("place", null=True),
        *(number(name) for name in ("free_ms", "said")),
        of_event("event_entries"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_entries"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("uq_event_entries_user", "event_entries", ["event_id", "user_id"], unique=True)
    op.create_index("ix_event_entries_user", "event_entries", ["user_id", "event_id"], unique=False)


def _pairings() -> None:
    op.create_table(
        "event_pairings",
        *(number(name) for name in ("event_id", "number", "round", "place", "division", "first")),
        number("second", null=True),
        words("state"),
        words("verdict", null=True),
        number("winner", null=True),
        *(number(name, "0") for name in ("won_first", "won_second", "points")),
        of_event("event_pairings"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_pairings"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _matches() -> None:
    op.create_table(
        "event_matches",
        *(number(name) for name in ("match_id", "event_id", "number", "game", "first_seat")),
        words("outcome", null=True),
        *(number(name, null=True) for name in ("winner_seat", "by_seat", "points")),
        number("counted"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name="fk_event_matches_match_id"
        ),
        of_event("event_matches"),
        sa.PrimaryKeyConstraint("match_id", name="pk_event_matches"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_event_matches_pairing", "event_matches", ["event_id", "number", "game"], unique=False
    )
