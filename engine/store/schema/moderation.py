"""Servers that the bot is away from, processes that serve, and recent answers."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import base
from engine.store.schema.base import id_column, int_column, key_column, new_table, text_column

guild_absence = new_table(
    "guild_absence",
    key_column("guild_id", base.SERVER),
    int_column("since_ms"),
    int_column("removed"),
    rowid=True,
)
"""A server that the bot was removed from (``removed`` 1) or that Discord does not reach (0)."""

processes = new_table(
    "processes",
    text_column("name"),
    text_column("shards"),
    int_column("seen_ms"),
    PrimaryKeyConstraint("name"),
)
"""Processes that answer Discord. ``shards``: JSON, the shard count and the process's own numbers;
``seen_ms``: the last heartbeat.
"""

answers = new_table(
    "answers",
    id_column("interaction_id", base.NONE),
    text_column("command"),
    text_column("answer"),
    PrimaryKeyConstraint("interaction_id", "command"),
)
"""The answers to the commands of an interaction, kept for an hour: a repeated interaction gets the
same answer. The bot's own works have negative keys.
"""


friends = new_table(
    "friends",
    id_column("user_id", base.OWN),
    id_column("friend_id", base.ABOUT),
    int_column("since_ms"),
    PrimaryKeyConstraint("user_id", "friend_id"),
)
"""One row per direction: ``user_id`` has added ``friend_id`` to their list."""
Index("ix_friends_friend", friends.c.friend_id)

blocks = new_table(
    "blocks",
    id_column("user_id", base.OWN),
    id_column("blocked_id", base.ABOUT),
    int_column("since_ms"),
    PrimaryKeyConstraint("user_id", "blocked_id"),
)
"""``user_id`` has blocked ``blocked_id``."""
Index("ix_blocks_blocked", blocks.c.blocked_id)

notes = new_table(
    "notes",
    key_column("note_id", base.NONE),
    id_column("sender_id", base.OWN),
    id_column("receiver_id", base.OWN),
    text_column("words"),
    int_column("sent_ms"),
    int_column("read_ms", null=True),
    rowid=True,
)
"""A short message from one person to another; the id is the interaction that sent it."""

friend_requests = new_table(
    "friend_requests",
    key_column("request_id", base.NONE),
    id_column("sender_id", base.OWN),
    id_column("receiver_id", base.OWN),
    int_column("sent_ms"),
    int_column("read_ms", null=True),
    rowid=True,
)
"""A request to become friends; the id is the interaction that sent it."""
for _table in (notes, friend_requests):
    (_key,) = _table.primary_key
    Index(f"ix_{_table.name}_receiver", _table.c.receiver_id, _key)
    Index(f"ix_{_table.name}_sender", _table.c.sender_id, _table.c.sent_ms)
    Index(
        f"ix_{_table.name}_unread",
        _table.c.receiver_id,
        sqlite_where=text("read_ms IS NULL"),
        postgresql_where=text("read_ms IS NULL"),
    )

reports = new_table(
    "reports",
    key_column("report_id", base.NONE),
    id_column("guild_id", base.SERVER),
    id_column("reporter_id", base.OWN),
    id_column("reported_id", base.ABOUT_SPECIAL),
    id_column("match_id", base.NONE, null=True),
    text_column("reason", mark=base.ABOUT_OTHERS),
    text_column("record", null=True, mark=base.PROOF),
    int_column("at_ms"),
    int_column("closed_ms", null=True),
    id_column("closed_by", base.ABOUT_SPECIAL, null=True),
    rowid=True,
)
"""A report to a server's administrators; ``record`` is a snapshot of the match at that time. It has
no names, which the seats of the match have.
"""
Index("ix_reports_guild", reports.c.guild_id, reports.c.report_id)
Index("ix_reports_reporter", reports.c.reporter_id, reports.c.at_ms)
Index("ix_reports_reported", reports.c.reported_id)
Index("ix_reports_closed_by", reports.c.closed_by)

_BAN = base.retained(
    "A ban, until it is lifted or over", "Deleting yourself would otherwise lift it"
)
bans = new_table(
    "bans",
    id_column("guild_id", base.SERVER),
    id_column("user_id", _BAN),
    int_column("until_ms", null=True),
    text_column("reason", mark=base.ABOUT_OTHERS),
    id_column("banned_by", base.ABOUT_REPLACED),
    int_column("since_ms"),
    PrimaryKeyConstraint("guild_id", "user_id"),
)
"""Bans from a server; ``until_ms`` null: until the ban is lifted."""
Index("ix_bans_user", bans.c.user_id)
Index("ix_bans_banned_by", bans.c.banned_by)

_DELETION = base.retained(
    "That your data is being deleted, until it is", "It goes on after a restart"
)
deletions = new_table(
    "deletions",
    key_column("user_id", _DELETION),
    int_column("asked_ms"),
    rowid=True,
)
"""People whose data is being deleted, in many small transactions."""
