"""Rows about people are found by an index, and stored texts of the program have no names."""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables and indexes; move the invited people; take names out of records."""
    op.create_table(
        "deletions",
        sa.Column("user_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("asked_ms", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_deletions"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    for table, short, column in (
        ("audit", "actor", "actor_id"),
        ("audit", "subject", "subject_id"),
        ("reports", "closed_by", "closed_by"),
        ("bans", "banned_by", "banned_by"),
        ("mentions", "user", "user_id"),
    ):
        op.create_index(f"ix_{table}_{short}", table, [column])
    _move_the_invited()
    _take_names_out_of_records()


def _move_the_invited() -> None:
    name = "lobby_invitees"
    op.create_table(
        name,
        sa.Column("lobby_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("user_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("position", INTEGER, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("lobby_id", "position", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["lobby_id"], ["lobbies.lobby_id"], name=f"fk_{name}_lobby_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_user", name, ["user_id"])
    bind = op.get_bind()
    found = bind.execute(sa.text("SELECT lobby_id, invited FROM lobbies WHERE invited <> '[]'"))
    rows = [
        {"lobby": lobby_id, "user": user_id, "position": position, "name": called}
        for lobby_id, invited in found.all()
        for position, (user_id, called) in enumerate(json.loads(invited))
    ]
    if rows:
        bind.execute(
            sa.text(
                "INSERT INTO lobby_invitees (lobby_id, user_id, position, name) "
                "VALUES (:lobby, :user, :position, :name)"
            ),
            rows,
        )
    op.drop_column("lobbies", "invited")


def _take_names_out_of_records() -> None:
    """The seats of the match have the names, and the seal that contains them is made again."""
    bind = op.get_bind()
    asked = "SELECT report_id, record FROM reports WHERE record IS NOT NULL AND record <> ''"
    for report_id, text in bind.execute(sa.text(asked)).all():
        record = json.loads(text)
        if "names" not in record:
            continue
        record |= {"names": [], "seal": ""}
        bind.execute(
            sa.text("UPDATE reports SET record = :record WHERE report_id = :id"),
            {"record": json.dumps(record, indent=1), "id": report_id},
        )
