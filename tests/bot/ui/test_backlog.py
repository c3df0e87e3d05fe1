"""Answers first: what only follows a press waits while many wait for their answers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.match.messages import TableMessages
from bot.ui import pacing
from bot.ui.compose import ComposedMessage
from bot.ui.pacing import MANY, PATIENCE_S, WAITED_S, Backlog, Spared
from bot.ui.reply import WATCHDOG_SECONDS
from engine.service import LiveMatch
from tests.journeys.in_flight import commit
from tests.journeys.people import mover_of
from tests.journeys.world import running_world
from tests.waiting import until
from tests.worlds.tables import live_match, seated

NEVER_S = 3600.0


def busy(backlog: Backlog) -> list[object]:
    """Let as many wait for their answers as make everything else wait."""
    asked = [object() for _ in range(MANY)]
    for one in asked:
        backlog.asked(one)
    return asked


async def test_nobody_waits_while_few_wait_for_their_answers() -> None:
    backlog = Backlog()
    for one in range(MANY - 1):
        backlog.asked(one)
    async with asyncio.timeout(0):
        await backlog.wait_for_answers()


async def test_followers_go_in_their_order_and_leave_room_for_presses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pacing, "LONGEST_S", NEVER_S)
    backlog, gone = Backlog(), list[int]()

    async def follower(number: int) -> None:
        await backlog.wait_for_answers()
        gone.append(number)

    asked = busy(backlog)
    followers = [asyncio.create_task(follower(number)) for number in range(3 * MANY)]
    await asyncio.sleep(0)
    assert not gone
    backlog.answered(asked[0])
    backlog.answered(asked[0])
    backlog.asked(asked[0])
    await until(lambda: gone == [0])
    await asyncio.sleep(4 * pacing.PAUSE_S)
    assert gone == [0], "there was room for one, and then for none"
    for one in asked:
        backlog.answered(one)
    await asyncio.gather(*followers)
    assert gone == list(range(3 * MANY))


async def test_a_load_that_lasts_holds_nobody_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "LONGEST_S", 0.01)
    backlog = Backlog()
    asked = busy(backlog)
    await backlog.wait_for_answers()
    monkeypatch.setattr(pacing, "LONGEST_S", NEVER_S)
    patient = asyncio.create_task(backlog.wait_for_answers())
    await asyncio.sleep(0)
    backlog.answered(asked[0])
    await patient  # whoever has gone already takes no room


def test_the_longer_presses_wait_the_more_is_left_out() -> None:
    now = [0.0]
    backlog = Backlog(lambda: now[0])
    backlog.asked("of something that takes long on every machine")
    now[0] += NEVER_S
    assert backlog.spared is Spared.NOTHING, "one alone says nothing of the machine"
    backlog.asked("a press")
    found = []
    for what in WAITED_S:
        now[0] = NEVER_S + WAITED_S[what] + 0.001
        found.append(backlog.spared)
    assert found == [what for what in Spared if what]
    assert [WAITED_S[what] for what in found] == sorted(WAITED_S.values())
    assert max(WAITED_S.values()) < WATCHDOG_SECONDS, "before anything is acknowledged unanswered"
    backlog.answered("a press")
    assert backlog.spared is Spared.NOTHING


def test_who_has_waited_waits_less_for_pictures() -> None:
    backlog = Backlog(lambda: 0.0)
    whole = PATIENCE_S[Spared.OWN_PICTURES]
    waits = [backlog.patience_s(Spared.OWN_PICTURES, since) for since in (0.0, whole / 2, 9.0)]
    assert waits == [whole, whole / 2, 0.0]


async def test_a_panel_and_the_table_follow_once_and_with_the_newest_move_after_the_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "LONGEST_S", NEVER_S)
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        mover = await mover_of(people)
        waiting = next(one for one in people if one is not mover)
        match = await live_match(world)
        panels = world.bot.parts.display.panels
        [panel] = [one for user, _, one in panels.of(match) if user == waiting.member.id]
        edited: list[int] = []
        honest = panel.editor.edit

        async def edit(message: ComposedMessage) -> None:
            edited.append(panel.shown)
            await honest(message)

        panel.editor.edit = edit  # type: ignore[method-assign]
        drawn: list[int] = []
        draw = TableMessages.edit

        async def edit_table(self: TableMessages, *args: Any) -> None:
            drawn.append(len(edited))
            await draw(self, *args)

        monkeypatch.setattr(TableMessages, "edit", edit_table)
        backlog = world.bot.parts.messenger.backlog
        asked = busy(backlog)
        for _ in range(3):
            await commit(world, match)
        newest = await world.service.load(match)
        assert isinstance(newest, LiveMatch)
        await asyncio.sleep(0.1)
        assert not edited
        assert not drawn
        for one in asked:
            backlog.answered(one)
        await until(lambda: bool(edited))
        await world.settle()
        assert edited == [newest.version]
        assert len(drawn) == 1
        assert not world.env.errors
