"""One page at the other end of a socket: what it follows, what it shows, what it still gets."""

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from cachetools import LRUCache

from bot.match.board import match_context
from bot.match.page.public import match_state
from bot.match.page.seat import seat_state
from bot.ui.custom_id import base36
from bot.ui.i18n import Translator
from bot.ui.pacing import TokenBucket
from bot.ui.reader import CardTable, MatchContext, Reader
from bot.ui.replying import FormRequest
from bot.ui.screen import PersonMenu, Screen
from bot.web.panels import Downloads, Offer, OpenPanels, panel_from
from bot.web.people import PeopleLookup
from bot.web.protocol.base import Message, id_number
from bot.web.protocol.lobby import OwnTables
from bot.web.protocol.messages import BesideMatch, Bye, Welcome
from bot.web.protocol.panels import FormPanel, PanelClosed
from bot.web.session import SESSION_ENDED, Session
from engine.game.seats import Seat
from engine.service import LiveMatch, Prefs, Service, day_of

CACHE_SIZE: Final = 512
"""The views that are kept, those used longest ago dropped first."""
ViewKey: TypeAlias = tuple[int, tuple[str, ...], int, int, str]
"""A match, its people's names and its server as they are seen, its version and a language."""


class MatchStateCache:
    """The ``table`` messages of matches. ``card_table``: how the chat offers the card table."""

    def __init__(self, service: Service, card_table: CardTable | None = None) -> None:
        self._service = service
        self._card_table = card_table
        self._views: LRUCache[ViewKey, bytes] = LRUCache(CACHE_SIZE)

    def of(self, reader: Reader, live: LiveMatch, seat: Seat | None) -> bytes:
        """Return the state of a match for one reader: a player by seat, or anybody else."""
        board, own = match_context(self._service, live, reader), b"null"
        if seat is not None:
            own = seat_state(reader, board, live, seat).model_dump_json().encode()
        head = {"type": "table", "match": base36(live.id), "version": live.version}
        start = json.dumps(head | {"now": self._service.now_ms()}).encode()
        view = self._view(reader, board, live)
        return b'%b,"view":%b,"seat":%b}' % (start[:-1], view, own)

    def _view(self, reader: Reader, board: MatchContext, live: LiveMatch) -> bytes:
        key = (live.id, live.names, live.table.guild, live.version, reader.words.language)
        found = self._views.get(key)
        if found is None:
            public = public_reader(reader, self._card_table)
            found = match_state(public, board, live).model_dump_json().encode()
            self._views[key] = found
        return found


def public_reader(reader: Reader, card_table: CardTable | None) -> Reader:
    """Return the reader of what everybody sees, in the language of a reader."""
    return Reader(reader.words, card_table=card_table)


def encoded(message: Message) -> bytes:
    """Return any other message as a frame."""
    return message.model_dump_json().encode()


MOST_BYTES: Final = 4 * 1024 * 1024
MOST_MESSAGES: Final = 256
SEND_SECONDS: Final = 15.0
"""The time in which a page has to take one message."""


class Outbox:
    """The messages for one page, in order; ``send`` returns when the connection has taken one.

    A message with a key replaces an older one with that key that is still waiting, in its place.
    A page that falls behind is given up: it connects again and asks for what is newest.
    """

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: dict[Hashable, bytes] = {}
        self._bytes = 0
        self._news = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._count = 0
        self._is_open = True
        self.is_behind = False

    def put(self, data: bytes, key: Hashable | None = None) -> None:
        """Add a message."""
        if self.is_behind or not self._is_open:
            return
        self._count += 1
        key = self._count if key is None else key
        self._bytes += len(data) - len(self._waiting.get(key, b""))
        self._waiting[key] = data
        self._empty.clear()
        if self._bytes > MOST_BYTES or len(self._waiting) > MOST_MESSAGES:
            self._give_up()
        self._news.set()

    def close(self) -> None:
        """Send what waits, and nothing that is added later."""
        self._is_open = False
        self._news.set()

    async def run(self) -> None:
        """Send until the page is given up, or the outbox is closed and empty."""
        while not self.is_behind and (self._is_open or self._waiting):
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._send_first()
            self._empty.set()

    async def _send_first(self) -> None:
        key = next(iter(self._waiting))
        data = self._waiting.pop(key)
        self._bytes -= len(data)
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(data)
        except (OSError, TimeoutError):
            self._give_up()

    def _give_up(self) -> None:
        self.is_behind = True
        self._waiting.clear()
        self._bytes = 0

    async def flushed(self) -> None:
        """Wait until everything has been handed over, or the page is given up."""
        await self._empty.wait()


MOST_FOLLOWED: Final = 8
MESSAGES_PER_SECOND: Final = 10.0
MESSAGE_BURST: Final = 40.0
REACTION_SECONDS: Final = 1.5
ByeReason = Literal["restart", "session", "protocol", "too_slow", "too_fast", "broken", "elsewhere"]
_NOW: Final = re.compile(rb'"now": ?\d+')


@dataclass(slots=True)
class ShownVersion:
    """The state of a match that a page has got: its version, and a digest of the whole."""

    version: int = -1
    digest: int = 0
    beside: BesideMatch | None = None


class Connection:
    """One page. ``clock``: seconds that only grow."""

    def __init__(
        self,
        session: Session,
        reader: Reader,
        panels: OpenPanels,
        outbox: Outbox,
        frames: MatchStateCache,
        people: PeopleLookup,
        downloads: Downloads,
        clock: Callable[[], float],
    ) -> None:
        self.session = session
        self.reader = reader
        self.panels = panels
        self.wants_lobby = False
        self.wants_chat = False
        self._outbox = outbox
        self._frames = frames
        self._people = people
        self._downloads = downloads
        self._clock = clock
        self._followed: OrderedDict[int, ShownVersion] = OrderedDict()
        self._messages = TokenBucket(MESSAGE_BURST, MESSAGES_PER_SECOND, clock)
        self._reacted = -REACTION_SECONDS
        self._welcome: Welcome | None = None
        self._lobby = 0
        self.own_matches: frozenset[int] | None = None

    # -- limits ---------------------------------------------------------------------------

    def may_send(self) -> bool:
        """Whether the page keeps to the limit of messages; one is counted."""
        return self._messages.takes()

    def may_react(self) -> bool:
        """Whether a reaction is not too soon after the one before; it is counted."""
        now = self._clock()
        allowed = now - self._reacted >= REACTION_SECONDS
        if allowed:
            self._reacted = now
        return allowed

    # -- messages -------------------------------------------------------------------------

    def put(self, message: Message) -> None:
        """Send a message."""
        self._outbox.put(encoded(message))

    def bye(self, reason: ByeReason) -> None:
        """Send the last message."""
        self.put(bye(reason, self.reader.words))
        self._outbox.close()

    async def send_all(self) -> None:
        """Send messages until the page is given up, or everything after the last one is sent."""
        await self._outbox.run()

    async def flushed(self) -> None:
        """Wait until everything has been sent, or the page is given up."""
        await self._outbox.flushed()

    def hang_up(self) -> None:
        """Send what waits, and nothing more."""
        self._outbox.close()

    def welcome(self, reader: Reader, prefs: Prefs, now_ms: int) -> None:
        """Greet the page, and again after a change of what it is told."""
        if reader != self.reader:
            self.reader = reader
            self.forget_lobby()
            for match in self._followed:
                self._followed[match] = ShownVersion()
        look = reader.look
        found = Welcome(
            user=str(self.session.user),
            name=self.session.name,
            locale=prefs.locale or self.session.locale,
            day=day_of(now_ms),
            now=0,
            theme=look.theme.value,
            felt=look.felt.value,
            back=look.back.value,
            text_mode=reader.text_mode,
            one_tap=reader.one_tap,
        )
        if found != self._welcome:
            self._welcome = found
            self.put(found.model_copy(update={"now": now_ms}))

    def lobby(self, message: Message) -> None:
        """Send the lobby if it has changed."""
        data = encoded(message)
        if hash(data) != self._lobby:
            self._lobby = hash(data)
            self._outbox.put(data, key="lobby")

    def own_tables(self, message: OwnTables) -> None:
        """Send the person's running matches if others than before are running."""
        matches = frozenset(id_number(one.match) for one in message.tables)
        if matches != self.own_matches:
            self.own_matches = matches
            self._outbox.put(encoded(message), key="own_tables")

    def beside(self, match: int, message: BesideMatch) -> None:
        """Send what belongs to a followed match if it has changed."""
        shown = self._followed.get(match)
        if shown is not None and shown.beside != message:
            shown.beside = message
            self._outbox.put(encoded(message), key=("beside", match))

    def chat(self, message: Message) -> None:
        """Send the chat."""
        self._outbox.put(encoded(message), key="chat")

    def forget_lobby(self) -> None:
        """Send the lobby next time even if it has not changed."""
        self._lobby = 0

    # -- matches --------------------------------------------------------------------------

    @property
    def followed(self) -> tuple[int, ...]:
        """The matches that the page follows."""
        return tuple(self._followed)

    def follow(self, match: int) -> int | None:
        """Follow a match; return the one that is not followed any more in its place."""
        self._followed[match] = ShownVersion()
        self._followed.move_to_end(match)
        if len(self._followed) <= MOST_FOLLOWED:
            return None
        return self._followed.popitem(last=False)[0]

    def unfollow(self, match: int) -> None:
        """Follow a match no longer."""
        self._followed.pop(match, None)

    def knows(self, live: LiveMatch) -> None:
        """Note that the page shows this version already."""
        self._followed[live.id] = ShownVersion(live.version)

    def deliver(self, live: LiveMatch, *, again: bool = False) -> None:
        """Send a version of a followed match, unless the page has it or a newer one.

        ``again``: send the same version too if something in the player's own part has changed.
        """
        shown = self._followed.get(live.id)
        if shown is None or live.version < shown.version:
            return
        if live.version == shown.version and not again:
            return
        live = live.seen_by(self.session.user, self.session.guild)
        seat = live.seat_of(self.session.user)
        frame = self._frames.of(self.reader, live, seat)
        digest = 0 if seat is None else hash(_NOW.sub(b"", frame, count=1))
        if live.version == shown.version and digest == shown.digest:
            return
        self._followed[live.id] = replace(shown, version=live.version, digest=digest)
        self._outbox.put(frame, key=("table", live.id))

    # -- panels ---------------------------------------------------------------------------

    def new_panel(self) -> str:
        """Return the name of a new panel."""
        return self.panels.new_name()

    async def show(self, panel: str, screen: Screen, asked: str = "") -> None:
        """Show a screen as a panel. ``asked``: the id of the press that asks for it.

        What nobody asks for is ignored by a page that does not show this panel any more.
        """
        self.panels.shows(panel, screen)
        asks_for_people = any(isinstance(part, PersonMenu) for part in screen.parts)
        people = await self._people.of(self.session) if asks_for_people else ()
        made = await panel_from(panel, screen, self.reader.words, people, self._names)
        if self.session.instance:
            made = self._downloads.instead(made)
        made = made.model_copy(update={"asked": asked})
        # What follows by itself does not replace what opens the panel.
        self._outbox.put(encoded(made), key=("panel", panel, asked))

    def shown(self, panel: str) -> Offer | None:
        """Return what a panel offers, the same object until it changes; ``None`` if closed."""
        return self.panels.offer(panel)

    async def close(self, panel: str) -> None:
        """Close a panel."""
        self.panels.closed(panel)
        self.put(PanelClosed(panel=panel))

    async def ask(self, panel: str, form: FormRequest, asked: str) -> None:
        """Open a form. ``asked``: the id of the press that asks for it."""
        self.panels.asks(form.press, form.length)
        self.put(
            FormPanel(
                asked=asked,
                panel=panel,
                press=str(form.press),
                title=form.title,
                label=form.label,
                length=form.length,
                placeholder=form.placeholder or "",
                written=form.written,
                is_long=form.is_long,
            )
        )

    async def _names(self, users: Sequence[int]) -> dict[int, str]:
        return await self._people.names(self.session, users)


def bye(reason: ByeReason, words: Translator) -> Bye:
    """Return the last message of a connection."""
    sentences = {
        "restart": words.t("Gin is restarting. The table will be back in a moment."),
        "session": words.t(SESSION_ENDED),
        "too_fast": words.t("Too fast. Try again in a moment."),
        "elsewhere": words.t("The table is open in too many windows. Close one of them."),
    }
    retry = reason in ("restart", "too_slow", "too_fast")
    return Bye(reason=reason, sentence=sentences.get(reason, ""), retry=retry)
