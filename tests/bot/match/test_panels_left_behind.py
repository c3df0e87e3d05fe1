"""A panel that could not follow a move follows it a little later, without a press."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.match.panels import PAUSES_S, PanelKind
from bot.ui.compose import ComposedMessage
from bot.ui.listener import EventListener
from bot.ui.reader import Preferences
from engine.service import MatchId, UserId
from engine.store import StoreBusyError
from tests.journeys.in_flight import commit
from tests.journeys.people import Person, mover_of
from tests.journeys.world import World, running_world
from tests.waiting import until
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, seated

Fault = Callable[[], BaseException]


def unavailable() -> BaseException:
    response: Any = type("Response", (), {"status": 503, "reason": "Service Unavailable"})()
    return discord.DiscordServerError(response, "")


async def waiting_of(world: World, people: list[Person]) -> tuple[MatchId, Person]:
    """The match, and who waits while the other one is to act."""
    mover = await mover_of(people)
    return await live_match(world), next(one for one in people if one is not mover)


async def until_to_act(world: World, match: MatchId, waiting: Person) -> None:
    """Commit moves until somebody who waits is to act."""
    while True:
        live = await world.service.load(match)
        assert live is not None
        if live.seat_of(UserId(waiting.member.id)) in live.public().to_act:
            return
        await commit(world, match)


def failing(
    world: World, match: MatchId, waiting: Person, fault: Fault, times: int
) -> list[BaseException]:
    """Let the next edits of somebody's panel fail; return the list of what was raised."""
    [panel] = [
        one for user, _, one in world.bot.parts.chat.panels.of(match) if user == waiting.member.id
    ]
    raised: list[BaseException] = []
    honest: Callable[[ComposedMessage], Awaitable[None]] = panel.editor.edit

    async def edit(message: ComposedMessage) -> None:
        if len(raised) < times:
            raised.append(fault())
            raise raised[-1]
        await honest(message)

    panel.editor.edit = edit  # type: ignore[method-assign]
    return raised


@pytest.mark.parametrize("fault", [aiohttp.ServerDisconnectedError, TimeoutError, unavailable])
async def test_a_panel_whose_edit_did_not_get_through_is_edited_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr("bot.match.panels.PAUSES_S", (0.01, 0.01))
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match, waiting = await waiting_of(world, people)
        raised = failing(world, match, waiting, fault, times=2)
        await until_to_act(world, match, waiting)
        await until(lambda: waiting.may_move)
        assert len(raised) == 2
        assert not world.env.errors


async def test_a_panel_whose_reader_could_not_be_read_is_edited_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.panels.PAUSES_S", (0.01, 0.01))
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match, waiting = await waiting_of(world, people)
        honest = Preferences.private
        failed: list[int] = []

        async def private(self: Preferences, user: int, *rest: Any, **more: Any) -> Any:
            if user == waiting.member.id and not failed:
                failed.append(user)
                raise StoreBusyError(waited_s=2)
            return await honest(self, user, *rest, **more)

        monkeypatch.setattr(Preferences, "private", private)
        await until_to_act(world, match, waiting)
        await until(lambda: waiting.may_move)
        assert failed
        assert not world.env.errors


async def test_a_panel_that_stays_out_of_reach_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = (0.01,) * len(PAUSES_S)
    monkeypatch.setattr("bot.match.panels.PAUSES_S", pauses)
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match, waiting = await waiting_of(world, people)
        raised = failing(world, match, waiting, TimeoutError, times=10_000)
        await commit(world, match)
        await until(lambda: len(raised) == 1 + len(pauses))
        await world.settle()
        assert len(raised) == 1 + len(pauses), "it is not tried for ever"


async def test_a_newer_panel_is_left_alone_by_what_an_older_one_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    due: list[Callable[[], Awaitable[None]]] = []
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match, waiting = await waiting_of(world, people)
        panels = world.bot.parts.chat.panels
        [old] = [one for user, _, one in panels.of(match) if user == waiting.member.id]
        failing(world, match, waiting, TimeoutError, times=1)
        honest = EventListener.later

        def later(self: EventListener, key: Any, seconds: float, work: Any) -> None:
            if key == (match, waiting.member.id, PanelKind.HAND):
                due.append(work)
            else:
                honest(self, key, seconds, work)

        monkeypatch.setattr(EventListener, "later", later)
        await commit(world, match)
        await until(lambda: bool(due))
        edited: list[ComposedMessage] = []

        async def edit(message: ComposedMessage) -> None:
            edited.append(message)

        old.editor.edit = edit  # type: ignore[method-assign]
        await waiting.open_hand(now(world, table.message))
        for work in due:
            await work()
        assert not edited
