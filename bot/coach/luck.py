"""Computation of the luck in ended matches, one after another, in the coach's process."""

import logging
from typing import Final

from bot.coach.analysis import Coaching
from engine.game.errors import GinError
from engine.service import MatchId, Service

LIMIT: Final = 20
"""The most matches processed in one run."""

log = logging.getLogger(__name__)


async def enter_all_luck(service: Service, coaching: Coaching) -> None:
    """Fill in the luck of ended matches."""
    for match in await service.luck.pending(LIMIT):
        await enter_luck(service, coaching, match)


async def enter_luck(service: Service, coaching: Coaching, match: MatchId) -> None:
    """Compute and store the luck of one ended match, none if it is unreadable; idempotent."""
    try:
        found = await coaching.luck(match)
    except GinError as error:
        log.warning("match %d cannot be looked into (%s)", match, error.code)
        found = {}
    await service.luck.enter(match, found)
