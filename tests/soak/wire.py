"""The whole bot killed and ended in full play, seen from where people sit.

The real process on the Discord on loopback; people play by the buttons of their panels, one press
in seven is made twice. It is killed (SIGKILL) or ended (SIGTERM) at a random moment while presses
are on their way, and started again. Then what people were shown is held against the database.
"""

import asyncio
import random
import signal
import sqlite3
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.wire.processes import family_of, gin
from benchmarks.wire.tables import FIRST_USER, Press, Table, button, seat
from bot.presses.match import read_action
from bot.ui.custom_id import Area, CustomId, parse_custom_id
from engine.service import MatchId, Service, UserId
from engine.store import Store
from tests.waiting import PATIENCE_S, until
from tests.wire.interactions import Interaction
from tests.wire.server import CHANNEL, Discord, running_discord

READY_S: Final = PATIENCE_S
ANSWER_S: Final = PATIENCE_S
GONE_S: Final = PATIENCE_S
"""Until what a killed process had started has to be gone."""
TWICE: Final = 1 / 7
LEAST_PRESSES: Final = 10
"""In a life, however busy the machine is."""
IDLE_S: Final = 0.01
LEFT_BEHIND_S: Final = 1.0
"""A panel that offers nothing for so long is opened again, as a person would."""

State = tuple[int, int, int]
"""A match, a person, and the revision of their table."""


@dataclass
class WireFigures:
    """What a soak at the wire did and found."""

    kills: int = 0
    ends: int = 0
    presses: int = 0
    moves: int = 0
    """Presses after whose answer the panel showed a later state."""
    cut_off: int = 0
    """Presses that a kill left without an answer."""
    slowest_end_s: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.ends} ends (slowest {self.slowest_end_s:.1f} s): "
            f"{self.presses} presses, {self.moves} moves shown as played, "
            f"{self.cut_off} cut off by kills, {len(self.wrong)} wrong"
        )


@dataclass
class Seen:
    """What people pressed and were shown, on one database."""

    pressed: dict[State, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The interactions of presses that play, by the state they were made in."""
    played: set[State] = field(default_factory=set)
    """States that an answer has shown to be over."""
    waiting: dict[int, Interaction] = field(default_factory=dict)
    """Presses without an answer so far."""
    shown: dict[tuple[int, int], int] = field(default_factory=dict)
    """The latest revision on a panel of a person in a match."""


class _Room:
    """Some tables of one Discord and the people at them."""

    def __init__(self, discord: Discord, tables: int, figures: WireFigures, seed: int) -> None:
        self.seen = Seen()
        self._discord = discord
        self._figures = figures
        self._rng = random.Random(seed)
        self._users = iter(range(FIRST_USER, FIRST_USER + 1_000_000))
        self._tables: list[Table | None] = [None] * tables

    async def play(self) -> None:
        """Play at all tables until cancelled."""
        async with asyncio.TaskGroup() as group:
            for number in range(len(self._tables)):
                group.create_task(self._play(number))

    async def _play(self, number: int) -> None:
        idle = time.monotonic()
        while True:
            table = self._tables[number]
            if table is None:
                pair = next(self._users), next(self._users)
                table = self._tables[number] = await seat(self._discord, pair, CHANNEL)
            press = table.next_press()
            if press is not None:
                await self._press(table, press)
                idle = time.monotonic()
            elif time.monotonic() - idle > LEFT_BEHIND_S:
                if not await self._look(table):
                    self._tables[number] = None
                idle = time.monotonic()
            else:
                await asyncio.sleep(IDLE_S)

    async def _press(self, table: Table, press: Press) -> None:
        ids = [await self._send(press)]
        if self._rng.random() < TWICE:
            ids.append(await self._send(press))
        for one in ids:
            try:
                await self._discord.answered(one, ANSWER_S)
            except TimeoutError:
                continue  # it stays among those that wait
            self.seen.waiting.pop(one.id, None)
        self._read(table)
        made = play_of(press.custom_id)
        if made is None:
            return
        state = (made.id, press.user, made.revision)
        if self.seen.shown.get(state[:2], 0) > made.revision and state not in self.seen.played:
            self.seen.played.add(state)
            self._figures.moves += 1

    async def _send(self, press: Press) -> Interaction:
        one = await self._discord.press(press.user, press.message, press.custom_id)
        self._figures.presses += 1
        self.seen.waiting[one.id] = one
        made = play_of(press.custom_id)
        if made is not None:
            self.seen.pressed[made.id, press.user, made.revision].append(one.id)
        return one

    async def _look(self, table: Table) -> bool:
        """Open both hands again; whether the match goes on."""
        for user in table.panels:
            try:
                label = button(table.table, "My hand")
            except AssertionError:
                return False
            one = await self._discord.press(user, table.table, label)
            await self._discord.answered(one, ANSWER_S)
            if one.shown:
                table.panels[user] = one.shown[-1]
        self._read(table)
        return True

    def _read(self, table: Table) -> None:
        for user, panel in table.panels.items():
            for part in panel.parts():
                read = parse_custom_id(str(part.get("custom_id", "")))
                if read is not None and read.area in (Area.PLAY, Area.HAND) and read.revision:
                    key = (read.id, user)
                    self.seen.shown[key] = max(self.seen.shown.get(key, 0), read.revision)


def play_of(custom_id: str) -> CustomId | None:
    """Return the custom id of a button that plays; ``None`` of any other."""
    read = parse_custom_id(custom_id)
    if read is None or read.area is not Area.PLAY:
        return None
    read_action(read.what)
    return read


async def soak_wire(
    kills: int,
    ends: int,
    *,
    seed: int,
    tables: int = 8,
    lives: int = 25,
    span: tuple[float, float] = (0.3, 4.0),
    report: Callable[[WireFigures], None] = lambda figures: None,
) -> WireFigures:
    """Kill the bot so many times, and end it so many times, in a random order."""
    figures, chance = WireFigures(), random.Random(seed)
    how = [signal.SIGKILL] * kills + [signal.SIGTERM] * ends
    chance.shuffle(how)
    for begin in range(0, len(how), lives):
        with tempfile.TemporaryDirectory(prefix="gin-wire-") as name:
            async with running_discord() as discord:
                room = _Room(discord, tables, figures, seed + begin)
                for way in how[begin : begin + lives]:
                    await _live(discord, room, Path(name), way, chance.uniform(*span), figures)
                    figures.wrong += await judge(Path(name) / "gin.db", room.seen)
                    report(figures)
                    if figures.wrong:
                        return figures
    return figures


async def _live(
    discord: Discord,
    room: _Room,
    folder: Path,
    way: signal.Signals,
    seconds: float,
    figures: WireFigures,
) -> None:
    discord.gateway.identified.clear()
    async with AsyncExitStack() as stack:
        process = await stack.enter_async_context(gin(folder, discord.api))
        async with asyncio.timeout(READY_S):
            await discord.gateway.identified.wait()
        playing = asyncio.create_task(room.play())
        stack.callback(playing.cancel)
        before = figures.presses
        await asyncio.sleep(seconds)
        await until(lambda: figures.presses >= before + LEAST_PRESSES or playing.done())
        if playing.done():
            playing.result()
        await _end(room, process, playing, way, figures)


async def _end(
    room: _Room,
    process: Process,
    playing: asyncio.Task[None],
    way: signal.Signals,
    figures: WireFigures,
) -> None:
    family, waiting = family_of(process), dict(room.seen.waiting)
    process.send_signal(way)
    began = time.monotonic()
    playing.cancel()  # nobody presses any more
    await process.wait()
    if way is signal.SIGTERM:
        figures.ends += 1
        figures.slowest_end_s = max(figures.slowest_end_s, time.monotonic() - began)
        late = [one for one in waiting.values() if not one.answered_at]
        figures.wrong += [f"press {one.id} was not answered before the end" for one in late]
        if process.returncode != 0:
            figures.wrong.append(f"it ended with {process.returncode}")
    else:
        figures.kills += 1
        figures.cut_off += sum(not one.answered_at for one in room.seen.waiting.values())
    room.seen.waiting.clear()
    end = time.monotonic() + GONE_S
    while left := [pid for pid in family if Path(f"/proc/{pid}").exists()]:
        if time.monotonic() > end:
            figures.wrong.append(f"processes {left} outlive the bot")
            return
        await asyncio.sleep(0.05)


async def judge(file: Path, seen: Seen) -> list[str]:
    """Everything in a database that is not what people saw."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        moves = database.execute("SELECT match_id, seq, interaction_id FROM moves").fetchall()
    return judge_moves(moves, seen) + [line async for line in _shown_too_early(file, seen)]


def judge_moves(moves: Sequence[tuple[int, int, int]], seen: Seen) -> list[str]:
    """Everything in the stored moves (match, number, interaction) that is not what people saw."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for match, number, _ in moves:
        numbers[match].append(number)
    wrong = [
        f"match {match} has moves {found[-3:]} of {len(found)}"
        for match, found in ((match, sorted(found)) for match, found in numbers.items())
        if found != list(range(1, len(found) + 1))
    ]
    stored = Counter(interaction for _, _, interaction in moves)
    for state, ids in seen.pressed.items():
        times = sum(stored[one] for one in ids)
        if times > 1:
            wrong.append(f"{state} was played {times} times")
        if times < 1 and state in seen.played:
            wrong.append(f"{state} was shown as played and is lost")
    return wrong


async def _shown_too_early(file: Path, seen: Seen) -> AsyncIterator[str]:
    store = await Store.open(f"sqlite:///{file}")
    service = Service(store)
    try:
        for (match, user), shown in seen.shown.items():
            stored = await service.load(MatchId(match))
            if stored is None:
                yield f"match {match} was shown and is not stored"
                continue
            seat_of = stored.seat_of(UserId(user))
            there = 0 if seat_of is None else stored.revision(seat_of)
            if there < shown:
                yield f"match {match} was shown to {user} at {shown} and is at {there}"
    finally:
        await service.close()
