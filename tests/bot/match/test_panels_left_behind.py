"""A panel that could not follow a move is found behind its match and edited, without a press."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.match.panels import ALONE, LONGEST_REST_S, OpenPanel, Panels
from bot.ui.compose import ComposedMessage
from bot.ui.reader import Preferences
from engine.service import MatchId, MovedOn, UserId
from engine.store import Store, StoreBusyError
from tests.journeys.in_flight import commit
from tests.journeys.people import Person, mover_of
from tests.journeys.world import World, running_world
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, seated

Fault = Callable[[], BaseException]


def refused(status: int, body: str | dict[str, Any] = "") -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    return kinds.get(status, discord.HTTPException)(response, body)


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


class Seconds:
    """The clock of a world's panels, and the look that is due every second."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ahead = 0.0
        panels: Panels = world.bot.parts.display.panels
        honest = panels._clock
        panels._clock = lambda: honest() + self._ahead

    async def pass_by(self, count: int) -> None:
        for _ in range(count):
            self._ahead += 1.0
            await self._world.bot.parts.display.updates.look({})
            await self._world.settle()


def panel_of(world: World, match: MatchId, person: Person) -> OpenPanel:
    [found] = [
        one for user, _, one in world.bot.parts.display.panels.of(match) if user == person.member.id
    ]
    return found


def failing(
    world: World, match: MatchId, waiting: Person, fault: Fault, times: int
) -> list[BaseException]:
    """Let the next edits of somebody's panel fail; return the list of what was raised."""
    panel = panel_of(world, match, waiting)
    raised: list[BaseException] = []
    honest: Callable[[ComposedMessage], Awaitable[None]] = panel.editor.edit

    async def edit(message: ComposedMessage) -> None:
        if len(raised) < times:
            raised.append(fault())
            raise raised[-1]
        await honest(message)

    panel.editor.edit = edit  # type: ignore[method-assign]
    return raised


@pytest.mark.parametrize(
    "fault",
    [
        aiohttp.ServerDisconnectedError,
        TimeoutError,
        lambda: refused(503),
        lambda: refused(429, "<html>slow down</html>"),
        lambda: refused(403, "<html>blocked</html>"),
    ],
)
async def test_a_panel_whose_edit_did_not_get_through_shows_the_newest_state_within_ten_seconds(
    tmp_path: Path, fault: Fault
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        seconds = Seconds(world)
        match, waiting = await waiting_of(world, people)
        raised = failing(world, match, waiting, fault, times=1)
        await until_to_act(world, match, waiting)
        await world.settle()
        assert raised
        await seconds.pass_by(10)
        assert waiting.may_move
        assert not world.env.errors


async def test_a_panel_whose_reader_could_not_be_read_is_edited_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        seconds = Seconds(world)
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
        await world.settle()
        assert failed
        await seconds.pass_by(10)
        assert waiting.may_move
        assert not world.env.errors


async def test_a_panel_follows_a_move_that_nobody_has_heard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A COMMIT was in doubt, and the second attempt found nothing to do and to announce."""
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        seconds = Seconds(world)
        match, waiting = await waiting_of(world, people)
        with monkeypatch.context() as silence:
            silence.setattr(world.service.bus, "publish", lambda _: None)
            await until_to_act(world, match, waiting)
            await world.settle()
        before = waiting.may_move
        await seconds.pass_by(10)
        assert (before, waiting.may_move) == (False, True)
        assert not world.env.errors


@pytest.mark.parametrize("is_shared", [True, False])
async def test_the_database_is_asked_every_second_only_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_shared: bool
) -> None:
    monkeypatch.setattr(Store, "is_shared", is_shared)
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 3)
        asked: list[object] = []
        moved_on = world.service.moved_on

        async def noted(known: Mapping[MatchId, int]) -> tuple[MovedOn, ...]:
            asked.append(known)
            return await moved_on(known)

        monkeypatch.setattr(world.service, "moved_on", noted)
        await Seconds(world).pass_by(2 * ALONE)
        assert len(asked) == (2 * ALONE if is_shared else 2)


async def test_a_panel_that_stays_out_of_reach_is_edited_ever_more_rarely(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        seconds = Seconds(world)
        match, waiting = await waiting_of(world, people)
        raised = failing(world, match, waiting, TimeoutError, times=10_000)
        await commit(world, match)
        await seconds.pass_by(120)
        assert 4 < len(raised) < 120 / LONGEST_REST_S + 7


async def test_a_panel_that_is_gone_is_left_alone(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        seconds = Seconds(world)
        match, waiting = await waiting_of(world, people)
        raised = failing(world, match, waiting, lambda: refused(404, {"code": 10015}), times=9)
        await commit(world, match)
        await seconds.pass_by(60)
        assert len(raised) == 1


async def test_a_newer_panel_is_left_alone_by_what_an_older_one_missed(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        seconds = Seconds(world)
        match, waiting = await waiting_of(world, people)
        old = panel_of(world, match, waiting)
        raised = failing(world, match, waiting, TimeoutError, times=1)
        await commit(world, match)
        await world.settle()
        assert raised
        edited: list[ComposedMessage] = []

        async def edit(message: ComposedMessage) -> None:
            edited.append(message)

        old.editor.edit = edit  # type: ignore[method-assign]
        await waiting.open_hand(now(world, table.message))
        await seconds.pass_by(60)
        assert not edited
