"""The coach's computations, in a process of their own."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cachetools import LRUCache

from engine.coach import Hint, hint
from engine.coach.asking import Answer, AskedPosition, answer
from engine.coach.evaluation import RoundEvaluation, WhatIf, evaluate_round, what_if
from engine.coach.helping import Help, help_in_match
from engine.coach.luck import Study, luck_of_match, study
from engine.course.grading import answers_of, get_ready
from engine.course.lessons import CoursePosition
from engine.game.actions import RoundAction
from engine.game.record import MatchRecord
from engine.game.seats import Seat
from engine.game.view import SeatView
from engine.service import MatchId, Service, UserId
from engine.service.standings import MatchLuck
from engine.trainer.questions import Studied
from engine.trainer.tutor import Mistake, mistakes_in, mistakes_of
from engine.worker_pool import WorkerPool

MAX_REMEMBERED: Final = 200
MAX_ROUNDS_OF_MISTAKES: Final = 5_000
"""The tutor looks at the same rounds again, and they take little room."""
PATIENCE_S: Final = 60.0
T = TypeVar("T")


class Coaching:
    """Analyses of finished rounds and hints, computed off the event loop."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pool = WorkerPool()
        self._studies: LRUCache[tuple[int, int, int], Study | None] = LRUCache(MAX_REMEMBERED)
        self._graded: LRUCache[CoursePosition, Studied] = LRUCache(MAX_REMEMBERED)
        self._mistakes: LRUCache[tuple[int, int, int], tuple[Mistake, ...]] = LRUCache(
            MAX_ROUNDS_OF_MISTAKES
        )
        self._evaluations: LRUCache[tuple[int, int], RoundEvaluation | None] = LRUCache(
            MAX_REMEMBERED
        )

    async def study(self, match: MatchId, number: int, seat: Seat) -> Study | None:
        """Return the analysis of a seat's finished round; ``None`` if there is no such round."""
        key = (match, number, seat)
        if key not in self._studies:
            record = await self._service.record(match)
            if record is None or number > len({deal.number for deal in record.deals}):
                return None
            self._studies[key] = await self._think(study, record, number, seat)
        return self._studies[key]

    async def evaluation(
        self, match: int, record: MatchRecord, number: int
    ) -> RoundEvaluation | None:
        """Return a round's evaluation; ``None`` unless it is finished and a match of two."""
        key = (match, number)
        if key not in self._evaluations:
            self._evaluations[key] = await self._think(evaluate_round, record, number)
        return self._evaluations[key]

    async def mistakes(
        self, match: MatchId, record: MatchRecord, number: int, seat: Seat
    ) -> tuple[Mistake, ...]:
        """Return a seat's mistakes in a finished round; what is known of it is not computed again.

        Raises RecordError if the record is damaged, TimeoutError.
        """
        key = (match, number, seat)
        if key not in self._mistakes:
            known, reviewed = self._evaluations.get((match, number)), self._studies.get(key)
            if known is not None:
                self._mistakes[key] = mistakes_in(known.judged, seat)
            else:
                review = None if reviewed is None else reviewed.review
                found = await self._think(mistakes_of, record, number, seat, review)
                self._mistakes[key] = found
        return self._mistakes[key]

    async def what_if(
        self, record: MatchRecord, number: int, step: int, asked: RoundAction
    ) -> WhatIf | None:
        """Return what another choice at a step of a round promised; ``None`` if there was none."""
        return await self._think(what_if, record, number, step, asked)

    async def luck(self, match: MatchId) -> dict[UserId, MatchLuck]:
        """Return all players' luck over a match's finished rounds; RecordError if damaged."""
        live, record = await self._service.load(match), await self._service.record(match)
        if live is None or record is None:
            return {}
        found = await self._think(luck_of_match, record)
        return {
            player.user_id: MatchLuck(share.rounds, luck.deal, luck.draws, luck.skill)
            for player in live.players
            if player.user_id is not None and (share := found.get(player.seat)) is not None
            for luck in (share.luck,)
        }

    async def help_given(self, match: MatchId) -> dict[UserId, Help]:
        """Return what each player's discards did for the other; RecordError if damaged."""
        live, record = await self._service.load(match), await self._service.record(match)
        if live is None or record is None:
            return {}
        found = await self._think(help_in_match, record)
        return {
            player.user_id: found[player.seat]
            for player in live.players
            if player.user_id is not None and player.seat in found
        }

    async def hint(self, view: SeatView) -> Hint:
        """Return one suggestion for the seat to move."""
        return await self._think(hint, view)

    async def answer(self, asked: AskedPosition) -> Answer:
        """Return the answer to a position. Raises ImpossiblePositionError, TimeoutError."""
        return await self._think(answer, asked)

    async def graded(self, position: CoursePosition) -> Studied:
        """Return a position of the course with the value of every answer. Raises TimeoutError."""
        if position not in self._graded:
            self._graded[position] = await self._think(answers_of, position)
        return self._graded[position]

    async def get_ready(self) -> None:
        """Start the process and load the data that every request needs."""
        await self._think(get_ready)

    async def _think(self, work: Callable[..., T], *arguments: object) -> T:
        async with asyncio.timeout(PATIENCE_S):
            return await self._pool.run(work, *arguments)

    def close(self) -> None:
        """Stop the process and abandon its computation."""
        self._pool.close()
