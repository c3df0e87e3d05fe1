"""The transaction of one action: validate it, apply it, store all its consequences."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from engine.clocks import pauses as adjournment
from engine.clocks.clock import Expiry, Times, moved_on
from engine.daily.challenge import ROUNDS
from engine.fairness import CHAIN_LENGTH
from engine.game import match as engine
from engine.game.actions import (
    Action,
    Advise,
    AllowBack,
    AskBack,
    AskPause,
    Award,
    CallOff,
    Cancel,
    ClaimWin,
    DealNext,
    Expire,
    GiveTime,
    Lapse,
    Ready,
    RefuseBack,
    Resume,
    RoundAction,
    Vacation,
)
from engine.game.errors import RecordError, RuleCode, RuleError
from engine.game.match import ADVICE_LENGTH, MatchEvent, MatchPhase
from engine.game.notation import action_text
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.premoves import NO_PLANS, planned_action
from engine.service import preferences
from engine.service.live import LiveMatch, StoredMatch
from engine.service.matches import deals, rows
from engine.service.matches import timers as timing
from engine.service.matches.rows import Move
from engine.service.matches.timers import TimeSettings
from engine.service.people import MatchId
from engine.service.play import ending
from engine.service.scheduler import Timer
from engine.service.types import (
    ActOutcome,
    Applied,
    Command,
    NoSuchMatch,
    NotSeated,
    Refused,
    Reminded,
    Repeated,
    Stale,
    Unreadable,
)

_log = logging.getLogger(__name__)

_SEAT_KEYS: Final = 10**12
"""The keys of computers' moves are below minus this; those of the clock, above it, count moves."""
_BESIDE_THE_CARDS: Final = (
    *(Advise, AskPause, Resume, Vacation, GiveTime, Lapse),
    *(AskBack, AllowBack, RefuseBack),
)


@dataclass(frozen=True, slots=True)
class Press:
    """An action and its seat. ``key``: the interaction; ``None`` for an action without a press."""

    seat: Seat | None
    action: Action
    key: int | None = None
    user_id: int | None = None


def act(connection: Connection, command: Command, now: int, terms: TimeSettings) -> ActOutcome:
    """Apply one press of a person."""
    match_id = command.match_id
    try:
        held = rows.lock(connection, match_id)
    except RecordError:
        return put_aside(connection, match_id)
    if held is None:
        return NoSuchMatch(match_id)
    live, seat = LiveMatch(held), held.seat_of(command.user_id)
    is_current = seat is not None and command.revision == live.revision(seat)
    # A move raises the revision, so one for the current revision has not been made.
    is_new = is_current and isinstance(command.action, RoundAction)
    if not is_new and rows.was_seen(connection, match_id, command.interaction):
        return Repeated(live)
    if seat is None:
        return NotSeated(live)
    if command.revision is not None and not is_current:
        return Stale(live, live.is_of_lost_time(command.revision))
    press = Press(seat, _tidied(command.action), command.interaction, command.user_id)
    try:
        return advance(connection, held, [press], now, terms)
    except RuleError as error:
        return Refused(live, error)


def decide(
    connection: Connection,
    match_id: int,
    interaction: int,
    ruling: Cancel | Award,
    now: int,
    terms: TimeSettings,
) -> ActOutcome:
    """End the match by an administrator's ruling; the caller has checked the permission."""
    try:
        held = rows.lock(connection, match_id)
    except RecordError:
        return put_aside(connection, match_id)
    if held is None:
        return NoSuchMatch(MatchId(match_id))
    if rows.was_seen(connection, match_id, interaction):
        return Repeated(LiveMatch(held))
    try:
        return advance(connection, held, [Press(None, ruling, interaction)], now, terms)
    except RuleError as error:
        return Refused(LiveMatch(held), error)


def expire_turns(
    connection: Connection, timer: Timer, now: int, terms: TimeSettings
) -> Applied | None:
    """Apply the consequence of expired turns: a claim, the neutral move, or the end of a pause."""
    held = _fenced(connection, timer)
    if held is None:
        return None
    due = [seat for seat in held.match.to_act if _is_due(held, seat, now)]
    if held.match.phase is not MatchPhase.PLAYING or not due:
        timing.drop(connection, timer)
        timing.rewrite(connection, held.match_id, {}, timing.still_wanted(held, terms, now))
        return None
    return advance(connection, held, _at_the_end(held, due), now, terms)


def _at_the_end(held: StoredMatch, due: Sequence[Seat]) -> list[Press]:
    if held.times.pause is not None:
        return [Press(None, Resume())]
    if held.expiry is Expiry.NEUTRAL:
        return [Press(seat, Expire()) for seat in due]
    if any(seat in held.times.late for seat in due):
        return [Press(None, CallOff())]  # no player has claimed a win
    return [Press(seat, Lapse()) for seat in due]


def remind(connection: Connection, timer: Timer) -> Reminded | None:
    """Return a reminder that a turn ends soon, once, if it is still the same turn."""
    held = _fenced(connection, timer)
    if held is None:
        return None
    timing.drop(connection, timer)
    seat = Seat(timer.slot)
    due = held.deadline_of(seat)
    still = seat in held.match.to_act and held.times.pause is None and seat not in held.times.late
    return Reminded(LiveMatch(held), seat) if still and due == timer.fence else None


def deal_next(
    connection: Connection, timer: Timer, now: int, terms: TimeSettings
) -> Applied | None:
    """Deal the next round after the pause, whether or not everyone is ready."""
    held = _fenced(connection, timer)
    if held is None:
        return None
    if held.match.phase is not MatchPhase.BETWEEN or timing.deal_fence(held) != timer.fence:
        timing.drop(connection, timer)
        return None
    if held.times.pause is not None:
        return advance(connection, held, [Press(None, Resume())], now, terms)
    return advance(connection, held, [Press(None, DealNext())], now, terms)


def computer_move(
    connection: Connection, timer: Timer, action: RoundAction, now: int, terms: TimeSettings
) -> Applied | None:
    """Apply a computer's choice if the table is unchanged; otherwise do nothing."""
    held = _fenced(connection, timer)
    if held is None:
        return None
    seat = Seat(timer.slot)
    if not is_thinking(held, timer):
        timing.drop(connection, timer)
        return None
    key = -(_SEAT_KEYS * (seat + 1) + timer.fence)
    try:
        return advance(connection, held, [Press(seat, action, key)], now, terms)
    except RuleError:
        _log.exception("a computer of match %d chose what is not legal", held.match_id)
    neutral = engine.neutral_action(held.match, seat)
    return advance(connection, held, [Press(seat, neutral, key)], now, terms)


def is_thinking(held: StoredMatch, timer: Timer) -> bool:
    """Whether the seat of a ``THINK`` timer is still to move in the timer's state."""
    seat = Seat(timer.slot)
    return (
        held.match.phase is MatchPhase.PLAYING
        and seat in held.match.to_act
        and seat in held.computers
        and revision(held.match, seat) == timer.fence
    )


def put_aside(connection: Connection, match_id: int) -> Unreadable:
    """Quarantine a match that cannot be read, so that it does not affect the others."""
    _log.error("match %d cannot be read and was put aside", match_id)
    rows.set_aside(connection, match_id)
    timing.drop_all(connection, match_id)
    return Unreadable(MatchId(match_id))


def advance(
    connection: Connection,
    held: StoredMatch,
    presses: Sequence[Press],
    now: int,
    terms: TimeSettings,
) -> Applied:
    """Apply presses to a locked match and store the result.

    Raises RuleError before anything is written if the first one is not legal; a later one of the
    same call that is no longer legal is skipped.
    """
    run = _Run(connection, held, now)
    run.apply(presses[0])
    for press in presses[1:]:
        if press.seat in run.match.to_act:
            run.apply(press)
    run.end_day()
    run.ready_computers()
    if not isinstance(presses[0].action, _BESIDE_THE_CARDS):
        run.follow_plans()
    after = run.store()
    timing.rewrite(
        connection, held.match_id, timing.wanted(held, terms), timing.wanted(after, terms)
    )
    return Applied(LiveMatch(after), tuple(dict.fromkeys(run.happened)))


class _Run:
    """The moves of one transaction on one match."""

    def __init__(self, connection: Connection, held: StoredMatch, now: int) -> None:
        self.match = held.match
        self.happened: list[MatchEvent] = []
        self._connection = connection
        self._held = held
        self._now = now
        self._version = held.version
        self._pending = list(held.pending)
        self._times = held.times
        self._plans = list(held.plans or (NO_PLANS,) * len(held.players))
        self._quiet = preferences.quiet(connection, held.players)
        self._made: list[Move] = []
        self._writes: list[_RoundEdge] = []

    def apply(self, press: Press) -> None:
        """Apply one press, or raise RuleError and change nothing."""
        before, pending = self.match, list(self._pending)
        press = self._within_chain(press)
        key = -(self._version + 1) if press.key is None else press.key
        if isinstance(press.action, Ready) and press.seat is not None:
            pending[press.seat] = deals.contribution(
                self._held, press.seat, press.action.words, key
            )
        said = deals.said_of(self._held, pending)
        decks = deals.StoredDecks(self._connection, self._held, said, before.number)
        times = self._clocks_after(press)
        step = engine.act(before, press.seat, press.action, decks)
        self.match, self._pending, self._times = step.match, pending, times
        self._version += 1
        self._made.append(
            Move(
                self._version,
                key,
                press.seat,
                press.user_id,
                action_text(press.action),
                self._now,
            )
        )
        self.happened += step.happened
        self._note(before, step)
        self._times = moved_on(
            self._held.clock, self._times, self._on_the_clock(), self._now, self._quiet
        )

    def end_day(self) -> None:
        """End a daily challenge after its number of deals."""
        between = self.match.phase is MatchPhase.BETWEEN
        if self._held.day is not None and between and self.match.number >= ROUNDS:
            self.apply(Press(None, CallOff()))

    def ready_computers(self) -> None:
        """Mark computers as ready for the next round at once."""
        while self.match.phase is MatchPhase.BETWEEN:
            waiting = [seat for seat in self._held.computers if seat in self.match.to_act]
            if not waiting:
                return
            self.apply(Press(waiting[0], Ready()))

    def follow_plans(self) -> None:
        """Play the premoves of turns that have come."""
        # The loop ends, because premoves contain draws but no discards.
        while (press := self._planned()) is not None:
            self.apply(press)

    def _planned(self) -> Press | None:
        if self.match.phase is not MatchPhase.PLAYING or self._times.pause is not None:
            return None
        for seat in self.match.to_act:
            if self._plans[seat].has_premoves:
                action = planned_action(seat_view(self.match, seat), self._plans[seat])
                if action is not None:
                    return Press(seat, action, None, self._held.players[seat].user_id)
        return None

    def _clocks_after(self, press: Press) -> Times:
        """Return the clocks after the direct effect of a press; raises RuleError."""
        held, times, seat = self._held, self._times, press.seat
        rivals = () if seat is None else held.rivals_of(seat)
        late = [one for one in rivals if one in times.late]
        match press.action:
            case AskPause() if seat is not None:
                return adjournment.asked_for_pause(
                    held.clock, times, seat, rivals, self._now, self._quiet
                )
            case Resume():
                return adjournment.resumed(times, self._now, self._quiet)
            case Vacation(days=days) if seat is not None:
                return adjournment.on_vacation(held.clock, times, seat, days, self._now)
            case GiveTime():
                return adjournment.given_time(held.clock, times, rivals, self._now, self._quiet)
            case Lapse() if seat is not None:
                return adjournment.fell_late(times, seat)
            case ClaimWin(late=loser) if loser not in late:
                raise RuleError(RuleCode.NOBODY_LATE)
            case CallOff() if seat is not None and not late:
                raise RuleError(RuleCode.NOBODY_LATE)
            case action if isinstance(action, _BESIDE_THE_CARDS):
                return times
            case _ if times.pause is not None:
                # A move ends the pause.
                return adjournment.resumed(times, self._now, self._quiet)
            case _:
                return times

    def store(self) -> StoredMatch:
        """Write the new state, the moves, and the consequences of a finished round or match."""
        over = self.match.phase is MatchPhase.OVER
        after = replace(
            self._held,
            match=self.match,
            version=self._version,
            pending=tuple(self._pending),
            times=self._times,
            plans=tuple(self._plans),
            updated_ms=self._now,
            ended_ms=self._now if over else None,
        )
        for edge in self._writes:
            after = edge.write(self._connection, after, self._now)
        rows.save(self._connection, self._held, after)
        rows.append(self._connection, self._held.match_id, self._made)
        if over:
            after = ending.settle(self._connection, after)
        return after

    def _within_chain(self, press: Press) -> Press:
        """Return the press, or a call-off if the match needs more rounds than its chain serves."""
        dealing = isinstance(press.action, Ready | DealNext)
        if dealing and self.match.number >= CHAIN_LENGTH:
            return replace(press, seat=None, action=Cancel())
        return press

    def _note(self, before: engine.Match, step: engine.Step) -> None:
        """Record which rounds ended and began with this step."""
        ended = MatchEvent.ROUND_ENDED in step.happened
        broken_off = MatchEvent.MATCH_ENDED in step.happened and before.phase is MatchPhase.PLAYING
        if ended or MatchEvent.MATCH_ENDED in step.happened:
            self._plans = [plans.after_round() for plans in self._plans]
        if ended or broken_off:
            self._writes.append(_RoundEdge(step.match, before.number, self._version, None))
        if MatchEvent.ROUND_DEALT in step.happened:
            said = deals.said_of(self._held, self._pending)
            self._writes.append(_RoundEdge(step.match, step.match.number, self._version, said))
            self._pending = [None] * len(self._pending)

    def _on_the_clock(self) -> list[Seat]:
        if self.match.phase is not MatchPhase.PLAYING:
            return []
        return [seat for seat in self.match.to_act if seat not in self._held.computers]


@dataclass(frozen=True, slots=True)
class _RoundEdge:
    """The beginning of a round (with its contributions) or its end (``said`` None)."""

    match: engine.Match
    number: int
    seq: int
    said: tuple[str, ...] | None

    def write(self, connection: Connection, held: StoredMatch, now: int) -> StoredMatch:
        if self.said is not None:
            deals.open_round(
                connection, held.match_id, self.match, self.said, seq=self.seq, now=now
            )
            return held
        secret = deals.close_round(connection, held, self.match, self.number, seq=self.seq, now=now)
        if secret is None:
            return held
        return replace(held, revealed=secret, revealed_number=self.number)


def _tidied(action: Action) -> Action:
    """Return an action with the player's own words cut to the stored length."""
    match action:
        case Ready(words=words):
            return Ready(deals.tidy(words))
        case Advise(text=text):
            return Advise(" ".join(text.split())[:ADVICE_LENGTH])
        case _:
            return action


def _fenced(connection: Connection, timer: Timer) -> StoredMatch | None:
    """Return the locked match of a timer; a timer without a readable match is removed."""
    try:
        held = rows.lock(connection, timer.ref_id)
    except RecordError:
        put_aside(connection, timer.ref_id)
        return None
    if held is None:
        timing.drop(connection, timer)
    return held


def _is_due(held: StoredMatch, seat: Seat, now: int) -> bool:
    moment = held.look_again_at(seat)
    return moment is not None and moment <= now
