"""Seeing and deleting one's own data, while others go on with theirs."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.service.standings import Profile
from tests.journeys.club import Club, gathered, journey
from tests.journeys.people import mover_of


@pytest.mark.slow
@journey(people=2)
async def test_an_export_holds_the_own_moves_and_nobody_elses_cards(
    club: Club, tmp_path: Path
) -> None:
    await club.sits(3)
    for _ in range(6):
        await (await mover_of(club.people)).take_turn()
    match = (await club.match()).id
    data = await club.service.export_of(club.alice.id)
    matches = data["matches"]
    assert isinstance(matches, list)
    [played] = matches
    assert played["match_id"] == match
    assert played["moves"]
    text = json.dumps(data)
    with closing(sqlite3.connect(tmp_path / "gin.db")) as file:
        others = file.execute(
            "SELECT interaction_id FROM moves WHERE user_id = ?", (club.bob.id,)
        ).fetchall()
        roots = file.execute("SELECT root FROM secrets").fetchall()
    assert others
    assert not any(str(key) in text for (key,) in others)
    assert not any(root in text for (root,) in roots)
    assert "snapshot" not in text
    result = (await club.alice.asks("privacy export")).privately()
    assert [one.filename for one in result.message.attachments] == ["gin-data.json"]


@pytest.mark.slow
async def test_deleting_resigns_and_leaves_the_others_their_records(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with gathered(tmp_path, people=2) as club:
        table = await club.sits(3)
        await (await mover_of(club.people)).take_turn()
        match = (await club.match()).id
        alice, bob = club.people
        await alice.presses("No, keep it", await alice.asks("privacy delete"))
        assert not (await club.match(match)).is_over
        asked = await alice.asks("privacy delete")
        await alice.presses("Yes, delete", asked)
        asked.says("deleted")
        ended = await club.match(match)
        assert ended.is_over
        assert [player.user_id for player in ended.players].count(None) == 1
        guild = club.guild
        gone = await club.service.statistics.profile(alice.id, alice.id, guild)
        assert isinstance(gone, Profile)
        assert gone.sums is None
        kept = await club.service.statistics.profile(bob.id, bob.id, guild)
        assert isinstance(kept, Profile)
        assert kept.sums is not None
        assert kept.sums.won == 1
        assert await club.service.record(match) is not None
        with closing(sqlite3.connect(tmp_path / "gin.db")) as file:
            dump = "\n".join(file.iterdump())
        assert str(alice.id) not in dump
        assert "Alice" not in dump
        log = [one.getMessage() for one in caplog.records]
        assert log
        assert [line for line in log if str(alice.id) in line or "Alice" in line] == []
        (await bob.presses("Rematch", table)).privately()
