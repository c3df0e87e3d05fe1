"""Achievements: derived from recorded facts, each awarded once and paid once.

They are entered by the transaction that ends the match, answers the puzzle or ends the challenge.
All but those awarded by the coach or for the lesson can be rebuilt; payment belongs to the ledger
and happens once (:mod:`engine.service.rewards.coins`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    delete,
    insert,
    literal_column,
    select,
    update,
)

from engine.game.statistics import counts
from engine.service import preferences
from engine.service.changes import YES_NO, Once, own_key
from engine.service.people import InteractionId, MatchId, Person, UserId
from engine.service.ports import Clock
from engine.service.rewards import coins
from engine.service.rewards.criteria import WORTH, of_answers, of_day, of_match
from engine.service.standings import counting
from engine.service.standings.counting import MatchFacts
from engine.service.standings.statistics import achievements_of
from engine.service.stored_match import StoredMatch
from engine.store import Repeatable, Store
from engine.store.schema import (
    achievements,
    daily_days,
    daily_tries,
    puzzle_answers,
)

BY_COACH: Final = "perfect_round"
"""Awarded when the coach is asked; kept by a rebuild, because no match records the question."""
BY_LESSON: Final = "lesson"
"""Awarded for the lesson; kept by a rebuild, because no match records it."""
_NOT_DERIVED: Final = (BY_COACH, BY_LESSON)
PERFECT_DECISIONS: Final = 8


Told = Mapping[tuple[int, str], int]
"""Whether an achievement was shown before a rebuild, by person and name."""


def settle(connection: Connection, match: StoredMatch) -> None:
    """Award and pay the achievements of a match that has just ended; part of its transaction."""
    if not counts(match.match):
        return
    facts = None
    if counting.counts_for_standings(match):
        facts = counting.recorded(connection, match)
    for user_id, names in of_match(connection, match, facts):
        enter(connection, user_id, names, match.ended_ms or match.updated_ms, match.match_id)


# -- entering ---------------------------------------------------------------------------


def enter(
    connection: Connection, user_id: int, names: Iterable[str], at_ms: int, match_id: int | None
) -> list[str]:
    """Record and pay new achievements; return them."""
    new = _new(connection, user_id, names)
    if new:
        rows = [_row(user_id, name, at_ms, match_id, told=0) for name in new]
        connection.execute(insert(achievements), rows)
    for name in new:
        coins.pay(connection, user_id, f"achievement:{name}", int(WORTH[name]), at_ms)
    return new


def _new(connection: Connection, user_id: int, names: Iterable[str]) -> list[str]:
    wanted = set(names)
    if not wanted:
        return []
    held = select(achievements.c.name).where(achievements.c.user_id == user_id)
    return sorted(wanted - set(connection.execute(held).scalars()))


def _row(user_id: int, name: str, at_ms: int, match_id: int | None, *, told: int) -> dict[str, Any]:
    return {
        "user_id": user_id,
        "name": name,
        "at_ms": at_ms,
        "match_id": match_id,
        "told": told,
    }


# -- rebuilding ------------------------------------------------------------------


class AchievementRebuild:
    """Rebuilds achievements while matches are recounted, without payment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        derived = achievements.c.name.not_in(_NOT_DERIVED)
        found = connection.execute(select(achievements).where(derived))
        self._told: Told = {(row.user_id, row.name): row.told for row in found}
        self._held: set[tuple[int, str]] = set()
        connection.execute(delete(achievements).where(derived))

    def match(self, held: StoredMatch, facts: MatchFacts | None) -> None:
        """Award the achievements of an ended match, after it was added to the totals."""
        if not counts(held.match):
            return
        ended = held.updated_ms if held.ended_ms is None else held.ended_ms
        for user_id, names in of_match(self._connection, held, facts):
            self._enter(user_id, names, ended, held.match_id)

    def days(self) -> None:
        """Award the achievements of the challenges and puzzles of all days."""
        tries = connection_rows(
            self._connection,
            select(daily_tries, daily_days.c.par)
            .join(daily_days, daily_days.c.day == daily_tries.c.day)
            .where(daily_tries.c.points.is_not(None))
            .order_by(daily_tries.c.day, daily_tries.c.user_id),
        )
        for row in tries:
            names = of_day(row.points, row.par, row.streak)
            self._enter(row.user_id, names, row.ended_ms, row.match_id)
        right: dict[int, int] = {}
        answers = select(puzzle_answers).where(puzzle_answers.c.best == 1)
        for row in connection_rows(self._connection, answers.order_by(puzzle_answers.c.at_ms)):
            right[row.user_id] = right.get(row.user_id, 0) + 1
            self._enter(row.user_id, of_answers(right[row.user_id]), row.at_ms, None)

    def _enter(self, user_id: int, names: Iterable[str], at_ms: int, match_id: int | None) -> None:
        new = [name for name in sorted(names) if (user_id, name) not in self._held]
        if new:
            self._held |= {(user_id, name) for name in new}
            rows = [
                _row(user_id, name, at_ms, match_id, told=self._told.get((user_id, name), 1))
                for name in new
            ]
            self._connection.execute(insert(achievements), rows)


def connection_rows(connection: Connection, query: Any) -> list[Row[Any]]:
    """Return all rows of a query."""
    return list(connection.execute(query).all())


# -- reading ----------------------------------------------------------------------------


class Achievements:
    """Queries about achievements, and awards by the coach."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user_id: UserId) -> tuple[str, ...]:
        """Return a person's achievements, newest first."""
        return await self._store.read(lambda c: achievements_of(c, user_id))

    async def untold(self, user_id: UserId) -> tuple[str, ...]:
        """Return a person's achievements that have not been shown to them."""
        asked = select(achievements.c.name).where(
            achievements.c.user_id == user_id, _UNTOLD == _NOT_YET
        )
        return tuple(await self._store.read(lambda c: list(c.execute(asked).scalars())))

    async def tell(self, user_id: UserId, names: Iterable[str]) -> None:
        """Mark achievements as shown."""
        shown = list(names)

        def note(connection: Connection) -> None:
            connection.execute(
                update(achievements)
                .where(achievements.c.user_id == user_id, achievements.c.name.in_(shown))
                .values(told=1)
            )

        await self._store.write(Repeatable(note), key=user_id)

    async def praised(
        self, user_id: UserId, match_id: MatchId, decisions: int, *, is_flawless: bool
    ) -> bool:
        """Record the coach's verdict on a round; ``True`` if it was the first without a mistake."""
        if not is_flawless or decisions < PERFECT_DECISIONS:
            return False
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                own_key(),
                "praised",
                YES_NO,
                lambda c: bool(enter(c, user_id, {BY_COACH}, now, match_id)),
            ),
            key=user_id,
        )

    async def learned(self, interaction: InteractionId, person: Person) -> bool:
        """Record that a person has finished the lesson, who is shown it; ``True`` at first."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(interaction, "learned", YES_NO, lambda c: _learn(c, person, now)),
            key=person.user_id,
        )


def _learn(connection: Connection, person: Person, now: int) -> bool:
    preferences.remember(connection, person, now)
    new = enter(connection, person.user_id, {BY_LESSON}, now, None)
    own = (achievements.c.user_id == person.user_id, achievements.c.name == BY_LESSON)
    connection.execute(update(achievements).where(*own).values(told=1))
    return bool(new)


# Literal, because a partial index is used only where its exact condition appears.
_UNTOLD: Final[ColumnElement[int]] = literal_column("told")
_NOT_YET: Final[ColumnElement[int]] = literal_column("0")
