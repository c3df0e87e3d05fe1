"""The daily challenge: prepared before its day begins, one attempt per person, revealed afterwards.

Every step is done once, whichever process does it: a day is created by its primary key, computed
by the holder of the lease, opened for a person by the key of the attempt, and revealed by the one
UPDATE that finds it unrevealed. Every step tolerates a clock that jumps either way.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeAlias

from sqlalchemy import func, insert, select

from engine import daily
from engine.clocks import MINUTE
from engine.game.record import MatchRecord
from engine.players import CHARACTERS
from engine.service import jobs, preferences
from engine.service.changes import YES_NO, AnswerCodec, as_json
from engine.service.commands import Commands, Dependencies, own_command, query, repeatable
from engine.service.daily.days import (
    WorkedOut,
    call_off,
    make,
    over,
    reveal,
    still_played,
    work_out,
)
from engine.service.live import LiveMatch
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.matches import deals, match_rows, queries, records, starting
from engine.service.moderation.reports import ban_of
from engine.service.people import (
    DIRECT_MESSAGES,
    ChannelId,
    GuildId,
    InteractionId,
    MatchId,
    Person,
    Player,
    UserId,
)
from engine.service.rewards.daily_attempts import (
    DailyAttempt,
    board,
    row_of,
    streak_of,
    try_of,
)
from engine.service.trainer.commands import last_played
from engine.service.tx import ReadTx, Tx
from engine.service.types import Started
from engine.store.schema import daily_tries
from engine.trainer.making import of_a_day
from engine.worker_pool import GIVES_WAY, WorkerPool

LEASE: Final = "daily"
CLOSING_MS: Final = 30 * MINUTE
"""Grace period after the day for an attempt already begun; then it is called off."""
PATIENCE_S: Final = 1.0
PUZZLE_MATCHES: Final = 12
"""Number of most recently ended matches that are searched for the puzzle."""

_log = logging.getLogger(__name__)

Think: TypeAlias = Callable[[list[MatchRecord], bytes, int], Awaitable[WorkedOut]]


@dataclass(frozen=True, slots=True)
class AskDay:
    """A request to play the challenge of the day in this channel."""

    interaction: InteractionId
    guild: GuildId
    channel: ChannelId
    person: Person


class DayCode(StrEnum):
    """The reason why the challenge was not begun."""

    PLAYED = "played"
    NOT_READY = "not_ready"
    CLOSED = "closed"
    BANNED = "banned"


@dataclass(frozen=True, slots=True)
class DayRefused:
    """No attempt was begun. ``live``: the attempt that was begun earlier."""

    code: DayCode
    live: LiveMatch | None = None


@dataclass(frozen=True, slots=True)
class Today:
    """A day as one person sees it. ``par`` is ``None`` until it is computed.

    ``secret``: the root of the day's secrets in hex, once the day is over. ``tomorrow``: the
    commitment of the next day. ``streak``: days in a row up to now. ``tries``: people who have
    played to the end.
    """

    day: int
    anchor: str
    par: int | None
    mine: DailyAttempt | None
    streak: int
    tries: int
    tomorrow: str
    closes_ms: int
    secret: str | None = None


# -- preparing --------------------------------------------------------------------------


def worked_out(found: list[MatchRecord], root: bytes, day: int) -> WorkedOut:
    """Compute par and puzzle of a day; this takes seconds."""
    return daily.par(root, day), of_a_day(found, root)


async def in_a_process(found: list[MatchRecord], root: bytes, day: int) -> WorkedOut:
    """Compute par and puzzle in a separate process, which ends with the work."""
    pool = WorkerPool(niceness=GIVES_WAY)
    try:
        return await pool.run(worked_out, found, root, day)
    finally:
        pool.close()


# -- playing ----------------------------------------------------------------------------


def start(tx: Tx, ask: AskDay, day: int) -> Started | DayRefused:
    """Begin a person's only attempt at a day."""
    known = match_rows.lock(tx, ask.interaction)
    if known is not None:
        return Started(LiveMatch(known))
    found = row_of(tx, day)
    if found is None or found.par is None:
        return DayRefused(DayCode.NOT_READY)
    user_id = ask.person.user_id
    mine = try_of(tx, day, user_id)
    if mine is not None:
        return DayRefused(DayCode.PLAYED, queries.match(tx, mine.match_id))
    if found.revealed_ms is not None:
        return DayRefused(DayCode.CLOSED)
    if ban_of(tx, ask.guild, user_id) is not None:
        return DayRefused(DayCode.BANNED)
    preferences.remember(tx, ask.person)
    stored = starting.begin_match(tx, _plan(tx, ask, day))
    shown = preferences.prefs(tx, user_id).world_board
    row = {
        "day": day,
        "user_id": user_id,
        "match_id": stored.match_id,
        "guild_id": ask.guild,
        "shown": int(shown),
    }
    tx.execute(insert(daily_tries), row)
    return Started(LiveMatch(stored))


def _plan(tx: ReadTx, ask: AskDay, day: int) -> starting.MatchPlan:
    person = Player(daily.PERSON, ask.person.user_id, None, ask.person.name)
    name = CHARACTERS[daily.LEVEL].name
    computer = Player(daily.COMPUTER, None, daily.LEVEL.value, name)
    return starting.MatchPlan(
        match_id=MatchId(ask.interaction),
        lobby_id=None,
        table=TableMessage(DIRECT_MESSAGES, ask.channel),
        setup=MatchSetup(daily.RULES, daily.PRESET, day=day),
        players=(person, computer),
        contributions=daily.contributions_on(day),
        sides=None,
        root=deals.root_of(tx, day),
    )


# -- public interface ------------------------------------------------------------------


def today_of(tx: ReadTx, day: int, today: int, user_id: int) -> Today | None:
    """Return a day as a person sees it; ``None`` before it is prepared."""
    found = row_of(tx, day)
    if found is None:
        return None
    after = row_of(tx, daily.later(day))
    counted = select(func.count()).where(
        daily_tries.c.day == day, daily_tries.c.points.is_not(None)
    )
    is_over = found.revealed_ms is not None
    return Today(
        day=day,
        anchor=found.anchor,
        par=found.par,
        mine=try_of(tx, day, user_id),
        streak=streak_of(tx, user_id, today),
        tries=int(tx.execute(counted).scalar_one()),
        tomorrow="" if after is None else after.anchor,
        closes_ms=daily.begins_ms(daily.later(day)),
        secret=deals.root_of(tx, day).hex() if is_over else None,
    )


def _write_begun(outcome: Started | DayRefused) -> list[object]:
    if isinstance(outcome, Started):
        return [None, outcome.live.id]
    return [outcome.code.value, None if outcome.live is None else outcome.live.id]


def _read_begun(tx: ReadTx, found: list[Any]) -> Started | DayRefused:
    code, match_id = found
    stored = None if match_id is None else match_rows.read(tx, match_id)
    live = None if stored is None else LiveMatch(stored)
    if code is not None:
        return DayRefused(DayCode(code), live)
    assert live is not None
    return Started(live)


_BEGUN: Final[AnswerCodec[Started | DayRefused]] = as_json(_write_begun, _read_begun)


def _claim(tx: Tx, day: int, holder: str) -> bool:
    """Whether a process may compute a day; any process may, before the last one."""
    key = daily.dashed(day)
    if jobs.done_key(tx, LEASE) >= key:
        return True
    return jobs.claim(tx, LEASE, key, holder)


def _finish(tx: Tx, day: int, holder: str) -> bool:
    return jobs.finish(tx, LEASE, daily.dashed(day), holder)


class Daily(Commands):
    """The public interface of the challenge. ``think`` computes a day, outside the event loop."""

    board = query(board)
    _make_day = repeatable(make, of_subject=True)
    _store_work = repeatable(work_out)
    _claim_day = repeatable(_claim)
    _finish_day = repeatable(_finish)
    _reveal = own_command("reveal", YES_NO, reveal, of_subject=True)

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self.think: Think = in_a_process
        self._holder = uuid.uuid4().hex
        self._guard = asyncio.Lock()
        self._preparing: asyncio.Future[bool] | None = None

    @property
    def day(self) -> int:
        """The current day."""
        return daily.day_of(self._clock.now_ms())

    async def run(self) -> None:
        """Prepare the day, and reveal the days that are over; safe in several processes."""
        await self.prepare()
        for day in await self.close_ended():
            _log.info("the day %d is revealed", day)

    async def prepare(self) -> bool:
        """Create today and tomorrow, and compute today; return whether today can be played."""
        async with self._guard:
            today = self.day
            await self._make(today)
            await self._make(daily.later(today))
            row = await self._read(lambda tx: row_of(tx, today))
            if row is not None and row.par is not None:
                return True
            if not await self._claim_day(today, self._holder):
                return False
            found = await self._records()
            root = await self._read(lambda tx: deals.root_of(tx, today))
            if not await self._work_out(today, root, found):
                # The trainer has every puzzle of these matches.
                await self._work_out(today, root, [])
            await self._finish_day(today, self._holder)
            return True

    async def _work_out(self, day: int, root: bytes, found: list[MatchRecord]) -> bool:
        return await self._store_work(day, await self.think(found, root, day))

    async def ready(self) -> bool:
        """Whether today can be played; waits briefly while the work continues in the background."""
        if self._preparing is None or self._preparing.done():
            self._preparing = asyncio.ensure_future(self.prepare())
            self._preparing.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.wait_for(asyncio.shield(self._preparing), PATIENCE_S)
        except TimeoutError:
            return False

    async def close_ended(self) -> tuple[int, ...]:
        """End and reveal the days that are over; return those that this call has revealed."""
        today = daily.day_of(self._clock.now_ms() - CLOSING_MS)
        revealed = []
        for day in await self._read_long(lambda tx: over(tx, today)):
            for match in await self._read_long(partial(still_played, day=day)):
                await self._repeat(partial(call_off, match_id=match), match)
            if await self._reveal(day):
                revealed.append(day)
        return tuple(revealed)

    async def play(self, ask: AskDay) -> Started | DayRefused:
        """Begin the only attempt at today's challenge."""
        await self.ready()
        day = self.day
        return await self._once(
            ask.interaction, "day", _BEGUN, lambda tx: start(tx, ask, day), ask.interaction
        )

    async def look(self, user_id: UserId, day: int | None = None) -> Today | None:
        """Return a day, today by default; ``None`` if it does not exist."""
        today = self.day
        if day is None or day == today:
            await self.ready()
        wanted = today if day is None else day
        return await self._read(lambda tx: today_of(tx, wanted, today, user_id))

    async def _make(self, day: int) -> None:
        if await self._read(lambda tx: row_of(tx, day)) is None:
            await self._make_day(day)

    async def _records(self) -> list[MatchRecord]:
        found = await self._read_long(lambda tx: last_played(tx, PUZZLE_MATCHES))
        return await asyncio.to_thread(lambda: [records.record_of(one) for one in found])
