"""The timers that a match needs, the results that they take on, and updates of what changed."""

import json
import zlib
from functools import cache
from typing import Final

from sqlalchemy import bindparam, delete, func, select, update

from engine.clocks import PAUSE_LIMIT, reminder_at
from engine.game.match import EndReason, Match, MatchPhase
from engine.game.revision import revision
from engine.players import CHARACTERS, level_named, pace_ms
from engine.service.match_setup import UNDRAWN
from engine.service.matches import match_rows
from engine.service.people import Player
from engine.service.ports import TimeSettings
from engine.service.scheduler import MATCH_KINDS, Due, Timer, TimerKind, TimerSlot
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.store.schema import event_matches, matches, timers
from engine.store.statements import PreparedChange, upsert, written

PEEK_LIMIT: Final = 200


_WITH_GRACE: Final = (
    *(TimerKind.TURN, TimerKind.LOBBY),
    *(TimerKind.EVENT_START, TimerKind.NO_SHOW, TimerKind.EVENT_END),
)
_KNOWN: Final = frozenset(kind.value for kind in TimerKind)

_KEY = (
    timers.c.kind == bindparam("of_kind"),
    timers.c.ref_id == bindparam("of_ref"),
    timers.c.slot == bindparam("of_slot"),
)
_DELETE = PreparedChange(delete(timers).where(*_KEY))
_DELETE_ALL = delete(timers).where(
    timers.c.kind.in_([kind.value for kind in MATCH_KINDS]),
    timers.c.ref_id == bindparam("of_ref"),
)
_DROP = delete(timers).where(*_KEY, timers.c.fence == bindparam("of_fence"))
_PUT_OFF = (
    update(timers)
    .where(*_KEY, timers.c.fence == bindparam("of_fence"))
    .values(due_ms=bindparam("due_ms"))
)
_PEEK = select(timers).order_by(timers.c.due_ms).limit(PEEK_LIMIT)


def wanted(match: StoredMatch, time_settings: TimeSettings) -> dict[TimerSlot, Due]:
    """Return the timers of a match in this state, computed once."""
    if time_settings not in match.timers:
        match.timers[time_settings] = _wanted(match, time_settings)
    return match.timers[time_settings]


def _wanted(match: StoredMatch, time_settings: TimeSettings) -> dict[TimerSlot, Due]:
    state = match.match
    if state.phase is MatchPhase.OVER:
        return {}
    if state.phase is MatchPhase.BETWEEN:
        paused = match.times.pause
        due = deals_at(match, time_settings) if paused is None else paused.since + PAUSE_LIMIT
        return {} if due is None else {(TimerKind.DEAL, 0): Due(deal_fence(match), due)}
    needed: dict[TimerSlot, Due] = {}
    turns = [match.look_again_at(seat) for seat in state.to_act]
    first = min((moment for moment in turns if moment is not None), default=None)
    if first is not None:
        needed[TimerKind.TURN, 0] = Due(first, first)
    if match.times.pause is not None:
        return needed
    needed |= _reminders(match)
    for seat in match.computers:
        if seat in state.to_act:
            fence = revision(state, seat)
            question = f"{match.match_id}:{seat}:{fence}"
            pause = _pace(question, match.players[seat], time_settings)
            pause = min(pause, time_settings.match_paces.get(match.match_id, pause))
            needed[TimerKind.THINK, seat] = Due(fence, match.updated_ms + pause)
    return needed


def deals_at(match: StoredMatch, time_settings: TimeSettings) -> int | None:
    """Return when the next round is dealt automatically; ``None``: never.

    The pause leaves time to read the result: a whole turn for a single player, a third of a turn
    where turns last hours or days. The round is dealt earlier once everyone is ready.
    """
    turn = match.setup.clock.turn_ms
    if match.is_solitary:
        return None if turn is None else match.updated_ms + turn
    if turn is None:
        return match.updated_ms + max(time_settings.pause_ms, time_settings.slow_pause_ms)
    if match.setup.clock.is_slow:
        return match.updated_ms + max(
            time_settings.pause_ms, min(time_settings.slow_pause_ms, turn // 3)
        )
    return match.updated_ms + time_settings.pause_ms


def _reminders(match: StoredMatch) -> dict[TimerSlot, Due]:
    """Return the reminders that a turn ends soon; their fence is the end of the turn."""
    needed: dict[TimerSlot, Due] = {}
    for seat in match.match.to_act:
        due = match.deadline_of(seat)
        if due is None or seat in match.times.late or not match.rivals_of(seat):
            continue
        moment = reminder_at(match.setup.clock, due)
        if moment is not None and moment > match.updated_ms:
            needed[TimerKind.REMIND, seat] = Due(due, moment)
    return needed


def still_wanted(tx: Tx, match: StoredMatch) -> dict[TimerSlot, Due]:
    """Return the timers of a match without reminders that were already sent."""
    return {
        slot: due
        for slot, due in wanted(match, tx.time_settings).items()
        if slot[0] is not TimerKind.REMIND or due.due_ms > tx.now
    }


def deal_fence(match: StoredMatch) -> int:
    """Return the state for which the next deal is set: a round, running or paused."""
    return 2 * match.match.number + (match.times.pause is not None)


def rewrite(
    tx: Tx, match_id: int, before: dict[TimerSlot, Due], after: dict[TimerSlot, Due]
) -> None:
    """Replace the stored timers ``before`` of a match with ``after``.

    The reminder of a turn that is over stays until the player's next one replaces it: it has no
    effect, and most turns end before it is due.
    """
    if not after:
        drop_all(tx, match_id)
        return
    for kind, slot in before.keys() - after.keys():
        if kind is not TimerKind.REMIND:
            tx.run(_DELETE, _key(kind, match_id, slot))
    fences = {slot: due.fence for slot, due in before.items()}
    changed = [
        Timer(kind, match_id, slot, *due)
        for (kind, slot), due in after.items()
        if fences.get((kind, slot)) != due.fence
    ]
    if changed:
        put(tx, *changed)


def put(tx: Tx, *some: Timer) -> None:
    """Set timers, replacing those with the same keys."""
    putting = _putting(tx.dialect)
    for timer in some:
        tx.run(putting, timer._asdict() | {"kind": timer.kind.value})


@cache
def _putting(dialect: str) -> PreparedChange:
    new = upsert(dialect, timers)
    values = {"fence": new.excluded.fence, "due_ms": new.excluded.due_ms}
    return PreparedChange(
        written(new.on_conflict_do_update(index_elements=timers.primary_key, set_=values))
    )


def drop(tx: Tx, timer: Timer) -> None:
    """Remove a timer unless it has been set again for another state."""
    key = _key(timer.kind, timer.ref_id, timer.slot)
    tx.execute(_DROP, key | {"of_fence": timer.fence})


def drop_all(tx: Tx, match_id: int) -> None:
    """Remove every timer of a match."""
    tx.execute(_DELETE_ALL, {"of_ref": match_id})


def put_off(tx: Tx, timer: Timer, due_ms: int) -> None:
    """Postpone a timer if it is still the same one."""
    key = _key(timer.kind, timer.ref_id, timer.slot)
    tx.execute(_PUT_OFF, key | {"of_fence": timer.fence, "due_ms": due_ms})


def peek(tx: ReadTx) -> tuple[Timer, ...]:
    """Return the next timers, the earliest first, without those of a newer release."""
    return tuple(
        Timer(TimerKind(row.kind), row.ref_id, row.slot, row.fence, row.due_ms)
        for row in tx.execute(_PEEK)
        if row.kind in _KNOWN
    )


def count_due(tx: ReadTx, before_ms: int) -> int:
    """Return the number of timers that were due before a moment and have not fired."""
    late = select(func.count()).select_from(timers).where(timers.c.due_ms < before_ms)
    return int(tx.execute(late).scalar_one())


def give_grace(tx: Tx) -> int:
    """Grant grace after downtime: nothing that people wait for ends before ``now + grace``.

    Return how many were extended. Their messages are redrawn, because they show the deadline.
    """
    time_settings = tx.time_settings
    overdue = select(matches.c.match_id, matches.c.clock).join(
        timers, timers.c.ref_id == matches.c.match_id
    )
    overdue = overdue.where(timers.c.kind == TimerKind.TURN.value, timers.c.due_ms < tx.now)
    overdue_found = tx.execute(overdue).all()
    for row in overdue_found:
        slow = match_rows.clock_from(row.clock).is_slow
        until = tx.now + (time_settings.slow_grace_ms if slow else time_settings.grace_ms)
        own = matches.c.match_id == row.match_id
        tx.execute(update(matches).where(own).values(floor_ms=until, rendered_version=UNDRAWN))
        turn = (timers.c.kind == TimerKind.TURN.value, timers.c.ref_id == row.match_id)
        tx.execute(update(timers).where(*turn).values(fence=until, due_ms=until))
    kinds = [kind.value for kind in _WITH_GRACE]
    moved = tx.execute(
        update(timers)
        .where(timers.c.kind.in_(kinds), timers.c.due_ms < tx.now)
        .values(due_ms=tx.now + time_settings.grace_ms)
    )
    return moved.rowcount + len(overdue_found)


def _key(kind: TimerKind, match_id: int, slot: int) -> dict[str, object]:
    return {"of_kind": kind.value, "of_ref": match_id, "of_slot": int(slot)}


def _pace(question: str, player: Player, time_settings: TimeSettings) -> int:
    """Return a computer's apparent thinking time: always the same for the same question."""
    seed = zlib.crc32(question.encode())
    if time_settings.pace_ms is None:
        return pace_ms(CHARACTERS[level_named(str(player.level))], seed)
    shortest, longest = time_settings.pace_ms
    return shortest + seed % (longest - shortest + 1)


UNPLAYED: Final = "unplayed"
"""The match was resigned or aborted before the first discard."""

_OF_MATCH = select(event_matches.c.event_id).where(event_matches.c.match_id == bindparam("id"))
_ENTER = (
    update(event_matches)
    .where(event_matches.c.match_id == bindparam("id"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("outcome", "winner_seat", "by_seat", "points", "boards")
        }
    )
)


def _boards(match: Match) -> list[int | None]:
    """Return the first seat's points less the second's on each board that was begun."""
    played: list[int | None] = [one.entry.scores[0] - one.entry.scores[1] for one in match.played]
    if match.number > len(played) and match.has_discards:
        played.append(None)
    return played


def enter_event_result(tx: Tx, match: StoredMatch) -> None:
    """Record the end of a match if it belongs to an event, and set the timer that goes on."""
    event_id = tx.execute(_OF_MATCH, {"id": match.match_id}).scalar_one_or_none()
    outcome = match.match.outcome
    if event_id is None or outcome is None:
        return
    left = outcome.by is not None and outcome.reason in (EndReason.RESIGNED, EndReason.ABORTED)
    unplayed = left and match.match.may_abort
    winner = outcome.winner
    if unplayed and outcome.by is not None:
        winner = 1 - outcome.by
    totals = match.match.sheet().totals
    tx.execute(
        _ENTER,
        {
            "id": match.match_id,
            "new_outcome": UNPLAYED if unplayed else outcome.reason.value,
            "new_winner_seat": winner,
            "new_by_seat": outcome.by,
            "new_points": 0 if unplayed else totals[0] - totals[1],
            "new_boards": None if match.setup.boards is None else json.dumps(_boards(match.match)),
        },
    )
    now = match.updated_ms if match.ended_ms is None else match.ended_ms
    # The match is the fence: a step for an earlier one does not remove the timer.
    put(tx, Timer(TimerKind.EVENT_STEP, event_id, 0, match.match_id, now))
