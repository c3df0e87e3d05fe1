"""Frames of the socket: each view of a match is put into words once for all its readers."""

import json
from collections import OrderedDict
from typing import Final, TypeAlias, TypeVar

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
Key: TypeAlias = tuple[int, int, str]
"""A match, its version and a language."""
T = TypeVar("T")


class TableFrames:
    """The ``table`` messages of matches."""

    def __init__(self, service: Service, card_table: CardTable | None = None) -> None:
        self._service = service
        self._card_table = card_table
        self._views: OrderedDict[Key, str] = OrderedDict()
        self._frames: OrderedDict[Key, bytes] = OrderedDict()
        self.written = 0
        """The public views that were put into words, for measurements and tests."""

    def of(self, reader: Reader, live: LiveMatch, seat: Seat | None) -> bytes:
        """Return the state of a match for one reader: a player by seat, or anybody else."""
        board = match_context(self._service, live)
        if seat is not None:
            own = seat_state(reader, board, live, seat).model_dump_json()
            return self._frame(reader, board, live, own)
        key = (live.id, live.version, reader.words.language)
        found = self._frames.get(key)
        if found is None:
            found = self._frame(reader, board, live, "null")
            _keep(self._frames, key, found)
        return found

    def _frame(self, reader: Reader, board: MatchContext, live: LiveMatch, seat: str) -> bytes:
        head = json.dumps(
            {
                "type": "table",
                "match": id_text(live.id),
                "version": live.version,
                "now": self._service.now_ms(),
            }
        )
        view = self._view(reader, board, live)
        return f'{head[:-1]},"view":{view},"seat":{seat}}}'.encode()

    def _view(self, reader: Reader, board: MatchContext, live: LiveMatch) -> str:
        key = (live.id, live.version, reader.words.language)
        found = self._views.get(key)
        if found is None:
            public = public_reader(reader, self._card_table)
            found = match_state(public, board, live).model_dump_json()
            self.written += 1
            _keep(self._views, key, found)
        return found


def public_reader(reader: Reader, card_table: CardTable | None) -> Reader:
    """Return the reader of what everybody sees, in the language of a reader."""
    return Reader(reader.words, card_table=card_table)


def _keep(kept: OrderedDict[Key, T], key: Key, value: T) -> None:
    kept[key] = value
    while len(kept) > KEPT:
        kept.popitem(last=False)


def encoded(message: Message) -> bytes:
    """Return any other message as a frame."""
    return message.model_dump_json().encode()
