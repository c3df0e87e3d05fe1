"""Two processes behind a load balancer that brings each player to another one."""

from pathlib import Path

import pytest

from tests.bot.webhook.running import joined, use_endpoints
from tests.postgres_fixtures import migrated as url
from tests.postgres_fixtures import server
from tests.wire.server import running_discord
from tests.worlds.either_way import MOST_PRESSES, play, seated

__all__ = ["server", "url"]
pytestmark = [pytest.mark.postgres, pytest.mark.night]
TURNS = 12


async def test_each_player_s_panel_follows_the_other_s_moves(tmp_path: Path, url: str) -> None:
    folders = [tmp_path / name for name in ("gateway", "webhook")]
    for folder in folders:
        folder.mkdir()
    async with (
        running_discord() as discord,
        joined(discord, folders[0], gateway=True, GIN_DATABASE_URL=url) as one,
        joined(discord, folders[1], gateway=False, GIN_DATABASE_URL=url) as two,
    ):
        use_endpoints(discord, [one.endpoint, two.endpoint])
        panels = await seated(one)
        made: list[str] = []
        for _ in range(MOST_PRESSES):
            made += await play(one, panels)
            if len(made) == TURNS:
                break
        assert len(made) == TURNS
