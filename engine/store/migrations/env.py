"""Alembic's entry point: migrate over the connection from :mod:`engine.store.migrate`."""

from alembic import context
from sqlalchemy import Connection

from engine.store.schema import metadata

connection = context.config.attributes["connection"]
assert isinstance(connection, Connection)
# The caller began the transaction and commits it after its checks.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
