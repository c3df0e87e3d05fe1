"""Blocks, notes, note books, reports to administrators and bans from play."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def _int(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, I64, autoincrement=False, nullable=null)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=null)


def upgrade() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "blocks",
        _int("user_id"),
        _int("blocked_id"),
        _int("since_ms"),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_blocks"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked_id"])
    op.create_table(
        "notes",
        _int("note_id"),
        _int("sender_id"),
        _int("receiver_id"),
        _text("words"),
        _int("sent_ms"),
        _int("read_ms", null=True),
        sa.PrimaryKeyConstraint("note_id", name="pk_notes"),
        sqlite_strict=True,
    )
    op.create_index("ix_notes_receiver", "notes", ["receiver_id", "note_id"])
    op.create_index("ix_notes_sender", "notes", ["sender_id", "sent_ms"])
    unread = sa.text("read_ms IS NULL")
    op.create_index(
        "ix_notes_unread", "notes", ["receiver_id"], sqlite_where=unread, postgresql_where=unread
    )
    op.create_table(
        "note_book",
        _int("user_id"),
        _int("about_id"),
        _text("words"),
        _int("updated_ms"),
        sa.PrimaryKeyConstraint("user_id", "about_id", name="pk_note_book"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_note_book_about", "note_book", ["about_id"])
    _create_reports_and_bans()


def _create_reports_and_bans() -> None:
    op.create_table(
        "reports",
        _int("report_id"),
        _int("guild_id"),
        _int("reporter_id"),
        _int("reported_id"),
        _int("match_id", null=True),
        _text("reason"),
        _text("record", null=True),
        _int("at_ms"),
        _int("closed_ms", null=True),
        _int("closed_by", null=True),
        sa.PrimaryKeyConstraint("report_id", name="pk_reports"),
        sqlite_strict=True,
    )
    op.create_index("ix_reports_guild", "reports", ["guild_id", "report_id"])
    op.create_index("ix_reports_reporter", "reports", ["reporter_id", "at_ms"])
    op.create_index("ix_reports_reported", "reports", ["reported_id"])
    op.create_table(
        "bans",
        _int("guild_id"),
        _int("user_id"),
        _int("until_ms", null=True),
        _text("reason"),
        _int("banned_by"),
        _int("since_ms"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_bans"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bans_user", "bans", ["user_id"])
