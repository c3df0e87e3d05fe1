"""Browsers are no longer told of turns: their addresses and the key for them are deleted."""

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the tables."""
    op.drop_index("ix_push_subscriptions_user", "push_subscriptions")
    op.drop_table("push_subscriptions")
    op.drop_table("server_keys")
