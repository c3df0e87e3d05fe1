"""Frames of the socket: each view of a match is put into words once for all its readers."""

import json
from typing import Final, TypeAlias

from cachetools import LRUCache

from bot.match.board import match_context
from bot.ui.reader import CardTable, MatchContext, Reader
from bot.web.protocol.base import Message
from bot.web.views.public import match_state
from bot.web.views.seat import seat_state
from bot.web.views.texts import id_text
from engine.game.seats import Seat
from engine.service import LiveMatch, Service

KEPT: Final = 512
"""The views that are kept, those used longest ago dropped first."""
Key: TypeAlias = tuple[int, tuple[str, ...], int, int, str]
"""A match, its people's names and its server as they are seen, its version and a language."""


class TableFrames:
    """The ``table`` messages of matches. ``card_table``: how the chat offers the card table."""

    def __init__(self, service: Service, card_table: CardTable | None = None) -> None:
        self._service = service
        self._card_table = card_table
        self._views: LRUCache[Key, bytes] = LRUCache(KEPT)

    def of(self, reader: Reader, live: LiveMatch, seat: Seat | None) -> bytes:
        """Return the state of a match for one reader: a player by seat, or anybody else."""
        board, own = match_context(self._service, live, reader), b"null"
        if seat is not None:
            own = seat_state(reader, board, live, seat).model_dump_json().encode()
        head = {"type": "table", "match": id_text(live.id), "version": live.version}
        start = json.dumps(head | {"now": self._service.now_ms()}).encode()
        view = self._view(reader, board, live)
        return b'%b,"view":%b,"seat":%b}' % (start[:-1], view, own)

    def _view(self, reader: Reader, board: MatchContext, live: LiveMatch) -> bytes:
        key = (live.id, live.names, live.guild, live.version, reader.words.language)
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
