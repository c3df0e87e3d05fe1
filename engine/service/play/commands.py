"""Moves: the transaction of a press or a ruling, and the commands that carry it out."""

import logging
from collections.abc import Callable
from functools import partial

from engine.game.actions import Action, Advise, Award, Cancel, Ready, RoundAction
from engine.game.errors import RecordError, RuleError
from engine.game.match import ADVICE_LENGTH
from engine.game.seats import Seat
from engine.service import audit
from engine.service.commands import Commands
from engine.service.live import LiveMatch
from engine.service.matches import deals, match_rows, match_timers
from engine.service.people import GuildId, InteractionId, MatchId, UserId
from engine.service.play.advancing import MatchPress, advance
from engine.service.tx import Tx
from engine.service.types import (
    ActOutcome,
    Applied,
    Busy,
    MatchCommand,
    NoSuchMatch,
    NotSeated,
    Refused,
    Repeated,
    Stale,
    Unreadable,
    Unsure,
)
from engine.store import StoreBusyError, StoreFailedError, StoreUnsureError

_log = logging.getLogger(__name__)


def act(tx: Tx, command: MatchCommand) -> ActOutcome:
    """Apply one press of a person."""
    match_id = command.match_id
    try:
        stored = match_rows.lock(tx, match_id)
    except RecordError:
        return quarantine(tx, match_id)
    if stored is None:
        return NoSuchMatch(match_id)
    live, seat = LiveMatch(stored), stored.seat_of(command.user_id)
    is_current = seat is not None and command.revision == live.revision(seat)
    # A move raises the revision, so one for the current revision has not been made.
    is_new = is_current and isinstance(command.action, RoundAction)
    if not is_new and match_rows.was_seen(tx, match_id, command.interaction):
        return Repeated(live)
    if seat is None:
        return NotSeated(live)
    if command.revision is not None and not is_current:
        return Stale(live, live.is_of_lost_time(command.revision))
    press = MatchPress(seat, _tidied(command.action), command.interaction, command.user_id)
    try:
        return advance(tx, stored, [press])
    except RuleError as error:
        return Refused(live, error)


def decide(tx: Tx, match_id: int, interaction: int, ruling: Cancel | Award) -> ActOutcome:
    """End the match by an administrator's ruling; the caller has checked the permission."""
    try:
        stored = match_rows.lock(tx, match_id)
    except RecordError:
        return quarantine(tx, match_id)
    if stored is None:
        return NoSuchMatch(MatchId(match_id))
    if match_rows.was_seen(tx, match_id, interaction):
        return Repeated(LiveMatch(stored))
    try:
        return advance(tx, stored, [MatchPress(None, ruling, interaction)])
    except RuleError as error:
        return Refused(LiveMatch(stored), error)


def quarantine(tx: Tx, match_id: int) -> Unreadable:
    """Quarantine a match that cannot be read, so that it does not affect the others."""
    _log.error("match %d cannot be read and was put aside", match_id)
    match_rows.mark_unreadable(tx, match_id)
    match_timers.drop_all(tx, match_id)
    return Unreadable(MatchId(match_id))


def _tidied(action: Action) -> Action:
    """Return an action with the player's own words cut to the stored length."""
    match action:
        case Ready(words=words):
            return Ready(deals.tidy(words))
        case Advise(text=text):
            return Advise(" ".join(text.split())[:ADVICE_LENGTH])
        case _:
            return action


class PlayCommands(Commands):
    """Moves. Every failure is returned as a value, never raised."""

    async def act(self, command: MatchCommand) -> ActOutcome:
        """Apply one press, exactly once."""
        return await self._decide(
            command.interaction, partial(act, command=command), command.match_id
        )

    async def adjudicate(
        self,
        interaction: InteractionId,
        match_id: MatchId,
        guild: GuildId,
        admin: UserId,
        reason: str,
        winner: Seat | None = None,
    ) -> ActOutcome:
        """End a match, for ``winner`` or without one. The caller has checked permission."""
        ruling = Cancel() if winner is None else Award(winner)

        def work(tx: Tx) -> ActOutcome:
            outcome = decide(tx, match_id, interaction, ruling)
            if isinstance(outcome, Applied):
                name = "cancel_match" if winner is None else "award_match"
                audit.note(tx, guild, admin, name, match_id, reason)
            return outcome

        return await self._decide(interaction, work, match_id)

    async def _decide(
        self, interaction: InteractionId, work: Callable[[Tx], ActOutcome], match_id: MatchId
    ) -> ActOutcome:
        try:
            return await self._self_keyed(interaction, work, match_id)
        except StoreUnsureError as error:
            _log.warning("whether a command was stored is not known (%s)", error.data.get("reason"))
            return Unsure(match_id)
        except StoreBusyError as error:
            return Busy(str(error.data.get("reason", "slow")))
        except StoreFailedError:
            _log.exception("a command could not be stored")
            return Busy("storage")
