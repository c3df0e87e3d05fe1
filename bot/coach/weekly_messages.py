"""The messages of hands of the week: drawn after answers, and with the solution at the end.

A new one is posted by the answer to the press that posts it. What was not shown (a restart, a
refusal by Discord, another process) is drawn by the redraw job.
"""

from collections.abc import Sequence

from bot.coach.weekly_screen import weekly_screen
from bot.ui.public_message import PublicMessages
from bot.ui.screen import Screen
from engine.service import ChannelId, MessageId, TableMessage
from engine.service.trainer import WeeklyHand


class HandMessages(PublicMessages[WeeklyHand]):
    """The messages of hands of the week."""

    name, letter = "a hand of the week", "h"

    async def start(self) -> None:
        """Use this context for later attempts. Safe to call again after a reconnect."""
        self._events.start()

    async def redraw(self) -> int:
        """Close what is overdue, and draw outdated messages."""
        await self._messenger.service.weekly.tend()
        return await super().redraw()

    async def _outdated(self) -> Sequence[WeeklyHand]:
        return await self._messenger.service.weekly.outdated()

    def _is_over(self, shown: WeeklyHand) -> bool:
        return shown.is_closed

    def _address(self, shown: WeeklyHand) -> TableMessage:
        return TableMessage(shown.guild, shown.channel, shown.message)

    async def _newest(self, shown: WeeklyHand) -> WeeklyHand | None:
        return await self._messenger.service.weekly.hand(shown.id)

    async def _record(
        self, shown: WeeklyHand, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        await self._messenger.service.weekly.shown(shown.id, shown.version, channel, message)
        self._succeeded(shown.id)

    async def screen(self, shown: WeeklyHand) -> Screen:
        """Return the message of a hand."""
        reader = await self._messenger.preferences.public(shown.guild, shown.locale)
        return weekly_screen(reader, shown)
