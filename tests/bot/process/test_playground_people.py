"""A playground's people are the same after every upgrade, and so are their matches in the file."""

from pathlib import Path

import pytest

from bot.playground import MEMBERS, playground
from bot.settings import Settings
from tests.service.world import World, open_world, sqlite_url

GUILD = 1_456_074_448_175_104_000
CHANNEL, ALICE = GUILD + 3, GUILD + 4


@pytest.mark.slow
async def test_ids_do_not_depend_on_the_number_of_commands(tmp_path: Path) -> None:
    world: World = await open_world(sqlite_url(tmp_path))
    try:
        async with playground(world.service, Settings(data_dir=tmp_path), 0) as running:
            guild = running.bot.get_guild(GUILD)
            assert guild is not None
            assert [channel.id for channel in guild.text_channels] == [CHANNEL]
            found = [(await guild.fetch_member(ALICE + n)).display_name for n in range(4)]
            assert tuple(found) == MEMBERS
    finally:
        await world.service.close()
