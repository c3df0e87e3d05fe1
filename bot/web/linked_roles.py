"""Linked roles: what servers can ask for before they give a role (application role connections)."""

import logging
from collections.abc import Callable
from typing import Any, Final

import discord
from discord.http import Route

from bot.ui.i18n import LANGUAGES, mark, words_for
from bot.ui.listener import Messenger
from bot.ui.requests import CUT
from bot.web.discord_api import DiscordApi, RefusedError, SilentError
from engine.service import UserId
from engine.service.standings import Hidden
from engine.store import StoreError

AT_LEAST: Final = 2
"""Discord's type of a number that has to be as high as a server's, or higher."""
PLATFORM: Final = "Gin rummy"
RECORDS: Final = {
    "rating": (mark("Rating"), mark("Best rating, at least")),
    "wins": (mark("Matches won"), mark("Matches won, at least")),
    "gins": (mark("Gins"), mark("Gins, at least")),
    "events": (mark("Events won"), mark("Events won, at least")),
}
"""What a server can ask for: its name and its description."""
log = logging.getLogger(__name__)


class LinkedRoles:
    """Tells Discord what somebody has reached, when they ask for it; nothing of it is kept.

    ``client_id``: the application, once it is known.
    """

    def __init__(
        self, messenger: Messenger, api: DiscordApi, client_id: Callable[[], str | None]
    ) -> None:
        self._messenger = messenger
        self._api = api
        self._client_id = client_id
        self._is_registered = False

    async def connect(self, user: UserId, name: str, access_token: str) -> bool:
        """Tell Discord a person's results; ``False`` if that is not possible now."""
        path = f"/users/@me/applications/{self._client_id()}/role-connection"
        try:
            await self._register()
            body = {
                "platform_name": PLATFORM,
                "platform_username": name,
                "metadata": await self._results(user),
            }
            await self._api.ask("PUT", path, bearer=access_token, json=body)
        except (SilentError, RefusedError, StoreError, discord.HTTPException, *CUT) as error:
            log.warning("linked roles were not connected (%s)", type(error).__name__)
            return False
        return True

    async def _register(self) -> None:
        """Tell Discord once what servers can ask for."""
        if self._is_registered:
            return
        route = Route(
            "PUT",
            "/applications/{application_id}/role-connections/metadata",
            application_id=str(self._client_id()),
        )
        records = [_record(key, *words) for key, words in RECORDS.items()]
        await self._messenger.client.http.request(route, json=records)
        self._is_registered = True

    async def _results(self, user: UserId) -> dict[str, str]:
        service = self._messenger.service
        profile = await service.statistics.profile(user, user, None, None)
        assert not isinstance(profile, Hidden), "nobody's own profile is hidden from them"
        sums, rated = profile.sums, [one for one in profile.ratings.values() if one.games]
        honours = await service.events.honours_of(user)
        found = {
            "rating": max((round(one.rating.value) for one in rated), default=0),
            "wins": 0 if sums is None else sums.won,
            "gins": 0 if sums is None else sums.figures.gins,
            "events": sum(one.place == 1 for one in honours),
        }
        return {key: str(value) for key, value in found.items()}


def _record(key: str, name: str, description: str) -> dict[str, Any]:
    def translated(text: str) -> dict[str, str]:
        return {locale: words_for(locale).t(text) for locale in LANGUAGES}

    return {
        "type": AT_LEAST,
        "key": key,
        "name": name,
        "name_localizations": translated(name),
        "description": description,
        "description_localizations": translated(description),
    }
