"""Database rows of events; the plan of an event is stored as JSON."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from sqlalchemy import Row, insert, select

from engine.events.kinds import KINDS
from engine.events.plan import (
    MOST_ENTRIES,
    EventKind,
    EventPlan,
    EventSpeed,
    MatchLength,
    Repeat,
    is_zone,
)
from engine.game.rules import TableFormat, rules_from
from engine.service.events.types import EntryState, EventId, EventState, PairingState, Verdict
from engine.service.matches.match_rows import clock_from, clock_text
from engine.service.people import ChannelId, GuildId, MatchId, MessageId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import event_entries, event_matches, event_pairings, events

NAME_LENGTH: Final = 80
MOST_ROUNDS: Final = 20
_PLAIN: Final = (
    *("name", "preset", "starts_ms", "rated", "rounds", "minutes", "best_of", "third_place"),
    *("division", "most", "zone", "winner_role", "boards", "side", "length"),
    *("dropped", "after_ms"),
)
_PLAIN_SINCE: Final = {"boards": 8, "side": 2, "dropped": False, "after_ms": 0}
"""What older plans do not have."""
_OFFERED: Final = {
    field: {
        offer
        for kind in KINDS.values()
        for choice in kind.choices
        if choice.field == field
        for offer in choice.offers
    }
    for field in ("minutes", "best_of", "division", "boards", "side")
}
"""The numbers of a plan that have to be among those offered."""


def plan_text(plan: EventPlan) -> str:
    """Return a plan as JSON."""
    values: dict[str, object] = {name: getattr(plan, name) for name in _PLAIN}
    values["kind"] = plan.kind.name
    values["rules"] = plan.rules.options()
    values["clock"] = clock_text(plan.clock)
    values["repeat"] = None if plan.repeat is None else plan.repeat.value
    return json.dumps(values)


def plan_from(text: str) -> EventPlan:
    """Return a plan of its JSON."""
    found: Mapping[str, Any] = _PLAIN_SINCE | json.loads(text)
    return EventPlan(
        **{name: found[name] for name in _PLAIN if name != "length"},
        length=MatchLength(*found["length"]),
        kind=KINDS[found["kind"]],
        rules=rules_from(found["rules"]),
        clock=clock_from(found["clock"]),
        repeat=None if found["repeat"] is None else Repeat(found["repeat"]),
    )


def is_possible(plan: EventPlan) -> bool:
    """Whether there can be an event with this plan."""
    speed = plan.kind.speed
    return (
        0 < len(plan.name.strip()) <= NAME_LENGTH
        and plan.rules.table_format is TableFormat.TWO
        and 2 <= plan.most <= MOST_ENTRIES
        and (plan.rounds is None or 1 <= plan.rounds <= MOST_ROUNDS)
        and all(getattr(plan, field) in offered for field, offered in _OFFERED.items())
        and (speed is EventSpeed.ANY or plan.is_slow is (speed is EventSpeed.SLOW))
        and is_zone(plan.zone)
    )


_LOT_BYTES: Final = 6
COUNTED: Final = 1
"""A pairing has taken the result of a match."""
TAKEN_BACK: Final = 2
"""The result was taken back, and the pairing begins again."""
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
class LoadedEvent:
    """An event with its entries, pairings and matches, or the part of them that was asked for.

    ``is_changed``: whether it has been changed since it was loaded.
    """

    event: StoredEvent
    entries: dict[int, StoredEntry] = field(default_factory=dict)
    pairings: dict[int, StoredPairing] = field(default_factory=dict)
    games: dict[int, list[StoredGame]] = field(default_factory=dict)
    is_changed: bool = False

    def entry_of(self, user_id: int) -> StoredEntry | None:
        """Return a person's entry."""
        return next((one for one in self.entries.values() if one.user_id == user_id), None)

    def open_pairings_of(self, number: int) -> list[StoredPairing]:
        """Return the pairings of an entrant that are not over."""
        return [one for one in self.pairings.values() if one.is_open and one.has(number)]


def read_row(tx: ReadTx, event_id: int, *, lock: bool = False) -> StoredEvent | None:
    """Return the row of an event, locked for a change."""
    asked = select(events).where(events.c.event_id == event_id)
    row = tx.execute(asked.with_for_update() if lock else asked).one_or_none()
    return None if row is None else event_from(row)


def event_from(row: Row[Any]) -> StoredEvent:
    """Return a row of ``events`` as a value."""
    values = dict(row._mapping)
    values |= {"state": EventState(row.state), "plan": plan_from(row.plan)}
    return StoredEvent(**values)


def load(tx: ReadTx, event: StoredEvent, some: Collection[int] | None = None) -> LoadedEvent:
    """Return an event with all its rows, or with those of some pairings only."""
    own = event.event_id
    loaded = LoadedEvent(event)
    if some is not None and not some:
        return loaded
    asked = select(event_pairings).where(event_pairings.c.event_id == own)
    matches = select(event_matches).where(event_matches.c.event_id == own)
    entries = select(event_entries).where(event_entries.c.event_id == own)
    if some is not None:
        asked = asked.where(event_pairings.c.number.in_(some))
        matches = matches.where(event_matches.c.number.in_(some))
    for row in tx.execute(asked.order_by(event_pairings.c.number)):
        loaded.pairings[row.number] = _pairing(row)
    if some is not None:
        both = (who for one in loaded.pairings.values() for who in (one.first, one.second))
        entries = entries.where(event_entries.c.number.in_({who for who in both if who}))
    for row in tx.execute(entries.order_by(event_entries.c.number)):
        loaded.entries[row.number] = _entry(row)
    for row in tx.execute(matches.order_by(event_matches.c.number, event_matches.c.game)):
        loaded.games.setdefault(row.number, []).append(game_from(row))
    return loaded


def with_results(tx: ReadTx, event_id: int) -> list[int]:
    """Return the pairings whose matches have ended without being counted."""
    ended = (event_matches.c.outcome.is_not(None), event_matches.c.counted == 0)
    asked = select(event_matches.c.number).where(event_matches.c.event_id == event_id, *ended)
    return list(tx.execute(asked).scalars())


def has_open_pairings(tx: ReadTx, event_id: int) -> bool:
    """Whether a pairing of an event is not over."""
    still = event_pairings.c.state != PairingState.DONE.value
    asked = select(event_pairings.c.number).where(event_pairings.c.event_id == event_id, still)
    return tx.execute(asked.limit(1)).first() is not None


def _entry(row: Row[Any]) -> StoredEntry:
    values = dict(row._mapping)
    del values["event_id"]
    return StoredEntry(**values | {"state": EntryState(row.state)})


def _pairing(row: Row[Any]) -> StoredPairing:
    values = dict(row._mapping)
    del values["event_id"]
    verdict = None if row.verdict is None else Verdict(row.verdict)
    return StoredPairing(**values | {"state": PairingState(row.state), "verdict": verdict})


def game_from(row: Row[Any]) -> StoredGame:
    """Return a row of ``event_matches`` as a value."""
    values = dict(row._mapping)
    del values["event_id"]
    return StoredGame(**values | {"boards": tuple(json.loads(row.boards or "[]"))})


def create(tx: Tx, event: StoredEvent, entries: Iterable[StoredEntry] = ()) -> None:
    """Insert an event and its first entries."""
    row = {one.name: getattr(event, one.name) for one in fields(event)}
    row |= {"state": event.state.value, "plan": plan_text(event.plan)}
    tx.execute(insert(events), row)
    new = [plain(asdict(one)) | {"event_id": event.event_id} for one in entries]
    if new:
        tx.execute(insert(event_entries), new)


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return values as they are stored: enumerations as their text."""
    return {name: getattr(value, "value", value) for name, value in values.items()}
