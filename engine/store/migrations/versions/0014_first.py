"""Every table of the first release.

The revision is the last of the unreleased chain that this migration replaces, so that a database
made by that chain needs no change.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeEngine

revision = "0014"
down_revision = None
branch_labels = None
depends_on = None

KINDS: dict[str, TypeEngine[Any]] = {
    "": sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite"),
    "text": sa.Text(),
    "real": sa.Float(53).with_variant(sqlite.REAL(), "sqlite"),
}


def upgrade() -> None:
    """Create the tables and their indexes, referenced tables first."""
    _create_achievements()
    _create_answers()
    _create_matches()
    _create_attendance()
    _create_audit()
    _create_bans()
    _create_blocks()
    _create_coins()
    _create_daily_days()
    _create_daily_tries()
    _create_friends()
    _create_guild_absence()
    _create_guilds()
    _create_head_to_head()
    _create_leases()
    _create_lobbies()
    _create_lobby_players()
    _create_match_luck()
    _create_match_players()
    _create_mentions()
    _create_moves()
    _create_note_book()
    _create_notes()
    _create_player_matches()
    _create_players()
    _create_preset_results()
    _create_processes()
    _create_puzzle_answers()
    _create_rating_history()
    _create_ratings()
    _create_reports()
    _create_rounds()
    _create_season_places()
    _create_season_roles()
    _create_secrets()
    _create_standings()
    _create_timers()
    _create_unrated()


def _column(spec: str) -> sa.Column[Any]:
    """Return a column of a spec: an integer unless ``:text`` or ``:real``, nullable with ``?``."""
    spec, equals, default = spec.partition("=")
    name, _, kind = spec.removesuffix("?").partition(":")
    return sa.Column(
        name,
        KINDS[kind],
        nullable=spec.endswith("?"),
        server_default=sa.text(default) if equals else None,
        autoincrement=False,
    )


def _reference(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.{column}"], name=f"fk_{table}_{column}")


def _table(
    name: str, columns: str, key: str, *more: sa.schema.SchemaItem, rowid: bool = False
) -> None:
    op.create_table(
        name,
        *(_column(spec) for spec in columns.split()),
        sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{name}"),
        *more,
        sqlite_strict=True,
        sqlite_with_rowid=rowid,
    )


def _index(
    name: str, table: str, columns: str, *, where: str | None = None, unique: bool = False
) -> None:
    only = None if where is None else sa.text(where)
    op.create_index(
        name, table, columns.split(), unique=unique, sqlite_where=only, postgresql_where=only
    )


def _create_achievements() -> None:
    _table("achievements", "user_id name:text at_ms match_id? told=0", "user_id name")
    _index("ix_achievements_name", "achievements", "name")
    _index("ix_achievements_untold", "achievements", "user_id", where="told = 0")


def _create_answers() -> None:
    _table("answers", "interaction_id command:text answer:text", "interaction_id command")


def _create_matches() -> None:
    _table(
        "matches",
        """
        match_id lobby_id? guild_id channel_id message_id? status:text preset:text clock:text
        times:text floor_ms=0 rated seats:text sides:text? lot pending:text anchor:text
        revealed:text? revealed_number=0 version rendered_version snapshot_schema snapshot:text
        created_ms updated_ms ended_ms? end_reason:text? winner? ratings:text? plans:text='[]'
        day? epoch=0
        """,
        "match_id",
        sa.CheckConstraint("version >= 0", name="ck_matches_version"),
        rowid=True,
    )
    _index("ix_matches_behind", "matches", "match_id", where="version > rendered_version")
    _index("ix_matches_ended", "matches", "guild_id ended_ms")
    _index("ix_matches_live", "matches", "match_id", where="status = 'live'")
    _index("ix_matches_by_end", "matches", "ended_ms match_id")
    _index("ix_matches_live_guild", "matches", "guild_id match_id", where="status = 'live'")
    _index("ix_matches_day", "matches", "day match_id", where="day IS NOT NULL")


def _create_attendance() -> None:
    _table(
        "attendance",
        "user_id match_id abandoned at_ms",
        "user_id match_id",
        _reference("attendance", "match_id", "matches"),
    )


def _create_audit() -> None:
    _table(
        "audit",
        "interaction_id guild_id actor_id deed:text subject_id? detail:text at_ms",
        "interaction_id",
        rowid=True,
    )
    _index("ix_audit_guild", "audit", "guild_id at_ms")


def _create_bans() -> None:
    _table("bans", "guild_id user_id until_ms? reason:text banned_by since_ms", "guild_id user_id")
    _index("ix_bans_user", "bans", "user_id")


def _create_blocks() -> None:
    _table("blocks", "user_id blocked_id since_ms", "user_id blocked_id")
    _index("ix_blocks_blocked", "blocks", "blocked_id")


def _create_coins() -> None:
    _table(
        "coins",
        "user_id seq reason:text amount balance at_ms",
        "user_id seq",
        sa.CheckConstraint("balance >= 0", name="ck_coins_balance"),
        sa.CheckConstraint("amount <> 0", name="ck_coins_amount"),
        sa.CheckConstraint("seq > 1 OR balance = amount", name="ck_coins_first"),
        sa.UniqueConstraint("user_id", "reason", name="uq_coins_user_id_reason"),
    )


def _create_daily_days() -> None:
    _table(
        "daily_days", "day anchor:text par? puzzle:text? made_ms revealed_ms?", "day", rowid=True
    )


def _create_daily_tries() -> None:
    _table(
        "daily_tries",
        "day user_id match_id guild_id shown points? streak=0 ended_ms?",
        "day user_id",
        _reference("daily_tries", "match_id", "matches"),
    )
    _index(
        "ix_daily_tries_server",
        "daily_tries",
        "guild_id day points user_id",
        where="points IS NOT NULL",
    )
    _index(
        "ix_daily_tries_world",
        "daily_tries",
        "shown day points user_id",
        where="points IS NOT NULL",
    )
    _index("ix_daily_tries_user", "daily_tries", "user_id day")
    _index("ix_daily_tries_match", "daily_tries", "match_id")


def _create_friends() -> None:
    _table("friends", "user_id friend_id since_ms", "user_id friend_id")
    _index("ix_friends_friend", "friends", "friend_id")


def _create_guild_absence() -> None:
    _table("guild_absence", "guild_id since_ms removed", "guild_id", rowid=True)


def _create_guilds() -> None:
    _table("guilds", "guild_id config:text updated_ms", "guild_id", rowid=True)


def _create_head_to_head() -> None:
    _table(
        "head_to_head",
        "scope user_id other_id matches=0 won=0 drawn=0 balance=0 last_ms",
        "scope user_id other_id",
    )
    _index("ix_head_to_head_balance", "head_to_head", "scope user_id balance")
    _index("ix_head_to_head_matches", "head_to_head", "scope user_id matches")
    _index("ix_head_to_head_other", "head_to_head", "other_id")
    _index("ix_head_to_head_user", "head_to_head", "user_id")


def _create_leases() -> None:
    _table("leases", "name:text holder:text until_ms done_key:text", "name")


def _create_lobbies() -> None:
    _table(
        "lobbies",
        """
        lobby_id guild_id channel_id message_id? host_id status:text preset:text rules:text
        clock:text rated seats max_seats invited:text pair_low? pair_high? rematch_of?
        locale:text? anchor:text match_id? version rendered_version created_ms expires_ms
        closed_ms? room:text? rating_low? rating_high?
        """,
        "lobby_id",
        sa.CheckConstraint(
            "seats BETWEEN 2 AND max_seats AND max_seats <= 8", name="ck_lobbies_seats"
        ),
        rowid=True,
    )
    _index("ix_lobbies_behind", "lobbies", "lobby_id", where="version > rendered_version")
    _index("ix_lobbies_host", "lobbies", "host_id created_ms")
    _index(
        "uq_lobbies_open_pair",
        "lobbies",
        "guild_id pair_low pair_high",
        unique=True,
        where="status = 'open' AND pair_low IS NOT NULL",
    )
    _index(
        "uq_lobbies_open_rematch",
        "lobbies",
        "rematch_of",
        unique=True,
        where="status = 'open' AND rematch_of IS NOT NULL",
    )


def _create_lobby_players() -> None:
    _table(
        "lobby_players",
        "lobby_id user_id position name:text side? interaction_id",
        "lobby_id user_id",
        _reference("lobby_players", "lobby_id", "lobbies"),
    )
    _index("ix_lobby_players_user", "lobby_players", "user_id lobby_id")


def _create_match_luck() -> None:
    _table(
        "match_luck",
        "user_id match_id rounds? deal:real? draws:real? play:real?",
        "user_id match_id",
        _reference("match_luck", "match_id", "matches"),
    )
    _index("ix_match_luck_pending", "match_luck", "match_id", where="rounds IS NULL")


def _create_match_players() -> None:
    _table(
        "match_players",
        "match_id seat user_id? level:text? name:text live",
        "match_id seat",
        _reference("match_players", "match_id", "matches"),
        sa.CheckConstraint("seat BETWEEN 0 AND 7", name="ck_match_players_seat"),
        sa.CheckConstraint(
            "user_id IS NULL OR level IS NULL", name="ck_match_players_person_or_computer"
        ),
    )
    _index("ix_match_players_user", "match_players", "user_id live match_id")


def _create_mentions() -> None:
    _table(
        "mentions",
        "match_id user_id channel_id? message_id?",
        "match_id user_id",
        _reference("mentions", "match_id", "matches"),
    )


def _create_moves() -> None:
    _table(
        "moves",
        "match_id seq interaction_id seat? user_id? action:text at_ms",
        "match_id seq",
        _reference("moves", "match_id", "matches"),
    )
    _index("uq_moves_interaction", "moves", "match_id interaction_id", unique=True)


def _create_note_book() -> None:
    _table("note_book", "user_id about_id words:text updated_ms", "user_id about_id")
    _index("ix_note_book_about", "note_book", "about_id")


def _create_notes() -> None:
    _table(
        "notes", "note_id sender_id receiver_id words:text sent_ms read_ms?", "note_id", rowid=True
    )
    _index("ix_notes_receiver", "notes", "receiver_id note_id")
    _index("ix_notes_sender", "notes", "sender_id sent_ms")
    _index("ix_notes_unread", "notes", "receiver_id", where="read_ms IS NULL")


def _create_player_matches() -> None:
    _table(
        "player_matches",
        """
        user_id ended_ms match_id seat party guild_id pool:text preset:text rated result quit
        games_won=0 points=0 rounds=0 rounds_won=0 downs=0 knocks=0 gins=0 big_gins=0
        undercuts=0 undercut=0 knock_deadwood=0 down_turns=0 layoff_points=0 blitzes=0
        shutouts=0 fastest_gin?
        """,
        "user_id ended_ms match_id",
        _reference("player_matches", "match_id", "matches"),
    )
    _index("ix_player_matches_match", "player_matches", "match_id")


def _create_players() -> None:
    _table("players", "user_id name:text prefs:text seen_ms", "user_id", rowid=True)


def _create_preset_results() -> None:
    _table(
        "preset_results",
        "scope user_id preset:text matches=0 won=0 drawn=0",
        "scope user_id preset",
    )
    _index("ix_preset_results_user", "preset_results", "user_id")


def _create_processes() -> None:
    _table("processes", "name:text shards:text seen_ms", "name")


def _create_puzzle_answers() -> None:
    _table("puzzle_answers", "day user_id choice best at_ms", "day user_id")
    _index("ix_puzzle_answers_user", "puzzle_answers", "user_id day")


def _create_rating_history() -> None:
    _table(
        "rating_history",
        """
        scope user_id pool:text ended_ms match_id before:real rating:real deviation:real
        volatility:real faced:text from_unknown:real='0'
        """,
        "scope user_id pool ended_ms match_id",
        _reference("rating_history", "match_id", "matches"),
    )
    _index("ix_rating_history_match", "rating_history", "match_id")
    _index("ix_rating_history_user", "rating_history", "user_id")


def _create_ratings() -> None:
    _table(
        "ratings",
        """
        scope user_id pool:text rating:real deviation:real volatility:real games best:real
        last_ms?
        """,
        "scope user_id pool",
    )
    _index("ix_ratings_user", "ratings", "user_id")


def _create_reports() -> None:
    _table(
        "reports",
        """
        report_id guild_id reporter_id reported_id match_id? reason:text record:text? at_ms
        closed_ms? closed_by?
        """,
        "report_id",
        rowid=True,
    )
    _index("ix_reports_guild", "reports", "guild_id report_id")
    _index("ix_reports_reporter", "reports", "reporter_id at_ms")
    _index("ix_reports_reported", "reports", "reported_id")


def _create_rounds() -> None:
    _table(
        "rounds",
        """
        match_id number contributions:text tables:text results:text? secret:text? first_seq
        last_seq? dealt_ms ended_ms? commitment:text?
        """,
        "match_id number",
        _reference("rounds", "match_id", "matches"),
    )


def _create_season_places() -> None:
    _table(
        "season_places",
        "guild_id season:text board:text pool:text place row user_id value:real",
        "guild_id season board pool row",
    )
    _index("ix_season_places_user", "season_places", "user_id guild_id")


def _create_season_roles() -> None:
    _table("season_roles", "guild_id season:text user_id role_id", "guild_id user_id")
    _index("ix_season_roles_user", "season_roles", "user_id")


def _create_secrets() -> None:
    _table("secrets", "ref_id root:text earlier:text='[]'", "ref_id", rowid=True)


def _create_standings() -> None:
    _table(
        "standings",
        """
        scope season:text user_id pool:text shown matches=0 won=0 drawn=0 rated_matches=0 quit=0
        games_won=0 points=0 rounds=0 rounds_won=0 downs=0 knocks=0 gins=0 big_gins=0
        undercuts=0 undercut=0 knock_deadwood=0 down_turns=0 layoff_points=0 blitzes=0
        shutouts=0 fastest_gin? streak=0 best_streak=0 rating:real? deviation:real?
        listed_until_ms=0 last_ms
        """,
        "scope season user_id pool",
    )
    _index(
        "ix_standings_best_streak",
        "standings",
        "scope season pool shown best_streak user_id",
        where="best_streak > 0",
    )
    _index(
        "ix_standings_blitzes",
        "standings",
        "scope season pool shown blitzes user_id",
        where="blitzes > 0",
    )
    _index(
        "ix_standings_gins", "standings", "scope season pool shown gins user_id", where="gins > 0"
    )
    _index(
        "ix_standings_layoff_points",
        "standings",
        "scope season pool shown layoff_points user_id",
        where="layoff_points > 0",
    )
    _index(
        "ix_standings_points",
        "standings",
        "scope season pool shown points user_id",
        where="points > 0",
    )
    _index(
        "ix_standings_undercuts",
        "standings",
        "scope season pool shown undercuts user_id",
        where="undercuts > 0",
    )
    _index("ix_standings_user", "standings", "user_id season scope")
    _index("ix_standings_won", "standings", "scope season pool shown won user_id", where="won > 0")
    _index(
        "ix_standings_rating",
        "standings",
        "scope season pool shown rating user_id listed_until_ms",
        where="listed_until_ms > 0",
    )


def _create_timers() -> None:
    _table("timers", "kind:text ref_id slot=0 fence due_ms", "kind ref_id slot")
    _index("ix_timers_due", "timers", "due_ms")


def _create_unrated() -> None:
    _table(
        "unrated",
        "match_id guild_id reason:text ended_ms",
        "match_id",
        _reference("unrated", "match_id", "matches"),
    )
    _index("ix_unrated_guild", "unrated", "guild_id ended_ms")
