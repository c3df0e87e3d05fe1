"""Database rows of events, and a piece of work on one event inside a transaction."""

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update

from engine.events.plan import EventKind, EventPlan
from engine.service.events import untold
from engine.service.events.outcome_types import EventNews, NewsKind
from engine.service.events.plans import plan_from, plan_text
from engine.service.events.types import EntryState, EventId, EventState, PairingState, Verdict
from engine.service.matches import match_timers
from engine.service.moderation.reports import ban_of
from engine.service.people import ChannelId, GuildId, MatchId, MessageId, UserId
from engine.service.ports import TimeSettings
from engine.service.scheduler import Timer, TimerKind
from engine.store.schema import event_entries, event_matches, event_pairings, events

_LOT_BYTES: Final = 6
COUNTED: Final = 1
TAKEN_BACK: Final = 2
"""A pairing has taken the result of a match; it was taken back, and the pairing begins again."""
OPEN_STATES: Final = (EventState.ANNOUNCED, EventState.CHECK_IN, EventState.RUNNING)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as its row holds it.

    ``pressed``: what the entrants of a duplicate event pressed to be there; see the table for the
    rest of its boards.
    """

    event_id: EventId
    guild_id: GuildId
    channel_id: ChannelId
    host_id: UserId
    plan: EventPlan
    locale: str | None
    seed: int
    created_ms: int
    message_id: MessageId | None = None
    thread_id: ChannelId | None = None
    state: EventState = EventState.ANNOUNCED
    round: int = 0
    rounds: int | None = None
    ends_ms: int | None = None
    ended_ms: int | None = None
    series: EventId | None = None
    season: int = 1
    version: int = 0
    rendered_version: int = -1
    anchor: str | None = None
    pressed: str | None = None
    revealed: int = 0
    secret: str | None = None

    @property
    def kind(self) -> EventKind:
        return self.plan.kind

    @property
    def is_open(self) -> bool:
        """Whether the event is neither finished nor cancelled."""
        return self.state in OPEN_STATES

    def lot_of(self, number: int) -> int:
        """Return the lot of an entrant, which breaks the last ties."""
        digest = hashlib.sha256(f"{self.seed}:{number}".encode()).digest()
        return int.from_bytes(digest[:_LOT_BYTES])


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entrant; ``said``: the interaction by which they entered or checked in.

    ``world_name``: the name of the account. ``waits``: the place on the waiting list.
    """

    number: int
    user_id: UserId
    name: str
    state: EntryState
    seed: int | None = None
    division: int = 1
    rating: int | None = None
    no_shows: int = 0
    joined_round: int = 1
    place: int | None = None
    free_ms: int = 0
    said: int = 0
    world_name: str | None = None
    waits: int | None = None


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing; entrants by their numbers, ``place`` is the table."""

    number: int
    round: int
    place: int
    division: int
    first: int
    second: int | None
    state: PairingState = PairingState.WAITING
    verdict: Verdict | None = None
    winner: int | None = None
    won_first: int = 0
    won_second: int = 0
    points: int = 0

    @property
    def is_open(self) -> bool:
        return self.state is not PairingState.DONE

    def has(self, number: int) -> bool:
        """Whether this entrant is in the pairing."""
        return number in (self.first, self.second)

    def other(self, number: int) -> int | None:
        """Return the opponent of an entrant."""
        return self.second if number == self.first else self.first


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A match of a pairing. ``outcome``: why it ended; ``counted``: see :data:`COUNTED`."""

    match_id: MatchId
    number: int
    game: int
    first_seat: int
    outcome: str | None = None
    winner_seat: int | None = None
    by_seat: int | None = None
    points: int | None = None
    counted: int = 0
    boards: tuple[int | None, ...] = ()


@dataclass(slots=True)
class Held:
    """An event with its entries, pairings and matches, or the part of them that was asked for."""

    event: StoredEvent
    entries: dict[int, StoredEntry] = field(default_factory=dict)
    pairings: dict[int, StoredPairing] = field(default_factory=dict)
    games: dict[int, list[StoredGame]] = field(default_factory=dict)

    def entry_of(self, user_id: int) -> StoredEntry | None:
        """Return a person's entry."""
        return next((one for one in self.entries.values() if one.user_id == user_id), None)

    def open_pairings_of(self, number: int) -> list[StoredPairing]:
        """Return the pairings of an entrant that are not over."""
        return [one for one in self.pairings.values() if one.is_open and one.has(number)]


def read_row(connection: Connection, event_id: int, *, lock: bool = False) -> StoredEvent | None:
    """Return the row of an event, locked for a change."""
    asked = select(events).where(events.c.event_id == event_id)
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    return None if row is None else event_from(row)


def event_from(row: Row[Any]) -> StoredEvent:
    """Return a row of ``events`` as a value."""
    values = dict(row._mapping)
    values |= {"state": EventState(row.state), "plan": plan_from(row.plan)}
    return StoredEvent(**values)


def load(connection: Connection, event: StoredEvent, some: Collection[int] | None = None) -> Held:
    """Return an event with all its rows, or with those of some pairings only."""
    own = event.event_id
    held = Held(event)
    if some is not None and not some:
        return held
    asked = select(event_pairings).where(event_pairings.c.event_id == own)
    matches = select(event_matches).where(event_matches.c.event_id == own)
    entries = select(event_entries).where(event_entries.c.event_id == own)
    if some is not None:
        asked = asked.where(event_pairings.c.number.in_(some))
        matches = matches.where(event_matches.c.number.in_(some))
    for row in connection.execute(asked.order_by(event_pairings.c.number)):
        held.pairings[row.number] = _pairing(row)
    if some is not None:
        both = (who for one in held.pairings.values() for who in (one.first, one.second))
        entries = entries.where(event_entries.c.number.in_({who for who in both if who}))
    for row in connection.execute(entries.order_by(event_entries.c.number)):
        held.entries[row.number] = _entry(row)
    for row in connection.execute(matches.order_by(event_matches.c.number, event_matches.c.game)):
        held.games.setdefault(row.number, []).append(_game(row))
    return held


def with_results(connection: Connection, event_id: int) -> list[int]:
    """Return the pairings whose matches have ended without being counted."""
    ended = (event_matches.c.outcome.is_not(None), event_matches.c.counted == 0)
    asked = select(event_matches.c.number).where(event_matches.c.event_id == event_id, *ended)
    return list(connection.execute(asked).scalars())


def has_open_pairings(connection: Connection, event_id: int) -> bool:
    """Whether a pairing of an event is not over."""
    still = event_pairings.c.state != PairingState.DONE.value
    asked = select(event_pairings.c.number).where(event_pairings.c.event_id == event_id, still)
    return connection.execute(asked.limit(1)).first() is not None


def _entry(row: Row[Any]) -> StoredEntry:
    values = dict(row._mapping)
    del values["event_id"]
    return StoredEntry(**values | {"state": EntryState(row.state)})


def _pairing(row: Row[Any]) -> StoredPairing:
    values = dict(row._mapping)
    del values["event_id"]
    verdict = None if row.verdict is None else Verdict(row.verdict)
    return StoredPairing(**values | {"state": PairingState(row.state), "verdict": verdict})


def _game(row: Row[Any]) -> StoredGame:
    values = dict(row._mapping)
    del values["event_id"]
    return StoredGame(**values | {"boards": tuple(json.loads(row.boards or "[]"))})


def create(connection: Connection, event: StoredEvent, entries: Iterable[StoredEntry] = ()) -> None:
    """Insert an event and its first entries."""
    row = {one.name: getattr(event, one.name) for one in fields(event)}
    row |= {"state": event.state.value, "plan": plan_text(event.plan)}
    connection.execute(insert(events), row)
    new = [_plain(asdict(one)) | {"event_id": event.event_id} for one in entries]
    if new:
        connection.execute(insert(event_entries), new)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return values as they are stored: enumerations as their text."""
    return {name: getattr(value, "value", value) for name, value in values.items()}


class Work:
    """The changes to one locked event in one transaction, written as they are made."""

    def __init__(
        self, connection: Connection, held: Held, now: int, terms: TimeSettings | None = None
    ) -> None:
        self.connection = connection
        self.held = held
        self.now = now
        self.terms = terms or TimeSettings()
        self.news: list[EventNews] = []
        self._kept: list[untold.Kept] = []
        self.matches: list[object] = []
        self.due: list[int] = []
        self.touched = False

    @property
    def event(self) -> StoredEvent:
        return self.held.event

    @property
    def plan(self) -> EventPlan:
        return self.held.event.plan

    def bans(self, user_id: int) -> bool:
        """Whether the event's server does not let a person play."""
        return ban_of(self.connection, self.now, self.event.guild_id, user_id) is not None

    def change(self, **values: Any) -> None:
        """Change columns of the event."""
        self.held.event = replace(self.held.event, **values)
        if "plan" in values:
            values["plan"] = plan_text(values["plan"])
        own = events.c.event_id == self.event.event_id
        self.connection.execute(update(events).where(own).values(_plain(values)))
        self.touched = True

    def enter(self, entry: StoredEntry) -> None:
        """Add an entrant."""
        row = _plain(asdict(entry)) | {"event_id": self.event.event_id}
        self.connection.execute(insert(event_entries), row)
        self.held.entries[entry.number] = entry
        self.touched = True

    def change_entry(self, number: int, **values: Any) -> None:
        """Change an entrant."""
        self.held.entries[number] = replace(self.held.entries[number], **values)
        own = event_entries.c.event_id == self.event.event_id
        of = update(event_entries).where(own, event_entries.c.number == number)
        self.connection.execute(of.values(_plain(values)))
        self.touched = True

    def drop_entry(self, number: int) -> None:
        """Take out an entrant who has not been paired."""
        del self.held.entries[number]
        own = event_entries.c.event_id == self.event.event_id
        self.connection.execute(delete(event_entries).where(own, event_entries.c.number == number))
        self.touched = True

    def pair(self, pairings: Iterable[StoredPairing]) -> None:
        """Add pairings, and set the timers that deal their first matches."""
        new = list(pairings)
        own = {"event_id": self.event.event_id}
        made = [_plain(asdict(one)) | own for one in new]
        if made:
            self.connection.execute(insert(event_pairings), made)
            self.held.pairings |= {one.number: one for one in new}
            self.touched = True
        self.timers((TimerKind.EVENT_TABLE, one.number, 1, self.now) for one in new if one.is_open)

    def change_pairing(self, number: int, **values: Any) -> None:
        """Change a pairing."""
        self.held.pairings[number] = replace(self.held.pairings[number], **values)
        own = event_pairings.c.event_id == self.event.event_id
        of = update(event_pairings).where(own, event_pairings.c.number == number)
        self.connection.execute(of.values(_plain(values)))
        self.touched = True

    def begin(self, game: StoredGame) -> None:
        """Add a match to its pairing."""
        row = asdict(game) | {"event_id": self.event.event_id, "boards": None}
        self.connection.execute(insert(event_matches), row)
        self.held.games.setdefault(game.number, []).append(game)
        self.touched = True

    def read_again(self, game: StoredGame) -> StoredGame:
        """Return a match of a pairing with the result that has been recorded meanwhile."""
        asked = select(event_matches).where(event_matches.c.match_id == game.match_id)
        found = _game(self.connection.execute(asked).one())
        games = self.held.games[game.number]
        games[games.index(game)] = found
        return found

    def count(self, game: StoredGame) -> None:
        """Record that a pairing has taken the result of a match, or takes none."""
        self._mark(game, COUNTED)

    def take_back(self, pairing: StoredPairing) -> None:
        """Take back the results of all matches of a pairing."""
        for game in list(self.held.games.get(pairing.number, [])):
            self._mark(game, TAKEN_BACK)

    def _mark(self, game: StoredGame, counted: int) -> None:
        own = event_matches.c.match_id == game.match_id
        self.connection.execute(update(event_matches).where(own).values(counted=counted))
        games = self.held.games[game.number]
        games[games.index(game)] = replace(game, counted=counted)

    def timers(self, some: Iterable[tuple[TimerKind, int, int, int]]) -> None:
        """Set timers of the event: kind, slot, fence, and when they are due."""
        new = [Timer(kind, self.event.event_id, *rest) for kind, *rest in some]
        if new:
            match_timers.put(self.connection, *new)
            self.due += [timer.due_ms for timer in new]

    def tell(self, kind: NewsKind, pairing: StoredPairing | None = None, *users: int) -> None:
        """Add a piece of news, about a pairing or certain entrants."""
        numbers = users
        if pairing is not None and not users:
            numbers = tuple(one for one in (pairing.first, pairing.second) if one is not None)
        told = tuple(self.held.entries[one].user_id for one in numbers)
        number = 0 if pairing is None else pairing.number
        round_ = self.event.round if pairing is None else pairing.round
        self.news.append(EventNews(kind, round_, number, told))
        self._kept.append(untold.Kept(kind, round_, number, numbers))
        self.touched = True

    def finish(self) -> None:
        """Count the changes as one new version, and keep its news until they are told."""
        if self.touched:
            self.change(version=self.event.version + 1)
        if self._kept:
            event = self.event
            untold.keep(self.connection, event.event_id, event.version, self.now, self._kept)
