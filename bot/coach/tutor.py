"""The tutor at work: what it knows of a person, and how far it is with their rounds."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.match.coaching import Coaching
from engine.game.errors import GinError
from engine.game.record import MatchRecord
from engine.service import MatchId, Service, UserId
from engine.service.trainer.advice import RoundToStudy, TutorAdvice
from engine.trainer.tutor import ROUNDS, ROUNDS_AFTER, LossChange, StudiedRound, change, findings

WAIT_S: Final = 1.0
"""How long a look waits for what is being computed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TooFewRounds:
    """No advice yet. ``missing``: the rounds that somebody has to finish before."""

    missing: int


@dataclass(frozen=True, slots=True)
class Studying:
    """Rounds are being looked into."""

    done: int
    all: int


@dataclass(frozen=True, slots=True)
class Advising:
    """The advice. ``missing``: the rounds after which it says what has changed; then ``changes``,
    one for each finding.
    """

    advice: TutorAdvice
    missing: int
    changes: tuple[LossChange, ...] = ()


TutorState: TypeAlias = TooFewRounds | Studying | Advising


@dataclass(slots=True)
class _Work:
    """A computation for a person."""

    all: int
    done: int = 0
    task: asyncio.Future[TutorState] = field(init=False)


class Tutor:
    """TutorAdvice to people; one computation a person, and one round at a time for all."""

    def __init__(self, service: Service, coaching: Coaching) -> None:
        self._service = service
        self._coaching = coaching
        self._works: dict[UserId, _Work] = {}
        self._turn = asyncio.Lock()

    async def look(self, user: UserId, *, anew: bool = False) -> TutorState:
        """Return the advice, or how far it is. ``anew``: in place of what has been compared.

        Without advice it is drawn from the last rounds; after some more it is compared with them.
        """
        work = self._works.get(user)
        if work is not None and work.task.done():  # Nobody has waited for it.
            del self._works[user]
            work = None
        if work is None:
            advice = await self._service.tutoring.advice_of(user)
            if advice is None:
                return await self._begin(user)
            rounds = await self._service.tutoring.rounds_after(user, advice.until_ms)
            if len(rounds) < ROUNDS_AFTER:
                return Advising(advice, ROUNDS_AFTER - len(rounds))
            if anew:
                return await self._begin(user)
            work = self._start(user, rounds, lambda begun: self._compared(begun, advice, rounds))
        return await self._seen(user, work)

    async def _begin(self, user: UserId) -> TutorState:
        """Draw new advice from the last rounds."""
        rounds = await self._service.tutoring.last_rounds(user)
        if len(rounds) < ROUNDS:
            return TooFewRounds(ROUNDS - len(rounds))
        work = self._start(user, rounds, lambda begun: self._advised(begun, user, rounds))
        return await self._seen(user, work)

    def _start(
        self,
        user: UserId,
        rounds: tuple[RoundToStudy, ...],
        compute: Callable[[_Work], Coroutine[object, object, TutorState]],
    ) -> _Work:
        """Begin to compute, unless somebody has begun meanwhile."""
        if user not in self._works:
            work = self._works[user] = _Work(len(rounds))
            work.task = asyncio.ensure_future(compute(work))
        return self._works[user]

    async def _seen(self, user: UserId, work: _Work) -> TutorState:
        """Return what has been computed, or how far it is."""
        done, _ = await asyncio.wait({work.task}, timeout=WAIT_S)
        if not done:
            return Studying(work.done, work.all)
        self._works.pop(user, None)
        return work.task.result()

    async def _advised(
        self, work: _Work, user: UserId, rounds: tuple[RoundToStudy, ...]
    ) -> TutorState:
        found = findings(await self._studied(work, rounds))
        until = max(one.ended_ms for one in rounds)
        await self._service.tutoring.advise(user, until, found)
        advice = await self._service.tutoring.advice_of(user)
        # Their data may have been deleted meanwhile.
        return TooFewRounds(ROUNDS) if advice is None else Advising(advice, ROUNDS_AFTER)

    async def _compared(
        self, work: _Work, advice: TutorAdvice, rounds: tuple[RoundToStudy, ...]
    ) -> TutorState:
        since = await self._studied(work, rounds)
        changes = tuple(
            change(one.finding.weakness, one.finding.loss, since) for one in advice.advised
        )
        return Advising(advice, 0, changes)

    async def _studied(self, work: _Work, rounds: tuple[RoundToStudy, ...]) -> list[StudiedRound]:
        """Return the mistakes in these rounds; a round that cannot be read is left out."""
        found: list[StudiedRound] = []
        records: dict[MatchId, MatchRecord | None] = {}
        for one in rounds:
            try:
                if one.match not in records:
                    records = {one.match: await self._service.record(one.match)}
                record = records[one.match]
                if record is not None:
                    async with self._turn:
                        made = await self._coaching.mistakes(
                            one.match, record, one.number, one.seat
                        )
                    found.append(StudiedRound(one.match, one.number, made))
            except (GinError, BrokenExecutor, TimeoutError) as error:
                log.warning("round %d of match %d is not studied: %r", one.number, one.match, error)
            work.done += 1
        return found

    async def stop(self) -> None:
        """Abandon what is being computed."""
        for work in self._works.values():
            work.task.cancel()
        await asyncio.gather(*(one.task for one in self._works.values()), return_exceptions=True)
