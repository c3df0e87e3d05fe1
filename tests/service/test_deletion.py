"""A deletion changes rows about the person, in small transactions, and goes on after a restart."""

import asyncio
import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, func, insert, select

from bot import account
from engine.clocks import HOUR
from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import Person, UserId
from engine.service.operations.deletion import BATCH, MATCHES
from engine.store import Repeatable, StoreBusyError, backup, sqlite
from engine.store.schema import coins, deletions, match_players
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World, open_world, sqlite_url
from tests.worlds.engines import ENGINES, database
from tests.worlds.query_plans import scans, written_down

ZOE: Final = Person(UserId(918273645918273645), "Zoë")


@pytest.fixture(params=ENGINES)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with database(request.param, request) as url:
        opened = await open_world(url)
        yield opened
        await opened.service.close()


async def played(world: World, person: Person) -> None:
    live = await world.match(person, BOB)
    await world.act(live, Seat.ONE, Resign())


def paid(user: int, count: int) -> Repeatable[None]:
    """Fill the ledger of a person."""
    lines = [
        {"user_id": user, "seq": n, "reason": f"day:{n}", "amount": 1, "balance": n, "at_ms": n}
        for n in range(1, count + 1)
    ]

    def work(connection: Connection) -> None:
        connection.execute(insert(coins), lines)

    return Repeatable(work)


def left_of(user: int) -> Repeatable[tuple[int, int, int]]:
    """Count what is left of a person: lines of the ledger, seats, and deletions to be done."""

    def work(connection: Connection) -> tuple[int, int, int]:
        mine = [
            select(func.count()).where(table.c.user_id == user)
            for table in (coins, match_players, deletions)
        ]
        ledger, seats, undone = (connection.execute(one).scalar_one() for one in mine)
        return ledger, seats, undone

    return Repeatable(work)


async def left(world: World, person: Person = ZOE) -> tuple[int, int, int]:
    return await world.service._store.read(left_of(person.user_id))


async def test_the_words_of_others_about_somebody_else_stay_as_they_were_written(
    world: World,
) -> None:
    service, press = world.service, world.press
    for name in ("cheated", "with", "second"):
        await played(world, Person(ZOE.user_id, name))
    reason = f"cheated with a second account, says <@{ZOE.user_id}>"
    await service.bans.ban(press(), GUILD, ANN.user_id, CEE, days=3, reason=reason)
    await service.reports.make(press(), GUILD, (DAN.user_id, CEE.user_id), reason, None)
    await service.bans.ban(press(), GUILD, ZOE.user_id, DAN, days=3, reason=reason)
    assert await service.forget(press(), ZOE.user_id)
    assert [one.reason for one in await service.bans.of(GUILD)] == [reason, reason]
    assert [one.reason for one in await service.reports.of(GUILD)] == [reason]
    log = await service.audit_log(GUILD, 10, 0)
    assert {one.detail for one in log} == {reason}
    assert {one.actor_id for one in log} == {0, ANN.user_id}


async def test_of_what_is_noted_about_the_person_the_log_keeps_what_was_done(world: World) -> None:
    service, press = world.service, world.press
    await service.bans.ban(press(), GUILD, ANN.user_id, ZOE, days=3, reason="Zoë stalls")
    assert await service.forget(press(), ZOE.user_id)
    [line] = await service.audit_log(GUILD, 10, 0)
    assert (line.actor_id, line.deed, line.subject_id) == (ANN.user_id, "ban", 0)
    assert line.detail == ""
    assert [one.reason for one in await service.bans.of(GUILD)] == ["Zoë stalls"]


async def test_each_transaction_changes_a_limited_number_of_rows(world: World) -> None:
    await world.service._store.write(paid(ZOE.user_id, 2 * BATCH + 1))
    for _ in range(MATCHES + 1):
        await played(world, ZOE)
        world.clock.pass_ms(HOUR)
    assert await world.service.deletions.begin(world.press(), ZOE.user_id)
    ledgers, seats = [], []
    while await world.service.deletions.advance(ZOE.user_id):
        ledger, seat, undone = await left(world)
        assert undone == 1
        ledgers.append(ledger)
        seats.append(seat)
    assert await left(world) == (0, 0, 0)
    assert set(seats) == {1, 0}
    assert set(ledgers) == {2 * BATCH + 1, BATCH + 1, 1, 0}


async def test_others_write_while_a_deletion_runs(world: World) -> None:
    service = world.service
    await service._store.write(paid(ZOE.user_id, 5 * BATCH))
    running = asyncio.create_task(service.forget(world.press(), ZOE.user_id))
    written = 0
    while not running.done():
        await service.friends.add(world.press(), BOB, Person(UserId(5000 + written), "Eve"))
        written += (await left(world))[0] > 0
    assert await running
    assert written >= 2
    assert await left(world) == (0, 0, 0)


async def test_a_deletion_goes_on_after_the_process_has_ended_in_the_middle(
    tmp_path: Path,
) -> None:
    first = await open_world(sqlite_url(tmp_path))
    await first.service._store.write(paid(ZOE.user_id, 2 * BATCH))
    await played(first, ZOE)
    assert await first.service.deletions.begin(first.press(), ZOE.user_id)
    assert await first.service.deletions.advance(ZOE.user_id)
    assert (await left(first))[0] > 0
    await first.service.close()
    second = await open_world(sqlite_url(tmp_path), last_id=first.last_id)
    await second.service.start()
    for _ in range(100):
        if await left(second) == (0, 0, 0):
            break
        await asyncio.sleep(0.05)
    assert await left(second) == (0, 0, 0)
    await second.service.close()


async def test_a_deletion_in_which_the_database_fails_is_not_called_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.service._store.write(paid(ZOE.user_id, 2 * BATCH))
    advance, calls = world.service.deletions.advance, 0

    async def fail(user_id: UserId) -> bool:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StoreBusyError(reason="slow")
        return await advance(user_id)

    monkeypatch.setattr(world.service.deletions, "advance", fail)
    assert not await world.service.forget(world.press(), ZOE.user_id)
    assert await left(world) == (BATCH, 0, 1)
    await world.service.deletions.resume()
    assert await left(world) == (0, 0, 0)


async def test_a_match_that_begins_meanwhile_stays_with_the_person(world: World) -> None:
    await played(world, ZOE)
    assert await world.service.deletions.begin(world.press(), ZOE.user_id)
    live = await world.match(ZOE, BOB)
    lobby = await world.opened(ZOE)
    await world.service.deletions.finish(ZOE.user_id)
    assert (await world.load(live.id)).seat_of(ZOE.user_id) is not None
    [opened] = await world.service.open_lobbies_of(ZOE.user_id)
    assert (opened.id, opened.host) == (lobby, ZOE.user_id)
    assert await left(world) == (0, 1, 0)


def test_people_are_told_how_long_backups_keep_them() -> None:
    days = f"{7 * backup.RETAINED_WEEKS} days"
    assert f"gone after {days}" in Path("docs/host/privacy.md").read_text()
    assert f"deleted within {days}." in inspect.getsource(account)


async def test_who_plays_is_not_deleted(world: World) -> None:
    await world.match(ZOE, BOB)
    assert not await world.service.deletions.begin(world.press(), ZOE.user_id)
    assert not await world.service.deletions.advance(ZOE.user_id)
    assert await left(world) == (0, 1, 0)


async def test_no_statement_of_a_deletion_reads_a_whole_table(tmp_path: Path) -> None:
    await sqlite.prepare(tmp_path / "gin.db")
    world = await open_world(sqlite_url(tmp_path))
    await played(world, ZOE)
    await world.opened(BOB, ZOE)
    with written_down() as statements:
        assert await world.service.forget(world.press(), ZOE.user_id)
    await world.service.close()
    assert len(statements) > 60
    assert scans(tmp_path / "gin.db", statements) == []
