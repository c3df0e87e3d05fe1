"""The division of Discord's gateway among several processes with one token."""

from sqlalchemy import PrimaryKeyConstraint

from engine.store.schema.base import int_column, new_table, text_column

gateway_members = new_table(
    "gateway_members",
    text_column("name"),
    int_column("shards"),
    int_column("until_ms"),
    PrimaryKeyConstraint("name"),
)
"""Processes that share the shards. ``shards``: the number of all shards, which they agree on."""

gateway_shards = new_table(
    "gateway_shards",
    int_column("shards"),
    int_column("shard"),
    text_column("holder"),
    int_column("until_ms"),
    PrimaryKeyConstraint("shards", "shard"),
)
"""Which process runs a shard, until when unless it renews that; ``shards``: the number of all."""

gateway_sessions = new_table(
    "gateway_sessions",
    int_column("shards"),
    int_column("shard"),
    text_column("session"),
    text_column("url"),
    int_column("sequence"),
    PrimaryKeyConstraint("shards", "shard"),
)
"""Where another process can go on with a shard's session: its id, its address, its last event."""

gateway_turns = new_table(
    "gateway_turns",
    text_column("name"),
    text_column("holder"),
    int_column("until_ms"),
    PrimaryKeyConstraint("name"),
)
"""What only one process may do at a time: identify in a bucket, or use the next request."""
