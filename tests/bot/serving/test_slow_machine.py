"""A machine that draws slowly or has too much to do: answers in time, in words, then pictures."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from benchmarks.wire.tables import Press, Table, seat
from bot.match.messages import TableMessages
from bot.render.drawing import PictureModel
from bot.render.models import HandPicture, Picture, TablePicture
from bot.ui.pacing import PATIENCE_S, TABLE_REST_S, WAITED_S, Spared
from bot.ui.public_message import SHORT_S
from bot.ui.reply import WATCHDOG_SECONDS
from tests.journeys.cheaply import Pixels
from tests.waiting import until
from tests.wire.interactions import DEFER, DEFER_UPDATE, Interaction
from tests.wire.messages import Message
from tests.wire.server import CHANNEL, running_discord
from tests.worlds.wire_people import People, meeting

A_MOMENT_S: Final = 0.1
PACE_S: Final = 0.5
"""Whoever presses faster for long is refused."""
FIRST_USER: Final = 80_000
GALLERY: Final = 12
"""Discord's type of the part that shows pictures."""
TURNS: Final = 40


class SlowPixels(Pixels):
    """Draws one picture after another, ``each_s`` seconds each. ``asked``: what was begun."""

    def __init__(self) -> None:
        super().__init__()
        self.each_s = 0.0
        self.asked: list[PictureModel] = []
        self._free_at = 0.0

    def begun(self, model: PictureModel) -> Future[Picture]:
        if (found := self._begun.get(model)) is not None:
            return found
        if self.known(model) is not None:
            return super().begun(model)
        self.asked.append(model)
        loop, future = asyncio.get_running_loop(), Future[Picture]()
        self._begun[model] = future
        self._free_at = max(self._free_at, loop.time()) + self.each_s
        loop.call_at(self._free_at, self._end, model, future)
        return future

    def _end(self, model: PictureModel, future: Future[Picture]) -> None:
        del self._begun[model]
        future.set_result(super().begun(model).result())


def button(message: Message, start: str) -> str:
    """The custom id of the button whose label begins so; empty if there is none."""
    parts = (one for one in message.parts() if str(one.get("label", "")).startswith(start))
    return str(next(parts, {}).get("custom_id", ""))


def has_pictures(message: Message) -> bool:
    return any(part.get("type") == GALLERY for part in message.parts())


def is_complete(table: Table) -> bool:
    return all(has_pictures(one) for one in (table.table, *table.panels.values()))


class Club:
    """Tables on a slow machine."""

    def __init__(self, people: People, slow: SlowPixels, tables: list[Table]) -> None:
        self.people = people
        self.slow = slow
        self.tables = tables

    async def press(self, press: Press) -> Interaction:
        """Press, and have the answer that people read."""
        return await self.people.press_id(press.user, press.message, press.custom_id)

    async def to_a_discard(self, table: Table) -> Press:
        """Play until the next press discards, which changes every picture."""
        for _ in range(TURNS):
            await until(lambda: table.next_press() is not None)
            press = table.next_press()
            assert press is not None
            if press.custom_id == button(press.message, "Discard "):
                return press
            await self.press(press)
            await asyncio.sleep(PACE_S)
        raise AssertionError("nobody discards")

    async def complete(self) -> None:
        await self.people.until(lambda: all(map(is_complete, self.tables)), "no pictures")


@asynccontextmanager
async def club(folder: Path, tables: int = 1) -> AsyncIterator[Club]:
    slow = SlowPixels()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.ui.compose.DRAWINGS", slow)
        async with running_discord() as discord, meeting(discord, folder) as people:
            users = [FIRST_USER + 2 * number for number in range(tables)]
            seats = [await seat(discord, (one, one + 1), CHANNEL) for one in users]
            yield Club(people, slow, seats)
            assert not discord.rest.records.refused(429)
            assert not discord.rest.limits.breaches


async def test_a_hand_is_answered_in_words_before_its_picture_is_drawn(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        [table] = here.tables
        press = await here.to_a_discard(table)
        await here.complete()
        mover, other = (
            press.message,
            next(one for user, one in table.panels.items() if user != press.user),
        )
        here.slow.each_s = 3.0
        one = await here.press(press)
        assert one.answered_at - one.at < PATIENCE_S[Spared.OWN_PICTURES] + A_MOMENT_S
        assert not has_pictures(mover)
        await until(lambda: table.next_press() is not None)
        assert asyncio.get_running_loop().time() - one.at < WATCHDOG_SECONDS
        assert not has_pictures(other), "nobody waits for a picture to play on"
        await here.complete()


async def test_what_is_selected_stays_so_when_the_pictures_follow(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        [table] = here.tables
        await here.press(await here.to_a_discard(table))
        here.slow.each_s = 3.0
        press = await here.to_a_discard(table)
        assert not has_pictures(press.message)
        await here.complete()
        found = table.next_press()
        assert found is not None
        assert found.custom_id == press.custom_id


@pytest.mark.parametrize("level", list(Spared), ids=lambda one: one.name.lower())
async def test_what_is_left_out_first(
    tmp_path: Path, level: Spared, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited: list[float] = []
    edit = TableMessages.edit

    async def noted(self: TableMessages, *given: object) -> object:
        edited.append(asyncio.get_running_loop().time())
        return await edit(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(TableMessages, "edit", noted)
    async with club(tmp_path) as here:
        [table] = here.tables
        press = await here.to_a_discard(table)
        await here.complete()
        await asyncio.sleep(2 * TABLE_REST_S)
        other = next(one for user, one in table.panels.items() if user != press.user)
        here.slow.asked.clear()
        edited.clear()
        backlog = here.people.bot.parts.messenger.backlog
        waiting = object(), object()
        for one in waiting:
            backlog.asked(one)
        await asyncio.sleep(WAITED_S.get(level, 0.0) + 0.01)
        began = asyncio.get_running_loop().time()
        await here.press(press)
        await until(lambda: table.next_press() is not None)
        if level < Spared.TABLE_MESSAGES:
            await until(lambda: bool(edited))
        for one in waiting:
            backlog.answered(one)
        assert bool(has_pictures(other)) == (level < Spared.FOLLOWING_PICTURES)
        assert has_pictures(press.message) == (level < Spared.OWN_PICTURES)
        drawn = {type(model) for model in here.slow.asked}
        assert (HandPicture in drawn) == (level < Spared.OWN_PICTURES)
        assert (TablePicture in drawn) == (level < Spared.TABLE_PICTURES)
        await asyncio.sleep(SHORT_S + TABLE_REST_S)
        assert edited
        if level is Spared.TABLE_MESSAGES:
            assert edited[0] - began >= TABLE_REST_S
        await here.complete()


async def test_more_presses_than_can_be_drawn_are_all_answered_in_time(tmp_path: Path) -> None:
    """Three tables at once, each of whose pictures takes as long as many presses."""
    async with club(tmp_path, tables=3) as here:
        here.slow.each_s = 0.4
        answered: list[Interaction] = []
        unpressed: list[float] = []
        loop = asyncio.get_running_loop()

        async def play(table: Table) -> None:
            for _ in range(TURNS):
                since = loop.time()
                await until(lambda: table.next_press() is not None)
                unpressed.append(loop.time() - since)
                press = table.next_press()
                assert press is not None
                answered.append(await here.press(press))
                await asyncio.sleep(PACE_S)

        await asyncio.gather(*map(play, here.tables))
        assert max(one.answered_at - one.at for one in answered) < WATCHDOG_SECONDS
        assert not {one.callback for one in answered} & {DEFER, DEFER_UPDATE}
        assert max(unpressed) < WATCHDOG_SECONDS
        await here.complete()
