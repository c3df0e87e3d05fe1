"""Blocks, notes, note books, reports, and bans from a server."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema.base import int_column, key_column, new_table, text_column

blocks = new_table(
    "blocks",
    int_column("user_id"),
    int_column("blocked_id"),
    int_column("since_ms"),
    PrimaryKeyConstraint("user_id", "blocked_id"),
)
"""``user_id`` has blocked ``blocked_id``."""
Index("ix_blocks_blocked", blocks.c.blocked_id)

notes = new_table(
    "notes",
    key_column("note_id"),
    int_column("sender_id"),
    int_column("receiver_id"),
    text_column("words"),
    int_column("sent_ms"),
    int_column("read_ms", null=True),
    rowid=True,
)
"""A short message from one person to another; the id is the interaction that sent it."""
Index("ix_notes_receiver", notes.c.receiver_id, notes.c.note_id)
Index("ix_notes_sender", notes.c.sender_id, notes.c.sent_ms)
Index(
    "ix_notes_unread",
    notes.c.receiver_id,
    sqlite_where=text("read_ms IS NULL"),
    postgresql_where=text("read_ms IS NULL"),
)

note_book = new_table(
    "note_book",
    int_column("user_id"),
    int_column("about_id"),
    text_column("words"),
    int_column("updated_ms"),
    PrimaryKeyConstraint("user_id", "about_id"),
)
"""A person's private page about an opponent."""
Index("ix_note_book_about", note_book.c.about_id)

reports = new_table(
    "reports",
    key_column("report_id"),
    int_column("guild_id"),
    int_column("reporter_id"),
    int_column("reported_id"),
    int_column("match_id", null=True),
    text_column("reason"),
    text_column("record", null=True),
    int_column("at_ms"),
    int_column("closed_ms", null=True),
    int_column("closed_by", null=True),
    rowid=True,
)
"""A report to a server's administrators; ``record`` is a snapshot of the match at that time."""
Index("ix_reports_guild", reports.c.guild_id, reports.c.report_id)
Index("ix_reports_reporter", reports.c.reporter_id, reports.c.at_ms)
Index("ix_reports_reported", reports.c.reported_id)

bans = new_table(
    "bans",
    int_column("guild_id"),
    int_column("user_id"),
    int_column("until_ms", null=True),
    text_column("reason"),
    int_column("banned_by"),
    int_column("since_ms"),
    PrimaryKeyConstraint("guild_id", "user_id"),
)
"""Bans from a server; ``until_ms`` null: until the ban is lifted."""
Index("ix_bans_user", bans.c.user_id)
