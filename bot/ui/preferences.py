"""Readers: the language of the interaction and a person's saved preferences."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

import discord

from bot.render.models import Back, Felt, Look, Theme
from bot.ui.i18n import words_for
from bot.ui.reader import HandOrder, Reader
from engine.service import GuildId, Prefs, Service, UserId
from engine.store import StoreError

log = logging.getLogger(__name__)
MAX_CACHED: Final = 10_000
E = TypeVar("E", bound=Enum)


class Preferences:
    """Readers by user, with their preferences cached until they change."""

    def __init__(self, service: Service, language_of: Callable[[int], str | None]) -> None:
        self._service = service
        self._language_of = language_of
        self._prefs: OrderedDict[int, Prefs] = OrderedDict()

    async def prefs(self, user: int) -> Prefs:
        """Return a person's preferences."""
        found = self._prefs.get(user)
        if found is None:
            found = await self._service.prefs(UserId(user))
            self._prefs[user] = found
            while len(self._prefs) > MAX_CACHED:
                self._prefs.popitem(last=False)
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

    async def private(self, user: int, locale: str) -> Reader:
        """Return the reader of a private screen."""
        prefs = await self._prefs_if_readable(user)
        look = Look(
            _member(Theme, prefs.theme), _member(Felt, prefs.felt), _member(Back, prefs.back)
        )
        return Reader(
            words=words_for(prefs.locale or locale),
            look=look,
            text_mode=prefs.text_mode,
            one_tap=prefs.one_tap,
            table_talk=prefs.table_talk,
            order=HandOrder(prefs.hand_order.value),
        )

    async def of(self, interaction: discord.Interaction) -> Reader:
        """Return the reader of an interaction."""
        return await self.private(interaction.user.id, str(interaction.locale))

    async def public(self, guild: int, locale: str | None = None) -> Reader:
        """Return the reader of a public message, in the server's language."""
        config = await self._service.guild_config(GuildId(guild))
        language = config.language or locale or self._language_of(guild)
        return Reader(words=words_for(language or "en-US"))


def _member(kind: type[E], value: str) -> E:
    """Return the chosen member, or the first one for a choice that no longer exists."""
    return next((one for one in kind if one.value == value), next(iter(kind)))
