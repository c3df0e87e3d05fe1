"""Records for replays: read in a separate process, cached, and shown to whom may see them."""

import asyncio
import contextlib
import hashlib
import logging
import pickle
import signal
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar, TypeVarTuple

from cachetools import LRUCache

from bot.match.board import unknown_user
from bot.match.replay.evaluation import Ask, Evaluate, Evaluations
from bot.ui.context import Context
from bot.ui.custom_id import base36
from bot.ui.markup import safe_name
from bot.ui.reader import NamedPlayer, Preferences, Reader
from bot.ui.replying import Refusal
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.game.presets import PRESETS
from engine.game.record import MatchRecord, from_json, from_text, to_text
from engine.game.replay import Replay, watched
from engine.service import Finished, LiveMatch, MatchId, Service, UserId
from engine.service.matches import Played, record_of
from engine.worker_pool import WorkerPool

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MAX_FILE_BYTES: Final = 256 * 1024
"""The most bytes of a file; a long match of eight players has about a quarter of it."""
MAX_MOVES: Final = 6_000
"""The most moves played for one file; the longest matches have some 2,500."""
MAX_REPLAY_BYTES: Final = 8 * 1024 * 1024
"""The most bytes of a replay returned by the process."""
MAX_WAITING: Final = 8
MAX_OF_ONE: Final = 2
"""The files of one person that may wait."""
COMPUTING_S: Final = 5.0
"""The CPU time for one file, independent of the machine's load."""
WAITING_S: Final = 30.0
MEMORY_BYTES: Final = 512 * 1024 * 1024
_STATM: Final = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A parsed file. ``weight``: its approximate size in memory, in bytes."""

    record: MatchRecord
    replay: Replay
    preset: str
    weight: int


class RecordReader:
    """The process that reads records, started on first use.

    A person has one file among those that wait, and one more that waits for that.
    """

    def __init__(self) -> None:
        self._pool = WorkerPool(1, _prepare, apart=True)
        self._waiting = 0
        self._turns: dict[int, asyncio.Lock] = {}
        self._asked: Counter[int] = Counter()

    async def read(self, data: bytes, user: int) -> ParsedRecord:
        """Read a person's file.

        RecordError if it is no valid record, or a limit is exceeded.
        """
        if len(data) > MAX_FILE_BYTES:
            raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
        if self._asked[user] >= MAX_OF_ONE:
            raise RecordError("record_busy")
        self._asked[user] += 1
        try:
            async with self._turns.setdefault(user, asyncio.Lock()):
                packed = await self._do(read_file, data)
        finally:
            self._asked[user] -= 1
            if not self._asked[user]:
                del self._asked[user], self._turns[user]
        if isinstance(packed, bytes):
            record, replay, preset = await asyncio.to_thread(pickle.loads, packed)
            return ParsedRecord(record, replay, preset, len(packed))
        raise RecordError(packed[0], **packed[1])

    async def write(self, found: Sequence[Played]) -> dict[int, str]:
        """Return records as text, by match; one that cannot be written is omitted."""
        return await self._do(texts_of, tuple(found))

    async def _do(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        if self._waiting >= MAX_WAITING:
            raise RecordError("record_busy")
        self._waiting += 1
        try:
            async with asyncio.timeout(WAITING_S):
                return await self._pool.run(work, *arguments)
        except TimeoutError as error:
            raise RecordError("record_busy") from error
        except BrokenProcessPool as error:
            raise RecordError("record_too_long", limit=MAX_MOVES) from error
        except OSError as error:
            # Its limits are those of a process, so that no thread can do it.
            log.warning("no process can be started that reads records (%s)", error)
            raise RecordError("record_no_process") from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop the process and abandon its work."""
        self._pool.close()


# -- in the process ---------------------------------------------------------------------


def read_file(data: bytes) -> bytes | tuple[str, dict[str, Any]]:
    """Return the record with its steps, packed; or the code and data of a refusal."""
    try:
        with _timed():
            packed = pickle.dumps(_read(data))
    except RecordError as error:
        return error.code, dict(error.data)
    except (TimeoutError, MemoryError):
        return "record_too_long", {"limit": MAX_MOVES}
    if len(packed) > MAX_REPLAY_BYTES:
        return "record_too_long", {"limit": MAX_MOVES}
    return packed


def _read(data: bytes) -> tuple[MatchRecord, Replay, str]:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
        replay = watched(record, MAX_MOVES)
    except UnicodeDecodeError as error:
        raise RecordError("record_format") from error
    except (RecordError, TimeoutError, MemoryError):
        raise
    except Exception as error:
        # The seal proves only that nothing was changed, not that its author followed the rules.
        raise RecordError("record_unreadable") from error
    preset = next((name for name, rules in PRESETS.items() if rules == record.rules), "")
    return record, replay, preset


def texts_of(found: Sequence[Played]) -> dict[int, str]:
    """Return the records of matches as text."""
    texts = {}
    for one in found:
        with contextlib.suppress(RecordError):
            texts[int(one.stored.match_id)] = to_text(record_of(one))
    return texts


@contextlib.contextmanager
def _timed() -> Iterator[None]:
    """Limit the CPU time of a block; raises TimeoutError beyond it."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, COMPUTING_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _prepare() -> None:
    """Limit the memory."""
    if sys.platform == "win32" or not _STATM.exists():
        return
    pages = int(_STATM.read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


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
    people: tuple[NamedPlayer, ...]
    preset: str

    def players(self, reader: Reader) -> tuple[NamedPlayer, ...]:
        """Return the players, each with a name."""
        unnamed = unknown_user(reader)
        return tuple(one if one.name else replace(one, name=unnamed) for one in self.people)


class Replays:
    """The cache of recently used records."""

    def __init__(self, service: Service, evaluate: Evaluate, what_if: Ask) -> None:
        self.what_if = what_if
        self._service = service
        self.evaluations = Evaluations(evaluate)
        self._matches: LRUCache[Seen, tuple[tuple[int, bool], CachedRecord]] = LRUCache(MAX_MATCHES)
        self._files: LRUCache[int, tuple[CachedRecord, int]] = LRUCache(
            MAX_FILES_BYTES, lambda file: file[1]
        )
        self._reading = RecordReader()
        self._writing = RecordReader()  # Other people's files delay nobody's own records.

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
            NamedPlayer(safe_name(one.name) if one.name else "", one.user_id)
            for one in live.players
        )
        shelved = CachedRecord(record, replay, players, live.setup.preset)
        self._matches[key] = stamp, shelved
        return shelved

    async def bring(self, data: bytes, user: UserId) -> tuple[int, CachedRecord]:
        """Read a person's file and return its number in the cache.

        RecordError if it is no valid record.
        """
        # Custom ids hold 63 bits.
        number = int.from_bytes(hashlib.sha256(data).digest()[:8]) >> 1
        known = self._files.get(number)
        if known is None:
            read = await self._reading.read(data, user)
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
                texts = await self._writing.write(found)
                count += len(texts)
                await asyncio.to_thread(_add, archive, texts)
        return data.getvalue(), count

    def close(self) -> None:
        """Stop the reading process, and await no evaluation any more."""
        self.evaluations.close()
        self._reading.close()
        self._writing.close()


def _add(archive: zipfile.ZipFile, texts: Mapping[int, str]) -> None:
    for match, text in texts.items():
        archive.writestr(f"gin-{base36(match)}.txt", text)


def _shelved(read: ParsedRecord) -> CachedRecord:
    """Return a file in its cached form: its people are names only."""
    record = read.record
    names = [*record.names, *(f"#{seat + 1}" for seat in range(len(record.names), record.players))]
    players = tuple(NamedPlayer(safe_name(name), None) for name in names[: record.players])
    return CachedRecord(record, read.replay, players, read.preset)


async def may_see(ctx: Context, live: LiveMatch) -> bool:
    """Whether the person may see replays: players, and whoever sees the match's channel.

    While the match runs, other members see finished rounds only if every player allows it.
    """
    if live.seat_of(ctx.user) is not None:
        return True
    if not ctx.may_see(live):
        return False
    return live.is_over or await hands_are_open(ctx.preferences, live)


async def hands_are_open(preferences: Preferences, live: LiveMatch) -> bool:
    """Whether every person at a table lets spectators see finished rounds with open hands."""
    people = [player.user_id for player in live.players if player.user_id is not None]
    chosen = [await preferences.prefs(user) for user in people]
    return bool(people) and all(prefs.open_hands for prefs in chosen)


async def finished_rounds(replays: Replays, ctx: Context, live: LiveMatch) -> CachedRecord:
    """Return the finished rounds of a match, ready to be shown."""
    try:
        found = await replays.of(live)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    if found is None:
        raise Refusal("No round of this match is finished yet.")
    return found
