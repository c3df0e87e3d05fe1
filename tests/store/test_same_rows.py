"""The service leaves the same rows on every engine, whichever of its features is used.

These walks are also what runs every statement of the service on PostgreSQL.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from engine.store.schema import metadata
from tests import keys
from tests.service.world import open_world, sqlite_url
from tests.worlds import walk
from tests.worlds.engines import POOLER, POSTGRES, database

OWN_ROWS = {"leases", "processes"}
"""The rows of a process."""
Rows = dict[str, list[str]]


def rows(connection: Connection) -> Rows:
    """Every row, but the answers to what the bot asks itself, whose keys are drawn."""
    found: dict[str, Any] = {
        table.name: connection.execute(select(table)).all()
        for table in metadata.sorted_tables
        if table.name not in OWN_ROWS
    }
    found["answers"] = [row for row in found["answers"] if row[0] > 0]
    return {name: sorted(str(tuple(row)) for row in table) for name, table in found.items()}


async def rows_after(url: str, steps: walk.Walk, patch: pytest.MonkeyPatch) -> Rows:
    patch.setattr(keys, "_IDS", itertools.count(9_000_000_000))
    world = await open_world(url)
    try:
        await steps(world)
        await world.service.idle()
        return await world.service._store.read(rows)
    finally:
        await world.service.close()


def _cases() -> Iterator[Any]:
    for name in (POSTGRES, POOLER):
        for steps in walk.WALKS:
            is_enough = name == POSTGRES or steps in (walk.matches, walk.event)
            marks = [pytest.mark.postgres, *([] if is_enough else [pytest.mark.night])]
            yield pytest.param(name, steps, marks=marks, id=f"{name}-{steps.__name__}")


@pytest.mark.parametrize(("engine", "steps"), list(_cases()))
async def test_the_rows_are_those_of_sqlite(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    steps: walk.Walk,
) -> None:
    expected = await rows_after(sqlite_url(tmp_path), steps, monkeypatch)
    assert sum(map(len, expected.values())) > 10
    async with database(engine, request) as url:
        assert await rows_after(url, steps, monkeypatch) == expected
