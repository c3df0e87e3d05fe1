"""The share of luck in a match's points: queued when the match ends, computed afterwards.

A match that ends leaves an empty row for each person, which any process may fill. Filling it again
changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, insert, select, update

from engine.game.rules import GameKind
from engine.service.commands import Commands, query, repeatable
from engine.service.people import MatchId, UserId
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.store.schema import match_luck


@dataclass(frozen=True, slots=True)
class MatchLuck:
    """One person's points over several rounds by source: deals, draws, and both players' play."""

    rounds: int
    deal: float
    draws: float
    play: float

    @property
    def points(self) -> float:
        """The points won less the points lost."""
        return self.deal + self.draws + self.play


NO_ROUNDS: Final = MatchLuck(0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class LuckOverTime:
    """The sum over ``matches`` analysed matches of one person."""

    matches: int
    total: MatchLuck


def expect(tx: Tx, match: StoredMatch) -> None:
    """Queue a match that has just ended for analysis; part of that transaction."""
    people = {player.user_id for player in match.players if player.user_id is not None}
    if match.match.rules.game_kind is not GameKind.GIN or not match.match.played or not people:
        return
    tx.execute(
        insert(match_luck),
        [{"user_id": user, "match_id": match.match_id} for user in sorted(people)],
    )


def pending(tx: ReadTx, limit: int) -> list[MatchId]:
    """Return the ended matches that are not analysed yet, oldest first."""
    asked = select(match_luck.c.match_id).where(match_luck.c.rounds.is_(None)).distinct()
    found = tx.execute(asked.order_by(match_luck.c.match_id).limit(limit))
    return [MatchId(match_id) for match_id in found.scalars()]


def enter(tx: Tx, match_id: MatchId, found: Mapping[UserId, MatchLuck]) -> None:
    """Fill the rows of a match; people without an entry took part in no round."""
    own = (match_luck.c.match_id == match_id, match_luck.c.rounds.is_(None))
    for user_id, luck in found.items():
        tx.execute(
            update(match_luck)
            .where(*own, match_luck.c.user_id == user_id)
            .values(rounds=luck.rounds, deal=luck.deal, draws=luck.draws, play=luck.play)
        )
    none = NO_ROUNDS
    tx.execute(
        update(match_luck)
        .where(*own)
        .values(rounds=none.rounds, deal=none.deal, draws=none.draws, play=none.play)
    )


def luck_of(tx: ReadTx, match_id: int, user_id: int) -> MatchLuck | None:
    """Return the luck of one person in a match; ``None`` until it is analysed."""
    columns = match_luck.c
    row = tx.execute(
        select(columns.rounds, columns.deal, columns.draws, columns.play).where(
            columns.match_id == match_id, columns.user_id == user_id, columns.rounds.is_not(None)
        )
    ).one_or_none()
    return None if row is None else MatchLuck(*row)


def luck_over_time(tx: ReadTx, user_id: int) -> LuckOverTime:
    """Return the luck of one person in all analysed matches."""
    columns = match_luck.c
    sums = (func.coalesce(func.sum(one), 0) for one in (columns.rounds, *_POINTS))
    row = tx.execute(
        select(func.count(), *sums).where(columns.user_id == user_id, columns.rounds > 0)
    ).one()
    return LuckOverTime(int(row[0]), MatchLuck(int(row[1]), *(float(one) for one in row[2:5])))


_POINTS: Final = (match_luck.c.deal, match_luck.c.draws, match_luck.c.play)


class LuckRecords(Commands):
    """The public interface to luck records."""

    pending = query(pending, long=True)
    enter = repeatable(enter)
    of_match = query(luck_of)
