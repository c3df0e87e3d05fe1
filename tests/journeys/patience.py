"""SimCord on a machine that is busy with other things: it waits for the bot as long as it takes.

SimCord gives the bot five seconds to finish what an interaction set off, computers and pictures
included. The same five seconds tell which timers belong to that and which come later, so that the
figure itself cannot be raised: what has not settled is waited for again.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from unittest.mock import patch

import discord
import simcord
from simcord.env import Env

HORIZON_S = 5.0
"""A timer that is due within this time belongs to what is waited for."""
TRIES = 12
"""Then it hangs."""


@asynccontextmanager
async def patient(bot: discord.Client) -> AsyncIterator[Env]:
    """Run a bot on SimCord, with patience."""
    with patch.object(Env, "_settle_internal", _patiently(Env._settle_internal)):
        async with simcord.run(bot, shard_count=1) as env:
            yield env


def _patiently(once: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def settle(
        env: Env,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - SimCord's own
        idle: float = 0.005,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        env.settle_timeout = HORIZON_S * TRIES  # to advance its clock, and to stop the bot
        seconds = HORIZON_S if timeout is None else timeout
        more = 0 if _deadline is not None else TRIES - 1
        for _ in range(more):
            with suppress(TimeoutError):
                await once(env, timeout=seconds, idle=idle, dispatch=dispatch)
                return
        await once(env, timeout=seconds, idle=idle, dispatch=dispatch, _deadline=_deadline)

    return settle
