"""A PostgreSQL server for a module of tests; the conftest of its folder imports what it needs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.postgres_pooler import behind, pooler


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


@pytest.fixture
async def migrated(server: postgres.Server) -> str:
    """A database on it that needs no migration."""
    return await postgres.migrated(server.address)


@pytest.fixture(scope="module")
def pooler_at(server: postgres.Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The host and port of a PgBouncer before the server, in transaction mode."""
    with pooler(server.address, tmp_path_factory.mktemp("pooler")) as running:
        yield running


@pytest.fixture
async def pooled_url(server: postgres.Server, pooler_at: str) -> str:
    """An empty database, by way of the pooler."""
    return behind(pooler_at, await postgres.database(server.address))
