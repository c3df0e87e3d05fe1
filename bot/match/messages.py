"""Table messages that follow every committed change (:mod:`bot.ui.public_message`)."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.match.board import match_context
from bot.match.table_screen import table_screen
from bot.ops.metrics import Drawing
from bot.ui.listener import Messenger
from bot.ui.pacing import TABLE_REST_S, Spared
from bot.ui.public_message import LIMIT, PublicMessages
from bot.ui.screen import Screen
from bot.wording.events import score_text
from engine.game.round import Phase, RoundEventKind
from engine.service import (
    ChannelId,
    Committed,
    LiveMatch,
    MatchId,
    MessageId,
    Service,
    TableMessage,
    UserId,
)
from engine.service.events import EventId
from engine.store import StoreError

MOST: Final = 5000
"""The most matches that are remembered; the least recently used are dropped first."""


class EventRound(NamedTuple):
    """The event of a match. ``round``: 0 where there are none; ``rounds``: how many it has.

    ``scores``: what its players had when the match began, of rounds one after the other.
    """

    event: EventId
    name: str
    round: int
    rounds: int
    scores: Mapping[UserId, str]


class EventRounds:
    """The events of matches, which never change and are read once."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: LRUCache[MatchId, EventRound | None] = LRUCache(MOST)

    async def of(self, live: LiveMatch) -> EventRound | None:
        """Return the event of a match; ``None`` for one that began by an invitation or alone."""
        if live.lobby_id is not None or live.setup.has_shared_deals or live.is_solitary:
            return None
        if live.id not in self._known:
            self._known[live.id] = await self._read(live.id)
        return self._known[live.id]

    async def _read(self, match: MatchId) -> EventRound | None:
        found = await self._service.events.event_of_match(match)
        if found is None:
            return None
        event, pairing = found
        number = pairing.round if event.ends_ms is None else 0
        kind = event.plan.kind
        has_scores = number > 1 and not kind.is_knockout and not kind.is_duplicate
        scores = {
            one.user_id: score_text(kind, one.half_points)
            for one in event.standings
            if has_scores and one.user_id in (pairing.first, pairing.second)
        }
        return EventRound(event.id, event.plan.name, number, event.rounds or 0, scores)


REST: Final = 3
"""The intervals that a table waits after a draw from the stock, because a discard follows."""
log = logging.getLogger(__name__)


class TableMessages(PublicMessages[LiveMatch]):
    """The listener that keeps table messages consistent with the store."""

    name, letter, per_second = "a table", "b", 10

    def __init__(self, messenger: Messenger, interval: float) -> None:
        super().__init__(messenger, interval)
        self._event_rounds = EventRounds(messenger.service)

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            ready = self._messenger.backlog.wait_for_answers
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed, ready=ready)

    async def _on_committed(self, change: Committed) -> None:
        live = change.live
        rest = REST * self._interval if _is_mid_turn(live) else 0.0
        if self._messenger.backlog.spared >= Spared.TABLE_MESSAGES:
            rest = max(rest, TABLE_REST_S)
        drawn = self._queued(live, rest)
        if drawn is not None and not rest:
            await asyncio.shield(drawn)

    async def _answered(self, key: int) -> None:
        """Draw a new match, which has the id of the interaction that was answered."""
        try:
            live = await self._messenger.service.load(MatchId(key))
        except StoreError as error:  # the redraw job draws it later
            log.info("a new match could not be read (%s)", error.code)
        else:
            if live is not None and live.version > live.table.rendered_version:
                await self.draw(live)

    def _queued(self, shown: LiveMatch, rest: float = 0.0) -> asyncio.Future[None] | None:
        if shown.setup.has_shared_deals or shown.table.place.is_outside:
            return None
        return super()._queued(shown, rest)

    async def screen(self, shown: LiveMatch) -> Screen:
        """Return a match's public message."""
        event = await self._event_rounds.of(shown)
        reader = await self._messenger.preferences.public(shown.table.guild, shown.table.locale)
        board = match_context(self._messenger.service, shown, reader)
        named = None if event is None else (event.name, event.round)
        return table_screen(reader, replace(board, event=named))

    def _address(self, shown: LiveMatch) -> TableMessage:
        return shown.table

    async def _outdated(self) -> Sequence[LiveMatch]:
        return await self._messenger.service.messages.outdated_matches(LIMIT + len(self.backoff))

    def _is_left_alone(self, _shown: LiveMatch) -> bool:
        return True  # Matches of events begin without an answer that shows them.

    def _nonce(self, shown: LiveMatch, channel: ChannelId) -> str:
        return f"{self.letter}{shown.id}v{shown.version}c{channel % 997}"

    async def _newest(self, shown: LiveMatch) -> LiveMatch | None:
        return await self._messenger.service.load(shown.id)

    async def _record(
        self, shown: LiveMatch, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        messages = self._messenger.service.messages
        if is_new:
            await messages.rendered(shown, shown.version, channel, message)
        else:
            await messages.still_shows(shown)

    def _count(self, drawing: Drawing) -> None:
        self._messenger.metrics.drawn(drawing)

    async def post_all_anew(self) -> None:
        """Post every running match's message again, where no old message can exist."""
        for live in await self._messenger.service.running():
            if not live.table.place.is_outside:
                await self.post(live)


def _is_mid_turn(live: LiveMatch) -> bool:
    """Whether a player has drawn from the stock and discards soon, which changes the picture."""
    tables = live.public().tables
    if len(tables) != 1 or tables[0].phase is not Phase.DISCARD:
        return False
    return tables[0].events[-1].fact is RoundEventKind.DREW
