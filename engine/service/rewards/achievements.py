"""Achievements: derived from recorded facts, each awarded once and paid once.

They are entered by the transaction that ends the match, answers the puzzle or ends the challenge;
payment belongs to the ledger and happens once (:mod:`engine.service.rewards.coins`).
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement, Connection, insert, literal_column, select, update

from engine.game.statistics import counts
from engine.service import preferences
from engine.service.changes import YES_NO, Once
from engine.service.ids import own_key
from engine.service.people import InteractionId, MatchId, Person, UserId
from engine.service.ports import Clock
from engine.service.rewards import coins
from engine.service.rewards.criteria import WORTH, of_match
from engine.service.standings import counting
from engine.service.standings.statistics import achievements_of
from engine.service.stored_match import StoredMatch
from engine.store import Repeatable, Store
from engine.store.schema import achievements

BY_COACH: Final = "perfect_round"
"""Awarded when the coach is asked."""
BY_LESSON: Final = "lesson"
PERFECT_DECISIONS: Final = 8


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
        row = {"user_id": user_id, "at_ms": at_ms, "match_id": match_id, "told": 0}
        connection.execute(insert(achievements), [{**row, "name": name} for name in new])
    for name in new:
        coins.pay(connection, user_id, f"achievement:{name}", int(WORTH[name]), at_ms)
    return new


def _new(connection: Connection, user_id: int, names: Iterable[str]) -> list[str]:
    wanted = set(names)
    if not wanted:
        return []
    held = select(achievements.c.name).where(achievements.c.user_id == user_id)
    return sorted(wanted - set(connection.execute(held).scalars()))


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
