"""No statement about events reads a whole table, and the end of a match looks up one row."""

from pathlib import Path

import pytest

from engine.events.kinds import ARENA, KNOCKOUT, SWISS
from engine.events.plan import EventKind, Repeat
from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import UserId
from engine.service.events.organizer_actions import AwardPairing, UndoResult
from engine.store import sqlite
from tests.service.events.hall import Hall, changed, hall, loser_by_number
from tests.service.world import GUILD, open_world, sqlite_url
from tests.worlds.events import played_out
from tests.worlds.query_plans import scans, written_down


async def everything(opened: Hall, kind: EventKind) -> None:
    event = await opened.started(kind, 4, rounds=2, starts_ms=opened.in_ms(3_600_000), minutes=30)
    [first, *_] = opened.playing(event)
    changed(await opened.organize(AwardPairing(first.number, first.first)))
    await opened.organize(UndoResult(first.number))
    await opened.wait(6 * 60_000)
    for one in opened.playing(await opened.event()):
        await opened.resign(loser_by_number(one), one)
    await opened.enter(6)
    changed(await opened.withdraw(6)) if kind is ARENA else None
    await opened.wait(32 * 60_000)
    await played_out(opened)


@pytest.mark.slow
async def test_no_statement_about_events_reads_a_whole_table(tmp_path: Path) -> None:
    await sqlite.prepare(tmp_path / "gin.db")
    with written_down() as statements:
        async with hall(sqlite_url(tmp_path)) as opened:
            for kind in (SWISS, KNOCKOUT, ARENA):
                await everything(opened, kind)
            await opened.started(
                SWISS,
                0,
                repeat=Repeat.WEEKLY,
                starts_ms=opened.in_ms(3_600_000),
            )
            events = opened.world.service.events
            await events.of_guild(GUILD, 1)
            await events.outdated()
            await events.honours_of(UserId(5001))
            await events.leave_all(opened.world.press(), UserId(5001))
    found = {one for one in statements if "event" in one[0]}
    assert len(found) > 30
    assert scans(tmp_path / "gin.db", found) == []


@pytest.mark.parametrize("how", ["move", "end"])
async def test_an_ordinary_match_asks_about_events_only_when_it_ends(
    tmp_path: Path, how: str
) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.match()
    await world.service.idle()
    with written_down() as statements:
        if how == "move":
            await world.turn(live)
        else:
            await world.act(live, Seat.ONE, Resign())
    about = [one for one, _ in statements if "event_" in one]
    assert len(about) == (0 if how == "move" else 1)
    await world.service.close()
