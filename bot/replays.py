"""Records ready to be looked at: matches of the database, and files that somebody brought.

Playing a record again takes some milliseconds, so that it happens in a thread and is remembered
for the presses that follow. Nothing here is authoritative, and files are never stored.
"""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.names import safe_name
from bot.presenter.reader import Player
from engine.errors import RecordError
from engine.presets import PRESETS
from engine.record import MatchRecord, from_json, from_text
from engine.replay import Replay, watched
from engine.service import LiveMatch, MatchId, Service

T = TypeVar("T")
MAX_MATCHES: Final = 200
MAX_FILES: Final = 100
MAX_FILE_BYTES: Final = 256 * 1024
"""A long match of eight players has about a quarter of it."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A record with its steps. ``preset`` is the name of its rules, empty for others' own."""

    record: MatchRecord
    replay: Replay
    players: tuple[Player, ...]
    preset: str


class Replays:
    """Remembers what was looked at last."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._matches: OrderedDict[int, tuple[tuple[int, bool], Shelved]] = OrderedDict()
        self._files: OrderedDict[int, Shelved] = OrderedDict()

    async def of(self, live: LiveMatch) -> Shelved | None:
        """The finished rounds of a match; ``None`` if there is none yet."""
        stamp = (len(live.public().played), live.is_over)
        known = self._matches.get(live.id)
        if known is not None and known[0] == stamp:
            self._matches.move_to_end(live.id)
            return known[1]
        record = await self._service.record(MatchId(live.id))
        if record is None:
            return None
        replay = await asyncio.to_thread(watched, record)
        players = tuple(Player(safe_name(one.name), one.user_id) for one in live.players)
        shelved = Shelved(record, replay, players, live.preset)
        _remember(self._matches, live.id, (stamp, shelved), MAX_MATCHES)
        return shelved

    async def bring(self, data: bytes) -> tuple[int, Shelved]:
        """Read a file; the number it is remembered by. RecordError if it is no sound record."""
        if len(data) > MAX_FILE_BYTES:
            raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
        # The id of a press has 63 bits.
        number = int.from_bytes(hashlib.sha256(data).digest()[:8]) >> 1
        shelved = self._files.get(number)
        if shelved is None:
            shelved = await asyncio.to_thread(_read, data)
        _remember(self._files, number, shelved, MAX_FILES)
        return number, shelved

    def brought(self, number: int) -> Shelved | None:
        """A file that was brought before, unless it was forgotten."""
        shelved = self._files.get(number)
        if shelved is not None:
            self._files.move_to_end(number)
        return shelved


def _remember(kept: OrderedDict[int, T], key: int, value: T, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def _read(data: bytes) -> Shelved:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("record_unreadable") from error
    text = text.replace("\r\n", "\n")
    record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
    try:
        replay = watched(record)
    except (ArithmeticError, LookupError, ValueError) as error:
        # The seal proves that nothing was changed, not that whoever wrote it played by the rules.
        raise RecordError("record_unreadable") from error
    names = [*record.names, *(f"#{seat + 1}" for seat in range(len(record.names), record.players))]
    players = tuple(Player(safe_name(name), None) for name in names[: record.players])
    preset = next((name for name, rules in PRESETS.items() if rules == record.rules), "")
    return Shelved(record, replay, players, preset)
