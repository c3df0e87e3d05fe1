"""Seeing and deleting one's own data, while others go on with theirs."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.service import GuildId, UserId
from engine.service.standings import Profile
from tests.journeys.paths import ask
from tests.journeys.people import mover_of
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, seated


@pytest.mark.slow
async def test_an_export_holds_the_own_moves_and_nobody_elses_cards(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        for _ in range(6):
            await (await mover_of(people)).take_turn()
        match = await live_match(world)
        live = await world.service.load(match)
        assert live is not None
        data = await world.service.export_of(UserId(world.members[0].id))
        matches = data["matches"]
        assert isinstance(matches, list)
        [played] = matches
        assert played["match_id"] == match
        assert played["moves"]
        text = json.dumps(data)
        with closing(sqlite3.connect(tmp_path / "gin.db")) as file:
            others = file.execute(
                "SELECT interaction_id FROM moves WHERE user_id = ?", (world.members[1].id,)
            ).fetchall()
            roots = file.execute("SELECT root FROM secrets").fetchall()
        assert others
        assert not any(str(key) in text for (key,) in others)
        assert not any(root in text for (root,) in roots)
        assert "snapshot" not in text
        result = await ask(world, world.members[0], "privacy export")
        assert result.ephemeral
        assert [one.filename for one in result.response.attachments] == ["gin-data.json"]


@pytest.mark.slow
async def test_deleting_resigns_and_leaves_the_others_their_records(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        await (await mover_of(people)).take_turn()
        match = await live_match(world)
        alice, bob = world.members
        asked = (await ask(world, alice, "privacy delete")).response
        question = shown(asked, asked.components)
        await world.press(alice, question, "No, keep it")
        assert (await world.service.load(match)).is_over is False  # type: ignore[union-attr]
        asked = (await ask(world, alice, "privacy delete")).response
        await world.press(alice, shown(asked, asked.components), "Yes, delete")
        assert "deleted" in now(world, asked).text
        ended = await world.service.load(match)
        assert ended is not None
        assert ended.is_over
        assert [player.user_id for player in ended.players].count(None) == 1
        guild = GuildId(world.env.guild.id)
        gone = await world.service.statistics.profile(UserId(alice.id), UserId(alice.id), guild)
        assert isinstance(gone, Profile)
        assert gone.sums is None
        kept = await world.service.statistics.profile(UserId(bob.id), UserId(bob.id), guild)
        assert isinstance(kept, Profile)
        assert kept.sums is not None
        assert kept.sums.won == 1
        assert await world.service.record(match) is not None
        with closing(sqlite3.connect(tmp_path / "gin.db")) as file:
            dump = "\n".join(file.iterdump())
        assert str(alice.id) not in dump
        assert "Alice" not in dump
        log = [one.getMessage() for one in caplog.records]
        assert log
        assert [line for line in log if str(alice.id) in line or "Alice" in line] == []
        rematch = await world.press(bob, now(world, table.message), "Rematch")
        assert rematch.ephemeral
        assert not world.env.errors
