"""An event of two servers as each of them sees it, and as neither does."""

from dataclasses import replace

from engine.service.events.rows import Held
from engine.service.events.types import Entry, Event, Pairing, Standing
from engine.service.homes import NOWHERE
from engine.service.people import UserId


def of_two_servers(held: Held, event: Event) -> Event:
    """Return an event as neither of its servers sees it, with what both see behind it.

    A server that was deleted (its id is negative) sees nothing any more.
    """
    homes = enumerate(held.event.homes, 1)
    sides = tuple(_seen(held, event, team) for team, home in homes if home.guild > 0)
    return replace(_seen(held, event, None), _sides=sides)


def id_seen_from(held: Held, user_id: UserId, team: int | None) -> UserId:
    """Return an entrant's id as a team sees it: for the other one it is minus their number."""
    entry = held.entry_of(user_id)
    if entry is None or entry.division == team:
        return user_id
    return UserId(-entry.number)


def _seen(held: Held, event: Event, team: int | None) -> Event:
    view = _View(held, team)
    seen = replace(
        event,
        is_across=True,
        team=team,
        guild=NOWHERE.guild,
        channel=NOWHERE.channel,
        message=None,
        thread=None,
        host=UserId(0),
        locale=None,
        rendered_version=event.version,
        entries=tuple(view.entry(one) for one in event.entries),
        pairings=tuple(view.pairing(one) for one in event.pairings),
        standings=tuple(view.standing(one) for one in event.standings),
        _others=view.others,
    )
    if team is None:
        return seen
    home = held.event.homes[team - 1]
    return replace(
        seen,
        guild=home.guild,
        channel=home.channel,
        message=home.message,
        thread=home.thread,
        host=home.host,
        locale=home.locale,
        rendered_version=home.rendered_version,
    )


class _View:
    """The people of an event as a team sees them."""

    def __init__(self, held: Held, team: int | None) -> None:
        self._team = team
        self.others = {
            one.user_id: UserId(-one.number)
            for one in held.entries.values()
            if one.division != team
        }
        self._names = {one.user_id: one.world_name or "" for one in held.entries.values()}

    def _id(self, user_id: UserId) -> UserId:
        return self.others.get(user_id, user_id)

    def entry(self, one: Entry) -> Entry:
        name = one.name if one.division == self._team else self._names[one.user_id]
        return replace(one, user_id=self._id(one.user_id), name=name, rating=None)

    def pairing(self, one: Pairing) -> Pairing:
        return replace(
            one,
            first=self._id(one.first),
            second=None if one.second is None else self._id(one.second),
            winner=None if one.winner is None else self._id(one.winner),
        )

    def standing(self, one: Standing) -> Standing:
        return replace(one, user_id=self._id(one.user_id))
