"""Events of a server: their entries, their pairings, and the matches of the pairings.

Pairings name entrants by their number within the event, so that nobody's id is in them.
"""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import base
from engine.store.schema.base import (
    child_column,
    id_column,
    int_column,
    key_column,
    new_table,
    of_match_column,
    text_column,
)

events = new_table(
    "events",
    key_column("event_id", base.NONE),
    id_column("guild_id", base.SERVER),
    id_column("channel_id", base.NONE),
    id_column("message_id", base.NONE, null=True),
    id_column("thread_id", base.NONE, null=True),
    id_column("host_id", base.ABOUT_REPLACED),
    text_column("state"),
    text_column("plan", mark=base.ABOUT_OTHERS),
    text_column("locale", null=True),
    int_column("round", 0),
    int_column("rounds", null=True),
    int_column("ends_ms", null=True),
    int_column("ended_ms", null=True),
    int_column("seed"),
    int_column("series", null=True),
    int_column("season", 1),
    int_column("version"),
    int_column("rendered_version"),
    int_column("created_ms"),
    text_column("anchor", null=True),
    text_column("pressed", null=True),
    int_column("revealed", 0),
    text_column("secret", null=True),
    rowid=True,
)
"""``plan``: JSON, what the organizer decided. ``seed``: what lots are drawn from. ``series``: the
first event of a repetition.

Of a duplicate event: ``anchor`` commits to all its boards, ``pressed`` is what the entrants pressed
to be there, ``revealed`` the last round whose boards are public, ``secret`` that round's secret.
"""
Index("ix_events_guild", events.c.guild_id, events.c.ended_ms)
Index("ix_events_host", events.c.host_id)
Index(
    "ix_events_behind",
    events.c.event_id,
    sqlite_where=text("version > rendered_version"),
    postgresql_where=text("version > rendered_version"),
)

event_drafts = new_table(
    "event_drafts",
    key_column("draft_id", base.NONE),
    id_column("user_id", base.OWN),
    id_column("guild_id", base.SERVER),
    text_column("plan"),
    int_column("version"),
    int_column("changed_ms"),
    id_column("event_id", base.NONE, null=True),
    rowid=True,
)
"""The plan of an event that is not announced yet; the id is the interaction that began it.
``version``: of the plan. ``event_id``: what it was announced as.
"""
Index("ix_event_drafts_user", event_drafts.c.user_id)
Index("ix_event_drafts_guild", event_drafts.c.guild_id)
Index("ix_event_drafts_changed", event_drafts.c.changed_ms)

event_entries = new_table(
    "event_entries",
    child_column("events.event_id"),
    int_column("number"),
    id_column("user_id", base.ENTRY),
    text_column("name"),
    text_column("state"),
    int_column("seed", null=True),
    int_column("division"),
    int_column("rating", null=True),
    int_column("no_shows"),
    int_column("joined_round"),
    int_column("place", null=True),
    int_column("free_ms"),
    int_column("said"),
    text_column("world_name", null=True),
    int_column("waits", null=True),
    PrimaryKeyConstraint("event_id", "number"),
)
"""``user_id``: of somebody who was deleted, minus the number. ``place``: in a finished event.
``free_ms``: since when an arena may pair the entrant. ``said``: the interaction of the entry or the
check-in, their contribution to the first deal of each match. ``world_name``: the name of the
account. ``waits``: the place on the waiting list; who has the lowest number moves up first.
"""
Index("uq_event_entries_user", event_entries.c.event_id, event_entries.c.user_id, unique=True)
Index("ix_event_entries_user", event_entries.c.user_id, event_entries.c.event_id)

event_pairings = new_table(
    "event_pairings",
    child_column("events.event_id"),
    int_column("number"),
    int_column("round"),
    int_column("place"),
    int_column("division"),
    int_column("first"),
    int_column("second", null=True),
    text_column("state"),
    text_column("verdict", null=True),
    int_column("winner", null=True),
    int_column("won_first", 0),
    int_column("won_second", 0),
    int_column("points", 0),
    PrimaryKeyConstraint("event_id", "number"),
)
"""``first``, ``second`` and ``winner`` are numbers of entrants; ``place`` is the table."""

event_matches = new_table(
    "event_matches",
    of_match_column(),
    child_column("events.event_id"),
    int_column("number"),
    int_column("game"),
    int_column("first_seat"),
    text_column("outcome", null=True),
    int_column("winner_seat", null=True),
    int_column("by_seat", null=True),
    int_column("points", null=True),
    int_column("counted"),
    text_column("boards", null=True),
    PrimaryKeyConstraint("match_id"),
)
"""The matches of pairing ``number``, the first being ``game`` 1. ``first_seat``: the seat of the
pairing's first entrant. ``outcome``: why the match ended. ``counted``: whether the pairing has
taken the result. ``boards``: JSON, the first seat's points less the second's on each board that
was begun, null for one that was broken off.
"""
Index(
    "ix_event_matches_pairing",
    event_matches.c.event_id,
    event_matches.c.number,
    event_matches.c.game,
)

event_news = new_table(
    "event_news",
    child_column("events.event_id"),
    int_column("version"),
    text_column("news"),
    int_column("created_ms"),
    int_column("batch", null=True),
    int_column("claimed_ms", null=True),
    PrimaryKeyConstraint("event_id", "version"),
)
"""What a change of an event, its ``version``, is to tell and nobody has told yet. ``news``: JSON,
with the numbers of entrants. ``batch``: the last version of those that are told together, once a
process has taken them, at ``claimed_ms``.
"""
