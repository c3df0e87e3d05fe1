"""The playground's page says how late it is whenever it is published."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from simcord.preview import Preview

from bot.playground import playground
from bot.settings import Settings
from engine.service import MatchSetup, Person, TableMessage, UserId
from engine.service.types import Practice
from tests.service.world import CHANNEL, GUILD, STANDARD, World, open_world, sqlite_url
from tests.waiting import PATIENCE_S


@pytest.mark.slow
async def test_relative_times_go_on_with_every_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[Preview] = []
    times: asyncio.Queue[datetime] = asyncio.Queue()
    enter, advance = Preview.__aenter__, Preview._advance_presentation_time

    def advanced(self: Preview) -> None:
        advance(self)
        times.put_nowait(self.capture_time)

    async def remembered(self: Preview) -> Preview:
        pages.append(self)
        return await enter(self)

    monkeypatch.setattr(Preview, "__aenter__", remembered)
    monkeypatch.setattr(Preview, "_advance_presentation_time", advanced)
    world: World = await open_world(sqlite_url(tmp_path))
    try:
        async with playground(world.service, Settings(data_dir=tmp_path), 0):
            (page,) = pages
            began = datetime.now(UTC)
            ask = Practice(
                interaction=world.press(),
                table=TableMessage(GUILD, CHANNEL),
                person=Person(UserId(7), "Ann"),
                setup=MatchSetup(STANDARD),
            )
            await world.service.practice(ask)
            async with asyncio.timeout(PATIENCE_S):
                while await times.get() < began:
                    pass
            assert page.capture_time >= began
    finally:
        await world.service.close()
