"""SimCord on the real clock, where a machine that is busy with other things is late.

On virtual time nothing is late. On the real clock SimCord gives the bot five seconds to finish what
an interaction set off, computers and pictures included. The same five seconds tell which timers
belong to that and which come later, so that the figure itself cannot be raised: what has not
settled is waited for again.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext, suppress
from typing import Final
from unittest.mock import patch

import discord
import simcord
from simcord.env import Env

from bot.app import GinBot
from tests.waiting import PATIENCE_S
from tests.worlds.virtual import is_virtual

HORIZON_S = 5.0
"""A timer that is due within this time belongs to what is waited for."""
TRIES = int(PATIENCE_S / HORIZON_S)
"""Then it hangs."""
LIMITS: Final = (
    "bot.ui.reply.WATCHDOG_SECONDS",
    "bot.commands.tree.HINT_SECONDS",
    "bot.match.coaching.PATIENCE_S",
    "bot.match.replay.records.WAITING_S",
)
"""What the bot grants before it answers otherwise, or gives up: how it answers must not depend on
how busy the machine is."""


@contextmanager
def _unhurried() -> Iterator[None]:
    with ExitStack() as stack:
        genuine = Env._settle_internal
        stack.enter_context(patch.object(Env, "_settle_internal", _patiently(genuine)))
        for limit in LIMITS:
            stack.enter_context(patch(limit, PATIENCE_S))
        yield


@asynccontextmanager
async def patient(bot: discord.Client) -> AsyncIterator[Env]:
    """Run a bot on SimCord; on the real clock, with patience."""
    with nullcontext() if is_virtual() else _unhurried():
        try:
            async with simcord.run(bot, shard_count=1) as env:
                yield env
                bot = env.bot
        finally:
            await left(bot)


async def left(bot: discord.Client) -> None:
    """Stop what a bot does by itself, as its end does: SimCord leaves delayed work behind.

    Such work would begin when the test's event loop ends, and never be done.
    """
    if isinstance(bot, GinBot):
        await bot.parts.stop()


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
