"""A hall on a real SQLite file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.events.hall import Hall, hall
from tests.service.world import sqlite_url


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(sqlite_url(tmp_path)) as one:
        yield one
