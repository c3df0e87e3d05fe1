"""What the first press would have to wait for is done before Discord can send one.

Reading fonts, drawing the first cards and starting a process cost a second of a quiet machine and
several of a busy one, while Discord waits three for an answer.
"""

import asyncio
import logging
from collections.abc import Awaitable

from bot.coach.analysis import Coaching
from bot.render import prepare_all
from bot.ui.i18n import load_all
from engine.game.melds import STANDARD, solver

log = logging.getLogger(__name__)


async def warm_up(coaching: Coaching) -> None:
    """Get everything ready, off the event loop; what fails is left to the first who needs it."""
    await _tried("pictures", asyncio.to_thread(_here))
    await _tried("the coach", coaching.get_ready())


def _here() -> None:
    load_all()
    solver(STANDARD)
    prepare_all()


async def _tried(what: str, work: Awaitable[None]) -> None:
    try:
        await work
    except Exception:
        log.warning("%s could not be made ready", what, exc_info=True)
