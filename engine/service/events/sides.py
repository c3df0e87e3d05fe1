"""The two servers of an event: who may play for them, and whether they meet."""

from sqlalchemy import Connection, select

from engine.service import preferences
from engine.service.events.outcome_types import EventCode
from engine.service.events.rows import StoredEvent, Work
from engine.service.moderation.bans import ban_of
from engine.service.people import NAME_LENGTH, Person
from engine.store.schema import guild_absence


def meets_others(connection: Connection, guild: int) -> bool:
    """Whether a server lets its members meet players of others, and the bot reaches it."""
    asked = select(guild_absence.c.guild_id).where(guild_absence.c.guild_id == guild)
    is_away = connection.execute(asked).first() is not None
    return preferences.config(connection, guild).across and not is_away


def all_meet(connection: Connection, event: StoredEvent) -> bool:
    """Whether both servers of an event still let their members meet."""
    return all(meets_others(connection, home.guild) for home in event.homes)


def ban_refusal(work: Work, user_id: int, team: int | None) -> EventCode | None:
    """Return why the servers of an event do not let a person play; not why the other one does not.

    ``team``: the person's own.
    """
    for number, home in enumerate(work.event.homes, 1):
        if ban_of(work.connection, home.guild, user_id, work.now) is not None:
            is_own = not work.event.is_across or number == team
            return EventCode.BANNED if is_own else EventCode.APART
    return None


def world_name(work: Work, person: Person) -> str | None:
    """Return a person's name outside their server: that of the account, ``None`` if unknown.

    In an event of two servers it is empty for those who do not show themselves on the leaderboard
    of all servers.
    """
    if not work.event.is_across:
        return person.world[:NAME_LENGTH] or None
    is_shown = preferences.prefs(work.connection, person.user_id).world_board
    return person.world[:NAME_LENGTH] if is_shown else ""
