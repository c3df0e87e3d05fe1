"""Table messages wait for each other in their channel, and for the discard after a draw."""

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any, Final

import pytest

from bot.ui.message_queue import MessageQueue
from tests.journeys.club import Club, Who, journey
from tests.journeys.people import mover_of
from tests.waiting import PATIENCE_S, until

HERE, THERE = 1, 2
NEVER = 10**9
EAGER: Final = getattr(asyncio, "eager_task_factory", None)
FACTORIES: Final = (None,) if EAGER is None else (None, EAGER)
"""Python's own ways to begin a task: later, and from 3.12 on at once."""


class Drawings:
    """What was drawn, each drawing held until the test lets it go."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.may_end = asyncio.Event()

    async def __call__(self, match: int) -> None:
        self.drawn.append(match)
        await self.may_end.wait()


async def test_the_message_that_waits_longest_is_drawn_first() -> None:
    draw = Drawings()
    queue = MessageQueue(draw, interval=0.0)
    first = queue.add(HERE, 11)
    await until(lambda: draw.drawn == [11])
    later = [queue.add(HERE, match) for match in (12, 13, 14, 12, 11)]
    draw.may_end.set()
    await asyncio.gather(first, *later)
    assert draw.drawn == [11, 12, 13, 14, 11], "one drawing each, and one for what came meanwhile"


@pytest.mark.parametrize("factory", FACTORIES)
def test_a_message_is_drawn_whether_or_not_tasks_begin_at_once(factory: Any) -> None:
    async def drawn_twice() -> list[int]:
        asyncio.get_running_loop().set_task_factory(factory)
        draw = Drawings()
        draw.may_end.set()
        queue = MessageQueue(draw, interval=0.0)
        async with asyncio.timeout(PATIENCE_S):
            await queue.add(HERE, 11)
            await asyncio.gather(queue.add(HERE, 12), queue.add(THERE, 21))
        return draw.drawn

    assert sorted(asyncio.run(drawn_twice())) == [11, 12, 21]


async def test_channels_do_not_wait_for_each_other() -> None:
    draw = Drawings()
    queue = MessageQueue(draw, interval=0.0)
    first, second = queue.add(HERE, 11), queue.add(THERE, 21)
    await until(lambda: draw.drawn == [11, 21])
    draw.may_end.set()
    await asyncio.gather(first, second)


async def test_five_tables_of_a_channel_are_never_further_behind_than_five_intervals() -> None:
    now, moments = [0.0], dict[int, float]()

    async def draw(match: int) -> None:
        moments[match] = now[0]

    queue = MessageQueue(draw, interval=0.05, clock=lambda: now[0])
    tables = range(5)
    drawn = [queue.add(HERE, match) for match in tables]
    for done in drawn:
        await done
        now[0] += 0.05
        # A changed table waits behind those that have waited already.
        queue.add(HERE, 0)
    assert [round(moments[match] / 0.05) for match in tables[1:]] == [1, 2, 3, 4]
    queue.stop()


async def test_a_channel_that_falls_free_between_two_looks_draws_on() -> None:
    draw = Drawings()
    draw.may_end.set()
    queue = MessageQueue(draw, interval=0.015, clock=itertools.count(0.0, 0.01).__next__)
    await queue.add(HERE, 11)
    await until(lambda: not any(task for task in queue._tasks if not task.done()))
    async with asyncio.timeout(60):
        await queue.add(HERE, 12)
    assert draw.drawn == [11, 12]


async def test_a_message_at_rest_is_drawn_with_the_next_change() -> None:
    draw = Drawings()
    draw.may_end.set()
    queue = MessageQueue(draw, interval=0.0)
    resting = queue.add(HERE, 11, rest=NEVER)
    await queue.add(HERE, 12)
    assert draw.drawn == [12]
    assert not resting.done()
    assert queue.add(HERE, 11) is resting
    await resting
    assert draw.drawn == [12, 11]


async def test_a_failed_drawing_keeps_nobody_waiting() -> None:
    async def draw(match: int) -> None:
        if match == 11:
            raise ZeroDivisionError
        drawn.append(match)

    drawn: list[int] = []
    queue = MessageQueue(draw, interval=0.0)
    await asyncio.gather(queue.add(HERE, 11), queue.add(HERE, 12))
    assert drawn == [12]


def boards(club: Club) -> int:
    requests = club.env.http_requests
    return sum(one.method == "PATCH" and one.path.startswith("/channels/") for one in requests)


async def drawing_turn(people: Sequence[Who]) -> Who:
    """Play until somebody may draw from the stock."""
    while not (mover := await mover_of(people)).panel().has("Stock"):
        await mover.take_turn()
    return mover


@journey(people=2)
async def test_a_draw_and_its_discard_change_the_table_message_once(club: Club) -> None:
    await club.sits(9)
    mover = await drawing_turn(club.people)
    tables = club.bot.parts.display.tables
    tables._interval = NEVER  # a draw waits for its discard
    before = boards(club)
    await mover.presses("Stock")
    assert boards(club) == before
    await mover.take_turn()
    assert boards(club) == before + 1
