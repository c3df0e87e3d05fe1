"""The hand of the week: a server's members answer it, and see the solution after that.

A server has one at a time. The coach has answered before it is posted, so nobody waits for him.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, select, update

from engine.clocks import DAY
from engine.coach import Reason, Why
from engine.coach.asking import Choice
from engine.coach.study import StudyContent
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action
from engine.service.changes import NUMBER, YES_NO
from engine.service.commands import Commands, command, query, repeatable, request
from engine.service.exercises.answering import AnswerOutcome, Asked, Exercise, Given
from engine.service.exercises.attempts import (
    Attempt,
    AttemptKey,
    Series,
    attempt_of,
    chosen,
    forget,
)
from engine.service.people import ChannelId, GuildId, InteractionId, MessageId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import weekly_hands
from engine.trainer.puzzle import AS_GOOD

OPEN_MS: Final = 7 * DAY
"""How long a hand can be answered."""
RETENTION_MS: Final = 90 * DAY
"""How long a hand stays after it was closed."""
BATCH: Final = 100
"""The most hands that are read or deleted at one time."""
NEVER: Final = -1
"""The version that a message shows which is not posted yet."""
_hands = weekly_hands.c


@dataclass(frozen=True, slots=True)
class WeeklySolution:
    """What the coach has answered: the choices, best first, and why the first is the best."""

    choices: tuple[Choice, ...]
    reason: Reason

    @property
    def answers(self) -> tuple[Choice, ...]:
        """The choices, each with its place as its number."""
        return self.choices

    def lost(self, choice: int) -> float:
        """Return the points that a choice loses against the best one."""
        return self.choices[0].points - self.choices[choice].points

    def is_right(self, choice: int) -> bool:
        """Whether a choice is the best one, or what the coach calls as good."""
        return self.lost(choice) < AS_GOOD

    def written(self) -> str:
        """Return the text that is stored."""
        choices = [
            [action_text(one.action), one.points, one.undercut, one.gin] for one in self.choices
        ]
        return json.dumps({"choices": choices, "reason": [self.reason.why, self.reason.data]})

    @classmethod
    def read(cls, text: str) -> "WeeklySolution":
        """Return a stored solution."""
        plain = json.loads(text)
        why, data = plain["reason"]
        # Solutions of earlier releases have a margin after the points.
        choices = (
            Choice(_action(action), points, *values[-2:])
            for action, points, *values in plain["choices"]
        )
        return cls(tuple(choices), Reason(Why(why), data))


def _action(text: str) -> RoundAction:
    action = parse_action(text)
    if not isinstance(action, RoundAction):
        raise RecordError("record_unreadable")
    return action


@dataclass(frozen=True, slots=True)
class WeeklyHand:
    """A hand of the week. ``counts``: how many have chosen each of the solution's choices."""

    id: int
    guild: GuildId
    channel: ChannelId
    message: MessageId | None
    position: StudyContent
    solution: WeeklySolution
    locale: str | None
    closes_ms: int
    is_closed: bool
    version: int
    counts: tuple[int, ...]

    @property
    def answered(self) -> int:
        """How many members have answered."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class PostHand:
    """A hand to post. ``locale``: the language of its message where the server chooses none."""

    interaction: InteractionId
    guild: GuildId
    channel: ChannelId
    host: UserId
    position: StudyContent
    solution: WeeklySolution
    locale: str | None = None


def post(tx: Tx, ask: PostHand) -> int:
    """Store a hand and return its id; 0 if the server has one that can still be answered."""
    row = {
        "hand_id": tx.key,
        "guild_id": ask.guild,
        "channel_id": ask.channel,
        "host_id": ask.host,
        "position": ask.position.written(),
        "solution": ask.solution.written(),
        "locale": ask.locale,
        "posted_ms": tx.now,
        "closes_ms": tx.now + OPEN_MS,
        "version": 0,
        "rendered_version": NEVER,
    }
    # What is overdue makes room, although nobody has closed it yet.
    _close(tx, _hands.guild_id == ask.guild, _hands.closes_ms <= tx.now)
    statement = tx.upsert(weekly_hands).on_conflict_do_nothing()
    return tx.key if tx.execute(statement, row).rowcount == 1 else 0


def _question(tx: ReadTx, given: Given, _attempt: Attempt | None) -> Asked | AnswerOutcome:
    found = hand(tx, given.exercise)
    return AnswerOutcome.GONE if found is None else Asked(found.solution, 0, found.guild)


def _counts(tx: Tx, hand_id: int) -> bool:
    """Whether a hand takes answers; its row is locked, so that nobody closes it meanwhile."""
    still_open = (_hands.hand_id == hand_id, _hands.closed_ms.is_(None), _hands.closes_ms > tx.now)
    counting = update(weekly_hands).where(*still_open).values(version=_hands.version + 1)
    return tx.execute(counting).rowcount == 1


WEEK: Final = Exercise(Series.WEEK, _question, is_open=_counts)


def close(tx: Tx, hand_id: int) -> bool:
    """End a hand before its time; ``False`` if it is closed."""
    return _close(tx, _hands.hand_id == hand_id) == 1


def tend(tx: Tx) -> None:
    """Close the hands whose time is over, and delete the oldest ones with their answers."""
    _close(tx, _hands.closes_ms <= tx.now)
    old = select(_hands.hand_id).where(_hands.closed_ms < tx.now - RETENTION_MS).limit(BATCH)
    gone = tx.execute(old).scalars().all()
    _drop(tx, gone)


def drop_of(tx: Tx, guild: GuildId) -> None:
    """Delete the hands of a server, with their answers."""
    here = select(_hands.hand_id).where(_hands.guild_id == guild)
    _drop(tx, tx.execute(here).scalars().all())


def _drop(tx: Tx, gone: Sequence[int]) -> None:
    forget(tx, Series.WEEK, gone)
    tx.execute(delete(weekly_hands).where(_hands.hand_id.in_(gone)))


def _close(tx: Tx, *which: ColumnElement[bool]) -> int:
    closing = update(weekly_hands).where(_hands.closed_ms.is_(None), *which)
    values = {"closed_ms": tx.now, "version": _hands.version + 1}
    return tx.execute(closing.values(values)).rowcount


def shown(
    tx: Tx, hand_id: int, version: int, channel: ChannelId, message: MessageId | None
) -> None:
    """Record where the message of a hand is, and the version that it shows."""
    values = {"rendered_version": version, "channel_id": channel, "message_id": message}
    tx.execute(update(weekly_hands).where(_hands.hand_id == hand_id).values(values))


def hand(tx: ReadTx, hand_id: int) -> WeeklyHand | None:
    """Return a hand; ``None`` if it is gone."""
    found = _read(tx, _hands.hand_id == hand_id)
    return found[0] if found else None


def open_hand(tx: ReadTx, guild: GuildId) -> WeeklyHand | None:
    """Return the hand that a server's members can answer."""
    found = _read(tx, _hands.guild_id == guild, _hands.closed_ms.is_(None))
    return found[0] if found else None


def outdated(tx: ReadTx) -> tuple[WeeklyHand, ...]:
    """Return hands whose messages do not show the newest version."""
    return _read(tx, _hands.version > _hands.rendered_version)


def answer_of(tx: ReadTx, hand_id: int, user_id: UserId) -> int | None:
    """Return what a member has answered; ``None`` before that."""
    mine = attempt_of(tx, AttemptKey(Series.WEEK, hand_id, user_id))
    return None if mine is None else mine.choice


def _read(tx: ReadTx, *which: ColumnElement[bool]) -> tuple[WeeklyHand, ...]:
    asked = select(weekly_hands).where(*which).order_by(_hands.hand_id).limit(BATCH)
    rows = tx.execute(asked).all()
    counts = chosen(tx, Series.WEEK, [row.hand_id for row in rows])
    return tuple(_hand(row, counts[row.hand_id]) for row in rows)


def _hand(row: Row[Any], counts: Mapping[int, int]) -> WeeklyHand:
    solution = WeeklySolution.read(row.solution)
    return WeeklyHand(
        id=row.hand_id,
        guild=GuildId(row.guild_id),
        channel=ChannelId(row.channel_id),
        message=None if row.message_id is None else MessageId(row.message_id),
        position=StudyContent.read(row.position),
        solution=solution,
        locale=row.locale,
        closes_ms=row.closes_ms,
        is_closed=row.closed_ms is not None,
        version=row.version,
        counts=tuple(counts.get(n, 0) for n in range(len(solution.choices))),
    )


class WeeklyHands(Commands):
    """The public interface to hands of the week."""

    post = request("weekly-hand", NUMBER, post, subject=lambda ask: ask.guild)
    close = command("close-weekly", YES_NO, close, of_subject=True)
    tend = repeatable(tend)
    shown = repeatable(shown)
    hand = query(hand)
    open_hand = query(open_hand)
    outdated = query(outdated)
    answer_of = query(answer_of)
