"""Servers that the bot is away from, processes that serve, and recent answers."""

from sqlalchemy import PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, key_column, new_table, text_column

guild_absence = new_table(
    "guild_absence",
    key_column("guild_id", marks.SERVER),
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
    id_column("interaction_id", marks.NONE),
    text_column("command"),
    text_column("answer"),
    PrimaryKeyConstraint("interaction_id", "command"),
)
"""The answers to the commands of an interaction, kept for an hour: a repeated interaction gets the
same answer. The bot's own works have negative keys.
"""
