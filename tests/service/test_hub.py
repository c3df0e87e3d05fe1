"""The hub: order, coalescing, and subscribers that fail or are slow."""

import asyncio
from dataclasses import dataclass

from engine.service.announcer import EventBus
from tests.waiting import until


@dataclass(frozen=True)
class Note:
    subject: str
    numbers: tuple[int, ...]

    def after(self, earlier: "Note") -> "Note":
        return Note(self.subject, earlier.numbers + self.numbers)


class Reader:
    """Notes what it hears; a closed gate makes it slow."""

    def __init__(self) -> None:
        self.heard: list[Note] = []
        self.gate = asyncio.Event()

    async def __call__(self, note: Note) -> None:
        self.heard.append(note)
        await self.gate.wait()


async def test_a_slow_subscriber_hears_everything_in_order_as_one() -> None:
    hub = EventBus()
    reader = Reader()
    hub.subscribe(Note, reader)
    hub.publish(Note("a", (0,)))
    await until(lambda: bool(reader.heard))
    for number in range(1, 5):
        hub.publish(Note("a", (number,)))
    hub.publish(Note("b", (9,)))
    reader.gate.set()
    await hub.drained()
    assert [note.numbers for note in reader.heard if note.subject == "a"] == [(0,), (1, 2, 3, 4)]
    assert Note("b", (9,)) in reader.heard
    assert hub.is_quiet


async def test_whoever_is_not_ready_hears_later_what_is_published_meanwhile() -> None:
    hub = EventBus()
    reader, ready = Reader(), asyncio.Event()
    reader.gate.set()

    async def until_ready() -> None:
        await ready.wait()

    hub.subscribe(Note, reader, ready=until_ready)
    for number in range(3):
        hub.publish(Note("a", (number,)))
        await asyncio.sleep(0.01)
    assert not reader.heard
    ready.set()
    await hub.drained()
    assert [note.numbers for note in reader.heard] == [(0, 1, 2)]
    ready.clear()
    hub.publish(Note("a", (3,)))
    await asyncio.sleep(0)
    await hub.close()
    assert hub.is_quiet
    assert len(reader.heard) == 1


async def test_who_asked_for_a_change_goes_on_before_it_is_heard() -> None:
    hub = EventBus()
    committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    happened: list[str] = []

    async def asked() -> None:
        await committed
        happened.append("answered")

    async def hears(note: Note) -> None:
        happened.append(note.subject)

    asking = asyncio.create_task(asked())
    await asyncio.sleep(0)
    hub.subscribe(Note, hears)
    hub.publish(Note("a", (1,)))
    committed.set_result(None)
    await asyncio.gather(asking, hub.drained())
    assert happened == ["answered", "a"]


async def test_what_is_not_wanted_is_left_out_and_never_overtakes() -> None:
    hub = EventBus()
    reader = Reader()
    hub.subscribe(Note, reader, wanted=lambda note: 7 in note.numbers)
    hub.publish(Note("a", (1,)))
    assert hub.is_quiet, "nothing is begun for it"
    hub.publish(Note("a", (7,)))
    await until(lambda: bool(reader.heard))
    hub.publish(Note("a", (2,)))
    hub.publish(Note("a", (7, 3)))
    reader.gate.set()
    await hub.drained()
    assert [note.numbers for note in reader.heard] == [(7,), (2, 7, 3)]


async def test_one_subject_does_not_wait_for_another() -> None:
    hub = EventBus()
    reader = Reader()
    hub.subscribe(Note, reader)
    hub.publish(Note("a", (1,)))
    hub.publish(Note("b", (2,)))
    await until(lambda: {note.subject for note in reader.heard} == {"a", "b"})
    await hub.close()


async def test_a_subscriber_that_fails_hurts_nobody() -> None:
    hub = EventBus()

    async def fail(note: Note) -> None:
        raise RuntimeError(note.subject)

    reader = Reader()
    reader.gate.set()
    hub.subscribe(Note, fail)
    hub.subscribe(Note, reader)
    for number in range(3):
        hub.publish(Note("a", (number,)))
        await hub.drained()
    assert len(reader.heard) == 3


async def test_who_left_hears_nothing_more() -> None:
    hub = EventBus()
    reader = Reader()
    reader.gate.set()
    leave = hub.subscribe(Note, reader)
    leave()
    leave()
    hub.publish(Note("a", (1,)))
    await hub.drained()
    assert reader.heard == []
