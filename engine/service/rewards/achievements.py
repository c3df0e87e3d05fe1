"""Achievements: derived from recorded facts, each awarded once and paid once.

They are entered by the transaction that ends the match, answers the puzzle or ends the challenge;
payment belongs to the ledger and happens once (:mod:`engine.service.rewards.coins`).
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement, Connection, insert, literal_column, select, update

from engine.game.statistics import counts
from engine.service import name_book
from engine.service.changes import YES_NO
from engine.service.ids import own_key
from engine.service.people import InteractionId, MatchId, Person, UserId
from engine.service.rewards import coins
from engine.service.rewards.criteria import WORTH, of_match
from engine.service.standings import counting
from engine.service.standings.statistics import achievements_of
from engine.service.stored_match import StoredMatch
from engine.service.tx import Commands, Tx, query, repeatable
from engine.store.schema import achievements

BY_COACH: Final = "perfect_round"
"""Awarded when the coach is asked."""
BY_LESSON: Final = "lesson"
PERFECT_DECISIONS: Final = 8
# Literal, because a partial index is used only where its exact condition appears.
_ANNOUNCED: Final[ColumnElement[int]] = literal_column("told")
_NOT_YET: Final[ColumnElement[int]] = literal_column("0")


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


def unannounced(connection: Connection, user_id: UserId) -> tuple[str, ...]:
    """Return a person's achievements that have not been shown to them."""
    asked = select(achievements.c.name).where(
        achievements.c.user_id == user_id, _ANNOUNCED == _NOT_YET
    )
    return tuple(connection.execute(asked).scalars())


def mark_announced(tx: Tx, user_id: UserId, names: Iterable[str]) -> None:
    """Mark achievements as shown."""
    own = (achievements.c.user_id == user_id, achievements.c.name.in_(list(names)))
    tx.connection.execute(update(achievements).where(*own).values(told=1))


class Achievements(Commands):
    """Queries about achievements, and awards by the coach and the lesson."""

    of = query(achievements_of)
    unannounced = query(unannounced)
    mark_announced = repeatable(mark_announced, of_subject=True)

    async def praised(
        self, user_id: UserId, match_id: MatchId, decisions: int, *, is_flawless: bool
    ) -> bool:
        """Record the coach's verdict on a round; ``True`` if it was the first without a mistake."""
        if not is_flawless or decisions < PERFECT_DECISIONS:
            return False
        return await self._once(
            own_key(),
            "praised",
            YES_NO,
            lambda tx: bool(enter(tx.connection, user_id, {BY_COACH}, tx.now, match_id)),
            user_id,
        )

    async def learned(self, interaction: InteractionId, person: Person) -> bool:
        """Record that a person has finished the lesson, who is shown it; ``True`` at first."""
        return await self._once(
            interaction, "learned", YES_NO, lambda tx: _learn(tx, person), person.user_id
        )


def _learn(tx: Tx, person: Person) -> bool:
    connection, now = tx.connection, tx.now
    name_book.remember(connection, person, now)
    new = enter(connection, person.user_id, {BY_LESSON}, now, None)
    own = (achievements.c.user_id == person.user_id, achievements.c.name == BY_LESSON)
    connection.execute(update(achievements).where(*own).values(told=1))
    return bool(new)
