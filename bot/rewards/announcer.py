"""Private announcements of new achievements after a match, once, to people who are present."""

import logging
from collections.abc import Callable

import discord

from bot.rewards.screens import new_achievements
from bot.ui.follow_ups import FollowUps
from bot.ui.listener import EventListener
from bot.ui.notice import notice_screen
from bot.ui.outlet import Outlet
from bot.ui.screen import Accent
from engine.service import Committed, UserId
from engine.store import StoreError

log = logging.getLogger(__name__)


class AchievementAnnouncer:
    """The listener that announces achievements; absent people find them in their records."""

    def __init__(self, outlet: Outlet, here: Callable[[UserId], FollowUps | None]) -> None:
        self._outlet = outlet
        self._here = here
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to matches that end. Safe to call again."""
        if self._events.start():
            self._events.hear(
                self._outlet.service.hub, self._on_committed, lambda one: one.has_ended
            )

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def _on_committed(self, change: Committed) -> None:
        if not change.has_ended:
            return
        people = [one.user_id for one in change.live.players if one.user_id is not None]
        for user in people:
            await self.show(user)

    async def show(self, user: UserId) -> None:
        """Show a person's new achievements if they are present."""
        follow_ups = self._here(user)
        if follow_ups is None:
            return
        try:
            new = await self._outlet.service.achievements.untold(user)
            if not new:
                return
            reader = await self._outlet.preferences.private(user, follow_ups.locale)
            screen = notice_screen(new_achievements(reader, new), Accent.GOLD)
            message = await self._outlet.compose(screen)
            await follow_ups.send(message)
            await self._outlet.service.achievements.tell(user, new)
        except StoreError:
            log.warning("achievements could not be read")
        except discord.HTTPException as error:
            log.info("achievements are told later (%s)", error.code)
