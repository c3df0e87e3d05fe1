"""Database rows of matches: read, inserted, updated by version; moves are append-only."""

import json
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, cast

from pydantic import TypeAdapter
from sqlalchemy import Row, and_, bindparam, insert, or_, select, update

from engine.clocks import ClockRules, Expiry, Times
from engine.game import snapshot
from engine.game.actions import RoundAction
from engine.game.errors import GinError, RecordError
from engine.game.match import Match, MatchPhase
from engine.game.notation import parse_action
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.start_position import PlayedDeck
from engine.players import level_named
from engine.premoves import Premoves, plans_from, plans_text
from engine.service.match_setup import MatchSetup, SharedBoards, TableMessage
from engine.service.people import (
    ChannelId,
    GuildId,
    LobbyId,
    MatchId,
    MessageId,
    Place,
    Player,
    UserId,
)
from engine.service.stored_match import StoredMatch, rated_from
from engine.service.tx import ReadTx, Tx
from engine.store import ConflictError
from engine.store.schema import match_players, matches, moves
from engine.store.statements import PreparedChange, PreparedQuery

LIVE: Final = "live"
OVER: Final = "over"
BROKEN: Final = "broken"
"""The status of a quarantined match, whose snapshot cannot be read."""

HAS_TABLE: Final = and_(matches.c.day.is_(None), matches.c.boards.is_(None))
"""The match has a table in a channel."""
IS_OPEN: Final = or_(matches.c.boards.is_(None), matches.c.revealed.is_not(None))
"""Nobody else has to play the boards of the match any more."""
IS_DEALT: Final = matches.c.begun.is_(None)
"""The match was dealt by chance, and not played on from a position."""
_MATCH = select(matches).where(matches.c.match_id == bindparam("id"))
_READ = PreparedQuery(_MATCH)
_LOCK = PreparedQuery(_MATCH.with_for_update())
_SEEN = PreparedQuery(
    select(moves.c.seq).where(
        moves.c.match_id == bindparam("id"), moves.c.interaction_id == bindparam("interaction")
    )
)
_FIRST = (
    select(moves.c.seat, moves.c.action)
    .where(moves.c.match_id == bindparam("id"), moves.c.seq <= bindparam("most"))
    .order_by(moves.c.seq)
)
_PRESSED = (
    select(moves.c.user_id)
    .where(moves.c.match_id == bindparam("id"), moves.c.user_id.is_not(None))
    .distinct()
)
_CLOCK: Final = TypeAdapter(tuple[str, int | None, int, bool, Expiry])
_TIMES: Final = TypeAdapter(Times)
_SIDES: Final[TypeAdapter[tuple[tuple[Seat, ...], ...]]] = TypeAdapter(tuple[tuple[Seat, ...], ...])
_RETIRE = update(match_players).where(match_players.c.match_id == bindparam("id")).values(live=0)
_PLAN = update(matches).where(matches.c.match_id == bindparam("id")).values(plans=bindparam("new"))
_QUARANTINE = update(matches).where(matches.c.match_id == bindparam("id")).values(status=BROKEN)


class Move(NamedTuple):
    """One line of a match's record; ``interaction_id`` is negative for moves without a press."""

    seq: int
    interaction_id: int
    seat: int | None
    user_id: int | None
    action: str
    at_ms: int


_INSERT_MOVE = PreparedChange(insert(moves), ("match_id", *Move._fields))


def _end_reason(match: StoredMatch) -> str | None:
    return None if match.match.outcome is None else match.match.outcome.reason.value


def _snapshot(match: StoredMatch) -> str:
    return _SNAPSHOTS.write(match.match_id, match.match)


_STATE: Final[dict[str, Callable[[StoredMatch], object]]] = {
    "status": lambda one: OVER if one.match.phase is MatchPhase.OVER else LIVE,
    "times": lambda one: _times_text(one.times),
    "floor_ms": lambda one: one.floor_ms,
    "pending": lambda one: json.dumps(one.pending),
    "revealed": lambda one: one.revealed,
    "revealed_number": lambda one: one.revealed_number,
    "version": lambda one: one.version,
    "snapshot": _snapshot,
    "plans": lambda one: plans_text(one.plans),
    "updated_ms": lambda one: one.updated_ms,
    "ended_ms": lambda one: one.ended_ms,
    "end_reason": _end_reason,
    "winner": lambda one: None if one.match.outcome is None else one.match.outcome.winner,
}
"""The columns that a move may change."""
_UPDATE = PreparedChange(
    update(matches)
    .where(matches.c.match_id == bindparam("id"), matches.c.version == bindparam("old"))
    .values({name: bindparam(f"new_{name}") for name in _STATE})
)


def read(tx: ReadTx, match_id: int) -> StoredMatch | None:
    """Return a match, or ``None``. Raises RecordError if its row cannot be read."""
    row = tx.row(_READ, {"id": match_id})
    return None if row is None else stored(row)


def lock(tx: Tx, match_id: int) -> StoredMatch | None:
    """Return a locked match: the first step of every transaction on a match."""
    row = tx.row(_LOCK, {"id": match_id})
    return None if row is None else stored(row)


def was_seen(tx: ReadTx, match_id: int, interaction_id: int) -> bool:
    """Whether this interaction has already made a move in the match."""
    found = tx.row(_SEEN, {"id": match_id, "interaction": interaction_id})
    return found is not None


def pressed(tx: ReadTx, match_id: int) -> set[int]:
    """Return the people who have pressed anything in a match."""
    return set(tx.execute(_PRESSED, {"id": match_id}).scalars())


def first_moves(tx: ReadTx, match_id: int, count: int) -> tuple[tuple[Seat, RoundAction], ...]:
    """Return the moves with which a match that was played on began."""
    found = tx.execute(_FIRST, {"id": match_id, "most": count})
    return tuple((Seat(row.seat), cast(RoundAction, parse_action(row.action))) for row in found)


def save(tx: Tx, before: StoredMatch, after: StoredMatch) -> None:
    """Overwrite the state. Raises ConflictError if it has changed since it was read."""
    state = {f"new_{name}": value(after) for name, value in _STATE.items()}
    changed = tx.run(_UPDATE, {"id": before.match_id, "old": before.version, **state})
    if changed != 1:
        raise ConflictError
    for old, new in zip(before.players, after.players, strict=True):
        if old != new:
            _reseat(tx, after, new)
    if after.match.phase is MatchPhase.OVER:
        tx.execute(_RETIRE, {"id": before.match_id})


def _reseat(tx: Tx, match: StoredMatch, player: Player) -> None:
    """Put a computer into a seat; whoever left it has no part in the match any more."""
    here = match.match_id
    seats = {"seats": _seats_text(match.players)}
    tx.execute(update(matches).where(matches.c.match_id == here).values(seats))
    tx.execute(
        update(match_players)
        .where(match_players.c.match_id == here, match_players.c.seat == int(player.seat))
        .values(user_id=None, level=player.level, name=player.name, world_name=None)
    )


def append(tx: Tx, match_id: int, made: Iterable[Move]) -> None:
    """Append moves to the record."""
    for move in made:
        tx.run(_INSERT_MOVE, {"match_id": match_id, **move._asdict()})


def create(tx: Tx, new: StoredMatch) -> None:
    """Insert a match and its players."""
    boards = new.setup.boards
    tx.execute(
        insert(matches),
        {
            "match_id": new.match_id,
            "lobby_id": new.lobby_id,
            **{name: value(new) for name, value in _STATE.items()},
            **table_columns(new.table),
            **setup_columns(new.setup),
            "seats": _seats_text(new.players),
            "sides": None if new.sides is None else json.dumps(new.sides),
            "lot": new.lot,
            "anchor": new.anchor,
            "snapshot_schema": snapshot.SCHEMA,
            "created_ms": new.created_ms,
            "day": new.setup.day,
            "boards": None if boards is None else boards.id,
            "boards_said": None if boards is None else json.dumps(boards.contributions),
            "begun": None if new.setup.begun is None else str(new.setup.begun),
        },
    )
    tx.execute(
        insert(match_players),
        [
            {
                "match_id": new.match_id,
                "seat": int(player.seat),
                "user_id": player.user_id,
                "level": player.level,
                "name": player.name,
                "live": 1,
                "world_name": player.world,
            }
            for player in new.players
        ],
    )


def plan(tx: Tx, match_id: int, plans: tuple[Premoves, ...]) -> None:
    """Store the premoves of a locked match's seats; the version does not change."""
    tx.execute(_PLAN, {"id": match_id, "new": plans_text(plans)})


def mark_unreadable(tx: Tx, match_id: int) -> None:
    """Quarantine a match that cannot be read."""
    tx.execute(_QUARANTINE, {"id": match_id})


def stored(row: Row[tuple[object, ...]]) -> StoredMatch:
    """Return a row of ``matches`` as a value. Raises RecordError if it cannot be read."""
    try:
        match = _SNAPSHOTS.read(row.match_id, row.snapshot, row.snapshot_schema)
        return StoredMatch(
            match_id=MatchId(row.match_id),
            lobby_id=None if row.lobby_id is None else LobbyId(row.lobby_id),
            table=table_from(row),
            setup=setup_from(
                row,
                match.rules,
                row.day,
                _boards(row.boards, row.boards_said),
                None if row.begun is None else _begun(row.begun),
            ),
            times=_TIMES.validate_json(row.times),
            floor_ms=row.floor_ms,
            players=_players(row.seats),
            sides=None if row.sides is None else _SIDES.validate_json(row.sides),
            lot=row.lot,
            pending=tuple(json.loads(row.pending)),
            anchor=row.anchor,
            revealed=row.revealed,
            revealed_number=row.revealed_number,
            version=row.version,
            match=match,
            created_ms=row.created_ms,
            updated_ms=row.updated_ms,
            ended_ms=row.ended_ms,
            ratings=None if row.ratings is None else rated_from(row.ratings),
            plans=_plans(row.plans),
            epoch=row.epoch,
        )
    except (GinError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise RecordError("match_unreadable", match=int(row.match_id)) from error


def setup_from(
    row: Row[tuple[object, ...]],
    rules: Rules,
    day: int | None = None,
    boards: SharedBoards | None = None,
    begun: PlayedDeck | None = None,
) -> MatchSetup:
    """Return the setup of a row of ``matches`` or ``lobbies``, with what only matches have."""
    return MatchSetup(rules, row.preset, clock_from(row.clock), bool(row.rated), day, boards, begun)


def setup_columns(setup: MatchSetup) -> dict[str, object]:
    """Return the columns that ``matches`` and ``lobbies`` have in common for a setup."""
    return {
        "preset": setup.preset,
        "clock": clock_text(setup.clock),
        "rated": int(setup.rated),
    }


def table_from(row: Row[tuple[object, ...]]) -> TableMessage:
    """Return the table message of a row of ``matches`` or ``lobbies``."""
    return TableMessage(
        guild=GuildId(row.guild_id),
        channel=ChannelId(row.channel_id),
        message=None if row.message_id is None else MessageId(row.message_id),
        place=Place(row.place),
        locale=row.locale,
        rendered_version=row.rendered_version,
    )


def table_columns(table: TableMessage) -> dict[str, object]:
    """Return the columns of ``matches`` and ``lobbies`` that hold a table message."""
    return {
        "guild_id": table.guild,
        "channel_id": table.channel,
        "message_id": table.message,
        "place": table.place.value,
        "locale": table.locale,
        "rendered_version": table.rendered_version,
    }


def _boards(boards: int | None, contributions: str | None) -> SharedBoards | None:
    return (
        None if boards is None else SharedBoards(boards, tuple(json.loads(contributions or "[]")))
    )


@lru_cache(maxsize=1024)
def _begun(text: str) -> PlayedDeck:
    return PlayedDeck.read(text)


@lru_cache(maxsize=1024)
def clock_from(text: str) -> ClockRules:
    """Return the clock rules of their JSON."""
    return ClockRules(*_CLOCK.validate_json(text))


def clock_text(clock: ClockRules) -> str:
    """Return clock rules as JSON."""
    return json.dumps([clock.name, clock.turn_ms, clock.bank_ms, clock.keeps, clock.expiry])


@lru_cache(maxsize=4096)
def _plans(text: str) -> tuple[Premoves, ...]:
    return plans_from(text)


@lru_cache(maxsize=4096)
def _players(text: str) -> tuple[Player, ...]:
    players = tuple(
        Player(Seat(seat), None if user_id is None else UserId(user_id), level, name, *world)
        for seat, (user_id, level, name, *world) in enumerate(json.loads(text))
    )
    for player in players:
        if player.level is not None:
            level_named(player.level)
    return players


def _seats_text(players: Iterable[Player]) -> str:
    """Return the seats as JSON, with a name for outside where there is one."""
    return json.dumps(
        [
            [one.user_id, one.level, one.name, *(() if one.world is None else (one.world,))]
            for one in players
        ]
    )


def _times_text(times: Times) -> str:
    return _TIMES.dump_json(times, exclude_defaults=True).decode()


class _Snapshots:
    """Reads and writes snapshots, with a cache of the newest one of each running match.

    The same text always encodes the same match, so the cache is never out of date.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._newest: dict[int, tuple[str, Match]] = {}
        self._guard = threading.Lock()

    def read(self, match_id: int, text: str, schema: int) -> Match:
        known, match = self._newest.get(match_id, (None, None))
        if match is None or known != text or schema != snapshot.SCHEMA:
            match = snapshot.load(text, schema)
            self._remember(match_id, text, match)
        return match

    def write(self, match_id: int, match: Match) -> str:
        text = snapshot.dump(match)
        self._remember(match_id, text, match)
        return text

    def _remember(self, match_id: int, text: str, match: Match) -> None:
        with self._guard:
            self._newest.pop(match_id, None)
            if match.phase is MatchPhase.OVER:
                return
            self._newest[match_id] = text, match
            while len(self._newest) > self._size:
                del self._newest[next(iter(self._newest))]


_SNAPSHOTS: Final = _Snapshots(4096)
