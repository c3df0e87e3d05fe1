"""People who add the app to their account or take it away, which no gateway tells."""

import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from bot.ui.listener import Messenger
from engine.service import UserId

TO_AN_ACCOUNT: Final = 1
"""Discord's integration type of an app that somebody adds to their own account."""
log = logging.getLogger(__name__)


class InstallEvent(StrEnum):
    """The events that are heard; others of Discord's are left alone."""

    AUTHORIZED = "APPLICATION_AUTHORIZED"
    DEAUTHORIZED = "APPLICATION_DEAUTHORIZED"


class Installs:
    """Hears of installations by people."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    async def happened(self, event: Mapping[str, Any]) -> None:
        """Take an event. Raises StoreError if it has to come again, ValueError for a damaged one.

        Whoever takes the app away is not told of turns any more: nothing is sent to browsers, and
        Discord delivers no direct message.
        """
        kind, data = event.get("type"), event.get("data")
        if kind not in tuple(InstallEvent):
            return
        try:
            user = UserId(int(data["user"]["id"])) if isinstance(data, Mapping) else UserId(0)
        except (KeyError, TypeError) as error:
            raise ValueError("an event without a person") from error
        if kind == InstallEvent.DEAUTHORIZED:
            await self._messenger.service.push.leave(user)
            self._messenger.metrics.installs.labels("removed").inc()
        elif isinstance(data, Mapping) and data.get("integration_type") == TO_AN_ACCOUNT:
            self._messenger.metrics.installs.labels("added").inc()
