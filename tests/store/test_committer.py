"""Group commit: grouping, order, refusals, failures and cancelled callers; no database needed."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest
from sqlalchemy import Connection

from engine.store.committer import Committer, Work
from engine.store.errors import StoreBusyError, StoreFailedError, StoreUnsureError


@dataclass
class Paper:
    """A backend that writes down what it did; a closed gate holds a batch in its COMMIT."""

    batches: list[int] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    broken: bool = False

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        self.batches.append(len(works))
        await self.gate.wait()
        if self.broken:
            raise StoreFailedError(reason="disk")
        return [work(cast(Connection, None)) for work in works]


def note(log: list[int], number: int) -> Callable[[Connection], int]:
    def work(connection: Connection) -> int:
        log.append(number)
        return number

    return work


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def submit_all(committer: Committer, works: Sequence[Work[int]]) -> list[asyncio.Task[int]]:
    tasks = [asyncio.create_task(committer.submit(work)) for work in works]
    await settle()
    return tasks


async def test_what_queues_up_during_a_commit_shares_the_next_one() -> None:
    paper, log = Paper(), list[int]()
    committer = Committer(paper)
    tasks = await submit_all(committer, [note(log, 0)])
    tasks += await submit_all(committer, [note(log, number) for number in range(1, 10)])
    paper.gate.set()
    assert await asyncio.gather(*tasks) == list(range(10))
    assert paper.batches == [1, 9]
    assert log == list(range(10))
    await committer.close()


async def test_nobody_is_answered_before_the_commit() -> None:
    paper = Paper()
    committer = Committer(paper)
    (task,) = await submit_all(committer, [note([], 1)])
    assert not task.done()
    paper.gate.set()
    assert await task == 1
    await committer.close()


async def test_a_work_that_raises_fails_alone() -> None:
    paper, log = Paper(), list[int]()

    def broken(connection: Connection) -> int:
        raise ZeroDivisionError

    paper.gate.set()
    committer = Committer(paper)
    tasks = await submit_all(committer, [note(log, 1), broken, note(log, 2)])
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result).__name__ for result in results] == ["int", "ZeroDivisionError", "int"]
    assert paper.batches == [3, 1, 1, 1]
    await committer.close()


async def test_a_disk_that_fails_refuses_all_and_recovers_by_itself() -> None:
    paper = Paper(broken=True)
    paper.gate.set()
    committer = Committer(paper)
    tasks = await submit_all(committer, [note([], 1), note([], 2)])
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(result, StoreFailedError) for result in results)
    assert paper.batches == [2]
    paper.broken = False
    assert await committer.submit(note([], 3)) == 3
    await committer.close()


async def test_a_full_queue_refuses_at_once() -> None:
    paper = Paper()
    committer = Committer(paper, queue_limit=3)
    tasks = await submit_all(committer, [note([], 0)])
    tasks += await submit_all(committer, [note([], number) for number in range(1, 4)])
    with pytest.raises(StoreBusyError) as refused:
        await committer.submit(note([], 4))
    assert refused.value.data == {"reason": "queue_full"}
    paper.gate.set()
    assert await asyncio.gather(*tasks) == [0, 1, 2, 3]
    await committer.close()


async def test_a_transaction_has_a_bound() -> None:
    paper, log = Paper(), list[int]()
    committer = Committer(paper)
    tasks = await submit_all(committer, [note(log, 0)])
    tasks += await submit_all(committer, [note(log, number) for number in range(1, 402)])
    paper.gate.set()
    assert await asyncio.gather(*tasks) == list(range(402))
    assert paper.batches == [1, 200, 200, 1]
    await committer.close()


async def test_who_waited_too_long_is_refused_and_never_served() -> None:
    paper, log = Paper(), list[int]()
    committer = Committer(paper, patience_s=0.05)
    begun, *waiting = await submit_all(committer, [note(log, 0)]) + await submit_all(
        committer, [note(log, 1), note(log, 2)]
    )
    results = await asyncio.gather(begun, *waiting, return_exceptions=True)
    assert isinstance(results[0], StoreUnsureError), "it has begun and may end yet"
    assert results[0].data == {"reason": "slow"}
    for result in results[1:]:
        assert isinstance(result, StoreBusyError)
        assert result.data == {"reason": "slow"}
    paper.gate.set()
    await committer.drained()
    assert log == [0], "only what had begun is finished"
    await committer.close()


async def test_what_was_committed_is_announced_though_its_caller_has_gone() -> None:
    paper, told = Paper(), list[int]()
    committer = Committer(paper)
    caller = asyncio.create_task(committer.submit(note([], 7), committed=told.append))
    other = asyncio.create_task(committer.submit(note([], 8)))
    await settle()
    caller.cancel()
    await settle()
    paper.gate.set()
    assert await other == 8
    assert told == [7]
    await committer.close()


async def test_a_caller_who_has_gone_is_not_told_of_a_failure_and_disturbs_nobody() -> None:
    paper = Paper(broken=True)
    committer = Committer(paper)
    caller, other = await submit_all(committer, [note([], 7), note([], 8)])
    caller.cancel()
    await settle()
    paper.gate.set()
    with pytest.raises(StoreFailedError):
        await other
    paper.broken = False
    assert await committer.submit(note([], 9)) == 9, "the lane goes on"
    await committer.close()


async def test_announcing_may_fail_without_harm() -> None:
    paper = Paper()
    paper.gate.set()

    def fail(result: int) -> None:
        raise RuntimeError(result)

    committer = Committer(paper)
    assert await committer.submit(note([], 1), committed=fail) == 1
    assert await committer.submit(note([], 2)) == 2
    await committer.close()


async def test_closing_finishes_what_was_accepted_and_refuses_the_rest() -> None:
    paper = Paper()
    committer = Committer(paper)
    tasks = await submit_all(committer, [note([], 1), note([], 2)])
    closing = asyncio.create_task(committer.close())
    await settle()
    with pytest.raises(StoreBusyError) as refused:
        await committer.submit(note([], 3))
    assert refused.value.data == {"reason": "closing"}
    paper.gate.set()
    assert await asyncio.gather(*tasks) == [1, 2]
    await closing


async def test_lanes_keep_the_order_of_each_key() -> None:
    paper, log = Paper(), list[int]()
    paper.gate.set()
    committer = Committer(paper, lanes=3, batch_limit=2)
    keys = [number % 5 for number in range(60)]
    await asyncio.gather(
        *(committer.submit(note(log, number), key=keys[number]) for number in range(60))
    )
    for key in range(5):
        own = [number for number in log if keys[number] == key]
        assert own == sorted(own)
    await committer.close()


async def test_an_answer_that_comes_in_the_moment_of_the_deadline_counts() -> None:
    paper = Paper()
    committer = Committer(paper, patience_s=0.05)
    loop = asyncio.get_running_loop()
    late = loop.time() + 0.06
    asked = asyncio.create_task(committer.submit(note([], 7)))
    await settle()
    assert paper.batches == [1]
    paper.gate.set()
    while loop.time() < late:
        """Nothing else is done until both the answer and the deadline are due."""
    assert await asked == 7
    await committer.close()
