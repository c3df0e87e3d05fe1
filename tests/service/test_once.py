"""Every command is done once, although the answer of COMMIT is lost and the command comes again.

Two worlds of the same chance go the same way; in one of them the answer of each COMMIT that
matters is lost. Answers and every row have to be the same in both.
"""

import ast
import inspect
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, get_type_hints

import pytest
from sqlalchemy import select

from engine.clocks.clock import DAY, LIVE
from engine.coach.helping import Help
from engine.game.actions import Pass, Resign
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.premoves import Premoves
from engine.service import (
    Command,
    GuildConfig,
    InteractionId,
    LiveMatch,
    LobbyId,
    MatchId,
    Person,
    Practice,
    Prefs,
    Rematch,
    Service,
    UserId,
)
from engine.service.changes import KEPT_MS, forget_old, own_key
from engine.service.events.deed_types import Remove
from engine.service.events.types import Announce, EventId, EventKind, EventPlan
from engine.service.preferences import Notify
from engine.service.rewards import coins as ledger
from engine.store import Repeatable
from engine.store.schema import metadata
from engine.trainer.progress import Track
from tests.prepared import fill
from tests.service.world import (
    ANN,
    BOB,
    CEE,
    CHANNEL,
    DAN,
    GUILD,
    STANDARD,
    World,
    existing,
    open_world,
)

Call = Callable[[InteractionId], Awaitable[object]]
Prepare = Callable[[World], Awaitable[Call]]
Ask = Callable[[Service, InteractionId, Any], Awaitable[object]]
CASES: Final[dict[str, Prepare]] = {}
TEAMS: Final = PRESETS["partnership_4"]
OWN_ROWS: Final = {"leases", "processes"}


def case(prepare: Prepare) -> Prepare:
    """One command: what it needs, then how it is called with a key."""
    CASES[prepare.__name__] = prepare
    return prepare


def cases(prepare: Callable[[World], Awaitable[Any]], **asks: Ask) -> None:
    """Commands that need the same: what it is, then how each of them is called with it."""
    for name, ask in asks.items():

        async def prepared(world: World, ask: Ask = ask) -> Call:
            given = await prepare(world)
            return lambda key: ask(world.service, key, given)

        CASES[name] = prepared


async def nothing(world: World) -> None: ...


# -- events -----------------------------------------------------------------------------


def cup(world: World, interaction: InteractionId) -> Announce:
    starts, kind = world.clock.now + DAY, EventKind.SWISS
    plan = EventPlan("Cup", kind, "standard", STANDARD, starts, LIVE)
    return Announce(interaction, GUILD, CHANNEL, ANN, plan)


async def entered_cup(world: World) -> EventId:
    event_id = EventId(world.press())
    await world.service.events.announce(cup(world, InteractionId(event_id)))
    for one in (ANN, BOB, CEE):
        await world.service.events.enter(world.press(), event_id, one)
    return event_id


@case
async def announce_event(world: World) -> Call:
    return lambda key: world.service.events.announce(cup(world, key))


cases(
    entered_cup,
    enter_event=lambda service, key, cup: service.events.enter(key, cup, DAN),
    check_in_refused=lambda service, key, cup: service.events.check_in(key, cup, BOB.user_id),
    withdraw_from_event=lambda service, key, cup: service.events.withdraw(key, cup, BOB.user_id),
    manage_event=lambda service, key, cup: service.events.manage(
        key, cup, ANN.user_id, Remove(CEE.user_id)
    ),
)


# -- lobbies ----------------------------------------------------------------------------


@case
async def open_lobby(world: World) -> Call:
    ask = world.offer(ANN, BOB)
    return lambda key: world.service.open_lobby(replace(ask, interaction=key))


@case
async def find_one_who_waits(world: World) -> Call:
    await world.opened(ANN)
    ask, here = world.offer(BOB), frozenset({CHANNEL})
    return lambda key: world.service.find(replace(ask, interaction=key), None, here)


@case
async def find_nobody(world: World) -> Call:
    ask, here = world.offer(ANN), frozenset({CHANNEL})
    return lambda key: world.service.find(replace(ask, interaction=key), 200, here)


async def invited(world: World) -> LobbyId:
    return await world.opened(ANN, BOB)


cases(
    invited,
    join_last=lambda service, key, lobby: service.join(key, lobby, BOB),
    join_refused=lambda service, key, lobby: service.join(key, lobby, CEE),
    decline=lambda service, key, lobby: service.decline(key, lobby, BOB.user_id),
    cancel=lambda service, key, lobby: service.cancel(key, lobby, ANN.user_id),
)


async def joined(world: World, *people: Person, max_seats: int = 4) -> LobbyId:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=max_seats)
    for person in people:
        await world.service.join(world.press(), lobby, person)
    return lobby


cases(
    joined,
    join_first_of_two=lambda service, key, lobby: service.join(key, lobby, BOB),
    choose_side=lambda service, key, lobby: service.choose_side(key, lobby, ANN.user_id, 1),
)


@case
async def start_lobby(world: World) -> Call:
    lobby = await joined(world, BOB, CEE, DAN, max_seats=6)
    return lambda key: world.service.start_lobby(key, lobby, ANN.user_id)


@case
async def leave(world: World) -> Call:
    lobby = await joined(world, BOB)
    return lambda key: world.service.leave(key, lobby, BOB.user_id)


@case
async def shuffle_sides(world: World) -> Call:
    lobby = await joined(world, BOB, CEE)
    return lambda key: world.service.shuffle_sides(key, lobby, ANN.user_id)


@case
async def rematch(world: World) -> Call:
    live = await world.match()
    await world.act(live, live.public().to_act[0], Resign())
    expires = world.clock.now + 900_000
    return lambda key: world.service.rematch(Rematch(key, live.id, CHANNEL, ANN, expires))


# -- matches ----------------------------------------------------------------------------


@case
async def act(world: World) -> Call:
    live = await world.match()
    seat = live.public().to_act[0]
    user = existing(live.player(seat).user_id)
    return lambda key: world.service.act(Command(key, live.id, user, Pass(), live.revision(seat)))


def switched(plans: Premoves) -> Premoves:
    return replace(plans, draw_stock=not plans.draw_stock)


cases(
    World.match,
    adjudicate=lambda service, key, live: service.adjudicate(
        key, live.id, GUILD, DAN.user_id, "stuck"
    ),
    switch_a_premove=lambda service, key, live: service.planning.change(
        key, live.id, ANN.user_id, switched
    ),
    send_note=lambda service, key, _: service.notes.send(key, ANN, BOB.user_id, "hello"),
    forget=lambda service, key, _: service.forget(key, ANN.user_id),
)


async def kept_waiting(world: World) -> tuple[MatchId, UserId]:
    """A match, and who of it has waited for an hour."""
    live = await world.match()
    world.clock.pass_ms(3_600_000)
    waiting = next(s for s in live.public().seats if s not in live.public().to_act)
    return live.id, existing(live.player(waiting).user_id)


@case
async def nudge(world: World) -> Call:
    match, user = await kept_waiting(world)
    return lambda key: world.service.planning.nudge(key, match, user)


@case
async def nudge_refused(world: World) -> Call:
    for person in (ANN, BOB):
        await world.service.set_prefs(world.press(), person, Prefs(notify=Notify.NONE))
    return await nudge(world)


# -- people -----------------------------------------------------------------------------


A_AND_B: Final = (ANN.user_id, BOB.user_id)

cases(
    nothing,
    practice=lambda service, key, _: service.practice(
        Practice(key, GUILD, CHANNEL, ANN, PRESETS["single"])
    ),
    set_prefs=lambda service, key, _: service.set_prefs(key, ANN, Prefs(text_mode=True)),
    set_guild_config=lambda service, key, _: service.set_guild_config(
        key, GUILD, DAN.user_id, GuildConfig(pings=False)
    ),
    add_friend=lambda service, key, _: service.friends.add(key, ANN, BOB),
    block=lambda service, key, _: service.blocks.block(key, *A_AND_B),
    friend_request=lambda service, key, _: service.notes.request(key, ANN, BOB.user_id),
    ban=lambda service, key, _: service.bans.ban(
        key, GUILD, DAN.user_id, BOB, days=3, reason="rude words"
    ),
    report=lambda service, key, _: service.reports.make(key, GUILD, A_AND_B, "rude words", None),
    answer_a_puzzle_that_is_none=lambda service, key, _: service.puzzles.answer(
        key, 20260101, ANN, 0
    ),
)


@case
async def remove_friend(world: World) -> Call:
    await world.service.friends.add(world.press(), ANN, BOB)
    return lambda key: world.service.friends.remove(key, *A_AND_B)


@case
async def unblock(world: World) -> Call:
    await world.service.blocks.block(world.press(), *A_AND_B)
    return lambda key: world.service.blocks.unblock(key, *A_AND_B)


@case
async def send_the_last_note_of_ten_minutes(world: World) -> Call:
    await world.match()
    for _ in range(4):
        await world.service.notes.send(world.press(), ANN, BOB.user_id, "hello")
    return lambda key: world.service.notes.send(key, ANN, BOB.user_id, "the fifth")


@case
async def delete_notes(world: World) -> Call:
    await world.match()
    await world.service.notes.send(world.press(), ANN, BOB.user_id, "hello")
    return lambda key: world.service.notes.delete(key, BOB.user_id, None)


@case
async def lift_a_ban(world: World) -> Call:
    await world.service.bans.ban(world.press(), GUILD, DAN.user_id, BOB, days=3, reason="rude")
    return lambda key: world.service.bans.lift(key, GUILD, DAN.user_id, BOB.user_id)


@case
async def close_a_report(world: World) -> Call:
    made = world.press()
    await world.service.reports.make(made, GUILD, A_AND_B, "rude words", None)
    return lambda key: world.service.reports.close(key, GUILD, DAN.user_id, made)


@case
async def clear_a_pair(world: World) -> Call:
    live = await world.match(ANN, BOB, rated=True)
    await world.act(live, Seat.ONE, Resign())
    await world.service.helping.enter(live.id, {ANN.user_id: Help(90, 80, 9.0, 8.0)})
    return lambda key: world.service.helping.clear(key, GUILD, DAN.user_id, A_AND_B)


@case
async def buy(world: World) -> Call:
    await world.service._store.write(
        Repeatable(lambda c: ledger.pay(c, ANN.user_id, "day:1", 200, 0))
    )
    return lambda key: world.service.coins.buy(key, ANN, "felt:walnut")


@case
async def train(world: World) -> Call:
    await fill(world.service)
    asked = existing(await world.service.trainer.next(ANN.user_id, Track.KNOCK))
    return lambda key: world.service.trainer.answer(key, ANN.user_id, asked.key, 0, 0)


# -- the proof --------------------------------------------------------------------------


@contextmanager
def losing_answers(world: World) -> Iterator[list[int]]:
    """The answer of the next COMMIT is lost, although it was done."""
    backend: Any = world.service._store._backend
    engine = getattr(backend._engine, "sync_engine", backend._engine)
    honest, lost = engine.dialect.do_commit, list[int]()

    def lose(connection: Any) -> None:
        honest(connection)
        if not lost:
            lost.append(1)
            if engine.dialect.name == "sqlite":
                raise sqlite3.OperationalError("disk I/O error")
            raise ConnectionResetError("connection reset by peer")

    engine.dialect.do_commit = lose
    try:
        yield lost
    finally:
        engine.dialect.do_commit = honest


async def rows_of(world: World) -> dict[str, list[str]]:
    """Every row, but those of the bot's own."""

    def everything(connection: Any) -> dict[str, list[str]]:
        return {
            table.name: sorted(
                str(tuple(row))
                for row in connection.execute(select(table))
                if table.name != "answers" or row[0] > 0
            )
            for table in metadata.sorted_tables
            if table.name not in OWN_ROWS
        }

    return await world.service._store.read(everything)


def plain(answer: object) -> object:
    """An answer without what differs between two readings of the same row."""
    if isinstance(answer, LiveMatch):
        return ("match", answer.id, answer.version, answer.plans_of(answer.players[0].seat))
    if is_dataclass(answer) and not isinstance(answer, type):
        fields = {name: plain(getattr(answer, name)) for name in answer.__dataclass_fields__}
        fields.pop("happened", None)
        return (type(answer).__name__, fields)
    return answer


ONCE_MORE: Final = {"act": "Repeated", "adjudicate": "Repeated"}
"""Moves say themselves that they were done before."""


@dataclass
class Told:
    """What somebody was told the first time and the second, and what is stored."""

    first: object
    second: object
    rows: dict[str, list[str]]


async def run(world: World, name: str, *, lose: bool) -> Told:
    call = await CASES[name](world)
    await world.service.idle()
    key = world.press()
    if lose:
        with losing_answers(world) as lost:
            first = await call(key)
        assert lost, "its COMMIT was done, and the answer was lost"
    else:
        first = await call(key)
    stored = await rows_of(world)
    second = await call(key)
    assert await rows_of(world) == stored, "the second time changes nothing"
    return Told(plain(first), plain(second), stored)


def judge(name: str, clean: Told, lossy: Told) -> None:
    assert lossy.first == clean.first
    assert lossy.rows == clean.rows
    for told in (clean, lossy):
        if name in ONCE_MORE:
            assert isinstance(told.second, tuple)
            assert told.second[0] == ONCE_MORE[name]
        else:
            assert told.second == told.first


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CASES))
async def test_a_lost_answer_changes_nothing(tmp_path: Path, name: str) -> None:
    told = []
    for number in (0, 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        world = await open_world(folder)
        try:
            told.append(await run(world, name, lose=bool(number)))
        finally:
            await world.service.close()
    judge(name, *told)


@pytest.fixture
async def two_worlds(server: Any) -> AsyncIterator[tuple[World, World]]:
    from tests import postgres

    worlds = [await open_world(await postgres.migrated(server.address)) for _ in range(2)]
    yield worlds[0], worlds[1]
    for world in worlds:
        await world.service.close()


@pytest.mark.postgres
async def test_a_lost_answer_changes_nothing_on_postgres(server: Any) -> None:
    from tests import postgres

    for name in sorted(CASES):
        told = []
        for number in (0, 1):
            world = await open_world(await postgres.migrated(server.address))
            try:
                told.append(await run(world, name, lose=bool(number)))
            finally:
                await world.service.close()
        judge(name, *told)


# -- by type ----------------------------------------------------------------------------

HOUSEKEEPING: Final = {
    *("Service.start", "Maintenance.look"),
    *("Messages.rendered", "Messages.lobby_rendered", "Notes.read", "Achievements.tell"),
    *("Achievements.praised", "Mentions.claim", "Mentions.sent", "Mentions.remove"),
    *("GuildPresence.left", "GuildPresence.returned", "GuildPresence.purge", "LuckRecords.enter"),
    "HelpRecords.enter",
    *("Welcomes.joined", "Welcomes.take", "Welcomes.put_back"),
    *("Messages.still_shows", "Messages.flush"),
    *("Processes.beat", "Processes.leave", "Daily.prepare", "Daily.close_ended"),
    *("Seasons.close_ended", "Seasons.crown", "Seasons.dethrone", "Trainer.study_everybody"),
    *("Events.fire", "Events.shown", "Events.take_news", "Events.told"),
}
"""What the bot writes by itself: it finds by its own rows that it is done."""


def parts_of(service: Service) -> Iterator[type]:
    """The service and everything it is made of that those outside call."""
    yield type(service)
    for value in vars(service).values():
        if type(value).__module__.startswith("engine.service"):
            yield type(value)


def writes(method: object) -> bool:
    """Whether a method changes what is stored."""
    source = inspect.cleandoc("\n" + inspect.getsource(method))  # type: ignore[arg-type]
    called = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    names = {one.attr for one in called if isinstance(one, ast.Attribute)}
    return bool(names & {"write", "_change", "_decide", "_in_lobby"})


def is_keyed(method: Callable[..., object]) -> bool:
    """Whether a method takes the interaction, by itself or in what is asked."""
    for name, kind in get_type_hints(method).items():
        if name != "return" and kind is InteractionId:
            return True
        if is_dataclass(kind) and get_type_hints(kind).get("interaction") is InteractionId:
            return True
    return False


@pytest.mark.slow
async def test_every_command_takes_the_interaction(world: World) -> None:
    unkeyed, commands = set(), 0
    for part in parts_of(world.service):
        for name, method in inspect.getmembers(part, inspect.iscoroutinefunction):
            if name.startswith("_") or not writes(method):
                continue
            commands += 1
            if not is_keyed(method):
                unkeyed.add(f"{part.__name__}.{name}")
    assert commands > len(CASES) / 2, "they are found at all"
    assert unkeyed <= HOUSEKEEPING


async def test_answers_are_forgotten_after_an_hour(world: World) -> None:
    await world.service.friends.add(InteractionId(77 << 22), ANN, BOB)
    key = own_key()
    now = world.clock.now + KEPT_MS

    def kept(connection: Any) -> int:
        return len(connection.execute(select(metadata.tables["answers"])).all())

    before = await world.service._store.read(kept)
    gone = await world.service._store.write(Repeatable(lambda c: forget_old(c, now)))
    assert gone >= 1
    assert await world.service._store.read(kept) == before - gone
    assert key < 0
