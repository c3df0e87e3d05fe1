"""Alembic's entry: migrate over the connection that :mod:`engine.store.migrate` hands in."""

from alembic import context
from sqlalchemy import Connection

from engine.store.schema import metadata

connection = context.config.attributes["connection"]
assert isinstance(connection, Connection)
# The transaction was begun outside and is committed there, after the checks.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
