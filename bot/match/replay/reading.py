"""A separate process that reads and writes records, so that no file blocks the event loop.

Anyone may submit a file, so its cost is limited in bytes, moves, computing time and memory. An
exceeded limit is a refusal like any other.
"""

import asyncio
import contextlib
import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar, TypeVarTuple

from engine.game.errors import RecordError
from engine.game.presets import PRESETS
from engine.game.record import MatchRecord, from_json, from_text, to_text
from engine.game.replay import Replay, watched
from engine.service import Played
from engine.service.matches.records import record_of

if sys.platform != "win32":
    import resource

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MAX_FILE_BYTES: Final = 256 * 1024
"""The most bytes of a file; a long match of eight players has about a quarter of it."""
MAX_MOVES: Final = 6_000
"""The most moves played for one file; the longest matches have some 2,500."""
MAX_REPLAY_BYTES: Final = 8 * 1024 * 1024
"""The most bytes of a replay returned by the process."""
MAX_WAITING: Final = 8
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
    """The process that reads records, started on first use."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def read(self, data: bytes) -> ParsedRecord:
        """Read a file. RecordError if it is no valid record, or a limit is exceeded."""
        if len(data) > MAX_FILE_BYTES:
            raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
        packed = await self._do(read_file, data)
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
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._workers(), work, *arguments)
        except TimeoutError as error:
            raise RecordError("record_busy") from error
        except BrokenProcessPool as error:
            self.close()
            raise RecordError("record_too_long", limit=MAX_MOVES) from error
        finally:
            self._waiting -= 1

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=_prepare)
        return self._pool

    def close(self) -> None:
        """Stop the process and abandon its work."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


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
            texts[int(one.held.match_id)] = to_text(record_of(one))
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
    """Limit the memory; Ctrl-C is handled by the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32" or not _STATM.exists():
        return
    pages = int(_STATM.read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
