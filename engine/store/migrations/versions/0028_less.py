"""What goes: matches of one server against another, events against the computer, line-ups, note
books, the leases of shards, totals that a person's matches give, and second homes of matches.

Events that are under way are called off by their timers after the next start, on the ordinary way.
A match between players of two servers goes on without a table message.
"""

import json
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
Row = dict[str, Any]
OPEN: Final = ("announced", "check_in", "running")
ALL_PAIRINGS: Final = 1
"""The slot of the step of an event that looks at all of its pairings."""


def upgrade() -> None:
    """Change the rows, then the tables."""
    _call_off_server_matches()
    _drop_server_matches()
    _call_off_computer_events()
    op.drop_column("event_entries", "line_up")
    _reword_the_log()
    _drop_gateway()
    op.drop_table("note_book")
    _move_friend_requests()
    op.drop_index("ix_achievements_name", "achievements")
    _drop_totals()
    _leave_both_homes()
    _drop_second_homes()


# -- events that are called off -------------------------------------------------------------


def _rows(statement: str, **values: object) -> list[Row]:
    """Return what a query finds."""
    return [dict(row) for row in op.get_bind().execute(sa.text(statement), values).mappings()]


def _do(statement: str, **values: object) -> None:
    op.get_bind().execute(sa.text(statement), values)


def _insert(table: str, row: Row) -> None:
    op.get_bind().execute(sa.insert(sa.table(table, *map(sa.column, row))).values(row))


def _replan(event: Row, change: Callable[[Row], object]) -> None:
    """Change the plan of an event."""
    plan = json.loads(event["plan"])
    change(plan)
    event["plan"] = json.dumps(plan)
    _do(
        "UPDATE events SET plan = :plan WHERE event_id = :id",
        plan=event["plan"],
        id=event["event_id"],
    )


def _stop(event: Row) -> None:
    """Let an event do nothing more by itself, and tell nothing more of what has been."""
    _do("DELETE FROM timers WHERE ref_id = :id", id=event["event_id"])
    _do("DELETE FROM event_news WHERE event_id = :id", id=event["event_id"])


def _call_off(event: Row) -> None:
    """Let the next start of the program call an event off, and end the matches in it."""
    _stop(event)
    _replan(event, lambda plan: plan.update(dropped=True))
    step = {"kind": "event_step", "ref_id": event["event_id"], "slot": ALL_PAIRINGS}
    _insert("timers", step | {"fence": event["version"], "due_ms": 0})


# -- matches of servers ---------------------------------------------------------------------


def _call_off_server_matches() -> None:
    """Let each of the two servers keep its part of what is not over; delete what is over."""
    for event in _rows("SELECT * FROM events WHERE away_guild_id IS NOT NULL ORDER BY event_id"):
        if event["state"] in OPEN:
            _replan(event, lambda plan: plan.pop("teams", None))
            _call_off(_other_home(event))
            _call_off(event)
            _hide_other_team(event)
        else:
            _delete(event)


def _other_home(event: Row) -> Row:
    """Announce the event of two servers in the second one, too, with its own team alone."""
    new = {name: value for name, value in event.items() if not name.startswith("away_")}
    new |= {
        name.removeprefix("away_"): value
        for name, value in event.items()
        if name.startswith("away_")
    }
    new |= dict.fromkeys(("rounds", "ends_ms", "anchor", "pressed", "secret"))
    new |= {"round": 0, "host_id": new["host_id"] or 0}
    if event["state"] == "running":  # All boards are played in the event of the first server.
        new["state"] = "check_in"
    while _rows("SELECT 1 FROM events WHERE event_id = :id", id=new["event_id"]):
        new["event_id"] += 1
    _insert("events", new)
    own = "SELECT * FROM event_entries WHERE event_id = :id AND division = 2 ORDER BY number"
    for entry in _rows(own, id=event["event_id"]):
        _insert("event_entries", entry | {"event_id": new["event_id"]})
    return new


def _hide_other_team(event: Row) -> None:
    """Leave the first server what it may know of the second team, and no ids."""
    _do(
        "UPDATE event_entries SET user_id = -number, "
        "name = COALESCE(NULLIF(world_name, ''), 'A player') "
        "WHERE event_id = :id AND division = 2",
        id=event["event_id"],
    )


def _delete(event: Row) -> None:
    """Delete an event that is over; its matches stay with their players."""
    _stop(event)
    _do("DELETE FROM secrets WHERE ref_id = :id", id=event["event_id"])
    for name in ("server_results", "event_matches", "event_pairings", "event_entries", "events"):
        table = sa.table(name, sa.column("event_id"))
        op.get_bind().execute(sa.delete(table).where(table.c.event_id == event["event_id"]))


def _drop_server_matches() -> None:
    op.drop_table("event_invitations")
    op.drop_table("server_results")
    op.drop_index("ix_events_away_behind", "events")
    op.drop_index("ix_events_away", "events")
    places = ("guild_id", "channel_id", "message_id", "thread_id", "host_id", "locale")
    for name in (*places, "rendered_version"):
        op.drop_column("events", f"away_{name}")
    _drop_team_of_news()


def _drop_team_of_news() -> None:
    """Make the table of news anew, because its key changes."""
    kept = _rows("SELECT * FROM event_news WHERE team = 1")
    op.drop_table("event_news")
    op.create_table(
        "event_news",
        sa.Column("event_id", INTEGER, nullable=False),
        sa.Column("version", INTEGER, nullable=False),
        sa.Column("news", sa.Text(), nullable=False),
        sa.Column("created_ms", INTEGER, nullable=False),
        sa.Column("batch", INTEGER, nullable=True),
        sa.Column("claimed_ms", INTEGER, nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"], name="fk_event_news_event_id"),
        sa.PrimaryKeyConstraint("event_id", "version", name="pk_event_news"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    for row in kept:
        del row["team"]
        _insert("event_news", row)


# -- events against the computer ------------------------------------------------------------


def _call_off_computer_events() -> None:
    """Make these events fields of one round, in which everybody has met the computer.

    So boards, places and honours of those that are over can be read as before.
    """
    for event in _rows("SELECT * FROM events ORDER BY event_id"):
        if json.loads(event["plan"])["kind"] != "computer":
            continue
        _replan(event, lambda plan: plan.update(kind="field", rounds=1))
        _enter_computer(event)
        if event["state"] in OPEN:
            _call_off(event)
        else:
            _stop(event)


def _enter_computer(event: Row) -> None:
    """Enter the computer as everybody's opponent; whoever has not begun takes no part."""
    own = {"id": event["event_id"]}
    [found] = _rows("SELECT MAX(number) AS last FROM event_entries WHERE event_id = :id", **own)
    if not _rows("SELECT 1 FROM event_pairings WHERE event_id = :id", **own):
        return
    number = found["last"] + 1
    plain = {"event_id": event["event_id"], "division": 1, "no_shows": 0, "joined_round": 1}
    names = {"number": number, "user_id": -number, "name": "Marge", "state": "entered"}
    _insert("event_entries", plain | names | {"free_ms": 0, "said": 0})
    _do("UPDATE event_pairings SET second = :number WHERE event_id = :id", number=number, **own)
    # Whoever has not played all boards pays for the rest, as the one who has not won.
    _do(
        "UPDATE event_pairings SET winner = :number "
        "WHERE event_id = :id AND winner IS NULL AND state = 'done'",
        number=number,
        **own,
    )
    _do(
        "UPDATE event_entries SET seed = NULL WHERE event_id = :id AND number NOT IN "
        "(SELECT first FROM event_pairings WHERE event_id = :id)",
        **own,
    )


def _reword_the_log() -> None:
    """Write into the logs of servers in words what has no name any more."""
    said = {
        "event_invite": "challenged another server",
        "event_invite_back": "took back a challenge of another server",
        "event_accept": "accepted a challenge of another server",
        "event_line_up": "put {person} first in the line-up of an event",
    }
    for deed, words in said.items():
        _do("UPDATE audit SET deed = :words WHERE deed = :deed", words=words, deed=deed)


# -- the gateway ----------------------------------------------------------------------------


def _drop_gateway() -> None:
    """Drop what processes agreed on; nothing of it outlives them."""
    for name in ("members", "sessions", "shards", "turns"):
        op.drop_table(f"gateway_{name}")


# -- people ---------------------------------------------------------------------------------


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


# -- matches with two homes -----------------------------------------------------------------


def _leave_both_homes() -> None:
    """Give a match between players of two servers no place; both table messages say so."""
    for match in _rows("SELECT * FROM matches WHERE away_guild_id IS NOT NULL"):
        if match["status"] == "live":
            _tell_in_both_homes(match)
    _do(
        "UPDATE matches SET place = 'apart', guild_id = 0, channel_id = 0, message_id = NULL, "
        "locale = CASE WHEN locale = away_locale THEN locale END WHERE away_guild_id IS NOT NULL"
    )


def _tell_in_both_homes(match: Row) -> None:
    """Let the invitation be drawn where each table message was, as of a match just found."""
    for lobby in _rows("SELECT * FROM lobbies WHERE lobby_id = :id", id=match["lobby_id"]):
        _do(
            "UPDATE lobbies SET channel_id = :channel, message_id = :message, "
            "rendered_version = -1 WHERE lobby_id = :id",
            channel=match["channel_id"],
            message=match["message_id"],
            id=match["lobby_id"],
        )
        places = {one: match[f"away_{one}"] for one in ("guild_id", "channel_id", "message_id")}
        own = {"lobby_id": match["match_id"]}
        seated = "SELECT * FROM lobby_players WHERE lobby_id = :id AND user_id <> :host"
        for player in _rows(seated, id=match["lobby_id"], host=lobby["host_id"]):
            host = {"host_id": player["user_id"], "locale": match["away_locale"]}
            _insert("lobbies", lobby | places | own | host | {"rendered_version": -1})
            _insert("lobby_players", player | own)


def _drop_second_homes() -> None:
    for name in ("ix_matches_away_behind", "ix_matches_live_away", "ix_matches_away"):
        op.drop_index(name, "matches")
    for name in ("guild_id", "channel_id", "message_id", "rendered_version", "locale"):
        op.drop_column("matches", f"away_{name}")
