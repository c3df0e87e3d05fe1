"""The changes to one event in one transaction, and the waiting list of a full one.

Each team has places and a waiting list of its own. Before the start nobody waits while there is a
place; afterwards nobody moves up any more, because nobody could know that they have to play.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any, Final

from sqlalchemy import delete, insert, select, update

from engine.events.plan import EventPlan
from engine.service.events import outcomes
from engine.service.events.outcomes import EventCode, EventCommit, EventNews, NewsKind, StoredNews
from engine.service.events.rows import (
    COUNTED,
    TAKEN_BACK,
    LoadedEvent,
    StoredEntry,
    StoredEvent,
    StoredGame,
    StoredPairing,
    game_from,
    load,
    plain,
    plan_text,
)
from engine.service.events.types import HOLDING, EntryState, EventState
from engine.service.matches import match_timers
from engine.service.moderation.reports import ban_of
from engine.service.scheduler import Timer, TimerKind
from engine.service.tx import Tx
from engine.store.schema import event_entries, event_matches, event_pairings, events


@dataclass(frozen=True, slots=True)
class EventTransaction(Tx):
    """The transaction of a command on one locked event, whose changes are written as they are made.

    ``news``, ``matches``, ``due``: what has to be announced, see :class:`EventCommit`.
    """

    loaded: LoadedEvent
    news: list[EventNews] = field(default_factory=list)
    matches: list[object] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    _unannounced: list[StoredNews] = field(default_factory=list)

    @classmethod
    def on(
        cls, tx: Tx, event: StoredEvent, pairings: Collection[int] | None = None
    ) -> "EventTransaction":
        """Return a transaction on an event whose row is locked, perhaps with some pairings only."""
        return cls(tx._connection, tx.now, tx.call, load(tx, event, pairings))

    @property
    def event(self) -> StoredEvent:
        return self.loaded.event

    @property
    def plan(self) -> EventPlan:
        return self.loaded.event.plan

    def bans(self, user_id: int) -> bool:
        """Whether the event's server does not let a person play."""
        return ban_of(self, self.event.guild_id, user_id) is not None

    def change(self, **values: Any) -> None:
        """Change columns of the event."""
        self.loaded.event = replace(self.loaded.event, **values)
        if "plan" in values:
            values["plan"] = plan_text(values["plan"])
        own = events.c.event_id == self.event.event_id
        self.execute(update(events).where(own).values(plain(values)))
        self.loaded.is_changed = True

    def add_entry(self, entry: StoredEntry) -> None:
        """Add an entrant."""
        row = plain(asdict(entry)) | {"event_id": self.event.event_id}
        self.execute(insert(event_entries), row)
        self.loaded.entries[entry.number] = entry
        self.loaded.is_changed = True

    def change_entry(self, number: int, **values: Any) -> None:
        """Change an entrant."""
        self.loaded.entries[number] = replace(self.loaded.entries[number], **values)
        own = event_entries.c.event_id == self.event.event_id
        of = update(event_entries).where(own, event_entries.c.number == number)
        self.execute(of.values(plain(values)))
        self.loaded.is_changed = True

    def drop_entry(self, number: int) -> None:
        """Take out an entrant who has not been paired."""
        del self.loaded.entries[number]
        own = event_entries.c.event_id == self.event.event_id
        self.execute(delete(event_entries).where(own, event_entries.c.number == number))
        self.loaded.is_changed = True

    def add_pairings(self, pairings: Iterable[StoredPairing]) -> None:
        """Add pairings, and set the timers that deal their first matches."""
        new = list(pairings)
        own = {"event_id": self.event.event_id}
        made = [plain(asdict(one)) | own for one in new]
        if made:
            self.execute(insert(event_pairings), made)
            self.loaded.pairings |= {one.number: one for one in new}
            self.loaded.is_changed = True
        self.set_timers(
            (TimerKind.EVENT_TABLE, one.number, 1, self.now) for one in new if one.is_open
        )

    def change_pairing(self, number: int, **values: Any) -> None:
        """Change a pairing."""
        self.loaded.pairings[number] = replace(self.loaded.pairings[number], **values)
        own = event_pairings.c.event_id == self.event.event_id
        of = update(event_pairings).where(own, event_pairings.c.number == number)
        self.execute(of.values(plain(values)))
        self.loaded.is_changed = True

    def add_match(self, game: StoredGame) -> None:
        """Add a match to its pairing."""
        row = asdict(game) | {"event_id": self.event.event_id, "boards": None}
        self.execute(insert(event_matches), row)
        self.loaded.games.setdefault(game.number, []).append(game)
        self.loaded.is_changed = True

    def read_again(self, game: StoredGame) -> StoredGame:
        """Return a match of a pairing with the result that has been recorded meanwhile."""
        asked = select(event_matches).where(event_matches.c.match_id == game.match_id)
        found = game_from(self.execute(asked).one())
        games = self.loaded.games[game.number]
        games[games.index(game)] = found
        return found

    def count(self, game: StoredGame) -> None:
        """Record that a pairing has taken the result of a match, or takes none."""
        self._mark(game, COUNTED)

    def take_back(self, pairing: StoredPairing) -> None:
        """Take back the results of all matches of a pairing."""
        for game in list(self.loaded.games.get(pairing.number, [])):
            self._mark(game, TAKEN_BACK)

    def _mark(self, game: StoredGame, counted: int) -> None:
        own = event_matches.c.match_id == game.match_id
        self.execute(update(event_matches).where(own).values(counted=counted))
        games = self.loaded.games[game.number]
        games[games.index(game)] = replace(game, counted=counted)

    def set_timers(self, some: Iterable[tuple[TimerKind, int, int, int]]) -> None:
        """Set timers of the event: kind, slot, fence, and when they are due."""
        new = [Timer(kind, self.event.event_id, *rest) for kind, *rest in some]
        if new:
            match_timers.put(self, *new)
            self.due.extend(timer.due_ms for timer in new)

    def add_news(self, kind: NewsKind, pairing: StoredPairing | None = None, *users: int) -> None:
        """Add a piece of news, about a pairing or certain entrants, by their numbers."""
        numbers = users
        if pairing is not None and not users:
            numbers = tuple(one for one in (pairing.first, pairing.second) if one is not None)
        concerned = tuple(self.loaded.entries[one].user_id for one in numbers)
        number = 0 if pairing is None else pairing.number
        round_ = self.event.round if pairing is None else pairing.round
        self.news.append(EventNews(kind, round_, number, concerned))
        self._unannounced.append(StoredNews(kind, round_, number, numbers))
        self.loaded.is_changed = True

    def finish(self, refused: EventCode | None = None) -> EventCommit:
        """Count the changes as one new version and store its news; return what was done."""
        event_id, is_changed = self.event.event_id, self.loaded.is_changed
        if is_changed:
            self.change(version=self.event.version + 1)
        if self._unannounced:
            version = self.event.version
            outcomes.store_news(self, event_id, version, self._unannounced)
        matches, due = tuple(self.matches), tuple(self.due)
        return EventCommit(event_id, refused, is_changed, tuple(self.news), matches, due)


_WITH_PLACE: Final = {
    EntryState.WAITING: EntryState.ENTERED,
    EntryState.STANDBY: EntryState.HERE,
}
WAITING: Final = tuple(_WITH_PLACE)


def is_full(tx: EventTransaction, team: int | None = None) -> bool:
    """Whether nobody else can have a place. ``team``: of an event of teams, where they would be."""
    return _free(tx, team if tx.event.kind.has_teams else None) <= 0


def _free(tx: EventTransaction, team: int | None) -> int:
    holding = (one for one in tx.loaded.entries.values() if one.state in HOLDING)
    taken = sum(team in (None, one.division) for one in holding)
    return (tx.plan.most if team is None else tx.plan.side) - taken


def waiting_entries(tx: EventTransaction, team: int | None = None) -> list[StoredEntry]:
    """Return those who wait, who came first at the front."""
    waits = [one for one in tx.loaded.entries.values() if one.state in WAITING]
    return sorted(
        (one for one in waits if team in (None, one.division)), key=lambda one: one.waits or 0
    )


def last_place(tx: EventTransaction) -> int:
    """Return the place at the end of the waiting list."""
    return max((one.waits or 0 for one in tx.loaded.entries.values()), default=0) + 1


def move_up(tx: EventTransaction) -> None:
    """Give free places to those who have waited longest, until the event has begun."""
    if tx.event.state in (EventState.ANNOUNCED, EventState.CHECK_IN):
        announce_places(tx, _moved_up(tx, WAITING))


def fill_places(tx: EventTransaction) -> list[int]:
    """Give the places of those who are not here at the start to those who are here and wait.

    Returns who has a place now. They learn it when it is certain that the event takes place.
    """
    return _moved_up(tx, (EntryState.STANDBY,))


def announce_places(tx: EventTransaction, numbers: Iterable[int]) -> None:
    """Add the news that entrants have a place now."""
    for number in numbers:
        tx.add_news(NewsKind.PLACE, None, number)


def _moved_up(tx: EventTransaction, states: tuple[EntryState, ...]) -> list[int]:
    moved = []
    for team in (1, 2) if tx.event.kind.has_teams else (None,):
        waiting = [one for one in waiting_entries(tx, team) if one.state in states]
        playable = (one for one in waiting if not tx.bans(one.user_id))
        for one in islice(playable, max(0, _free(tx, team))):
            tx.change_entry(one.number, state=_WITH_PLACE[one.state], waits=None)
            moved.append(one.number)
    return moved
