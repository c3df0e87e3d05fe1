"""Moves that are committed while an answer is on its way to Discord."""

import asyncio
import contextlib
import fnmatch
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from engine.service import Applied, InteractionId, MatchCommand, MatchId, UserId
from tests.journeys.world import World
from tests.service.world import sensible
from tests.worlds.tables import loaded

_KEYS = itertools.count(1)


def meanwhile(
    patch: pytest.MonkeyPatch, method: str, path: str, work: Callable[[], Awaitable[None]]
) -> list[str]:
    """Do ``work`` once between Discord's taking of a request and its answer; where it was done."""
    done: list[str] = []
    for border in (FakeWebhookAdapter, FakeHTTPClient):
        honest = border.request

        async def held(
            self: Any, route: Any, *args: Any, honest: Any = honest, **more: Any
        ) -> object:
            answer = await honest(self, route, *args, **more)
            here = route.url.split("?")[0]
            if not done and route.method == method and fnmatch.fnmatch(here, path):
                done.append(here)
                await work()
            return answer

        patch.setattr(border, "request", held)
    return done


@contextlib.asynccontextmanager
async def late_edits(patch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """Hold every edit of a private message on its way to Discord; yields where they go."""
    held: list[str] = []
    arrive = asyncio.Event()
    honest = FakeWebhookAdapter.request

    async def late(self: Any, route: Any, *args: Any, **more: Any) -> object:
        if route.method == "PATCH" and not arrive.is_set():
            held.append(route.url)
            await arrive.wait()
        return await honest(self, route, *args, **more)

    patch.setattr(FakeWebhookAdapter, "request", late)
    try:
        yield held
    finally:
        arrive.set()


async def move(world: World, match: MatchId) -> None:
    """Whoever may act does; everybody who follows the match has heard of it afterwards."""
    await commit(world, match)
    await world.service.bus.drained()


async def commit(world: World, match: MatchId) -> None:
    """Whoever may act does."""
    live = await loaded(world, match)
    seat = live.public().to_act[0]
    user = live.player(seat).user_id
    assert user is not None
    outcome = await world.service.act(
        MatchCommand(
            interaction=InteractionId(next(_KEYS)),
            match_id=match,
            user_id=UserId(user),
            action=sensible(live, seat),
            revision=live.revision(seat),
        )
    )
    assert isinstance(outcome, Applied)


async def take_turn(world: World, match: MatchId) -> None:
    """Move until somebody else may act: an upcard that is taken is followed by a discard."""
    mover = (await loaded(world, match)).public().to_act
    while (await loaded(world, match)).public().to_act == mover:
        await move(world, match)
