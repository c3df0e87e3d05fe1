"""The public interface to a running match: a press, or an administrator's ruling."""

import logging
from collections.abc import Callable

from sqlalchemy import Connection

from engine.game.actions import Award, Cancel
from engine.game.seats import Seat
from engine.service import preferences
from engine.service.changes import SelfKeyed
from engine.service.matches.door import Door
from engine.service.people import GuildId, InteractionId, MatchId, UserId
from engine.service.play import acting
from engine.service.preferences import AuditEntry
from engine.service.types import ActOutcome, Applied, Busy, Command, Repeated, Unsure
from engine.store import StoreBusyError, StoreFailedError, StoreUnsureError

_log = logging.getLogger(__name__)


class PlayDoor(Door):
    """Moves. Every failure is returned as a value, never raised."""

    async def act(self, command: Command) -> ActOutcome:
        """Apply one press, exactly once."""
        now = self._clock.now_ms()
        return await self._decide(
            command.interaction,
            lambda c: acting.act(c, command, now, self.terms),
            command.match_id,
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
        now = self._clock.now_ms()
        ruling = Cancel() if winner is None else Award(winner)

        def work(connection: Connection) -> ActOutcome:
            outcome = acting.decide(connection, match_id, interaction, ruling, now, self.terms)
            if isinstance(outcome, Applied):
                deed = AuditEntry(interaction, guild, admin, now)
                name = "cancel_match" if winner is None else "award_match"
                preferences.note(connection, deed, name, match_id, reason)
            return outcome

        return await self._decide(interaction, work, match_id)

    async def _decide(
        self, interaction: InteractionId, work: Callable[[Connection], ActOutcome], key: MatchId
    ) -> ActOutcome:
        try:
            return await self._change(SelfKeyed(interaction, _told_once(work)), key)
        except StoreUnsureError as error:
            _log.warning("whether a command was stored is not known (%s)", error.data.get("reason"))
            return Unsure(key)
        except StoreBusyError as error:
            return Busy(str(error.data.get("reason", "slow")))
        except StoreFailedError:
            _log.exception("a command could not be stored")
            return Busy("storage")


def _told_once(work: Callable[[Connection], ActOutcome]) -> Callable[[Connection], ActOutcome]:
    """Return work that reports its move as applied even if it is redone after a COMMIT in doubt.

    The caller has had no answer yet, and the move has not been announced.
    """
    applied: list[Applied] = []

    def redone(connection: Connection) -> ActOutcome:
        outcome = work(connection)
        if isinstance(outcome, Repeated) and applied:
            return Applied(outcome.live, applied[-1].happened)
        if isinstance(outcome, Applied):
            applied.append(outcome)
        return outcome

    return redone
