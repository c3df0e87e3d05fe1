"""The line-up of a team: who plays at its first table, who at the second, and so on.

Whoever has entered first is the captain. The captain and organisers put players first, until the
match begins; the others stand in the order in which they have entered.
"""

from collections.abc import Iterable

from engine.service import preferences
from engine.service.events.outcome_types import EventCode
from engine.service.events.rows import StoredEntry, Work
from engine.service.events.types import HOLDING, EventKind, EventState
from engine.service.people import InteractionId, UserId
from engine.service.preferences import AuditEntry

DEED = "event_line_up"


def in_order(entries: Iterable[StoredEntry]) -> list[StoredEntry]:
    """Return the players of a team in the order of their tables."""
    return sorted(entries, key=lambda one: (one.line_up or 0, one.number))


def put_first(
    work: Work,
    interaction: InteractionId,
    actor: UserId,
    user_id: UserId,
    *,
    organises: bool,
) -> EventCode | None:
    """Let somebody play at the first table of their team; the others move down by one.

    ``organises``: the caller has checked that ``actor`` may organise events of the server.
    """
    refused = _objection(work, user_id)
    if refused is not None:
        return refused
    entry = work.held.entry_of(user_id)
    assert entry is not None
    team = _team(work, entry.division)
    is_captain = min(team, key=lambda one: one.number).user_id == actor
    if not organises and not is_captain:
        return EventCode.NOT_CAPTAIN
    if in_order(team)[0] != entry:
        everybody = [one.line_up or 0 for one in work.held.entries.values()]
        work.change_entry(entry.number, line_up=min(everybody) - 1)
        if not is_captain:
            _note(work, interaction, actor, entry)
    return None


def _objection(work: Work, user_id: UserId) -> EventCode | None:
    if work.event.kind is not EventKind.TEAMS:
        return EventCode.NO_SUCH_EVENT
    if not work.event.is_open:
        return EventCode.OVER
    if work.event.state is EventState.RUNNING:
        return EventCode.NOT_CAPTAIN
    entry = work.held.entry_of(user_id)
    if entry is None or entry.state not in HOLDING:
        return EventCode.NOT_IN
    return None


def _team(work: Work, team: int) -> list[StoredEntry]:
    return [
        one for one in work.held.entries.values() if one.division == team and one.state in HOLDING
    ]


def _note(work: Work, interaction: InteractionId, actor: UserId, entry: StoredEntry) -> None:
    """Put the deed of an organiser into the log of their server."""
    audit = AuditEntry(interaction, work.event.guild_id, actor, work.now)
    preferences.note(work.connection, audit, DEED, entry.user_id, work.plan.name)
