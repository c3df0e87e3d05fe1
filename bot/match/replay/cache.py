"""A cache of parsed records: matches of the database, and attached files.

Replaying a record takes some milliseconds, so it runs outside the event loop and is cached for
subsequent presses. The cache is not authoritative, and files are never stored.
"""

import asyncio
import hashlib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final

from cachetools import LRUCache

from bot.match.board import stranger
from bot.match.replay.evaluating import Ask, Evaluate, Evaluations
from bot.match.replay.reading import ParsedRecord, RecordReader
from bot.ui.custom_id import base36
from bot.ui.names import safe_name
from bot.ui.reader import Player, Reader
from engine.game.record import MatchRecord
from engine.game.replay import Replay, watched
from engine.service import Finished, LiveMatch, MatchId, Service, UserId

Seen = tuple[int, tuple[str, ...]]
"""A match, and the names of its people where it is seen."""
MAX_MATCHES: Final = 200
MAX_FILES_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of all files together; the least recently used one is dropped."""


@dataclass(frozen=True, slots=True)
class CachedRecord:
    """A record with its steps. ``preset`` is the name of its rules, empty for custom rules.

    ``people``: the players; of those without a name outside their own server it is empty.
    """

    record: MatchRecord
    replay: Replay
    people: tuple[Player, ...]
    preset: str

    def players(self, reader: Reader) -> tuple[Player, ...]:
        """Return the players, each with a name."""
        unnamed = stranger(reader)
        return tuple(one if one.name else replace(one, name=unnamed) for one in self.people)


class Replays:
    """The cache of recently used records."""

    def __init__(self, service: Service, evaluate: Evaluate, what_if: Ask) -> None:
        self.what_if = what_if
        self._service = service
        self.evaluations = Evaluations(evaluate)
        self._matches: LRUCache[Seen, tuple[tuple[int, bool], CachedRecord]] = LRUCache(MAX_MATCHES)
        self._files: LRUCache[int, tuple[CachedRecord, int]] = LRUCache(
            MAX_FILES_BYTES, lambda kept: kept[1]
        )
        self._reading = RecordReader()

    async def of(self, live: LiveMatch) -> CachedRecord | None:
        """Return the finished rounds of a match; ``None`` if there is none yet."""
        stamp, key = (len(live.public().played), live.is_over), (live.id, live.names)
        known = self._matches.get(key)
        if known is not None and known[0] == stamp:
            return known[1]
        record = await self._service.record(MatchId(live.id))
        if record is None:
            return None
        replay = await asyncio.to_thread(watched, record)
        players = tuple(
            Player(safe_name(one.name) if one.name else "", one.user_id) for one in live.players
        )
        shelved = CachedRecord(record, replay, players, live.preset)
        self._matches[key] = stamp, shelved
        return shelved

    async def bring(self, data: bytes) -> tuple[int, CachedRecord]:
        """Read a file and return its number in the cache. RecordError if it is no valid record."""
        # Custom ids hold 63 bits.
        number = int.from_bytes(hashlib.sha256(data).digest()[:8]) >> 1
        known = self._files.get(number)
        if known is None:
            read = await self._reading.read(data)
            known = _shelved(read), read.weight
            if read.weight <= MAX_FILES_BYTES:
                self._files[number] = known
        return number, known[0]

    def uploaded(self, number: int) -> CachedRecord | None:
        """Return a cached file, or ``None`` if it was dropped."""
        known = self._files.get(number)
        return None if known is None else known[0]

    async def archive(self, user: UserId, wanted: Finished, most: int) -> tuple[bytes, int]:
        """Return the records of a person's ended matches in one archive, and their number."""
        data, count = BytesIO(), 0
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            async for found in self._service.played_by(user, wanted, most):
                texts = await self._reading.write(found)
                count += len(texts)
                await asyncio.to_thread(_add, archive, texts)
        return data.getvalue(), count

    def close(self) -> None:
        """Stop the reading process, and await no evaluation any more."""
        self.evaluations.close()
        self._reading.close()


def _add(archive: zipfile.ZipFile, texts: Mapping[int, str]) -> None:
    for match, text in texts.items():
        archive.writestr(f"gin-{base36(match)}.txt", text)


def _shelved(read: ParsedRecord) -> CachedRecord:
    """Return a file in its cached form: its people are names only."""
    record = read.record
    names = [*record.names, *(f"#{seat + 1}" for seat in range(len(record.names), record.players))]
    players = tuple(Player(safe_name(name), None) for name in names[: record.players])
    return CachedRecord(record, read.replay, players, read.preset)
