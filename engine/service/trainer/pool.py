"""The pool of puzzles: the trainer's, those of days, and the mistakes of one person's matches.

A puzzle of a day is new when it is chosen, and stays one: the trainer never asks it.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Select,
    delete,
    exists,
    func,
    select,
    true,
    update,
)

from engine.clocks import DAY
from engine.game.errors import RecordError
from engine.game.seats import Seat
from engine.service.exercises.attempts import Attempt, AttemptKey, Series, attempt_of, begin
from engine.service.matches.match_rows import IS_DEALT, OVER
from engine.service.people import MatchId, UserId
from engine.service.tx import ReadTx, Tx
from engine.standings.rating import Rating
from engine.store.schema import (
    exercise_answers,
    match_players,
    matches,
    trainer_matches,
    trainer_people,
    trainer_puzzles,
)
from engine.store.statements import written
from engine.trainer.first_puzzles import first_puzzles
from engine.trainer.making import Prepared
from engine.trainer.puzzle import Question, puzzle_from
from engine.trainer.tutor import Weakness, trains

LEAST: Final = 30
"""The puzzles of a theme below which computers play rounds for more."""
MOST: Final = 200
"""The puzzles of a theme that are kept, the newest."""
NEAREST: Final = 8
"""The puzzles nearest to a person's rating, one of which is asked."""

_puzzles = trainer_puzzles.c
_answers = exercise_answers.c
IS_OF_TRAINER: Final = _answers.series == Series.TRAINER.value
"""The condition that holds for answers to puzzles of the trainer."""


class Use(IntEnum):
    """Who is asked a puzzle: those to whose mistakes it belongs, all who train, or all of a day."""

    MISTAKE = 0
    TRAINER = 1
    DAY = 2


_IS_ASKED: Final = _puzzles.pool == Use.TRAINER


def counts(tx: ReadTx) -> dict[Question, int]:
    """Return how many puzzles of each theme are in the pool."""
    found = tx.execute(
        select(_puzzles.question, func.count().label("n"))
        .where(_IS_ASKED)
        .group_by(_puzzles.question)
    )
    stored = {row.question: int(row.n) for row in found}
    return {question: stored.get(question.value, 0) for question in Question}


def missing(tx: ReadTx) -> dict[Question, int]:
    """Return how many puzzles of each theme the pool lacks."""
    return {question: max(0, LEAST - n) for question, n in counts(tx).items()}


def ratings(tx: ReadTx, theme: Question | None = None) -> dict[int, float]:
    """Return the puzzles that everybody who trains may be asked, with their ratings.

    ``theme``: of this one; ``None`` of all.
    """
    asked = select(_puzzles.puzzle_id, _puzzles.value).where(_IS_ASKED)
    found = tx.execute(asked if theme is None else asked.where(_puzzles.question == theme.value))
    return {row.puzzle_id: row.value for row in found}


def text_of(tx: ReadTx, puzzle_id: int) -> str | None:
    """Return a puzzle that everybody who trains may be asked; ``None`` if it is none."""
    asked = select(_puzzles.puzzle).where(_puzzles.puzzle_id == puzzle_id, _IS_ASKED)
    return tx.execute(asked).scalar_one_or_none()


def add(tx: Tx, found: Iterable[Prepared]) -> None:
    """Store puzzles for all who train. Somebody's mistake becomes one; a day's puzzle does not."""
    for one in found:
        if not store(tx, one, Use.TRAINER):
            mistake = (_puzzles.puzzle_id == one.key, _puzzles.pool == Use.MISTAKE)
            tx.execute(update(trainer_puzzles).where(*mistake).values(pool=Use.TRAINER))


def begin_pool(tx: Tx) -> None:
    """Put the puzzles that come with Gin into an empty pool."""
    if not any(counts(tx).values()):
        add(tx, first_puzzles())


def for_day(tx: Tx, found: Iterable[Prepared]) -> str | None:
    """Store the first of these puzzles that is new as a day's; return its text, if there is one."""
    return next((one.text for one in found if store(tx, one, Use.DAY)), None)


def is_of_a_day(tx: ReadTx, puzzle_id: int) -> bool:
    """Whether a puzzle is a day's."""
    of_day = exists().where(_puzzles.puzzle_id == puzzle_id, _puzzles.pool == Use.DAY)
    return bool(tx.execute(select(of_day)).scalar_one())


def store(tx: Tx, one: Prepared, use: Use) -> bool:
    """Store a puzzle; ``False`` if it is stored already, and stays as it is."""
    insert = written(tx.upsert(trainer_puzzles).on_conflict_do_nothing())
    row = {
        "puzzle_id": one.key,
        "question": one.question.value,
        "puzzle": one.text,
        "pool": use,
        "made_ms": tx.now,
        "value": one.rating.value,
        "deviation": one.rating.deviation,
        "volatility": one.rating.volatility,
    }
    return tx.execute(insert, row).rowcount == 1


def trim(tx: Tx) -> None:
    """Keep the newest puzzles of each theme, and of the others those that come again for anybody.

    An answer goes with its puzzle.
    """
    for question in Question:
        newest = (
            select(_puzzles.puzzle_id)
            .where(_IS_ASKED, _puzzles.question == question.value)
            .order_by(_puzzles.made_ms.desc(), _puzzles.puzzle_id)
        )
        old = tx.execute(newest.offset(MOST).limit(MOST)).scalars().all()
        tx.execute(
            update(trainer_puzzles).where(_puzzles.puzzle_id.in_(old)).values(pool=Use.MISTAKE)
        )
    _drop(tx, _puzzles.made_ms < tx.now - DAY, _answers.due_ms.is_not(None))
    gone = ~exists().where(_puzzles.puzzle_id == _answers.exercise_id)
    left = delete(exercise_answers).where(IS_OF_TRAINER, gone, _answers.due_ms.is_(None))
    tx.execute(left)


def drop_private(tx: Tx, puzzle_ids: Iterable[int]) -> None:
    """Delete those of these puzzles that are in no pool and nobody's answers refer to."""
    _drop(tx, _puzzles.puzzle_id.in_(list(puzzle_ids)))


def nearest(
    tx: ReadTx,
    user_id: int,
    value: float,
    theme: Question | None,
    unreadable: Collection[int],
) -> list[int]:
    """Return the readable puzzles nearest to a rating that a person has not answered."""
    asked = select(_puzzles.puzzle_id).where(
        _IS_ASKED, ~_answered_by(user_id), but(_puzzles.puzzle_id, unreadable)
    )
    if theme is not None:
        asked = asked.where(_puzzles.question == theme.value)
    order = asked.order_by(func.abs(_puzzles.value - value), _puzzles.puzzle_id)
    return list(tx.execute(order.limit(NEAREST)).scalars())


def training(tx: ReadTx, user_id: int, value: float, weakness: Weakness) -> list[int]:
    """Return the puzzles that train a weakness and that a person has not answered.

    Those come first in which the tempting answer is a mistake of this kind, then others of its
    themes; in both the nearest to the rating. What cannot be read is left out.
    """
    asked = select(_puzzles.puzzle_id, _puzzles.puzzle).where(
        _IS_ASKED,
        _puzzles.question.in_([one.value for one in weakness.themes]),
        ~_answered_by(user_id),
    )
    order = asked.order_by(func.abs(_puzzles.value - value), _puzzles.puzzle_id)
    fitting: list[int] = []
    others: list[int] = []
    for key, text in tx.execute(order):
        try:
            puzzle = puzzle_from(text)
        except RecordError:
            continue
        (fitting if trains(weakness, puzzle) else others).append(key)
    return fitting + others


def first_open(tx: ReadTx, user_id: int, puzzle_ids: Sequence[int]) -> int | None:
    """Return the first of these puzzles that is asked and that a person has not answered."""
    asked = select(_puzzles.puzzle_id).where(
        _IS_ASKED, _puzzles.puzzle_id.in_(puzzle_ids), ~_answered_by(user_id)
    )
    found = set(tx.execute(asked).scalars())
    return next((one for one in puzzle_ids if one in found), None)


def _answered_by(user_id: int) -> ColumnElement[bool]:
    of_person = (_answers.user_id == user_id, IS_OF_TRAINER)
    return exists().where(*of_person, _answers.exercise_id == _puzzles.puzzle_id)


def but(puzzle: ColumnElement[int], unreadable: Collection[int]) -> ColumnElement[bool]:
    """Return the condition that a puzzle is none of the unreadable ones, if there are any."""
    return puzzle.not_in(unreadable) if unreadable else true()


def one_of(puzzle_ids: list[int], user_id: int, answered: int) -> int | None:
    """Return one of these puzzles, the same one until the person has answered another time.

    So nobody can leave a hard puzzle out by asking for the next one.
    """
    if not puzzle_ids:
        return None
    digest = hashlib.sha256(f"{user_id}:{answered}".encode()).digest()
    return puzzle_ids[int.from_bytes(digest[:4], "big") % len(puzzle_ids)]


def rating_of(tx: ReadTx, puzzle_id: int) -> Rating | None:
    """Return the rating of a puzzle; ``None`` if there is no such puzzle in the pool."""
    row = tx.execute(
        select(_puzzles.value, _puzzles.deviation, _puzzles.volatility)
        .where(_puzzles.puzzle_id == puzzle_id, _IS_ASKED)
        .with_for_update()
    ).one_or_none()
    return None if row is None else Rating(*row)


def rate(tx: Tx, puzzle_id: int, rating: Rating) -> None:
    """Store the rating of a puzzle."""
    tx.execute(
        update(trainer_puzzles)
        .where(_puzzles.puzzle_id == puzzle_id)
        .values(value=rating.value, deviation=rating.deviation, volatility=rating.volatility)
    )


def _drop(tx: Tx, which: ColumnElement[bool], *referring: ColumnElement[bool]) -> None:
    """Delete private puzzles, unless answers (of a kind) refer to them."""
    used = exists().where(IS_OF_TRAINER, _answers.exercise_id == _puzzles.puzzle_id, *referring)
    tx.execute(delete(trainer_puzzles).where(_puzzles.pool == Use.MISTAKE, which, ~used))


OF_ONE_MS: Final = 14 * DAY
"""How old the matches are that are looked into when somebody opens the trainer."""
OF_ALL_MS: Final = 2 * DAY
"""How old those are that are looked into without being asked."""
AT_ONCE: Final = 5
"""The matches that are looked into at one time."""
MOST_OPEN: Final = 60
"""The mistakes that may wait for one person; with more, none is added."""


@dataclass(frozen=True, slots=True)
class ToStudy:
    """A person's seat in a finished match that is to be looked into."""

    match: MatchId
    user: UserId
    seat: Seat


def mistakes_of_one(tx: ReadTx, user_id: UserId) -> list[ToStudy]:
    """Return the newest matches of a person that have not been looked into."""
    asked = _asked(tx.now - OF_ONE_MS).where(match_players.c.user_id == user_id)
    return _found(tx, asked)


def mistakes_of_all(tx: ReadTx) -> list[ToStudy]:
    """Return the newest matches of everybody with a rating in the trainer."""
    rated = exists().where(trainer_people.c.user_id == match_players.c.user_id)
    return _found(tx, _asked(tx.now - OF_ALL_MS).where(rated))


def enter_mistakes(tx: Tx, one: ToStudy, found: Sequence[Prepared]) -> None:
    """Store the mistakes of a match, due at once; nothing the second time, or for nobody."""
    seated = exists().where(
        match_players.c.match_id == one.match, match_players.c.user_id == one.user
    )
    row = {"user_id": one.user, "match_id": one.match}
    new = tx.upsert(trainer_matches).on_conflict_do_nothing()
    if not tx.execute(select(seated)).scalar_one():
        return
    if tx.execute(new, row).rowcount != 1:
        return
    waiting = (_answers.user_id == one.user, IS_OF_TRAINER, _answers.due_ms.is_not(None))
    open_ones = select(func.count()).where(*waiting)
    room = MOST_OPEN - int(tx.execute(open_ones).scalar_one())
    for prepared in found[: max(0, room)]:
        store(tx, prepared, Use.MISTAKE)
        if not is_of_a_day(tx, prepared.key):
            missed(tx, one.user, prepared.key, own=True)


def missed(tx: Tx, user_id: UserId, puzzle_id: int, *, own: bool = False) -> None:
    """Let a puzzle come to a person as a mistake, unless they know it.

    ``own``: it was made in a match of theirs; otherwise it was missed elsewhere, as in a race.
    """
    key = AttemptKey(Series.TRAINER, puzzle_id, user_id)
    if attempt_of(tx, key, locked=True) is None:
        begin(tx, key, Attempt(due_ms=tx.now, own=int(own)))


def _asked(since_ms: int) -> Select[tuple[int, int | None, int]]:
    known = exists().where(
        trainer_matches.c.user_id == match_players.c.user_id,
        trainer_matches.c.match_id == match_players.c.match_id,
    )
    return (
        select(match_players.c.match_id, match_players.c.user_id, match_players.c.seat)
        .join(matches, matches.c.match_id == match_players.c.match_id)
        .where(
            matches.c.ended_ms > since_ms,
            matches.c.status == OVER,
            matches.c.day.is_(None),
            IS_DEALT,
            matches.c.revealed_number > 0,
            ~known,
        )
        .order_by(matches.c.ended_ms.desc(), matches.c.match_id.desc())
        .limit(AT_ONCE)
    )


def _found(tx: ReadTx, asked: Select[tuple[int, int | None, int]]) -> list[ToStudy]:
    return [
        ToStudy(MatchId(match), UserId(user), Seat(seat))
        for match, user, seat in tx.execute(asked)
        if user is not None
    ]
