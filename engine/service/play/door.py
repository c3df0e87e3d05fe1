"""The public interface to a running match: a press, or an administrator's ruling."""

import logging
from collections.abc import Callable

from engine.game.actions import Award, Cancel
from engine.game.seats import Seat
from engine.service import audit
from engine.service.changes import SelfKeyed
from engine.service.matches.announced import AnnouncedCommands
from engine.service.people import GuildId, InteractionId, MatchId, UserId
from engine.service.play import acting
from engine.service.tx import Tx
from engine.service.types import ActOutcome, Applied, Busy, MatchCommand, Repeated, Unsure
from engine.store import StoreBusyError, StoreFailedError, StoreUnsureError

_log = logging.getLogger(__name__)


class PlayCommands(AnnouncedCommands):
    """Moves. Every failure is returned as a value, never raised."""

    async def act(self, command: MatchCommand) -> ActOutcome:
        """Apply one press, exactly once."""
        return await self._decide(
            command.interaction,
            lambda tx: acting.act(tx.connection, command, tx.now, tx.time_settings),
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
        ruling = Cancel() if winner is None else Award(winner)

        def work(tx: Tx) -> ActOutcome:
            outcome = acting.decide(
                tx.connection, match_id, interaction, ruling, tx.now, tx.time_settings
            )
            if isinstance(outcome, Applied):
                name = "cancel_match" if winner is None else "award_match"
                audit.note(tx.connection, tx.audit(guild, admin), name, match_id, reason)
            return outcome

        return await self._decide(interaction, work, match_id)

    async def _decide(
        self, interaction: InteractionId, work: Callable[[Tx], ActOutcome], match_id: MatchId
    ) -> ActOutcome:
        call, redone = self._call(interaction), _applied_once(work)
        change = SelfKeyed(interaction, lambda c: redone(Tx(c, call)))
        try:
            return await self._change(change, match_id)
        except StoreUnsureError as error:
            _log.warning("whether a command was stored is not known (%s)", error.data.get("reason"))
            return Unsure(match_id)
        except StoreBusyError as error:
            return Busy(str(error.data.get("reason", "slow")))
        except StoreFailedError:
            _log.exception("a command could not be stored")
            return Busy("storage")


def _applied_once(work: Callable[[Tx], ActOutcome]) -> Callable[[Tx], ActOutcome]:
    """Return work that reports its move as applied even if it is redone after a COMMIT in doubt.

    The caller has had no answer yet, and the move has not been announced.
    """
    applied: list[Applied] = []

    def redone(tx: Tx) -> ActOutcome:
        outcome = work(tx)
        if isinstance(outcome, Repeated) and applied:
            return Applied(outcome.live, applied[-1].happened)
        if isinstance(outcome, Applied):
            applied.append(outcome)
        return outcome

    return redone
