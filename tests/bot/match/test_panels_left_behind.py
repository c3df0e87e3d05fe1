"""A panel that could not follow a move is found behind its match and edited, without a press."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import discord
import pytest

from bot.match.panels import ALONE, LONGEST_REST_S, OpenPanel, Panels
from bot.ui.compose import ComposedMessage
from bot.ui.reader import Preferences
from engine.service import MatchId, MovedOn
from engine.store import Store, StoreBusyError
from tests.journeys.club import Club, Who, journey
from tests.journeys.in_flight import commit

Fault = Callable[[], BaseException]


def refused(status: int, body: str | dict[str, Any] = "") -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    return kinds.get(status, discord.HTTPException)(response, body)


async def waiting_of(club: Club) -> tuple[MatchId, Who]:
    """The match, and who waits while the other one is to act."""
    _, waiting = await club.turn()
    return (await club.match()).id, waiting


async def until_to_act(club: Club, match: MatchId, waiting: Who) -> None:
    """Commit moves until somebody who waits is to act."""
    while True:
        live = await club.match(match)
        if live.seat_of(waiting.id) in live.public().to_act:
            return
        await commit(club, match)


class Seconds:
    """The clock of a world's panels, and the look that is due every second."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._ahead = 0.0
        panels: Panels = club.bot.parts.display.panels
        honest = panels._clock
        panels._clock = lambda: honest() + self._ahead

    async def pass_by(self, count: int) -> None:
        for _ in range(count):
            self._ahead += 1.0
            await self._club.bot.parts.display.updates.look({})
            await self._club.settle()


def panel_of(club: Club, match: MatchId, person: Who) -> OpenPanel:
    [found] = [one for user, _, one in club.bot.parts.display.panels.of(match) if user == person.id]
    return found


def failing(
    club: Club, match: MatchId, waiting: Who, fault: Fault, times: int
) -> list[BaseException]:
    """Let the next edits of somebody's panel fail; return the list of what was raised."""
    panel = panel_of(club, match, waiting)
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
@journey(people=2)
async def test_a_panel_whose_edit_did_not_get_through_shows_the_newest_state_within_ten_seconds(
    club: Club, fault: Fault
) -> None:
    await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    raised = failing(club, match, waiting, fault, times=1)
    await until_to_act(club, match, waiting)
    await club.settle()
    assert raised
    await seconds.pass_by(10)
    assert waiting.may_move


@journey(people=2)
async def test_a_panel_whose_reader_could_not_be_read_is_edited_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    honest = Preferences.private
    failed: list[int] = []

    async def private(self: Preferences, user: int, *rest: Any, **more: Any) -> Any:
        if user == waiting.id and not failed:
            failed.append(user)
            raise StoreBusyError(waited_s=2)
        return await honest(self, user, *rest, **more)

    monkeypatch.setattr(Preferences, "private", private)
    await until_to_act(club, match, waiting)
    await club.settle()
    assert failed
    await seconds.pass_by(10)
    assert waiting.may_move


@journey(people=2)
async def test_a_panel_follows_a_move_that_nobody_has_heard_of(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A COMMIT was in doubt, and the second attempt found nothing to do and to announce."""
    await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    with monkeypatch.context() as silence:
        silence.setattr(club.service.bus, "publish", lambda _: None)
        await until_to_act(club, match, waiting)
        await club.settle()
    before = waiting.may_move
    await seconds.pass_by(10)
    assert (before, waiting.may_move) == (False, True)


@pytest.mark.parametrize("is_shared", [True, False])
@journey(people=2)
async def test_the_database_is_asked_every_second_only_where_others_may_write(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, is_shared: bool
) -> None:
    monkeypatch.setattr(Store, "is_shared", is_shared)
    await club.sits(3)
    asked: list[object] = []
    moved_on = club.service.moved_on

    async def noted(known: Mapping[MatchId, int]) -> tuple[MovedOn, ...]:
        asked.append(known)
        return await moved_on(known)

    monkeypatch.setattr(club.service, "moved_on", noted)
    await Seconds(club).pass_by(2 * ALONE)
    assert len(asked) == (2 * ALONE if is_shared else 2)


@journey(people=2)
async def test_a_panel_that_stays_out_of_reach_is_edited_ever_more_rarely(club: Club) -> None:
    await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    raised = failing(club, match, waiting, TimeoutError, times=10_000)
    await commit(club, match)
    await seconds.pass_by(120)
    assert 4 < len(raised) < 120 / LONGEST_REST_S + 7


@journey(people=2)
async def test_a_panel_that_is_gone_is_left_alone(club: Club) -> None:
    await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    raised = failing(club, match, waiting, lambda: refused(404, {"code": 10015}), times=9)
    await commit(club, match)
    await seconds.pass_by(60)
    assert len(raised) == 1


@journey(people=2)
async def test_a_newer_panel_is_left_alone_by_what_an_older_one_missed(club: Club) -> None:
    table = await club.sits(3)
    seconds = Seconds(club)
    match, waiting = await waiting_of(club)
    old = panel_of(club, match, waiting)
    raised = failing(club, match, waiting, TimeoutError, times=1)
    await commit(club, match)
    await club.settle()
    assert raised
    edited: list[ComposedMessage] = []

    async def edit(message: ComposedMessage) -> None:
        edited.append(message)

    old.editor.edit = edit  # type: ignore[method-assign]
    await waiting.opens_hand(table)
    await seconds.pass_by(60)
    assert not edited
