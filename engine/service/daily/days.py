"""A day of the challenge: its commitment, its par and puzzle, its end, and its revealed secrets.

Each function is part of one transaction; the first caller does the work, later ones find it done.
"""

from typing import TypeAlias

from sqlalchemy import delete, select, update

from engine import daily, fairness
from engine.game.actions import CallOff
from engine.game.match import MatchPhase
from engine.service.daily.puzzle import forget_the_gone
from engine.service.matches import deals, match_rows
from engine.service.people import MatchId
from engine.service.play.advancing import MatchPress, advance
from engine.service.trainer import pool
from engine.service.tx import ReadTx, Tx
from engine.service.types import Applied
from engine.store.schema import (
    daily_days,
    daily_tries,
    match_players,
    matches,
    rounds,
)
from engine.trainer.making import Prepared

WorkedOut: TypeAlias = tuple[int, list[Prepared]]
"""Par of a day, and the puzzles of which the first new one is the day's."""


def make(tx: Tx, day: int) -> bool:
    """Publish the commitment of a day; ``False`` if it is already published."""
    root = tx.secret()
    row = {"day": day, "anchor": fairness.anchor(root).hex(), "made_ms": tx.now}
    new = tx.upsert(daily_days).on_conflict_do_nothing()
    if tx.execute(new, row).rowcount != 1:
        return False
    deals.keep_root(tx, day, root)
    return True


def work_out(tx: Tx, day: int, found: WorkedOut) -> bool:
    """Store par and puzzle; ``False`` if another process has, or if no puzzle is new."""
    (par, puzzles) = found
    question = pool.for_day(tx, puzzles)
    if question is None:
        return False
    done = tx.execute(
        update(daily_days)
        .where(daily_days.c.day == day, daily_days.c.par.is_(None))
        .values(par=par, puzzle=question)
    )
    return done.rowcount == 1


def over(tx: ReadTx, today: int) -> tuple[int, ...]:
    """Return the days before ``today`` that are not revealed yet, oldest first."""
    found = tx.execute(
        select(daily_days.c.day)
        .where(daily_days.c.day < today, daily_days.c.revealed_ms.is_(None))
        .order_by(daily_days.c.day)
    )
    return tuple(found.scalars())


def still_played(tx: ReadTx, day: int) -> tuple[MatchId, ...]:
    """Return the attempts at a day that are still being played."""
    found = tx.execute(
        select(matches.c.match_id).where(matches.c.day == day, matches.c.status == match_rows.LIVE)
    )
    return tuple(MatchId(match) for match in found.scalars())


def call_off(tx: Tx, match_id: MatchId) -> Applied | None:
    """End an attempt that was not finished in time."""
    stored = match_rows.lock(tx, match_id)
    if stored is None or stored.match.phase is MatchPhase.OVER:
        return None
    return advance(tx, stored, [MatchPress(None, CallOff())])


def reveal(tx: Tx, day: int) -> bool:
    """Reveal the secrets of a day in every player's rounds; ``True`` for the call that does it.

    Nothing is revealed while an attempt is still being played.
    """
    done = tx.execute(
        update(daily_days)
        .where(daily_days.c.day == day, daily_days.c.revealed_ms.is_(None))
        .values(revealed_ms=tx.now)
    )
    if done.rowcount != 1:
        return False
    if still_played(tx, day):
        tx.execute(update(daily_days).where(daily_days.c.day == day).values(revealed_ms=None))
        return False
    root = deals.root_of(tx, day)
    of_day = select(matches.c.match_id).where(matches.c.day == day)
    for number in range(1, daily.ROUNDS + 1):
        secret = fairness.round_secret(root, number).hex()
        tx.execute(
            update(rounds)
            .where(rounds.c.match_id.in_(of_day), rounds.c.number == number)
            .values(secret=secret)
        )
        reached = select(rounds.c.match_id).where(
            rounds.c.match_id.in_(of_day), rounds.c.number == number
        )
        tx.execute(
            update(matches)
            .where(matches.c.day == day, matches.c.match_id.in_(reached))
            .values(revealed=secret, revealed_number=number)
        )
    _forget_the_gone(tx, day)
    return True


def _forget_the_gone(tx: Tx, day: int) -> None:
    """Delete the attempts of deleted people; until now they prevented a second attempt."""
    gone = select(match_players.c.match_id).where(
        match_players.c.match_id == daily_tries.c.match_id,
        match_players.c.user_id.is_(None),
        match_players.c.level.is_(None),
    )
    tx.execute(delete(daily_tries).where(daily_tries.c.day == day, gone.exists()))
    forget_the_gone(tx, day)
