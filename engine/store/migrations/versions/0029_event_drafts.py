"""The drafts of events, which their buttons contained before; plans name the length of matches."""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table, and write the length of matches into the plans of events."""
    name = "event_drafts"
    op.create_table(
        name,
        sa.Column("draft_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("guild_id", INTEGER, nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("version", INTEGER, nullable=False),
        sa.Column("changed_ms", INTEGER, nullable=False),
        sa.Column("event_id", INTEGER, nullable=True),
        sa.PrimaryKeyConstraint("draft_id", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    for short, column in (("user", "user_id"), ("guild", "guild_id"), ("changed", "changed_ms")):
        op.create_index(f"ix_{name}_{short}", name, [column])
    _write_lengths()


def _write_lengths() -> None:
    """Replace the flag of another length than the ruleset's by the length: points and rounds."""
    bind = op.get_bind()
    for event_id, text in bind.execute(sa.text("SELECT event_id, plan FROM events")).all():
        plan = json.loads(text)
        rules, length = plan["rules"], [0, 0]
        if plan.pop("own_length", False):
            by_rounds = rules["match_format"] == "rounds"
            column = "hollywood_target" if rules["match_format"] == "hollywood" else "target"
            length = [0, rules["rounds"]] if by_rounds else [rules[column], 0]
        plan["length"] = length
        bind.execute(
            sa.text("UPDATE events SET plan = :plan WHERE event_id = :id"),
            {"plan": json.dumps(plan), "id": event_id},
        )
