"""A PostgreSQL server for a module of tests; the conftest of its folder imports what it needs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """A server of the module's own."""
    # The path of a Unix socket may not be long, so this is not pytest's folder.
    with (
        tempfile.TemporaryDirectory(prefix="gin-pg-", ignore_cleanup_errors=True) as folder,
        postgres.server(Path(folder)) as running,
    ):
        yield running


@pytest.fixture
async def url(server: postgres.Server) -> str:
    """An empty database on it."""
    return await postgres.database(server.address)
