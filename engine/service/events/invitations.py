"""A server challenges another one: an invitation, found by nothing but its code, and its answer."""

import base64
import hashlib
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, Row, delete, insert, select

from engine.clocks.clock import DAY
from engine.game.presets import PRESETS
from engine.service import preferences
from engine.service.events import announcing, sides
from engine.service.events.firing import Done
from engine.service.events.invitation_types import Accept, Invitation, InvitationId, Invite
from engine.service.events.outcome_types import EventCode
from engine.service.events.plans import plan_from, plan_text
from engine.service.events.rows import StoredEvent
from engine.service.events.types import Announce, EventId, EventKind, EventPlan
from engine.service.homes import UNDRAWN
from engine.service.people import ChannelId, GuildId, Person, UserId
from engine.service.preferences import AuditEntry
from engine.store.schema import event_invitations

CODE_BYTES: Final = 16
GROUP: Final = 5
KEPT_MS: Final = 7 * DAY
MOST_OPEN: Final = 5
"""The number of invitations of one server that wait for an answer."""
TEAM_NAME: Final = 32
"""The most characters of a team's name."""
_ALIKE: Final = str.maketrans("018", "OIB")
"""Digits that base 32 does not have, and the letters that people take for them."""


def code_text(chance: bytes) -> str:
    """Return a code in groups of letters and digits, from random bytes.

    >>> code_text(bytes(16))
    'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A'
    """
    text = base64.b32encode(chance).decode().rstrip("=")
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def code_hash(code: str) -> str:
    """Return what is stored of a code, however it is written.

    >>> code_hash(" abcde-fgh0i ") == code_hash("ABCDEFGHOI")
    True
    """
    written = "".join(one for one in code.upper() if one.isalnum()).translate(_ALIKE)
    return hashlib.sha256(written.encode()).hexdigest()


def team_name(text: str) -> str | None:
    """Return a team's name on one line; ``None`` for an empty or a long one."""
    name = " ".join(text.split())
    return name if 0 < len(name) <= TEAM_NAME else None


# -- the challenge --------------------------------------------------------------------------


def invite(connection: Connection, ask: Invite, code: str, now: int) -> EventCode | None:
    """Store an invitation under the hash of its code, or return why it cannot be made."""
    name = team_name(ask.plan.teams[0])
    if name is None:
        return EventCode.BAD_TEAM
    plan = _shared(ask.plan, name, "")
    refused = _objection(connection, ask.guild, plan, now)
    if refused is not None:
        return refused
    if len(of_guild(connection, ask.guild, now)) >= MOST_OPEN:
        return EventCode.TOO_MANY_INVITATIONS
    preferences.remember(connection, ask.host, now)
    row = {
        "invitation_id": ask.interaction,
        "code": code_hash(code),
        "guild_id": ask.guild,
        "channel_id": ask.channel,
        "host_id": ask.host.user_id,
        "plan": plan_text(plan),
        "locale": ask.locale,
        "created_ms": now,
        "expires_ms": min(now + KEPT_MS, plan.starts_ms),
    }
    connection.execute(insert(event_invitations), row)
    deed = AuditEntry(ask.interaction, ask.guild, ask.host.user_id, now)
    preferences.note(connection, deed, "event_invite", None, name)
    return None


def _shared(plan: EventPlan, one: str, other: str) -> EventPlan:
    """Return a plan as two servers share it: named after the teams, with nothing of either."""
    names = " – ".join(name for name in (one, other) if name)
    return replace(
        plan, name=names, teams=(one, other), rated=False, repeat=None, winner_role=None, zone="UTC"
    )


def _objection(
    connection: Connection, guild: GuildId, plan: EventPlan, now: int
) -> EventCode | None:
    """Return why a server cannot hold an event with another one now."""
    if not sides.meets_others(connection, guild):
        return EventCode.NOT_ACROSS
    # The rules of a server do not cross, because their name would.
    is_known = PRESETS.get(plan.preset) == plan.rules
    if plan.kind is not EventKind.TEAMS or not is_known:
        return EventCode.BAD_PLAN
    return announcing.objection(connection, guild, plan, now)


def of_guild(connection: Connection, guild: GuildId, now: int) -> tuple[Invitation, ...]:
    """Return a server's invitations that wait for an answer, the oldest first."""
    asked = select(event_invitations).where(
        event_invitations.c.guild_id == guild, event_invitations.c.expires_ms > now
    )
    found = connection.execute(asked.order_by(event_invitations.c.invitation_id))
    return tuple(_invitation(row) for row in found)


def forget_old(connection: Connection, now: int) -> int:
    """Delete the invitations that nobody can accept any more; return their number."""
    over = event_invitations.c.expires_ms <= now
    return connection.execute(delete(event_invitations).where(over)).rowcount


def take_back(connection: Connection, deed: AuditEntry, invitation: InvitationId) -> bool:
    """Delete an invitation of a server; ``False`` if it has none such any more."""
    own = (
        event_invitations.c.invitation_id == invitation,
        event_invitations.c.guild_id == deed.guild_id,
    )
    gone = connection.execute(delete(event_invitations).where(*own)).rowcount == 1
    if gone:
        preferences.note(connection, deed, "event_invite_back", None, "")
    return gone


def _invitation(row: Row[tuple[object, ...]]) -> Invitation:
    return Invitation(InvitationId(row.invitation_id), plan_from(row.plan), row.expires_ms)


# -- the answer -----------------------------------------------------------------------------


def look_up(connection: Connection, guild: GuildId, code: str, now: int) -> Invitation | EventCode:
    """Return the invitation of a code for a server, or why it cannot be accepted there."""
    row = _waiting(connection, guild, code, now, lock=False)
    return row if isinstance(row, EventCode) else _invitation(row)


def _waiting(
    connection: Connection, guild: GuildId, code: str, now: int, *, lock: bool
) -> Row[tuple[object, ...]] | EventCode:
    """Return the row of a code that a server may answer, or why there is none."""
    asked = select(event_invitations).where(
        event_invitations.c.code == code_hash(code), event_invitations.c.expires_ms > now
    )
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    if row is None:
        return EventCode.NO_SUCH_INVITATION
    return EventCode.OWN_INVITATION if row.guild_id == guild else row


def accept(connection: Connection, ask: Accept, chance: bytes, now: int) -> Done:
    """Accept an invitation: the event is announced in both servers, and the code is used up."""
    event_id = EventId(ask.interaction)
    row = _waiting(connection, ask.guild, ask.code, now, lock=True)
    if isinstance(row, EventCode):
        return Done(event_id, row)
    offered = plan_from(row.plan)
    name = team_name(ask.team)
    if name is None or name.casefold() == offered.teams[0].casefold():
        return Done(event_id, EventCode.BAD_TEAM)
    plan = _shared(offered, offered.teams[0], name)
    refused = _objection(connection, ask.guild, plan, now)
    if refused is None and _objection(connection, row.guild_id, plan, now) is not None:
        # Why the other server cannot play now is its own affair.
        refused = EventCode.NOT_ACROSS
    if refused is not None:
        return Done(event_id, refused)
    connection.execute(
        delete(event_invitations).where(event_invitations.c.invitation_id == row.invitation_id)
    )
    preferences.remember(connection, ask.host, now)
    deed = AuditEntry(ask.interaction, ask.guild, ask.host.user_id, now)
    preferences.note(connection, deed, "event_accept", event_id, name)
    return announcing.begin(connection, _event(connection, ask, row, plan, chance, now), now)


def _event(
    connection: Connection,
    ask: Accept,
    row: Row[tuple[object, ...]],
    plan: EventPlan,
    chance: bytes,
    now: int,
) -> StoredEvent:
    """Return the event with the home of the challenger first."""
    host = Person(UserId(row.host_id), "")
    guild, channel = GuildId(row.guild_id), ChannelId(row.channel_id)
    first = Announce(ask.interaction, guild, channel, host, plan, row.locale)
    return replace(
        announcing.new_event(connection, first, chance, now),
        away_guild_id=ask.guild,
        away_channel_id=ask.channel,
        away_host_id=ask.host.user_id,
        away_locale=ask.locale,
        away_rendered_version=UNDRAWN,
    )
