"""The moves of one transaction on one match, and what follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import update

from engine import clocks
from engine.clocks import Times, moved_on
from engine.daily import ROUNDS
from engine.fairness import CHAIN_LENGTH
from engine.game.actions import (
    Action,
    Advise,
    AllowBack,
    AllowSubstitute,
    AskBack,
    AskPause,
    AskSubstitute,
    CallOff,
    Cancel,
    ClaimWin,
    DealNext,
    GiveTime,
    Lapse,
    Ready,
    RefuseBack,
    RefuseSubstitute,
    Resume,
    Vacation,
)
from engine.game.errors import RuleCode, RuleError
from engine.game.match import Match, MatchEvent, MatchPhase, Step, act
from engine.game.notation import action_text
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.premoves import NO_PLANS, planned_action
from engine.service import preferences
from engine.service.live import LiveMatch
from engine.service.matches import deals, match_rows, match_timers, starting
from engine.service.matches.match_rows import Move
from engine.service.moderation import helping
from engine.service.rewards import achievements, daily_attempts
from engine.service.standings import luck, match_facts, ratings, unrated
from engine.service.stored_match import StoredMatch, rated_text
from engine.service.tx import Tx
from engine.service.types import Applied
from engine.store.schema import matches


def settle_standings(tx: Tx, match: StoredMatch) -> StoredMatch:
    """Count a match that has just ended, in its transaction; return it with its ratings."""
    if not match_facts.counts_for_standings(match):
        return match
    facts = match_facts.recorded(tx, match)
    rated, new = ratings.enter(tx, match, facts)
    match_facts.enter(tx, facts, new)
    if rated is not None:
        tx.execute(
            update(matches)
            .where(matches.c.match_id == match.match_id)
            .values(ratings=rated_text(rated))
        )
    return replace(match, ratings=rated)


def settle(tx: Tx, match: StoredMatch) -> StoredMatch:
    """Count a match that has just ended wherever it applies; return the match with the results."""
    unrated.enter(tx, match)
    if not match.setup.has_shared_deals and match.setup.begun is None:
        luck.expect(tx, match)
        helping.expect(tx, match)
    settled = settle_standings(tx, match)
    achievements.settle(tx, settled)
    daily_attempts.settle(tx, settled)
    match_timers.enter_event_result(tx, settled)
    return settled


_BESIDE_THE_CARDS: Final = (
    *(Advise, AskPause, Resume, Vacation, GiveTime, Lapse),
    *(AskBack, AllowBack, RefuseBack),
    *(AskSubstitute, AllowSubstitute, RefuseSubstitute),
)


@dataclass(frozen=True, slots=True)
class MatchPress:
    """An action and its seat. ``key``: the interaction; ``None`` for an action without a press."""

    seat: Seat | None
    action: Action
    key: int | None = None
    user_id: int | None = None


def advance(tx: Tx, stored: StoredMatch, presses: Sequence[MatchPress]) -> Applied:
    """Apply presses to a locked match and store the result.

    Raises RuleError before anything is written if the first one is not legal; a later one of the
    same call that is no longer legal is skipped.
    """
    run = _Run(tx, stored)
    run.apply(presses[0])
    for press in presses[1:]:
        if press.seat in run.match.to_act:
            run.apply(press)
    run.agree_computers()
    run.end_day()
    run.ready_computers()
    if not isinstance(presses[0].action, _BESIDE_THE_CARDS):
        run.follow_plans()
    after = run.store()
    match_timers.rewrite(
        tx,
        stored.match_id,
        match_timers.wanted(stored, tx.time_settings),
        match_timers.wanted(after, tx.time_settings),
    )
    return Applied(LiveMatch(after), tuple(dict.fromkeys(run.happened)))


def end_match_over(tx: Tx, stored: StoredMatch) -> Applied:
    """Store a locked match as ended that was over already when it was stored."""
    run = _Run(tx, stored)
    run.end_round()
    return Applied(LiveMatch(run.store()), (MatchEvent.MATCH_ENDED,))


class _Run:
    """The moves of one transaction on one match."""

    def __init__(self, tx: Tx, stored: StoredMatch) -> None:
        self.match = stored.match
        self.happened: list[MatchEvent] = []
        self._tx = tx
        self._stored = stored
        self._version = stored.version
        self._pending = list(stored.pending)
        self._times = stored.times
        self._players = stored.players
        self._plans = list(stored.plans or (NO_PLANS,) * len(stored.players))
        self._quiet = preferences.quiet(tx, stored.players)
        self._made: list[Move] = []
        self._writes: list[_RoundEdge] = []

    def apply(self, press: MatchPress) -> None:
        """Apply one press, or raise RuleError and change nothing."""
        before, pending = self.match, list(self._pending)
        press = self._within_chain(press)
        key = -(self._version + 1) if press.key is None else press.key
        if isinstance(press.action, Ready) and press.seat is not None:
            pending[press.seat] = deals.contribution(
                self._players[press.seat], press.action.words, key
            )
        contributions = deals.contributions_of(self._stored, pending)
        decks = deals.StoredDecks(self._tx, self._stored, contributions, before.number)
        if isinstance(press.action, AskSubstitute) and press.seat is not None:
            self._require_leave(press.seat, press.action.seat)
        times = self._clocks_after(press)
        step = act(before, press.seat, press.action, decks)
        self.match, self._pending, self._times = step.match, pending, times
        self._version += 1
        made = action_text(press.action)
        self._made.append(Move(self._version, key, press.seat, press.user_id, made, self._tx.now))
        self.happened += step.happened
        self._note(before, step)
        if MatchEvent.SEAT_TAKEN in step.happened:
            self._seat_computers()
        self._times = moved_on(
            self._stored.setup.clock, self._times, self._on_the_clock(), self._tx.now, self._quiet
        )

    def _require_leave(self, seat: Seat, wanted: Seat) -> None:
        """Raise RuleError where the seat's player is there, or no other person would be left."""
        people = [player.seat for player in self._players if not player.is_computer]
        if wanted not in people:
            raise RuleError(RuleCode.NOT_ABSENT)
        is_absent = self.match.strikes[wanted] > 0 or wanted in self._times.late
        if wanted is not seat and not is_absent:
            raise RuleError(RuleCode.NOT_ABSENT)
        if len(people) < 2:
            raise RuleError(RuleCode.NOBODY_STAYS)

    def _seat_computers(self) -> None:
        """Put computers into the seats that the others have given them."""
        for seat in self.match.substitutes:
            if not self._players[seat].is_computer:
                taken = starting.substitute(seat, self._players)
                self._players = (*self._players[:seat], taken, *self._players[seat + 1 :])
                self._plans[seat] = NO_PLANS
                self._times = clocks.left(self._times, seat)

    def agree_computers(self) -> None:
        """Let computers agree to a request that one of them takes a seat."""
        while (asked := self.match.substitution) is not None and not asked.is_refused:
            silent = [one for one in self._computers if one not in asked.agreed]
            silent = [one for one in silent if one not in self.match.substitutes]
            if not silent:
                return
            self.apply(MatchPress(silent[0], AllowSubstitute(asked.seat)))

    @property
    def _computers(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self._players if player.is_computer)

    def end_round(self) -> None:
        """Record that the round ended with the last move."""
        self._writes.append(_RoundEdge(self.match, self.match.number, self._version, None))

    def end_day(self) -> None:
        """End a daily challenge after its number of deals."""
        between = self.match.phase is MatchPhase.BETWEEN
        if self._stored.setup.day is not None and between and self.match.number >= ROUNDS:
            self.apply(MatchPress(None, CallOff()))

    def ready_computers(self) -> None:
        """Mark computers as ready for the next round at once."""
        while self.match.phase is MatchPhase.BETWEEN:
            waiting = [seat for seat in self._computers if seat in self.match.to_act]
            if not waiting:
                return
            self.apply(MatchPress(waiting[0], Ready()))

    def follow_plans(self) -> None:
        """Play the premoves of turns that have come."""
        # The loop ends, because premoves contain draws but no discards.
        while (press := self._planned()) is not None:
            self.apply(press)

    def _planned(self) -> MatchPress | None:
        if self.match.phase is not MatchPhase.PLAYING or self._times.pause is not None:
            return None
        for seat in self.match.to_act:
            if self._plans[seat].has_premoves:
                action = planned_action(seat_view(self.match, seat), self._plans[seat])
                if action is not None:
                    return MatchPress(seat, action, None, self._stored.players[seat].user_id)
        return None

    def _clocks_after(self, press: MatchPress) -> Times:
        """Return the clocks after the direct effect of a press; raises RuleError."""
        clock, times, seat = self._stored.setup.clock, self._times, press.seat
        rivals = () if seat is None else self._stored.rivals_of(seat)
        late = [one for one in rivals if one in times.late]
        match press.action:
            case AskPause() if seat is not None:
                return clocks.asked_for_pause(clock, times, seat, rivals, self._tx.now, self._quiet)
            case Resume():
                return clocks.resumed(times, self._tx.now, self._quiet)
            case Vacation(days=days) if seat is not None:
                return clocks.on_vacation(clock, times, seat, days, self._tx.now)
            case GiveTime():
                return clocks.given_time(clock, times, rivals, self._tx.now, self._quiet)
            case Lapse() if seat is not None:
                return clocks.fell_late(times, seat)
            case ClaimWin(late=loser) if loser not in late:
                raise RuleError(RuleCode.NOBODY_LATE)
            case CallOff() if seat is not None and not late:
                raise RuleError(RuleCode.NOBODY_LATE)
            case action if isinstance(action, _BESIDE_THE_CARDS):
                return times
            case _ if times.pause is not None:
                # A move ends the pause.
                return clocks.resumed(times, self._tx.now, self._quiet)
            case _:
                return times

    def store(self) -> StoredMatch:
        """Write the new state, the moves, and the consequences of a finished round or match."""
        over = self.match.phase is MatchPhase.OVER
        after = replace(
            self._stored,
            match=self.match,
            version=self._version,
            players=self._players,
            pending=tuple(self._pending),
            times=self._times,
            plans=tuple(self._plans),
            updated_ms=self._tx.now,
            ended_ms=self._tx.now if over else None,
        )
        for edge in self._writes:
            after = edge.write(self._tx, after)
        match_rows.save(self._tx, self._stored, after)
        match_rows.append(self._tx, self._stored.match_id, self._made)
        if over:
            after = settle(self._tx, after)
        return after

    def _within_chain(self, press: MatchPress) -> MatchPress:
        """Return the press, or a call-off if the match needs more rounds than its chain serves."""
        dealing = isinstance(press.action, Ready | DealNext)
        if dealing and self.match.number >= CHAIN_LENGTH:
            return replace(press, seat=None, action=Cancel())
        return press

    def _note(self, before: Match, step: Step) -> None:
        """Record which rounds ended and began with this step."""
        ended = MatchEvent.ROUND_ENDED in step.happened
        broken_off = MatchEvent.MATCH_ENDED in step.happened and before.phase is MatchPhase.PLAYING
        if ended or MatchEvent.MATCH_ENDED in step.happened:
            self._plans = [plans.after_round() for plans in self._plans]
        if ended or broken_off:
            self._writes.append(_RoundEdge(step.match, before.number, self._version, None))
        if MatchEvent.ROUND_DEALT in step.happened:
            contributions = deals.contributions_of(self._stored, self._pending)
            self._writes.append(
                _RoundEdge(step.match, step.match.number, self._version, contributions)
            )
            self._pending = [None] * len(self._pending)

    def _on_the_clock(self) -> list[Seat]:
        if self.match.phase is not MatchPhase.PLAYING:
            return []
        return [seat for seat in self.match.to_act if seat not in self._computers]


@dataclass(frozen=True, slots=True)
class _RoundEdge:
    """The beginning of a round (with its contributions) or its end (``contributions`` None)."""

    match: Match
    number: int
    seq: int
    contributions: tuple[str, ...] | None

    def write(self, tx: Tx, stored: StoredMatch) -> StoredMatch:
        if self.contributions is not None:
            deals.open_round(tx, stored.match_id, self.match, self.contributions, seq=self.seq)
            return stored
        secret = deals.close_round(tx, stored, self.match, self.number, seq=self.seq)
        if secret is None:
            return stored
        return replace(stored, revealed=secret, revealed_number=self.number)
