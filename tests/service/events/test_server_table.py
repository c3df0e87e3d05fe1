"""The season table of servers costs the same however many servers have played."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert

from engine.service import GuildConfig, GuildId
from engine.service.events import server_table
from engine.store import Repeatable
from engine.store.schema import server_results
from tests.keys import fresh
from tests.service.events.contest import GUILD, Contest, contest
from tests.service.two_servers import ADMIN
from tests.service.world import sqlite_url


async def statements(opened: Contest) -> tuple[int, int]:
    """How many statements the table needs, and how many lines it has."""
    heard: list[str] = []

    def before(_c: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        heard.append(statement)

    event.listen(Engine, "before_cursor_execute", before)
    try:
        table = await opened.world.service.server_matches.table(GUILD)
    finally:
        event.remove(Engine, "before_cursor_execute", before)
    return sum(one.lstrip().startswith("SELECT") for one in heard), len(table.lines)


@pytest.mark.parametrize("servers", [1, 15])
async def test_the_table_needs_two_statements(tmp_path: Path, servers: int) -> None:
    async with contest(sqlite_url(tmp_path)) as opened:
        held = await opened.agreed()
        guilds = [GuildId(70_000 + number) for number in range(servers)]
        for guild in guilds[: max(1, servers - 1)]:
            config = GuildConfig(across=True, listed=True)
            await opened.world.service.set_guild_config(fresh(), guild, ADMIN, config)

        def played(connection: Connection) -> None:
            season = server_table.season_of(opened.world.clock.now)
            for team, guild in enumerate(guilds, 1):
                row: dict[str, object] = {
                    "event_id": held.id,
                    "team": team,
                    "guild_id": guild,
                    "season": season,
                }
                row |= {"name": f"Team {team}", "score": 2, "points": team}
                connection.execute(insert(server_results), row)

        await opened.world.service._store.write(Repeatable(played))
        needed, lines = await statements(opened)
        assert lines == max(1, servers - 1), "a server without settings is not listed"
        assert needed == 2
