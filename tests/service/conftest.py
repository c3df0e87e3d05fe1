"""A world on a real SQLite file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.postgres_fixtures import migrated as url
from tests.postgres_fixtures import pooler_at, server
from tests.service.world import World, open_world, sqlite_url

__all__ = ["pooler_at", "server", "url", "world"]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_world(sqlite_url(tmp_path))
    yield opened
    await opened.service.close()
