"""Which servers the bot is away from, which processes serve, and what was answered lately."""

from sqlalchemy import PrimaryKeyConstraint

from engine.store.schema.base import int_column, key_column, new_table, text_column

guild_absence = new_table(
    "guild_absence",
    key_column("guild_id"),
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
"""Processes that answer Discord. ``shards``: JSON, the shard count and the numbers of their own;
``seen_ms``: their last sign of life."""

answers = new_table(
    "answers",
    int_column("interaction_id"),
    text_column("command"),
    text_column("answer"),
    PrimaryKeyConstraint("interaction_id", "command"),
)
"""What was answered to the commands of an interaction, for an hour: an interaction that comes
again gets the same. Works of the bot's own have keys below 0."""
