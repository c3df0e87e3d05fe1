"""What is gone: note books, the rarity of achievements."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Change what is stored, one subject after the other."""
    _drop_note_books()
    _move_friend_requests()
    op.drop_index("ix_achievements_name", "achievements")


def _drop_note_books() -> None:
    op.drop_table("note_book")


def _move_friend_requests() -> None:
    """Move the notes without words, which were friend requests, into a table of their own."""
    name = "friend_requests"
    op.create_table(
        name,
        sa.Column("request_id", INTEGER, autoincrement=False, nullable=False),
        *(sa.Column(one, INTEGER, nullable=False) for one in ("sender_id", "receiver_id")),
        sa.Column("sent_ms", INTEGER, nullable=False),
        sa.Column("read_ms", INTEGER, nullable=True),
        sa.PrimaryKeyConstraint("request_id", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    unread = sa.text("read_ms IS NULL")
    op.create_index(f"ix_{name}_receiver", name, ["receiver_id", "request_id"])
    op.create_index(f"ix_{name}_sender", name, ["sender_id", "sent_ms"])
    op.create_index(
        f"ix_{name}_unread", name, ["receiver_id"], sqlite_where=unread, postgresql_where=unread
    )
    op.execute(
        """
        INSERT INTO friend_requests (request_id, sender_id, receiver_id, sent_ms, read_ms)
        SELECT note_id, sender_id, receiver_id, sent_ms, read_ms FROM notes WHERE words = ''
        """
    )
    op.execute("DELETE FROM notes WHERE words = ''")
