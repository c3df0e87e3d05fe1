"""Preparation of everything slow before Discord can send the first press.

Loading fonts, drawing the first cards and starting a process take a second on a quiet machine and
several on a busy one, while Discord waits three for an answer.
"""

import asyncio
import gc
import logging
from collections.abc import Awaitable
from typing import Final

from bot.match.coaching import Coaching
from bot.render import DRAWINGS
from bot.render.fonts import shapes_letters
from bot.ui.i18n import load_all
from engine.game.melds import STANDARD, solver

COLLECTED_AT: Final = (10_000, 20, 20)
"""Presses leave few cycles, for which Python's own thresholds search all matches every second."""
log = logging.getLogger(__name__)


async def warm_up(coaching: Coaching) -> None:
    """Prepare everything off the event loop; a failed part is left to its first use."""
    await _tried("pictures", asyncio.to_thread(_here))
    await _tried("the coach", coaching.get_ready())
    # What is loaded now stays until the end; the garbage collector need not look at it again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AT)


def say_what_is_missing() -> None:
    """Log which library of the system would make the pictures better."""
    if not shapes_letters():
        log.warning(
            "The library FriBidi (Debian: libfribidi0) is not installed. Pictures show names in"
            " Devanagari, Thai or Arabic letter by letter."
        )


def _here() -> None:
    say_what_is_missing()
    load_all()
    solver(STANDARD)
    DRAWINGS.start()


async def _tried(what: str, work: Awaitable[None]) -> None:
    try:
        await work
    except Exception:
        log.warning("%s could not be made ready", what, exc_info=True)
