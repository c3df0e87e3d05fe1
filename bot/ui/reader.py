"""The reader of a screen: language, preferences, and the match that a screen shows."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, TypeVar

from cachetools import TTLCache

from bot.render.models import Back, Felt, Look, Theme
from bot.ui.i18n import Translator, words_for
from bot.ui.markup import plain_name
from bot.ui.press import Press
from engine.game.seats import Seat
from engine.game.view import MatchView
from engine.service import (
    GuildConfig,
    GuildId,
    HandOrder,
    MatchSetup,
    Place,
    Prefs,
    Rated,
    Service,
    UserId,
)
from engine.store import StoreError

DEFAULT_LOOK: Final = Look()


@dataclass(frozen=True, slots=True)
class CardTable:
    """How the card table opens. ``is_activity``: inside Discord; else by its address.

    ``shares``: whether players may share finished matches.
    """

    is_activity: bool
    url: str = ""
    shares: bool = False


@dataclass(frozen=True, slots=True)
class MenuPage:
    """The page of a long menu that a reader has turned to. ``press``: that of the menu."""

    press: Press
    number: int


@dataclass(frozen=True, slots=True)
class Reader:
    """A person's language and preferences.

    ``text_mode``: every screen in words. ``one_tap``: a press on a card discards it at once.
    ``card_table``: how public messages offer the card table, if it is served. ``turned``: the page
    of a menu that this answer shows.
    """

    words: Translator
    look: Look = DEFAULT_LOOK
    text_mode: bool = False
    one_tap: bool = False
    table_talk: bool = True
    order: HandOrder = HandOrder.MELDS
    card_table: CardTable | None = None
    turned: MenuPage | None = None


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player at the table. ``name`` is safe to show; computers have no ``user``.

    ``is_mentioned``: whether a mention may stand for the name; not across servers.
    """

    name: str
    user: int | None
    level: str | None = None
    is_mentioned: bool = True

    @property
    def plain(self) -> str:
        """The name for pictures and labels, without formatting."""
        return plain_name(self.name)

    @property
    def mention(self) -> str:
        return f"<@{self.user}>" if self.is_mentioned and self.user is not None else self.name


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match with the data that identify it to people.

    ``deadlines``: the end of each seat's turn, in epoch seconds. ``late``: the seat whose time is
    over, so that the opponent may claim. ``paused``, ``wants_pause``: a pause, or the request for
    one. ``opens_at``: when the next round is dealt automatically. ``hidden``: others may
    still have to play its deals. ``event``: the event of the match and its round, in public
    messages. ``place``: the kind of chat that its message is in. ``by_itself``: it belongs to no
    event and is not across servers, so that only an admin can cancel it. ``of_event``: it counts in
    an event.
    """

    match: int
    view: MatchView
    players: tuple[NamedPlayer, ...]
    setup: MatchSetup
    deadlines: tuple[tuple[Seat, int], ...] = ()
    opens_at: int | None = None
    anchor: str = ""
    ratings: Rated | None = None
    late: tuple[Seat, ...] = ()
    paused: bool = False
    wants_pause: Seat | None = None
    hidden: bool = False
    event: tuple[str, int] | None = None
    place: Place = Place.SERVER
    by_itself: bool = False
    of_event: bool = False

    def name(self, seat: Seat) -> str:
        """Return a player's name."""
        return self.players[seat].name

    def plain(self, seat: Seat) -> str:
        """Return a player's name for pictures."""
        return self.players[seat].plain

    def party_plain(self, party: int) -> str:
        """Return the names of a party for pictures."""
        return " & ".join(self.plain(seat) for seat in self.view.parties[party])

    def party_name(self, party: int) -> str:
        """Return the names of everyone who shares a score."""
        return " & ".join(self.name(seat) for seat in self.view.parties[party])

    def deadline(self, seat: Seat) -> int | None:
        """Return the end of this seat's turn; ``None`` while the clocks are stopped.

        Whoever plays computers alone has days for every turn, and nobody waits: none either.
        """
        is_alone = sum(one.user is not None for one in self.players) == 1
        if self.paused or is_alone or seat in self.late:
            return None
        return next((at for one, at in self.deadlines if one is seat), None)


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
            order=prefs.hand_order,
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
