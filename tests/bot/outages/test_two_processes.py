"""Two processes of the bot on one PostgreSQL database: play, clocks, and a rolling restart."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from engine.game.match import MatchPhase
from engine.service import MatchId, UserId
from tests.journeys.in_flight import commit
from tests.journeys.people import Person, mover_of
from tests.journeys.two_bots import Process, Two, two_bots
from tests.journeys.world import redrawn, shown
from tests.waiting import until
from tests.worlds.greetings import invite, welcomes
from tests.worlds.tables import live_match, loaded, seated
from tests.worlds.turn_calls import SOON, called, calls, nothing_more

pytestmark = pytest.mark.postgres
TRIES = 20
LATE_S = 0.15


@pytest.fixture
async def book(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that knows nothing of Gin, to count by itself."""
    connection = await asyncpg.connect(url.replace("postgresql+asyncpg://", "postgresql://", 1))
    yield connection
    await connection.close()


async def stored(book: asyncpg.Connection, match: MatchId) -> list[tuple[int, int | None]]:
    """The moves in the database: their interaction ids (below 0: nobody's) and who made them."""
    version = await book.fetchval("SELECT version FROM matches WHERE match_id = $1", match)
    rows = await book.fetch(
        "SELECT seq, interaction_id, user_id FROM moves WHERE match_id = $1 ORDER BY seq", match
    )
    assert [row["seq"] for row in rows] == list(range(1, version + 1))
    return [(row["interaction_id"], row["user_id"]) for row in rows]


async def turns(people: list[Person], count: int) -> None:
    for _ in range(count):
        await (await mover_of(people)).take_turn()


def tables(world: Two) -> list[int]:
    """The public table messages in the channel."""
    return [one.message.id for one in world.public() if one.has("My hand")]


def elsewhere(world: Two) -> int:
    """The answers that Discord refused, because the other bot had answered."""
    found = [
        sample.value
        for process in world.running
        for metric in process.bot.parts.messenger.metrics.answered_elsewhere.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    ]
    assert len(found) == 2
    return int(sum(found))


async def test_a_press_that_reaches_two_bots_is_played_once(
    tmp_path: Path, url: str, book: asyncpg.Connection
) -> None:
    async with two_bots(tmp_path, url) as world:
        people, _ = await seated(world, 3, clock="live")
        match = await live_match(world)
        await turns(people, 12)
        moves = await stored(book, match)
        assert sum(user is not None for _, user in moves) == 12
        assert len(tables(world)) == 1, "both draw the same board"
        assert elsewhere(world) >= 12, "whoever is second is told so by Discord"
        world.time.ahead_ms += 3_600_000
        await world.settle()
        assert len(await stored(book, match)) == len(moves) + 1, "the clock has spoken once"
        assert not world.env.errors


async def followed(world: Two) -> None:
    """Every process has looked once at the matches of its open panels."""
    for process in world.running:
        display = process.bot.parts.display
        await display.updates.look(display.pings.sent())
    await world.settle()


async def movers_of(world: Two, people: list[Person]) -> list[Person]:
    """Who may move once every panel follows; a busy database is asked again."""
    for _ in range(TRIES):
        await followed(world)
        movers = [person for person in people if person.may_move]
        if movers:
            return movers
    raise AssertionError([list(person.panel().buttons) for person in people])


async def test_a_panel_follows_the_moves_that_another_process_commits(
    tmp_path: Path, url: str, book: asyncpg.Connection
) -> None:
    async with two_bots(tmp_path, url) as world:
        with world.balanced():
            people, _ = await seated(world, 3)
            match = await live_match(world)
            for made in range(1, 9):
                if (await loaded(world, match)).public().phase is not MatchPhase.PLAYING:
                    break  # an early knock: both are asked for the next round
                movers = await movers_of(world, people)
                assert len(movers) == 1, "only a panel that shows the newest state offers a move"
                await movers[0].take_turn()
                assert sum(user is not None for _, user in await stored(book, match)) == made
        assert elsewhere(world) == 0
        assert not world.env.errors


async def test_a_selected_card_stays_selected_although_another_process_held_the_panel(
    tmp_path: Path, url: str
) -> None:
    async with two_bots(tmp_path, url) as world:
        with world.balanced() as ways:
            people, _ = await seated(world, 3)
            while not (mover := await mover_of(people)).panel().has("Stock"):
                await mover.take_turn()
                await followed(world)
            first = ways[mover.member.id]
            ways[mover.member.id] = next(one for one in world.running if one is not first)
            await mover.press("Stock")
            drawn = mover.panel()
            cards = [name for name, one in drawn.buttons.items() if "pick-" in one["custom_id"]]
            assert (await mover.press(cards[0])).has("Discard ")
            await followed(world)
            assert mover.panel().has("Discard ")
            await mover.press("Discard ")
            await followed(world)
            assert (await mover_of(people)) is not mover
        assert not world.env.errors


async def test_nobody_is_called_who_plays_by_another_process(tmp_path: Path, url: str) -> None:
    async with two_bots(tmp_path, url) as world:
        with world.balanced():
            people, _ = await seated(world, 3)
            movers: set[int] = set()
            while len(movers) < len(people):
                mover = await mover_of(people)
                movers.add(mover.member.id)
                await mover.take_turn()
                await followed(world)
            for process in world.running:
                process.bot.parts.display.pings.delay = SOON
            for _ in range(4):
                if not any(person.may_move for person in people):
                    break  # an early knock: both are asked for the next round
                await (await mover_of(people)).take_turn()
                await nothing_more(world)
                assert calls(world) == []
                await followed(world)
        assert not world.env.errors


async def test_a_call_goes_when_its_turn_is_over_in_another_process(
    tmp_path: Path, url: str
) -> None:
    async with two_bots(tmp_path, url) as world:
        with world.balanced() as ways:
            people, _ = await seated(world, 3)
            mover = await mover_of(people)
            other = next(one for one in world.running if one is not ways[mover.member.id])
            display = other.bot.parts.display
            live = await loaded(world, await live_match(world))
            await display.pings.call_again(live, UserId(mover.member.id), nudged=False)
            assert called(world) == [mover.member.id]
            await mover.take_turn()
            await followed(world)
            assert calls(world) == []
        assert not world.env.errors


@contextmanager
def late_edits(process: Process, patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Hold a process's edits of messages on their way to Discord; yields where they go."""
    held: list[str] = []
    arrive = asyncio.Event()
    honest = process.bot.http.request

    async def late(route: Any, *args: Any, **more: Any) -> object:
        if route.method == "PATCH" and not arrive.is_set():
            held.append(route.url)
            await arrive.wait()
        return await honest(route, *args, **more)

    patch.setattr(process.bot.http, "request", late)
    try:
        yield held
    finally:
        arrive.set()


async def test_a_table_shows_the_newest_state_though_an_older_drawing_arrives_last(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_bots(tmp_path, url) as world:
        await seated(world, 3)
        match = await live_match(world)
        (table,) = tables(world)

        def board() -> str:
            return shown(None, world.stored(table).components).text

        with late_edits(world.running[1], monkeypatch) as held:
            await commit(replace(world, service=world.running[1].service), match)
            await until(lambda: bool(held))
            await commit(world, match)
            live = await loaded(world, match)
            while live.table.rendered_version < live.version:
                await asyncio.sleep(0.01)
                live = await loaded(world, match)
            newest = board()
        await world.settle()
        assert board() != newest, "the older drawing has come last"
        for process in world.running:
            await redrawn(replace(world, bot=process.bot))
        await world.settle()
        assert board() == newest


async def test_two_processes_welcome_a_server_once(tmp_path: Path, url: str) -> None:
    async with two_bots(tmp_path, url) as world:
        for process in world.running:
            process.bot.parts.guilds._looks = True
        for _ in range(3):
            _, channel = invite(world.env)
            await world.settle()
            assert len(welcomes(world.env, channel)) == 1
        assert not world.env.errors


def slow(process: Process, patch: pytest.MonkeyPatch) -> None:
    """Let a process begin later with every interaction, so that the other one answers first."""
    honest = process.bot.dispatcher.receive

    async def late(*args: Any) -> None:
        await asyncio.sleep(LATE_S)
        await honest(*args)

    patch.setattr(process.bot.dispatcher, "receive", late)


@pytest.mark.parametrize("is_old_first", [False, pytest.param(True, marks=pytest.mark.night)])
async def test_nobody_notices_a_rolling_restart(
    tmp_path: Path,
    url: str,
    book: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    is_old_first: bool,
) -> None:
    async with two_bots(tmp_path, url) as world:
        people, _ = await seated(world, 4)
        match = await live_match(world)
        await turns(people, 4)
        played = 4
        for _ in range(2):
            old, successor = world.running
            if is_old_first:
                slow(successor, monkeypatch)
            await asyncio.gather(turns(people, 3), world.stopped(old))
            await world.another()
            await turns(people, 3)
            played += 6
        moves = await stored(book, match)
        assert sum(user is not None for _, user in moves) == played
        (table,) = tables(world)
        board = shown(None, world.stored(table).components)
        assert board.has("My hand")
        assert not world.env.errors
