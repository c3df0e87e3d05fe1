"""The tutor's advice: the rounds that it is drawn from, what is stored of it, and its puzzles."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, select

from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action
from engine.game.seats import Seat
from engine.service.commands import Commands, query, repeatable
from engine.service.matches.match_rows import IS_DEALT, IS_OPEN, OVER
from engine.service.people import MatchId, UserId
from engine.service.trainer import pool
from engine.service.tx import ReadTx, Tx
from engine.standings.rating import NEWCOMER, POOLS, Family
from engine.store.schema import matches, player_matches, rounds, trainer_people, tutor_advice
from engine.trainer.tutor import BY_NAME, ROUNDS, ROUNDS_AFTER, Example, Loss, Mistake, TutorFinding

PUZZLES: Final = 6
"""The puzzles that are drawn for a finding."""
_NOT_STUDIED: Final = (Family.MAHJONG, Family.THREE_HANDED, Family.TEAMS)
STUDIED_POOLS: Final = tuple(str(one) for one in POOLS if one.family not in _NOT_STUDIED)
"""The pools whose matches tell what to work on: gin, between two."""


@dataclass(frozen=True, slots=True)
class RoundToStudy:
    """A person's finished round in a match that is over."""

    match: MatchId
    number: int
    seat: Seat
    ended_ms: int


@dataclass(frozen=True, slots=True)
class Advised:
    """A finding with the puzzles drawn for it."""

    finding: TutorFinding
    puzzles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TutorAdvice:
    """What a person was advised. ``until_ms``: the end of the last match that it is drawn from."""

    until_ms: int
    advised: tuple[Advised, ...]


def last_rounds(tx: ReadTx, user_id: UserId) -> tuple[RoundToStudy, ...]:
    """Return the last rounds that advice is drawn from, the newest first."""
    newest = (player_matches.c.ended_ms.desc(), rounds.c.match_id.desc(), rounds.c.number.desc())
    return _found(tx, _finished(user_id).order_by(*newest).limit(ROUNDS))


def rounds_after(tx: ReadTx, user_id: UserId, until_ms: int) -> tuple[RoundToStudy, ...]:
    """Return the first rounds after an advice."""
    oldest = (player_matches.c.ended_ms, rounds.c.match_id, rounds.c.number)
    later = _finished(user_id).where(player_matches.c.ended_ms > until_ms)
    return _found(tx, later.order_by(*oldest).limit(ROUNDS_AFTER))


def _finished(user_id: UserId) -> Select[tuple[int, int, int, int]]:
    """Select the finished rounds of matches that are over, and that hide nothing from anybody.

    What was played on from a position is not among them.
    """
    return (
        select(rounds.c.match_id, rounds.c.number, player_matches.c.seat, player_matches.c.ended_ms)
        .join(player_matches, player_matches.c.match_id == rounds.c.match_id)
        .join(matches, matches.c.match_id == rounds.c.match_id)
        .where(
            player_matches.c.user_id == user_id,
            player_matches.c.pool.in_(STUDIED_POOLS),
            matches.c.status == OVER,
            matches.c.day.is_(None),
            IS_OPEN,
            IS_DEALT,
            rounds.c.results.is_not(None),
        )
    )


def _found(tx: ReadTx, asked: Select[tuple[int, int, int, int]]) -> tuple[RoundToStudy, ...]:
    return tuple(
        RoundToStudy(MatchId(match), number, Seat(seat), ended_ms)
        for match, number, seat, ended_ms in tx.execute(asked)
    )


def advice_of(tx: ReadTx, user_id: UserId) -> TutorAdvice | None:
    """Return what a person was advised last; ``None`` if nothing was."""
    row = tx.execute(select(tutor_advice).where(tutor_advice.c.user_id == user_id)).one_or_none()
    if row is None:
        return None
    found = (_read(one) for one in json.loads(row.findings))
    return TutorAdvice(row.until_ms, tuple(one for one in found if one is not None))


def puzzles_for(tx: ReadTx, user_id: UserId, place: int) -> tuple[int, ...]:
    """Return the puzzles drawn for a finding of a person's advice; none if there is none."""
    found = advice_of(tx, user_id)
    return found.advised[place].puzzles if found and place < len(found.advised) else ()


def enter(tx: Tx, user_id: UserId, until_ms: int, findings: Iterable[TutorFinding]) -> None:
    """Store advice in place of what was advised before, with puzzles drawn for it."""
    drawn = set[int]()
    written = []
    for one in findings:
        puzzles = _draw(tx, user_id, one, drawn)
        drawn.update(puzzles)
        written.append(_written(Advised(one, puzzles)))
    row = {"given_ms": tx.now, "until_ms": until_ms, "findings": json.dumps(written)}
    statement = tx.upsert(tutor_advice)
    replacing = statement.on_conflict_do_update(index_elements=["user_id"], set_=row)
    tx.execute(replacing, {"user_id": user_id, **row})


def _draw(tx: Tx, user_id: UserId, finding: TutorFinding, drawn: set[int]) -> tuple[int, ...]:
    rated = select(trainer_people.c.value).where(trainer_people.c.user_id == user_id)
    value = tx.execute(rated).scalar_one_or_none() or NEWCOMER.value
    found = pool.training(tx, user_id, value, finding.weakness)
    return tuple(one for one in found if one not in drawn)[:PUZZLES]


def _written(advised: Advised) -> dict[str, Any]:
    finding = advised.finding
    return {
        "weakness": finding.weakness.name,
        "losses": [round(one, 1) for one in finding.losses],
        "mean": finding.loss.mean,
        "error": finding.loss.error,
        "examples": [
            [made.match, made.number, one.step, one.cost, *map(action_text, (one.played, one.best))]
            for made in finding.examples
            for one in (made.mistake,)
        ],
        "puzzles": advised.puzzles,
    }


def _read(plain: dict[str, Any]) -> Advised | None:
    """Read a finding; ``None`` for a weakness that another version knows."""
    weakness = BY_NAME.get(plain["weakness"])
    if weakness is None:
        return None
    examples = tuple(
        Example(match, number, Mistake(step, weakness, cost, _action(played), _action(best)))
        for match, number, step, cost, played, best in plain["examples"]
    )
    losses = tuple(plain.get("losses", ()))
    finding = TutorFinding(weakness, losses, Loss(plain["mean"], plain["error"]), examples)
    return Advised(finding, tuple(plain["puzzles"]))


def _action(text: str) -> RoundAction:
    action = parse_action(text)
    if not isinstance(action, RoundAction):
        raise RecordError("record_unreadable")
    return action


class Tutoring(Commands):
    """The public interface to advice."""

    last_rounds = query(last_rounds)
    rounds_after = query(rounds_after)
    advice_of = query(advice_of)
    advise = repeatable(enter, of_subject=True)
