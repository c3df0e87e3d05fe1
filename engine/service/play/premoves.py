"""A seat's private plans (premoves, an order of cards), and nudges.

Plans change without a version, a move or an event, so that no other player can notice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from engine.clocks import MINUTE
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.premoves import NO_PLANS, Premoves
from engine.service import preferences
from engine.service.changes import AnswerCodec, as_json, stored
from engine.service.commands import Commands
from engine.service.live import LiveMatch
from engine.service.matches import match_rows
from engine.service.people import InteractionId, MatchId, UserId
from engine.service.preferences import Notify
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx

MOST_NUDGES: Final = 2
"""The maximum number of nudges per player in a match."""
NUDGE_AFTER: Final = 10 * MINUTE
"""The minimum duration of a turn before its player can be nudged."""
_DAY_MINUTES: Final = 24 * 60


class NudgeCode(StrEnum):
    """The reason why no player was nudged."""

    NOT_SEATED = "not_seated"
    NOBODY_TO_NUDGE = "nobody_to_nudge"
    TOO_SOON = "too_soon"
    NO_MORE = "no_more"
    ASLEEP = "asleep"
    NOT_WANTED = "not_wanted"


@dataclass(frozen=True, slots=True)
class Nudged:
    """The players to nudge; ``left``: nudges that the asker still has."""

    live: LiveMatch
    users: tuple[UserId, ...]
    left: int


@dataclass(frozen=True, slots=True)
class NudgeRefused:
    """No player is nudged. ``until_ms``: the earliest possible time; ``name``, ``seat``: whose."""

    code: NudgeCode
    until_ms: int | None = None
    name: str = ""
    seat: Seat | None = field(default=None, compare=False)


NudgeOutcome: TypeAlias = Nudged | NudgeRefused


class PremoveChanges(Commands):
    """Changes the premoves of seats."""

    async def change(
        self,
        interaction: InteractionId,
        match_id: MatchId,
        user_id: UserId,
        change: Callable[[Premoves], Premoves],
    ) -> LiveMatch | None:
        """Change a player's own plans; return the match, ``None`` if there is no such seat."""
        return await self._once(
            interaction,
            f"plans:{match_id}",
            stored(lambda tx: own_match(tx, match_id, user_id)),
            lambda tx: changed_plans(tx, match_id, user_id, change),
            match_id,
        )

    async def nudge(
        self, interaction: InteractionId, match_id: MatchId, user_id: UserId
    ) -> NudgeOutcome:
        """Nudge the players whom the match waits for, if the limits allow it, and count it."""
        return await self._once(
            interaction,
            f"nudge:{match_id}",
            _nudge_form(match_id),
            lambda tx: nudge(tx, match_id, user_id),
            match_id,
        )


def changed_plans(
    tx: Tx, match_id: MatchId, user_id: UserId, change: Callable[[Premoves], Premoves]
) -> LiveMatch | None:
    """Change plans, in a transaction."""
    stored = match_rows.lock(tx, match_id)
    seat = None if stored is None else stored.seat_of(user_id)
    if stored is None or seat is None:
        return None
    if stored.match.phase is not MatchPhase.OVER:
        stored = _with_plans(tx, stored, seat, change(stored.plans_of(seat)))
    return LiveMatch(stored)


def own_match(tx: ReadTx, match_id: MatchId, user_id: UserId) -> LiveMatch | None:
    """Return a match for one of its players."""
    stored = match_rows.read(tx, match_id)
    return None if stored is None or stored.seat_of(user_id) is None else LiveMatch(stored)


def _nudge_form(match_id: MatchId) -> AnswerCodec[NudgeOutcome]:
    """Return the codec of nudged seats or of the refusal; people are found again by their seats."""

    def write(outcome: NudgeOutcome) -> object:
        if isinstance(outcome, NudgeRefused):
            return [outcome.code.value, outcome.until_ms, outcome.seat]
        return [None, outcome.left, [outcome.live.seat_of(user) for user in outcome.users]]

    def read(tx: ReadTx, found: list[Any]) -> NudgeOutcome:
        code, number, seats = found
        stored = match_rows.read(tx, match_id)
        if code is not None:
            known = stored is not None and seats is not None
            name = stored.players[Seat(seats)].name if stored is not None and known else ""
            return NudgeRefused(NudgeCode(code), number, name, seats)
        assert stored is not None
        people = (stored.players[Seat(seat)].user_id for seat in seats)
        return Nudged(LiveMatch(stored), tuple(one for one in people if one is not None), number)

    return as_json(write, read)


def nudge(tx: Tx, match_id: MatchId, user_id: UserId) -> NudgeOutcome:
    """Nudge, in a transaction."""
    stored = match_rows.lock(tx, match_id)
    seat = None if stored is None else stored.seat_of(user_id)
    if stored is None or seat is None:
        return NudgeRefused(NudgeCode.NOT_SEATED)
    if stored.match.phase is not MatchPhase.PLAYING or stored.times.pause is not None:
        return NudgeRefused(NudgeCode.NOBODY_TO_NUDGE)
    others = [one for one in stored.rivals_of(seat) if one in stored.match.to_act]
    if not others:
        return NudgeRefused(NudgeCode.NOBODY_TO_NUDGE)
    plans = stored.plans_of(seat)
    if plans.nudges >= MOST_NUDGES:
        return NudgeRefused(NudgeCode.NO_MORE)
    began = min(stored.times.since[one] or tx.now for one in others)
    if tx.now < began + NUDGE_AFTER:
        return NudgeRefused(NudgeCode.TOO_SOON, began + NUDGE_AFTER)
    refused = [_objection(tx, stored, one) for one in others]
    first = refused[0]
    if first is not None and None not in refused:
        return first
    awake = [one for one, why in zip(others, refused, strict=True) if why is None]
    stored = _with_plans(tx, stored, seat, replace(plans, nudges=plans.nudges + 1))
    users = tuple(user for one in awake if (user := stored.players[one].user_id) is not None)
    return Nudged(LiveMatch(stored), users, MOST_NUDGES - plans.nudges - 1)


def _objection(tx: ReadTx, stored: StoredMatch, seat: Seat) -> NudgeRefused | None:
    """Return the reason why this player must not be nudged."""
    player = stored.players[seat]
    assert player.user_id is not None
    prefs = preferences.prefs(tx, player.user_id)
    if prefs.notify is Notify.NONE:
        return NudgeRefused(NudgeCode.NOT_WANTED, None, player.name, seat)
    if stored.times.until(seat) > tx.now:
        return NudgeRefused(NudgeCode.ASLEEP, stored.times.until(seat), player.name, seat)
    if prefs.quiet_hours is None:
        return None
    start, end = prefs.quiet_hours
    minute = tx.now // MINUTE
    since = (minute - start) % _DAY_MINUTES
    length = (end - start) % _DAY_MINUTES
    if since >= length:
        return None
    return NudgeRefused(NudgeCode.ASLEEP, (minute + length - since) * MINUTE, player.name, seat)


def _with_plans(tx: Tx, stored: StoredMatch, seat: Seat, plans: Premoves) -> StoredMatch:
    every = list(stored.plans or (NO_PLANS,) * len(stored.players))
    every[seat] = plans
    match_rows.plan(tx, stored.match_id, tuple(every))
    return replace(stored, plans=tuple(every))
