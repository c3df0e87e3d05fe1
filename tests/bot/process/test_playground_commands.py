"""The playground has its commands at every start, since its Discord is new each time."""

from pathlib import Path

import pytest

from bot.playground import playground
from bot.settings import Settings
from tests.service.world import World, open_world, sqlite_url


@pytest.mark.slow
async def test_a_third_start_in_one_folder_has_the_commands(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world: World = await open_world(sqlite_url(tmp_path))
    try:
        for _ in range(3):
            async with playground(world.service, Settings(data_dir=tmp_path), 0) as running:
                found = {command.name for command in await running.bot.tree.fetch_commands()}
                assert "gin" in found
                assert running.bot.commands.ids["gin hand"]
                assert running.bot.commands.warning == ""
    finally:
        await world.service.close()
    assert "another program" not in caplog.text
