"""The trainer's public interface, and its work in the background.

Puzzles are made in a process of their own, which ends with the work: once a day by the holder of
the lease, from matches that have ended and, while there are too few, from rounds of computers.
"""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, TypeAlias

from sqlalchemy import select

from engine import daily
from engine.game.errors import GinError, RecordError
from engine.game.record import MatchRecord
from engine.service import jobs, preferences
from engine.service.commands import Commands, Dependencies, query, repeatable
from engine.service.matches import records
from engine.service.matches.match_rows import IS_DEALT, IS_OPEN
from engine.service.matches.records import Played
from engine.service.people import UserId
from engine.service.trainer import answers, lists, pool
from engine.service.trainer.answers import PuzzleForPerson
from engine.service.trainer.pool import ToStudy
from engine.service.tx import ReadTx, Tx
from engine.store.schema import matches
from engine.trainer.making import Prepared, from_computers, from_records, own_mistakes
from engine.trainer.puzzle import Question, Track
from engine.worker_pool import GIVES_WAY, WorkerPool


def last_played(tx: ReadTx, limit: int) -> list[Played]:
    """Return the most recently ended matches whose players let their rounds become puzzles.

    Challenges of a day are not among them, nor boards that others have still to play, nor what was
    played on from a position.
    """
    ended = (
        select(matches.c.match_id)
        .where(matches.c.ended_ms.is_not(None), matches.c.day.is_(None), IS_OPEN, IS_DEALT)
        .order_by(matches.c.ended_ms.desc(), matches.c.match_id.desc())
        .limit(limit)
    )
    found = []
    for match_id in tx.execute(ended).scalars().all():
        try:
            one = records.played(tx, match_id)
        except RecordError:
            continue
        if one is not None and _all_agree(tx, one):
            found.append(one)
    return found


def _all_agree(tx: ReadTx, found: Played) -> bool:
    people = [player.user_id for player in found.stored.players if player.user_id is not None]
    return all(preferences.prefs(tx, user_id).puzzles for user_id in people)


LEASE: Final = "trainer"
STUDIES: Final = "trainer-mistakes"
MATCHES: Final = 12
"""The most recently ended matches that are searched for puzzles, once a day."""
A_DAY: Final = 8
"""The puzzles of each theme that the matches of a day give, at most."""
CHUNKS: Final = 6
"""How often computers play rounds for puzzles on one day, at most."""
PATIENCE_S: Final = 1.0
MINUTE_MS: Final = 60_000
SEED_BYTES: Final = 16

_log = logging.getLogger(__name__)

OutsideCall: TypeAlias = Callable[..., Awaitable[Any]]
"""Calls a function with its arguments, outside the event loop."""


@asynccontextmanager
async def in_a_process() -> AsyncIterator[OutsideCall]:
    """Compute in a separate process, which ends with the work."""
    workers = WorkerPool(niceness=GIVES_WAY)
    try:
        yield workers.run
    finally:
        workers.close()


def _claim(tx: Tx, lease: str, key: str, holder: str) -> bool:
    return jobs.claim(tx, lease, key, holder)


def _finish(tx: Tx, lease: str, key: str, holder: str) -> bool:
    return jobs.finish(tx, lease, key, holder)


class Trainer(Commands):
    """The trainer. ``thinking`` gives the place where puzzles are computed."""

    counts = query(pool.counts)
    shown = query(answers.shown)
    standing = query(answers.standing)
    _missing = query(pool.missing)
    _begin = repeatable(pool.begin_pool)
    _add = repeatable(pool.add)
    _trim = repeatable(pool.trim)
    _trim_lists = repeatable(lists.trim)
    _enter_mistakes = repeatable(pool.enter_mistakes)
    _claim_lease = repeatable(_claim)
    _finish_lease = repeatable(_finish)

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self.thinking: Callable[[], AbstractAsyncContextManager[OutsideCall]] = in_a_process
        self._holder = uuid.uuid4().hex
        # One process computes at a time, however many people open the trainer.
        self._guard = asyncio.Lock()
        self._unreadable: set[int] = set()
        self._running: dict[str, asyncio.Future[None]] = {}

    # -- for people ---------------------------------------------------------------------------

    async def next(self, user_id: UserId, track: Track) -> PuzzleForPerson | None:
        """Return the next puzzle of a person; ``None`` if there is none.

        An empty pool begins with the puzzles that come with Gin. New matches of the person are
        looked into, in the background if that takes long. A puzzle that cannot be read is left out.
        """
        await self._soon(f"mistakes:{user_id}", lambda: self.study(user_id))
        found = await self._next(user_id, track)
        if found is None and not any((await self.counts()).values()):
            await self._begin()
            found = await self._next(user_id, track)
        return found

    async def _next(self, user_id: UserId, track: Track) -> PuzzleForPerson | None:
        def found(tx: ReadTx) -> PuzzleForPerson | None:
            while True:
                key = answers.next_for(tx, user_id, track, self._unreadable)
                if key is None:
                    return None
                try:
                    return answers.shown(tx, user_id, key)
                except RecordError:
                    _log.warning("the puzzle %d cannot be read and is left out", key)
                    self._unreadable.add(key)

        return await self._read(found)

    # -- in the background --------------------------------------------------------------------

    async def run(self) -> None:
        """Make puzzles if it is time, and look into the matches that have ended."""
        await self.prepare()
        await self.study_everybody()

    async def prepare(self) -> None:
        """Fill the pool, once a day, by the one process that holds the lease."""
        async with self._guard:
            await self._prepare()

    async def _prepare(self) -> None:
        key = self._key()
        if await self._is_done(key) or not await self._claim(LEASE, key):
            return
        async with self.thinking() as think:
            ended = await self._records()
            await self._add(await think(from_records, ended, dict.fromkeys(Question, A_DAY)))
            for _ in range(CHUNKS):
                lacking = await self._missing()
                if not any(lacking.values()) or not await self._claim(LEASE, key):
                    break
                await self._play_for(think, lacking)
        await self._trim()
        await self._trim_lists()
        await self._finish_lease(LEASE, key, self._holder)

    async def study(self, user_id: UserId) -> None:
        """Look for mistakes in a person's last matches."""
        await self._study(await self._read(lambda tx: pool.mistakes_of_one(tx, user_id)))

    async def study_everybody(self) -> None:
        """Look for mistakes in the last matches of everybody who trains, in one process."""
        key = f"{self._clock.now_ms() // MINUTE_MS:020d}"
        due = await self._read_long(pool.mistakes_of_all)
        if due and await self._claim(STUDIES, key):
            await self._study(due)
            await self._finish_lease(STUDIES, key, self._holder)

    async def close(self) -> None:
        """Abandon what is being computed."""
        for running in self._running.values():
            running.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _study(self, due: list[ToStudy]) -> None:
        if not due:
            return
        async with self._guard, self.thinking() as think:
            for one in due:
                await self._enter_mistakes(one, await self._mistakes(one, think))

    async def _mistakes(self, one: ToStudy, think: OutsideCall) -> list[Prepared]:
        """Return the mistakes of a seat; none of a match that cannot be read."""
        try:
            played = await self._read_long(lambda tx: records.played(tx, one.match))
            if played is None:
                return []
            record = await asyncio.to_thread(records.record_of, played)
            found: list[Prepared] = await think(own_mistakes, record, one.seat)
        except GinError:
            return []
        return found

    def _key(self) -> str:
        return daily.dashed(daily.day_of(self._clock.now_ms()))

    async def _play_for(self, think: OutsideCall, lacking: dict[Question, int]) -> None:
        """Let computers play rounds, and store their puzzles."""
        seed = self._entropy.token(SEED_BYTES).hex()
        await self._add(await think(from_computers, seed, lacking))

    async def _records(self) -> list[MatchRecord]:
        found = await self._read_long(lambda tx: last_played(tx, MATCHES))
        return await asyncio.to_thread(lambda: [records.record_of(one) for one in found])

    async def _is_done(self, key: str) -> bool:
        return await self._read(lambda tx: jobs.done_key(tx, LEASE) >= key)

    async def _claim(self, lease: str, key: str) -> bool:
        return await self._claim_lease(lease, key, self._holder)

    async def _soon(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work once at a time; wait briefly while it goes on in the background."""
        running = self._running.get(name)
        if running is None or running.done():
            running = self._running[name] = asyncio.ensure_future(work())
            running.add_done_callback(lambda done: self._ended(name, done))
        await asyncio.wait({running}, timeout=PATIENCE_S)

    def _ended(self, name: str, done: "asyncio.Future[None]") -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            # Whoever waits gets what there is; the next one who asks, or the task, tries again.
            _log.error("%s: not computed", name, exc_info=error)
        if self._running.get(name) is done:
            del self._running[name]
