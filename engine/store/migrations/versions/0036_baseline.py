"""Every table of revision 0036, with the columns in the order in which earlier revisions made them.

A spec begins with the name of its table, and ``rowid`` where one integer is the whole key. Columns
are integers unless ``:text`` or ``:real``; ``*`` is before those of the primary key, ``?`` after
those that can be null, and ``>table`` after a reference to the column of that name in that table.
"""

import re
from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeEngine

revision = "0036"
down_revision = None
branch_labels = None
depends_on = None

TABLES: Final = """
achievements: *user_id *name:text at_ms match_id? told=0
    index ix_achievements_untold: user_id WHERE told = 0
answers: *interaction_id *command:text answer:text
audit rowid: *interaction_id guild_id actor_id deed:text subject_id? detail:text at_ms
    index ix_audit_actor: actor_id
    index ix_audit_guild: guild_id at_ms
    index ix_audit_subject: subject_id
bans: *guild_id *user_id until_ms? reason:text banned_by since_ms
    index ix_bans_banned_by: banned_by
    index ix_bans_user: user_id
blocks: *user_id *blocked_id since_ms
    index ix_blocks_blocked: blocked_id
coins: *user_id *seq reason:text amount balance at_ms
    check ck_coins_amount: amount <> 0
    check ck_coins_balance: balance >= 0
    check ck_coins_first: seq > 1 OR balance = amount
    unique uq_coins_user_id_reason: user_id reason
daily_days rowid: *day anchor:text par? puzzle:text? made_ms revealed_ms?
deletions rowid: *user_id asked_ms
event_drafts rowid: *draft_id user_id guild_id plan:text version changed_ms event_id?
    index ix_event_drafts_changed: changed_ms
    index ix_event_drafts_guild: guild_id
    index ix_event_drafts_user: user_id
events rowid: *event_id guild_id channel_id message_id? thread_id? host_id state:text plan:text
    locale:text? round=0 rounds? ends_ms? ended_ms? seed series? season=1 version rendered_version
    created_ms anchor:text? pressed:text? secret:text? revealed='0'
    index ix_events_behind: event_id WHERE version > rendered_version
    index ix_events_guild: guild_id ended_ms
    index ix_events_host: host_id
event_entries: *event_id>events *number user_id name:text state:text seed? division rating? no_shows
    joined_round place? free_ms said world_name:text? waits?
    index ix_event_entries_user: user_id event_id
    unique index uq_event_entries_user: event_id user_id
event_news: *event_id>events *version news:text created_ms batch? claimed_ms?
event_pairings: *event_id>events *number round place division first second? state:text verdict:text?
    winner? won_first=0 won_second=0 points=0
friend_requests rowid: *request_id sender_id receiver_id sent_ms read_ms?
    index ix_friend_requests_receiver: receiver_id request_id
    index ix_friend_requests_sender: sender_id sent_ms
    index ix_friend_requests_unread: receiver_id WHERE read_ms IS NULL
friends: *user_id *friend_id since_ms
    index ix_friends_friend: friend_id
guild_absence rowid: *guild_id since_ms removed
guilds rowid: *guild_id config:text updated_ms
helpful_pairs: *guild_id *user_id *other_id since_ms cleared_ms?
    index ix_helpful_pairs_other: other_id
    index ix_helpful_pairs_user: user_id
leases: *name:text holder:text until_ms done_key:text
lobbies rowid: *lobby_id guild_id channel_id message_id? host_id status:text preset:text rules:text
    clock:text rated seats max_seats pair_low? pair_high? rematch_of? locale:text? anchor:text
    match_id? version rendered_version created_ms expires_ms closed_ms? room:text? rating_low?
    rating_high? place:text='server' across?
    check ck_lobbies_seats: seats BETWEEN 2 AND max_seats AND max_seats <= 8
    index ix_lobbies_across: created_ms WHERE status = 'open' AND across IS NOT NULL
    index ix_lobbies_behind: lobby_id WHERE version > rendered_version
    index ix_lobbies_host: host_id created_ms
    index ix_lobbies_open: guild_id created_ms WHERE status = 'open'
    unique index uq_lobbies_open_pair: guild_id pair_low pair_high
        WHERE status = 'open' AND pair_low IS NOT NULL
    unique index uq_lobbies_open_rematch: rematch_of
        WHERE status = 'open' AND rematch_of IS NOT NULL
lobby_invitees: *lobby_id>lobbies user_id *position name:text
    index ix_lobby_invitees_user: user_id
lobby_players: *lobby_id>lobbies *user_id position name:text side? interaction_id world_name:text?
    index ix_lobby_players_user: user_id lobby_id
matches rowid: *match_id lobby_id? guild_id channel_id message_id? status:text preset:text
    clock:text times:text floor_ms=0 rated seats:text sides:text? lot pending:text anchor:text
    revealed:text? revealed_number=0 version rendered_version snapshot_schema snapshot:text
    created_ms updated_ms ended_ms? end_reason:text? winner? ratings:text? plans:text='[]' day?
    epoch=0 place:text='server' locale:text? boards? boards_said:text? begun:text?
    check ck_matches_version: version >= 0
    index ix_matches_behind: match_id WHERE version > rendered_version
    index ix_matches_boards: boards match_id WHERE boards IS NOT NULL
    index ix_matches_by_end: ended_ms match_id
    index ix_matches_day: day match_id WHERE day IS NOT NULL
    index ix_matches_ended: guild_id ended_ms
    index ix_matches_live: match_id WHERE status = 'live'
    index ix_matches_live_guild: guild_id match_id WHERE status = 'live'
attendance: *user_id *match_id>matches abandoned at_ms
daily_tries: *day *user_id match_id>matches guild_id shown points? streak=0 ended_ms?
    index ix_daily_tries_match: match_id
    index ix_daily_tries_server: guild_id day points user_id WHERE points IS NOT NULL
    index ix_daily_tries_user: user_id day
    index ix_daily_tries_world: shown day points user_id WHERE points IS NOT NULL
event_matches: *match_id>matches event_id>events number game first_seat outcome:text? winner_seat?
    by_seat? points? counted boards:text?
    index ix_event_matches_pairing: event_id number game
match_help: *user_id *match_id>matches guild_id other_id ended_ms discards? completed?
    expected:real? variance:real?
    index ix_match_help_other: other_id
    index ix_match_help_pair: guild_id user_id other_id
    index ix_match_help_pending: match_id WHERE discards IS NULL
match_luck: *user_id *match_id>matches rounds? deal:real? draws:real? play:real?
    index ix_match_luck_pending: match_id WHERE rounds IS NULL
match_players: *match_id>matches *seat user_id? level:text? name:text live world_name:text?
    check ck_match_players_person_or_computer: user_id IS NULL OR level IS NULL
    check ck_match_players_seat: seat BETWEEN 0 AND 7
    index ix_match_players_user: user_id live match_id
mentions: *match_id>matches *user_id channel_id? message_id?
    index ix_mentions_user: user_id
moves: *match_id>matches *seq interaction_id seat? user_id? action:text at_ms
    unique index uq_moves_interaction: match_id interaction_id
notes rowid: *note_id sender_id receiver_id words:text sent_ms read_ms?
    index ix_notes_receiver: receiver_id note_id
    index ix_notes_sender: sender_id sent_ms
    index ix_notes_unread: receiver_id WHERE read_ms IS NULL
player_matches: *user_id *ended_ms *match_id>matches seat party guild_id pool:text preset:text rated
    result quit games_won=0 points=0 rounds=0 rounds_won=0 downs=0 knocks=0 gins=0 big_gins=0
    undercuts=0 undercut=0 knock_deadwood=0 down_turns=0 layoff_points=0 blitzes=0 shutouts=0
    fastest_gin? across=0
    index ix_player_matches_match: match_id user_id party result
players rowid: *user_id name:text prefs:text seen_ms
processes: *name:text shards:text seen_ms
push_subscriptions: *endpoint:text user_id p256dh:text auth:text since_ms
    index ix_push_subscriptions_user: user_id
puzzle_answers: *day *user_id choice best at_ms
    index ix_puzzle_answers_user: user_id day
rating_history: *scope *user_id *pool:text *ended_ms *match_id>matches before:real rating:real
    deviation:real volatility:real from_unknown:real='0'
    index ix_rating_history_match: match_id
    index ix_rating_history_user: user_id
ratings: *scope *user_id *pool:text rating:real deviation:real volatility:real games best:real
    last_ms?
    index ix_ratings_user: user_id
reports rowid: *report_id guild_id reporter_id reported_id match_id? reason:text record:text? at_ms
    closed_ms? closed_by?
    index ix_reports_closed_by: closed_by
    index ix_reports_guild: guild_id report_id
    index ix_reports_reported: reported_id
    index ix_reports_reporter: reporter_id at_ms
rounds: *match_id>matches *number contributions:text tables:text results:text? secret:text?
    first_seq last_seq? dealt_ms ended_ms? commitment:text?
season_places: *guild_id *season:text *board:text *pool:text place *row user_id value:real
    index ix_season_places_user: user_id guild_id
season_roles: *guild_id season:text *user_id role_id
    index ix_season_roles_user: user_id
secrets rowid: *ref_id root:text earlier:text='[]'
server_keys: *name:text value:text made_ms
shares: *match_id>matches user_id name:text since_ms
    index ix_shares_user: user_id
    unique index uq_shares_name: name
standings: *scope *season:text *user_id *pool:text shown matches=0 won=0 drawn=0 rated_matches=0
    quit=0 games_won=0 points=0 rounds=0 rounds_won=0 downs=0 knocks=0 gins=0 big_gins=0 undercuts=0
    undercut=0 knock_deadwood=0 down_turns=0 layoff_points=0 blitzes=0 shutouts=0 fastest_gin?
    streak=0 best_streak=0 rating:real? deviation:real? listed_until_ms=0 last_ms
    index ix_standings_best_streak: scope season pool shown best_streak user_id
        WHERE best_streak > 0
    index ix_standings_blitzes: scope season pool shown blitzes user_id WHERE blitzes > 0
    index ix_standings_gins: scope season pool shown gins user_id WHERE gins > 0
    index ix_standings_layoff_points: scope season pool shown layoff_points user_id
        WHERE layoff_points > 0
    index ix_standings_points: scope season pool shown points user_id WHERE points > 0
    index ix_standings_rating: scope season pool shown rating user_id listed_until_ms
        WHERE listed_until_ms > 0
    index ix_standings_undercuts: scope season pool shown undercuts user_id WHERE undercuts > 0
    index ix_standings_user: user_id season scope
    index ix_standings_won: scope season pool shown won user_id WHERE won > 0
studies rowid: *study_id user_id title:text content:text version created_ms updated_ms name:text?
    index ix_studies_user: user_id updated_ms
    unique index uq_studies_name: name
timers: *kind:text *ref_id *slot=0 fence due_ms
    index ix_timers_due: due_ms
trainer_answers: *user_id *puzzle_id own times solved choice? lost:real? change:real? at_ms? due_ms?
    index ix_trainer_answers_due: user_id due_ms WHERE due_ms IS NOT NULL
    index ix_trainer_answers_puzzle: puzzle_id
trainer_matches: *user_id *match_id>matches
trainer_people rowid: *user_id value:real deviation:real volatility:real answered solved at_ms
trainer_puzzles rowid: *puzzle_id question:text puzzle:text pool made_ms value:real deviation:real
    volatility:real
    index ix_trainer_puzzles_pool: question value WHERE pool = 1
trainer_races rowid: *race_id puzzles:text made_ms
    index ix_trainer_races_made: made_ms
trainer_attempts: *race_id>trainer_races *user_id guild_id started_ms results:text solved ended_ms?
    index ix_trainer_attempts_board: guild_id started_ms
    index ix_trainer_attempts_user: user_id started_ms
tutor_advice rowid: *user_id given_ms until_ms findings:text
unrated: *match_id>matches guild_id reason:text ended_ms
    index ix_unrated_guild: guild_id ended_ms
weekly_hands rowid: *hand_id guild_id channel_id message_id? host_id position:text solution:text
    locale:text? posted_ms closes_ms closed_ms? version rendered_version
    index ix_weekly_hands_closes: closes_ms
    index ix_weekly_hands_guild: guild_id
    index ix_weekly_hands_host: host_id
    unique index uq_weekly_hands_open: guild_id WHERE closed_ms IS NULL
weekly_answers: *hand_id>weekly_hands *user_id choice at_ms
    index ix_weekly_answers_user: user_id
"""
"""Referenced tables come first."""
TABLE: Final = re.compile(r"(\w+)( rowid)?: (.+)", re.DOTALL)
COLUMN: Final = re.compile(r"(\*?)(\w+)(?:>(\w+))?(?::(\w+))?(\??)(?:=(.+))?")
PART: Final = re.compile(r"(check|unique|index|unique index) (\w+): (.+?)(?:\s+WHERE (.+))?")
TYPES: Final[dict[str | None, TypeEngine[Any]]] = {
    None: sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite"),
    "text": sa.Text(),
    "real": sa.Float(53).with_variant(sqlite.REAL(), "sqlite"),
}


def upgrade() -> None:
    """Create the tables and their indexes."""
    for spec in re.split(r"\n(?=\w)", TABLES.strip()):
        head, *parts = re.split(r"\n {4}(?=check |unique |index )", spec)
        table, rowid, columns = _fields(TABLE, head)
        _create(table, columns.split(), [_fields(PART, one) for one in parts], rowid=bool(rowid))


def _fields(pattern: re.Pattern[str], spec: str) -> tuple[Any, ...]:
    found = pattern.fullmatch(spec)
    assert found is not None, spec
    return found.groups()


def _create(table: str, specs: list[str], parts: list[tuple[Any, ...]], *, rowid: bool) -> None:
    columns = [_fields(COLUMN, spec) for spec in specs]
    keys = [name for key, name, *_ in columns if key]
    references = [(name, other) for _, name, other, *_ in columns if other]
    checks = [(name, what) for kind, name, what, _ in parts if kind == "check"]
    uniques = [(name, what) for kind, name, what, _ in parts if kind == "unique"]
    op.create_table(
        table,
        *(
            sa.Column(
                name,
                TYPES[kind],
                nullable=bool(null),
                server_default=default and sa.text(default),
                autoincrement=False,
            )
            for _, name, _, kind, null, default in columns
        ),
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{table}"),
        *(
            sa.ForeignKeyConstraint([name], [f"{other}.{name}"], name=f"fk_{table}_{name}")
            for name, other in references
        ),
        *(sa.CheckConstraint(what, name=name) for name, what in checks),
        *(sa.UniqueConstraint(*what.split(), name=name) for name, what in uniques),
        sqlite_strict=True,
        sqlite_with_rowid=rowid,
    )
    for kind, name, what, where in parts:
        if kind in ("index", "unique index"):
            only = where and sa.text(where)
            unique = kind == "unique index"
            op.create_index(
                name, table, what.split(), unique=unique, sqlite_where=only, postgresql_where=only
            )
