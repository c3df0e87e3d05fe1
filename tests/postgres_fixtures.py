"""One PostgreSQL server and one pooler for all tests of a worker; conftests import what they need.

A fixture that several conftests import is another one in each, so the worker keeps both itself.
"""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from tests import postgres
from tests.postgres_pooler import behind, pooler

T = TypeVar("T")
_SERVER: pytest.StashKey[postgres.Server] = pytest.StashKey()
_POOLER: pytest.StashKey[str] = pytest.StashKey()


def _kept(config: pytest.Config, key: pytest.StashKey[T], running: AbstractContextManager[T]) -> T:
    """Start something once, and stop it when the worker ends."""
    if key not in config.stash:
        stack = ExitStack()
        config.stash[key] = stack.enter_context(running)
        config.add_cleanup(stack.close)
    return config.stash[key]


@contextmanager
def _server() -> Iterator[postgres.Server]:
    # The path of a Unix socket may not be long, so this is not pytest's folder.
    with (
        tempfile.TemporaryDirectory(prefix="gin-pg-", ignore_cleanup_errors=True) as folder,
        postgres.server(Path(folder)) as running,
    ):
        yield running


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> postgres.Server:
    """The server of the worker."""
    return _kept(pytestconfig, _SERVER, _server())


@pytest.fixture(scope="session")
def pooler_at(
    pytestconfig: pytest.Config,
    server: postgres.Server,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The host and port of a PgBouncer before the server, in transaction mode."""
    running = pooler(server.address, tmp_path_factory.mktemp("pooler"))
    return _kept(pytestconfig, _POOLER, running)


@pytest.fixture
async def url(server: postgres.Server) -> AsyncIterator[str]:
    """An empty database on it."""
    made = await postgres.database(server.address)
    yield made
    await postgres.drop(server.address, made)


@pytest.fixture
async def migrated(server: postgres.Server) -> AsyncIterator[str]:
    """A database on it that needs no migration."""
    made = await postgres.migrated(server.address)
    yield made
    await postgres.drop(server.address, made)


@pytest.fixture
def pooled_url(url: str, pooler_at: str) -> str:
    """The empty database, by way of the pooler."""
    return behind(pooler_at, url)
