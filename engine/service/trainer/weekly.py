"""The hand of the week: a server's members answer it, and see the solution after that.

A server has one at a time. The coach has answered before it is posted, so nobody waits for him.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update

from engine.clocks import DAY
from engine.coach import Reason, Why
from engine.coach.asking import Choice
from engine.coach.study import StudyContent
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action
from engine.service.changes import NUMBER, YES_NO, one_of
from engine.service.moderation.reports import ban_of
from engine.service.people import ChannelId, GuildId, InteractionId, MessageId, UserId
from engine.service.tx import Commands, Tx, command, query, repeatable, request
from engine.store.schema import weekly_answers, weekly_hands
from engine.store.statements import upsert

OPEN_MS: Final = 7 * DAY
"""How long a hand can be answered."""
RETENTION_MS: Final = 90 * DAY
"""How long a hand stays after it was closed."""
BATCH: Final = 100
"""The most hands that are read or deleted at one time."""
NEVER: Final = -1
"""The version that a message shows which is not posted yet."""
_hands = weekly_hands.c
_answers = weekly_answers.c


@dataclass(frozen=True, slots=True)
class WeeklySolution:
    """What the coach has answered: the choices, best first, and why the first is the best."""

    choices: tuple[Choice, ...]
    reason: Reason

    def written(self) -> str:
        """Return the text that is stored."""
        choices = [
            [action_text(one.action), one.points, one.margin, one.undercut, one.gin]
            for one in self.choices
        ]
        return json.dumps({"choices": choices, "reason": [self.reason.why, self.reason.data]})

    @classmethod
    def read(cls, text: str) -> "WeeklySolution":
        """Return a stored solution."""
        plain = json.loads(text)
        why, data = plain["reason"]
        choices = (Choice(_action(action), *values) for action, *values in plain["choices"])
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


class WeeklyAnswer(StrEnum):
    """The outcome of an answer. ``ALREADY``: the member's first answer stays."""

    TAKEN = "taken"
    ALREADY = "already"
    CLOSED = "closed"
    GONE = "gone"
    BANNED = "banned"


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
    statement = upsert(tx.connection.dialect.name, weekly_hands).on_conflict_do_nothing()
    return tx.key if tx.connection.execute(statement, row).rowcount == 1 else 0


def answer(tx: Tx, hand_id: int, user_id: UserId, choice: int) -> WeeklyAnswer:
    """Count a member's answer, the place of a choice in the solution; the first one stays."""
    connection, now = tx.connection, tx.now
    found = hand(connection, hand_id)
    if found is None or not 0 <= choice < len(found.solution.choices):
        return WeeklyAnswer.GONE
    if answer_of(connection, hand_id, user_id) is not None:
        return WeeklyAnswer.ALREADY
    if ban_of(connection, now, found.guild, user_id) is not None:
        return WeeklyAnswer.BANNED
    # Its row is locked until the answer counts, so nobody closes it meanwhile.
    still_open = (_hands.hand_id == hand_id, _hands.closed_ms.is_(None), _hands.closes_ms > now)
    counting = update(weekly_hands).where(*still_open).values(version=_hands.version + 1)
    if not connection.execute(counting).rowcount:
        return WeeklyAnswer.CLOSED
    row = {"hand_id": hand_id, "user_id": user_id, "choice": choice, "at_ms": now}
    statement = upsert(connection.dialect.name, weekly_answers).on_conflict_do_nothing()
    is_first = connection.execute(statement, row).rowcount == 1
    return WeeklyAnswer.TAKEN if is_first else WeeklyAnswer.ALREADY


def close(tx: Tx, hand_id: int) -> bool:
    """End a hand before its time; ``False`` if it is closed."""
    return _close(tx, _hands.hand_id == hand_id) == 1


def tend(tx: Tx) -> None:
    """Close the hands whose time is over, and delete the oldest ones with their answers."""
    _close(tx, _hands.closes_ms <= tx.now)
    old = select(_hands.hand_id).where(_hands.closed_ms < tx.now - RETENTION_MS).limit(BATCH)
    gone = tx.connection.execute(old).scalars().all()
    tx.connection.execute(delete(weekly_answers).where(_answers.hand_id.in_(gone)))
    tx.connection.execute(delete(weekly_hands).where(_hands.hand_id.in_(gone)))


def _close(tx: Tx, *which: ColumnElement[bool]) -> int:
    closing = update(weekly_hands).where(_hands.closed_ms.is_(None), *which)
    values = {"closed_ms": tx.now, "version": _hands.version + 1}
    return tx.connection.execute(closing.values(values)).rowcount


def shown(
    tx: Tx, hand_id: int, version: int, channel: ChannelId, message: MessageId | None
) -> None:
    """Record where the message of a hand is, and the version that it shows."""
    values = {"rendered_version": version, "channel_id": channel, "message_id": message}
    tx.connection.execute(update(weekly_hands).where(_hands.hand_id == hand_id).values(values))


def hand(connection: Connection, hand_id: int) -> WeeklyHand | None:
    """Return a hand; ``None`` if it is gone."""
    found = _read(connection, _hands.hand_id == hand_id)
    return found[0] if found else None


def open_hand(connection: Connection, guild: GuildId) -> WeeklyHand | None:
    """Return the hand that a server's members can answer."""
    found = _read(connection, _hands.guild_id == guild, _hands.closed_ms.is_(None))
    return found[0] if found else None


def outdated(connection: Connection) -> tuple[WeeklyHand, ...]:
    """Return hands whose messages do not show the newest version."""
    return _read(connection, _hands.version > _hands.rendered_version)


def answer_of(connection: Connection, hand_id: int, user_id: UserId) -> int | None:
    """Return what a member has answered; ``None`` before that."""
    own = (_answers.hand_id == hand_id, _answers.user_id == user_id)
    return connection.execute(select(_answers.choice).where(*own)).scalar_one_or_none()


def _read(connection: Connection, *which: ColumnElement[bool]) -> tuple[WeeklyHand, ...]:
    asked = select(weekly_hands).where(*which).order_by(_hands.hand_id).limit(BATCH)
    rows = connection.execute(asked).all()
    counted = (
        select(_answers.hand_id, _answers.choice, func.count().label("times"))
        .where(_answers.hand_id.in_([row.hand_id for row in rows]))
        .group_by(_answers.hand_id, _answers.choice)
    )
    counts = connection.execute(counted).all() if rows else []
    return tuple(_hand(row, counts) for row in rows)


def _hand(row: Row[Any], counted: Sequence[Row[Any]]) -> WeeklyHand:
    solution = WeeklySolution.read(row.solution)
    counts = [0] * len(solution.choices)
    for one in counted:
        if one.hand_id == row.hand_id:
            counts[one.choice] = int(one.times)
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
        counts=tuple(counts),
    )


class WeeklyHands(Commands):
    """The public interface to hands of the week."""

    post = request("weekly-hand", NUMBER, post, subject=lambda ask: ask.guild)
    answer = command("weekly-answer", one_of(WeeklyAnswer), answer, of_subject=True)
    close = command("close-weekly", YES_NO, close, of_subject=True)
    tend = repeatable(tend)
    shown = repeatable(shown)
    hand = query(hand)
    open_hand = query(open_hand)
    outdated = query(outdated)
    answer_of = query(answer_of)
