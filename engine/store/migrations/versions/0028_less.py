"""What is gone: note books, the rarity of achievements, totals that a person's matches give."""

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
    _drop_totals()


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


def _drop_totals() -> None:
    """Drop results by rules and by opponent, which are found by a person's matches instead."""
    op.drop_table("preset_results")
    op.drop_table("head_to_head")
    op.drop_column("rating_history", "faced")
    op.execute("DELETE FROM leases WHERE name = 'statistics'")
    op.add_column(
        "player_matches", sa.Column("across", INTEGER, nullable=False, server_default=sa.text("0"))
    )
    op.execute(
        """
        UPDATE player_matches SET across = 1
        WHERE match_id IN (SELECT match_id FROM matches WHERE away_guild_id IS NOT NULL)
        """
    )
    name = "ix_player_matches_match"
    op.drop_index(name, "player_matches")
    op.create_index(name, "player_matches", ["match_id", "user_id", "party", "result"])
