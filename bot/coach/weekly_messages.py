"""The messages of hands of the week: drawn after answers, and with the solution at the end.

A new one is posted by the answer to the press that posts it. What was not shown (a restart, a
refusal by Discord, another process) is drawn by :func:`redraw_hands`.
"""

import asyncio
from typing import Final

from bot.coach.weekly_screen import weekly_screen
from bot.ops.metrics import Drawing
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.public_message import NONCE_LENGTH, PublicMessages
from bot.ui.screen import Screen
from engine.service import ChannelId, MessageId, TableMessage
from engine.service.trainer import WeeklyHand

PER_SECOND: Final = 5
"""The messages that :func:`redraw_hands` draws in a second."""


class HandMessages(PublicMessages[WeeklyHand]):
    """The messages of hands of the week."""

    name = "a hand of the week"

    async def start(self) -> None:
        """Use this context for later attempts. Safe to call again after a reconnect."""
        self._events.start()

    async def announced(self, hand: WeeklyHand, message: int | None) -> None:
        """Record the message that a press has posted; without one the redraw job posts it."""
        if message is not None:
            await self._record(hand, hand.channel, MessageId(message), is_new=True)
            await self.catch_up(hand)

    def is_due(self, shown: WeeklyHand) -> bool:
        """Whether an outdated message may be drawn now; one never posted waits at first."""
        return super().is_due(shown) and self._is_left_alone(shown)

    async def _edit_or_post(self, shown: WeeklyHand) -> Drawing:
        if shown.message is None:
            # Another process may have posted it since.
            shown = await self._newest(shown) or shown
        return await super()._edit_or_post(shown)

    def _is_over(self, shown: WeeklyHand) -> bool:
        return shown.is_closed

    def _address(self, shown: WeeklyHand) -> TableMessage:
        return TableMessage(shown.guild, shown.channel, shown.message)

    def _nonce(self, shown: WeeklyHand, channel: ChannelId) -> str:
        # A message that replaces another one has a nonce of its own.
        again = base36(shown.message or 0)[-8:]
        return f"h{base36(shown.id)}m{again}"[:NONCE_LENGTH]

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


async def redraw_hands(messenger: Messenger, messages: HandMessages) -> int:
    """Close what is overdue, and draw outdated messages; return their number.

    It is done after a start and every half minute.
    """
    await messenger.service.weekly.tend()
    if messenger.breaker.is_open:
        return 0
    due = [one for one in await messenger.service.weekly.outdated() if messages.is_due(one)]
    for hand in due:
        await messages.draw(hand)
        await asyncio.sleep(1 / PER_SECOND)
    return len(due)
