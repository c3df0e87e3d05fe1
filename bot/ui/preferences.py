"""Readers: the language of the interaction and a person's saved preferences."""

import logging
import time
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Final, TypeVar

from cachetools import TTLCache

from bot.render.models import Back, Felt, Look, Theme
from bot.ui.i18n import words_for
from bot.ui.reader import CardTable, HandOrder, Reader
from engine.service import GuildConfig, GuildId, Prefs, Service, UserId
from engine.store import StoreError

log = logging.getLogger(__name__)
MAX_CACHED: Final = 10_000
CACHED_S: Final = 60.0
"""The time in seconds after which a change by another process is noticed."""
E = TypeVar("E", bound=Enum)


class Preferences:
    """Readers by user and by server, with their preferences and settings cached."""

    def __init__(
        self,
        service: Service,
        language_of: Callable[[int], str | None],
        card_table: CardTable | None = None,
    ) -> None:
        self._service = service
        self._language_of = language_of
        self.card_table = card_table
        self._prefs: TTLCache[int, Prefs] = TTLCache(MAX_CACHED, CACHED_S, time.monotonic)
        self._configs: TTLCache[int, GuildConfig] = TTLCache(MAX_CACHED, CACHED_S, time.monotonic)

    async def prefs(self, user: int) -> Prefs:
        """Return a person's preferences."""
        found = self._prefs.get(user)
        if found is None:
            found = self._prefs[user] = await self._service.prefs(UserId(user))
        return found

    async def _prefs_if_readable(self, user: int) -> Prefs:
        """Return preferences, or defaults: an error message must not need the store."""
        try:
            return await self.prefs(user)
        except StoreError as error:
            log.warning("preferences could not be read (%s)", error.code)
            return Prefs()

    def forget(self, user: int) -> None:
        """Drop the cached preferences after a change."""
        self._prefs.pop(user, None)

    def forget_server(self, guild: int) -> None:
        """Drop the cached settings of a server after a change."""
        self._configs.pop(guild, None)

    async def private(self, user: int, locale: str) -> Reader:
        """Return the reader of a private screen."""
        prefs = await self._prefs_if_readable(user)
        return Reader(
            words=words_for(prefs.locale or locale),
            look=_look(prefs.theme, prefs.felt, prefs.back),
            text_mode=prefs.text_mode,
            one_tap=prefs.one_tap,
            table_talk=prefs.table_talk,
            order=HandOrder(prefs.hand_order.value),
        )

    async def config(self, guild: int) -> GuildConfig:
        """Return the settings of a server."""
        found = self._configs.get(guild)
        if found is None:
            found = self._configs[guild] = await self._service.guild_config(GuildId(guild))
        return found

    async def public(self, guild: int, locale: str | None = None) -> Reader:
        """Return the reader of a public message, in the server's language."""
        config = await self.config(guild)
        language = config.language or locale or self._language_of(guild)
        return Reader(words=words_for(language or "en-US"), card_table=self.card_table)


@cache
def _look(theme: str, felt: str, back: str) -> Look:
    return Look(_member(Theme, theme), _member(Felt, felt), _member(Back, back))


def _member(kind: type[E], value: str) -> E:
    """Return the chosen member, or the first one for a choice that no longer exists."""
    return next((one for one in kind if one.value == value), next(iter(kind)))
