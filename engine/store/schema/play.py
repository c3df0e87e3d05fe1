"""People, servers, lobbies, and matches with their children."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Text, text

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


def _place_column() -> Column[str]:
    """Return the column for the kind of chat that a message is in."""
    return Column("place", Text(), nullable=False, server_default=text("'server'"))


guilds = new_table(
    "guilds",
    key_column("guild_id", base.SERVER),
    text_column("config"),
    int_column("updated_ms"),
    rowid=True,
)

players = new_table(
    "players",
    key_column("user_id", base.OWN_SHOWN_APART),
    text_column("name"),
    text_column("prefs"),
    int_column("seen_ms"),
    rowid=True,
)

lobbies = new_table(
    "lobbies",
    key_column("lobby_id", base.NONE),
    id_column("guild_id", base.SERVER),
    id_column("channel_id", base.NONE),
    id_column("message_id", base.NONE, null=True),
    id_column("host_id", base.ABOUT_SPECIAL),
    text_column("status"),
    text_column("preset"),
    text_column("rules"),
    text_column("clock"),
    int_column("rated"),
    int_column("seats"),
    int_column("max_seats"),
    id_column("pair_low", base.ABOUT_SPECIAL, null=True),
    id_column("pair_high", base.ABOUT_SPECIAL, null=True),
    int_column("rematch_of", null=True),
    text_column("locale", null=True),
    text_column("room", null=True),
    int_column("rating_low", null=True),
    int_column("rating_high", null=True),
    text_column("anchor"),
    id_column("match_id", base.NONE, null=True),
    int_column("version"),
    int_column("rendered_version"),
    int_column("created_ms"),
    int_column("expires_ms"),
    int_column("closed_ms", null=True),
    _place_column(),
    int_column("across", null=True),
    CheckConstraint("seats BETWEEN 2 AND max_seats AND max_seats <= 8", name="seats"),
    rowid=True,
)
Index(
    "uq_lobbies_open_pair",
    lobbies.c.guild_id,
    lobbies.c.pair_low,
    lobbies.c.pair_high,
    unique=True,
    sqlite_where=text("status = 'open' AND pair_low IS NOT NULL"),
    postgresql_where=text("status = 'open' AND pair_low IS NOT NULL"),
)
Index(
    "uq_lobbies_open_rematch",
    lobbies.c.rematch_of,
    unique=True,
    sqlite_where=text("status = 'open' AND rematch_of IS NOT NULL"),
    postgresql_where=text("status = 'open' AND rematch_of IS NOT NULL"),
)
Index("ix_lobbies_host", lobbies.c.host_id, lobbies.c.created_ms)
Index(
    "ix_lobbies_open",
    lobbies.c.guild_id,
    lobbies.c.created_ms,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)
Index(
    "ix_lobbies_across",
    lobbies.c.created_ms,
    sqlite_where=text("status = 'open' AND across IS NOT NULL"),
    postgresql_where=text("status = 'open' AND across IS NOT NULL"),
)
"""``across``: set where people of other servers may find the lobby; the greatest difference of
ratings, 0 for any.
"""
Index(
    "ix_lobbies_behind",
    lobbies.c.lobby_id,
    sqlite_where=text("version > rendered_version"),
    postgresql_where=text("version > rendered_version"),
)

lobby_players = new_table(
    "lobby_players",
    child_column("lobbies.lobby_id"),
    id_column("user_id", base.OWN_SPECIAL),
    int_column("position"),
    text_column("name"),
    int_column("side", null=True),
    id_column("interaction_id", base.NONE),
    text_column("world_name", null=True),
    PrimaryKeyConstraint("lobby_id", "user_id"),
)
Index("ix_lobby_players_user", lobby_players.c.user_id, lobby_players.c.lobby_id)

lobby_invitees = new_table(
    "lobby_invitees",
    child_column("lobbies.lobby_id"),
    id_column("user_id", base.OWN),
    int_column("position"),
    text_column("name"),
    PrimaryKeyConstraint("lobby_id", "position"),
)
"""The people for whom alone a lobby is, in the order in which they were named."""
Index("ix_lobby_invitees_user", lobby_invitees.c.user_id)

secrets = new_table(
    "secrets",
    key_column("ref_id", base.NONE),
    text_column("root"),
    Column("earlier", Text(), nullable=False, server_default=text("'[]'")),
    rowid=True,
)
"""Root secrets of running lobbies and of matches, in a table of their own, so that no
other query can leak one.

``earlier``: JSON, the roots that restores have replaced, each with the last round it served."""

matches = new_table(
    "matches",
    key_column("match_id", base.NONE),
    id_column("lobby_id", base.NONE, null=True),
    id_column("guild_id", base.SERVER_REPLACED),
    id_column("channel_id", base.NONE),
    id_column("message_id", base.NONE, null=True),
    text_column("status"),
    text_column("preset"),
    text_column("clock"),
    text_column("times"),
    int_column("floor_ms", 0),
    int_column("rated"),
    text_column("seats"),
    text_column("sides", null=True),
    int_column("lot"),
    text_column("pending"),
    text_column("anchor"),
    text_column("revealed", null=True),
    int_column("revealed_number", 0),
    int_column("version"),
    int_column("rendered_version"),
    int_column("snapshot_schema"),
    text_column("snapshot"),
    Column("plans", Text(), nullable=False, server_default=text("'[]'")),
    int_column("created_ms"),
    int_column("updated_ms"),
    int_column("ended_ms", null=True),
    text_column("end_reason", null=True),
    int_column("winner", null=True),
    text_column("ratings", null=True),
    int_column("day", null=True),
    int_column("epoch", 0),
    int_column("boards", null=True),
    text_column("boards_said", null=True),
    text_column("begun", null=True),
    _place_column(),
    text_column("locale", null=True),
    CheckConstraint("version >= 0", name="version"),
    rowid=True,
)
Index(
    "ix_matches_behind",
    matches.c.match_id,
    sqlite_where=text("version > rendered_version"),
    postgresql_where=text("version > rendered_version"),
)
Index(
    "ix_matches_live",
    matches.c.match_id,
    sqlite_where=text("status = 'live'"),
    postgresql_where=text("status = 'live'"),
)
Index(
    "ix_matches_live_guild",
    matches.c.guild_id,
    matches.c.match_id,
    sqlite_where=text("status = 'live'"),
    postgresql_where=text("status = 'live'"),
)
Index(
    "ix_matches_day",
    matches.c.day,
    matches.c.match_id,
    sqlite_where=text("day IS NOT NULL"),
    postgresql_where=text("day IS NOT NULL"),
)
Index(
    "ix_matches_boards",
    matches.c.boards,
    matches.c.match_id,
    sqlite_where=text("boards IS NOT NULL"),
    postgresql_where=text("boards IS NOT NULL"),
)
Index("ix_matches_ended", matches.c.guild_id, matches.c.ended_ms)
Index("ix_matches_by_end", matches.c.ended_ms, matches.c.match_id)

match_players = new_table(
    "match_players",
    of_match_column(),
    int_column("seat"),
    id_column("user_id", base.ABOUT_SPECIAL, null=True),
    text_column("level", null=True),
    text_column("name"),
    int_column("live"),
    text_column("world_name", null=True),
    PrimaryKeyConstraint("match_id", "seat"),
    CheckConstraint("seat BETWEEN 0 AND 7", name="seat"),
    CheckConstraint("user_id IS NULL OR level IS NULL", name="person_or_computer"),
)
Index(
    "ix_match_players_user",
    match_players.c.user_id,
    match_players.c.live,
    match_players.c.match_id,
)

moves = new_table(
    "moves",
    of_match_column(),
    int_column("seq"),
    id_column("interaction_id", base.NONE),
    int_column("seat", null=True),
    id_column("user_id", base.ABOUT_SPECIAL, null=True),
    text_column("action", mark=base.PROOF),
    int_column("at_ms"),
    PrimaryKeyConstraint("match_id", "seq"),
)
Index("uq_moves_interaction", moves.c.match_id, moves.c.interaction_id, unique=True)

rounds = new_table(
    "rounds",
    of_match_column(),
    int_column("number"),
    text_column("contributions", mark=base.PROOF),
    text_column("tables"),
    text_column("results", null=True),
    text_column("secret", null=True),
    int_column("first_seq"),
    int_column("last_seq", null=True),
    int_column("dealt_ms"),
    int_column("ended_ms", null=True),
    text_column("commitment", null=True),
    PrimaryKeyConstraint("match_id", "number"),
)
"""Public: a round's secret is null until the round has ended. ``commitment``: the round's own,
if a restore has given the match another one since.
"""

timers = new_table(
    "timers",
    text_column("kind"),
    id_column("ref_id", base.NONE),
    int_column("slot", 0),
    int_column("fence"),
    int_column("due_ms"),
    PrimaryKeyConstraint("kind", "ref_id", "slot"),
)
Index("ix_timers_due", timers.c.due_ms)

mentions = new_table(
    "mentions",
    of_match_column(),
    id_column("user_id", base.OWN),
    id_column("channel_id", base.NONE, null=True),
    id_column("message_id", base.NONE, null=True),
    PrimaryKeyConstraint("match_id", "user_id"),
)
"""Players who were pinged that a match waits for them, and the message; once for each turn."""
Index("ix_mentions_user", mentions.c.user_id)

shares = new_table(
    "shares",
    of_match_column(),
    id_column("user_id", base.OWN),
    text_column("name"),
    int_column("since_ms"),
    PrimaryKeyConstraint("match_id"),
)
"""``name``: the unguessable part of the link. ``user_id``: the player who shares the match."""
Index("uq_shares_name", shares.c.name, unique=True)
Index("ix_shares_user", shares.c.user_id)

audit = new_table(
    "audit",
    key_column("interaction_id", base.NONE),
    id_column("guild_id", base.SERVER),
    id_column("actor_id", base.ABOUT_SPECIAL),
    text_column("deed"),
    id_column("subject_id", base.ABOUT_SPECIAL, null=True),
    text_column("detail", mark=base.ABOUT_OTHERS),
    int_column("at_ms"),
    rowid=True,
)
"""``detail``: a reason, a title of an event, or new settings."""
Index("ix_audit_guild", audit.c.guild_id, audit.c.at_ms)
Index("ix_audit_actor", audit.c.actor_id)
Index("ix_audit_subject", audit.c.subject_id)
