"""One edit of a table fails, nobody moves after it, and the newest state is shown all the same."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from tests.wire.server import running_discord
from tests.worlds.troubles import FAULTS, troubled
from tests.worlds.wire_people import meeting

SHOWN_S: Final = 10.0
"""The time within which the newest state is shown."""
DRAWN_S: Final = 40.0
"""The time after which everything is drawn and recorded."""


@pytest.mark.parametrize("fault", [one for one in FAULTS if one != "certificate"])
async def test_a_table_shows_the_newest_state_within_ten_seconds(
    tmp_path: Path, fault: str
) -> None:
    async with running_discord() as discord:
        with troubled(discord, "PATCH /channels/C/messages/M", fault) as trouble:
            async with meeting(discord, tmp_path) as here:
                match, _ = await here.table()
                await asyncio.sleep(DRAWN_S)
                trouble.most = 1
                trouble.begin()
                await here.turn(match)
                await asyncio.sleep(SHOWN_S)
                assert trouble.strikes
                assert not await here.service.messages.outdated_matches(9)
