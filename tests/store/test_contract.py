"""What a store promises on every engine: commits, reads, order, refusals, doubt, limits."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from engine.store import (
    Repeatable,
    Store,
    StoreBusyError,
    StoreFailedError,
    StoreUnsureError,
    postgres,
)
from engine.store.schema import metadata, players
from tests.store.every_table import rows_of
from tests.waiting import until
from tests.worlds.engines import (
    Held,
    befriend,
    befriended,
    held_commits,
    losing_answers,
    refused_commits,
    settle,
)

OTHER_KEYS = 3


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do a batch again at once."""
    monkeypatch.setattr(postgres, "_pause", lambda tries: 0.0)


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest.fixture
def held(store: Store) -> Iterator[Held]:
    """A work that is let go before the store closes, whatever the test comes to."""
    work = Held()
    yield work
    work.end.set()


def remember(number: int, name: str = "") -> Repeatable[int]:
    """Insert a player, who may not be there yet."""

    def work(connection: Connection) -> int:
        row = {"user_id": number, "name": name, "prefs": "{}", "seen_ms": 0}
        connection.execute(insert(players), row)
        return number

    return Repeatable(work)


def known(connection: Connection) -> list[int]:
    return list(connection.execute(select(players.c.user_id).order_by("user_id")).scalars())


async def answered(*writing: asyncio.Task[int]) -> list[str]:
    """Return what each of them came to: its type."""
    found = await asyncio.gather(*writing, return_exceptions=True)
    return [type(one).__name__ for one in found]


def begin(store: Store, *works: Repeatable[int]) -> list[asyncio.Task[int]]:
    return [asyncio.create_task(store.write(work)) for work in works]


# -- commits ------------------------------------------------------------------------------


async def test_nobody_is_answered_and_nobody_sees_it_before_the_commit(store: Store) -> None:
    with held_commits(store) as held:
        [writing] = begin(store, remember(1))
        await until(held.begun.is_set)
        assert await store.read(known) == []
        assert not writing.done()
        held.end.set()
        assert await writing == 1
    assert await store.read(known) == [1]


async def test_what_was_committed_is_there_after_a_restart(address: str) -> None:
    for expected in ([], [1], [1, 2]):
        store = await Store.open(address)
        assert store.is_shared == address.startswith("postgresql")
        assert await store.read(known) == expected
        await store.write(remember(len(expected) + 1))
        await store.checkpoint()
        await store.close()
        await store.close()
        with pytest.raises(StoreFailedError, match="closed"):
            await store.read(known)
        with pytest.raises(StoreBusyError):
            await store.write(remember(9))


async def test_every_value_of_every_table_is_read_as_it_was_written(store: Store) -> None:
    def write(connection: Connection) -> int:
        for table in metadata.sorted_tables:
            connection.execute(insert(table), list(rows_of(table)))
        return 0

    def read(connection: Connection) -> dict[str, set[tuple[object, ...]]]:
        return {
            table.name: {tuple(row) for row in connection.execute(select(table))}
            for table in metadata.sorted_tables
        }

    await store.write(Repeatable(write))
    assert await store.read(read) == {
        table.name: {tuple(row.get(one.name) for one in table.columns) for row in rows_of(table)}
        for table in metadata.sorted_tables
    }


async def test_works_of_one_key_are_done_in_the_order_of_their_arrival(store: Store) -> None:
    for number in range(OTHER_KEYS):
        await store.write(remember(number))

    def added(number: int, digit: int) -> Repeatable[None]:
        def work(connection: Connection) -> None:
            name = players.c.name + str(digit)
            change = update(players).where(players.c.user_id == number).values(name=name)
            connection.execute(change)

        return Repeatable(work)

    await asyncio.gather(
        *(
            store.write(added(number, digit), key=number)
            for digit in range(10)
            for number in range(OTHER_KEYS)
        )
    )
    names = await store.read(lambda c: list(c.execute(select(players.c.name)).scalars()))
    assert names == ["0123456789"] * OTHER_KEYS


# -- refusals -----------------------------------------------------------------------------


async def test_a_work_that_fails_takes_nothing_of_its_batch_with_it(store: Store) -> None:
    def broken(connection: Connection) -> int:
        remember(7)(connection)
        raise ZeroDivisionError

    await store.write(remember(5))
    works = (remember(4), remember(5), remember(6), Repeatable(broken), remember(8))
    said = await answered(*begin(store, *works))
    assert said == ["int", "IntegrityError", "int", "ZeroDivisionError", "int"]
    assert await store.read(known) == [4, 5, 6, 8]


async def test_a_row_that_is_there_may_be_inserted_where_that_is_said(store: Store) -> None:
    assert [await store.write(Repeatable(befriend)) for _ in range(2)] == [1, 1]


async def test_a_condition_of_a_table_is_kept(store: Store) -> None:
    def negative(connection: Connection) -> None:
        row = next(rows_of(metadata.tables["matches"])) | {"version": -1}
        connection.execute(insert(metadata.tables["matches"]), row)

    with pytest.raises(IntegrityError):
        await store.write(Repeatable(negative))


async def test_a_move_belongs_to_a_match(store: Store) -> None:
    def alone(connection: Connection) -> None:
        moves = metadata.tables["moves"]
        connection.execute(insert(moves), next(rows_of(moves)))

    with pytest.raises(IntegrityError):
        await store.write(Repeatable(alone))


async def test_a_query_that_fails_is_told_and_the_next_one_is_answered(store: Store) -> None:
    with pytest.raises(StoreFailedError):
        await store.read(lambda c: c.exec_driver_sql("SELECT * FROM no_table").all())
    assert await store.read(known) == []


async def test_what_a_query_writes_is_not_kept(store: Store) -> None:
    await store.write(remember(1))
    with suppress(StoreFailedError):
        await store.read(lambda c: c.execute(delete(players)).rowcount)
    assert await store.read(known) == [1]


# -- doubt --------------------------------------------------------------------------------


async def test_a_commit_whose_answer_is_lost_is_done_once(store: Store) -> None:
    told: list[int] = []
    with losing_answers(store) as lost:
        assert await store.write(Repeatable(befriend), committed=told.append) == 1
    assert lost
    assert told == [1]
    assert await store.write(Repeatable(befriend)) == 1


async def test_a_commit_that_fails_once_is_made_again(store: Store) -> None:
    with refused_commits(store, 1):
        assert await store.write(Repeatable(befriend)) == 1
    assert await store.read(befriended) == 1


async def test_a_commit_that_cannot_be_made_stays_in_doubt_and_the_next_one_is_made(
    store: Store,
) -> None:
    with refused_commits(store, 1000), pytest.raises(StoreUnsureError):
        await store.write(Repeatable(befriend))
    assert await store.read(befriended) == 0
    assert await store.write(Repeatable(befriend)) == 1


# -- callers that go, limits, the end ---------------------------------------------------------


async def test_callers_that_are_cancelled_disturb_nobody(store: Store) -> None:
    for steps in range(1, 16):
        [writing], reading = (
            begin(store, remember(steps)),
            asyncio.create_task(store.read(known)),
        )
        for _ in range(steps):
            await asyncio.sleep(0)
        for task in (writing, reading):
            task.cancel()
        await store.write(remember(100 + steps))
        for _ in range(6):
            assert 100 + steps in await store.read(known)
        await asyncio.gather(writing, reading, return_exceptions=True)


async def test_works_that_wait_are_counted_and_one_too_many_is_refused(address: str) -> None:
    store, held = await Store.open(address, queue_limit=3), Held()
    try:
        [writing] = begin(store, Repeatable(held))
        await until(held.begun.is_set)
        waiting = begin(store, *map(remember, range(3)))
        await settle()
        assert (store.waiting, store.is_idle) == (3, False)
        with pytest.raises(StoreBusyError) as refused:
            await store.write(remember(3))
        assert refused.value.data == {"reason": "queue_full"}
        held.end.set()
        assert await asyncio.gather(writing, *waiting) == [7, 0, 1, 2]
        await store.drained()
        assert (store.waiting, store.is_idle) == (0, True)
    finally:
        held.end.set()
        await store.close()


async def test_whoever_waits_too_long_is_refused_and_never_served(store: Store, held: Held) -> None:
    [writing] = begin(store, Repeatable(held))
    await until(held.begun.is_set)
    with pytest.raises(StoreBusyError) as refused:
        await store.write(remember(1), patience_s=0.01)
    assert refused.value.data == {"reason": "slow"}
    held.end.set()
    await writing
    await store.drained()
    assert await store.read(known) == []


async def test_a_query_that_does_not_end_is_given_up_in_time_and_ends_by_itself(
    store: Store, held: Held
) -> None:
    with pytest.raises(StoreBusyError):
        await store.read(held, patience_s=0.01)
    assert await store.read(known) == []
    held.end.set()


async def test_long_queries_leave_room_for_short_ones(store: Store, held: Held) -> None:
    long = [asyncio.create_task(store.read_long(held)) for _ in range(12)]
    await until(held.begun.is_set)
    short = await asyncio.gather(*(store.read(known) for _ in range(50)))
    assert short == [[]] * 50, "none of them waits for a long one"
    assert not any(one.done() for one in long)
    held.end.set()
    assert await asyncio.gather(*long) == [7] * 12


async def test_a_store_that_closes_finishes_what_it_accepted_and_refuses_the_rest(
    store: Store, held: Held
) -> None:
    [writing] = begin(store, Repeatable(held))
    await until(held.begun.is_set)
    [waiting] = begin(store, remember(1))
    await settle()
    closing = asyncio.create_task(store.finish())
    await settle()
    with pytest.raises(StoreBusyError) as refused:
        await store.write(remember(2))
    assert refused.value.data == {"reason": "closing"}
    assert await store.read(known) == [], "queries still work"
    held.end.set()
    assert (await writing, await waiting) == (7, 1)
    await closing
    assert await store.read(known) == [1]


async def test_what_was_accepted_before_the_close_is_there_after_a_restart(
    address: str, store: Store, held: Held
) -> None:
    [writing] = begin(store, Repeatable(held))
    await until(held.begun.is_set)
    [waiting] = begin(store, remember(1))
    await settle()
    closing = asyncio.create_task(store.close())
    await settle()
    assert not closing.done()
    held.end.set()
    await closing
    assert (await writing, await waiting) == (7, 1)
    again = await Store.open(address)
    assert await again.read(known) == [1]
    await again.close()


async def test_times_and_connections_in_use_are_observed(store: Store, held: Held) -> None:
    reads, commits = list[float](), list[float]()
    store.observe(read=reads.append, commit=commits.append)
    await store.write(remember(1))
    assert await store.read(known) == [1]
    with pytest.raises(IntegrityError):
        await store.write(remember(1))
    assert [len(reads), len(commits)] == [1, 2]
    assert 0 < min(*reads, *commits) <= max(*reads, *commits) < 30
    before = store.pool
    assert before.in_use == 0
    reading = asyncio.create_task(store.read_long(held))
    await until(held.begun.is_set)
    assert store.pool == before._replace(in_use=1)
    held.end.set()
    await reading
    await until(lambda: store.pool == before)
