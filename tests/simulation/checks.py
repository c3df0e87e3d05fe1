"""What must be so, judged from the stored rows by playing every move again."""

import hashlib
import random
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.pool import NullPool

from engine import fairness
from engine.game import match as engine
from engine.game.actions import (
    Advise,
    AllowBack,
    AskBack,
    AskPause,
    Expire,
    GiveTime,
    Lapse,
    RefuseBack,
    Resume,
)
from engine.game.cards import Card, cards_of
from engine.game.errors import GinError
from engine.game.match import Match, MatchPhase
from engine.game.notation import action_text, parse_action
from engine.game.revision import revision
from engine.game.round import GinRound
from engine.game.seats import Seat, Side
from engine.game.view import seat_view
from engine.players import Level, choose
from engine.service import LiveMatch
from engine.service.live import stored_of
from engine.service.matches import match_rows, match_timers
from engine.service.ports import TimeSettings
from engine.service.scheduler import TimerKind
from engine.service.stored_match import StoredMatch
from engine.store.schema import moves, rounds, secrets, timers
from tests.service.recount import counted_again, derived
from tests.simulation.wrong import demand
from tests.transactions import reading

if TYPE_CHECKING:
    from tests.simulation.people import Press

TURN_MS: Final = 60_000
GRACE_MS: Final = 120_000
UNSEEN_MS: Final = 6000
"""Turns that ran out so shortly before a start may still end by themselves."""
BESIDE: Final = (
    *(Advise, AskPause, Resume, GiveTime, Lapse),
    *(AskBack, AllowBack, RefuseBack),
)


class _Books:
    """The product's way to read rows, on connections of the judge's own; compiled only once."""

    def __init__(self) -> None:
        self._file: sqlite3.Connection | None = None
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)

    def open(self, file: sqlite3.Connection) -> Connection:
        """A connection that reads by ``file``, which stays open."""
        self._file = file
        return self._engine.connect()

    def _connect(self) -> sqlite3.Connection:
        assert self._file is not None
        return self._file


BOOKS: Final = _Books()


# -- what may be seen ---------------------------------------------------------------------


def hides(live: LiveMatch, chance: random.Random) -> None:
    """Nobody's view changes when cards that they may not see are exchanged."""
    stored = stored_of(live)
    for index, table in enumerate(stored.match.tables):
        state = table.round
        if not isinstance(state, GinRound) or state.facts is not None or not state.stock:
            continue
        for side in Side:
            if state.knock is not None and state.knock.side is side:
                continue
            other = _exchanged(stored, index, side, chance)
            viewers = [
                seat for seat in stored.match.seats if not _may_see(stored, seat, table.pair[side])
            ]
            demand(
                live.public() == other.public(),
                f"everybody is shown the hand of side {side} in match {live.id}",
            )
            for seat in viewers:
                demand(
                    live.view(seat) == other.view(seat),
                    f"seat {seat} is shown the hand of side {side} in match {live.id}",
                )


def _may_see(stored: StoredMatch, viewer: Seat, owner: Seat) -> bool:
    adviser = stored.match.rules.adviser_sees_hand and stored.match.captain_of(viewer) is owner
    return viewer is owner or adviser


def _exchanged(stored: StoredMatch, index: int, side: Side, chance: random.Random) -> LiveMatch:
    """The same match, but a card of one hand has been exchanged with one of the stock."""
    table = stored.match.tables[index]
    state = table.round
    assert isinstance(state, GinRound)
    shown = {state.taken} if state.turn is side else set()
    hand = [card for card in cards_of(state.hands[side]) if card not in shown]
    place = chance.randrange(len(state.stock))
    mine: Card = chance.choice(hand)
    theirs = state.stock[place]
    hands = list(state.hands)
    hands[side] = hands[side] & ~(1 << mine) | (1 << theirs)
    stock = (*state.stock[:place], mine, *state.stock[place + 1 :])
    drawn = theirs if state.drawn == mine else state.drawn
    state = replace(state, hands=(hands[0], hands[1]), stock=stock, drawn=drawn)
    tables = list(stored.match.tables)
    tables[index] = replace(table, round=state)
    return LiveMatch(replace(stored, match=replace(stored.match, tables=tuple(tables))))


# -- timers -------------------------------------------------------------------------------


def timers_fit(book: Connection, match_id: int, terms: TimeSettings) -> None:
    """Every need of a match has its timer, and only one."""
    held = match_rows.read(reading(book), match_id)
    assert held is not None
    needed = {slot: due.fence for slot, due in match_timers.wanted(held, terms).items()}
    found = {
        (TimerKind(row.kind), row.slot): row.fence
        for row in book.execute(select(timers).where(timers.c.ref_id == match_id))
        if row.kind != TimerKind.LOBBY
    }
    for slot in [slot for slot in (*needed, *found) if slot[0] is TimerKind.REMIND]:
        needed.pop(slot, None)
        found.pop(slot, None)
    demand(needed == found, f"match {match_id} needs timers {needed} and has {found}")


def secrets_kept(eye: sqlite3.Connection, match_id: int) -> None:
    """No secret stands with a round that has not ended."""
    early = eye.execute(
        "SELECT number FROM rounds WHERE match_id = ? AND secret IS NOT NULL AND ended_ms IS NULL",
        (match_id,),
    ).fetchall()
    demand(not early, f"match {match_id} shows the secrets of rounds {early} too early")


# -- the end ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A moment (virtual seconds) after which the wall clock said ``wall``: a start or a jump."""

    at: float
    wall: int


@dataclass
class Happened:
    """When things happened, in virtual seconds: moves, disturbances, floors given to a match."""

    when: dict[tuple[int, int], float] = field(default_factory=dict)
    disturbed: list[Disturbance] = field(default_factory=list)
    floors: list[tuple[float, int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The decks of a match from its root secret. Implements ``engine.game.match.Decks``."""

    root: bytes
    match_id: int
    said: Mapping[int, tuple[str, ...]]

    def _of(self, number: int) -> fairness.CommittedDecks:
        return fairness.CommittedDecks(self.root, self.match_id, self.said[number])

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        return self._of(number).deck(number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return self._of(number).knock_card(number, table, attempt)


def everything(
    eye: sqlite3.Connection,
    book: Connection,
    presses: Sequence["Press"],
    happened: "Happened",
) -> None:
    """Judge every match that was played, and what is derived from them."""
    roots = [row[0] for row in eye.execute("SELECT root FROM secrets")]
    demand(len(set(roots)) == len(roots), "two matches have the same secrets")
    for (match_id,) in eye.execute("SELECT match_id FROM matches").fetchall():
        held = match_rows.read(reading(book), match_id)
        assert held is not None
        fair(book, held)
        _played(book, held, presses, happened)
        timers_fit(book, match_id, TimeSettings())


def fair(book: Connection, held: StoredMatch) -> None:
    """The chain of commitments: published first, revealed when a round is over, never before."""
    found = book.execute(
        select(rounds).where(rounds.c.match_id == held.match_id).order_by(rounds.c.number)
    ).all()
    numbers = [row.number for row in found]
    demand(numbers == list(range(1, held.match.number + 1)), f"rounds are numbered {numbers}")
    for row in found:
        current = row.number == held.match.number and held.match.phase is MatchPhase.PLAYING
        demand((row.secret is None) == current, f"round {row.number} shows its secret wrongly")
        if row.secret is not None:
            hashed = bytes.fromhex(row.secret)
            for _ in range(row.number):
                hashed = hashlib.sha256(hashed).digest()
            demand(hashed.hex() == held.anchor, f"round {row.number} does not fit its anchor")


def _played(
    book: Connection,
    held: StoredMatch,
    presses: Sequence["Press"],
    happened: "Happened",
) -> None:
    """Play the stored moves again and compare everything with what people did and heard."""
    match_id = held.match_id
    own = {int(p.command.interaction): p for p in presses if p.command.match_id == match_id}
    match, decks = dealt(book, held)
    made = book.execute(
        select(moves).where(moves.c.match_id == match_id).order_by(moves.c.seq)
    ).all()
    demand([row.seq for row in made] == list(range(1, held.version + 1)), "moves are missing")
    stood: dict[int, int] = {}
    turn_ms, turn_at, paused = held.created_ms, 0.0, False
    for row in made:
        seat = None if row.seat is None else Seat(row.seat)
        action = parse_action(row.action)
        if row.interaction_id > 0:
            press = own.get(row.interaction_id)
            demand(press is not None, f"nobody pressed {row.interaction_id}")
            assert press is not None
            demand(
                seat is press.seat and row.user_id == press.command.user_id,
                f"move {row.seq} is not of the one who pressed it",
            )
            asked = action_text(press.command.action)
            demand(row.action == asked, f"move {row.seq} is {row.action} and not {asked}")
            assert seat is not None
            demand(
                revision(match, seat) == press.command.revision,
                f"move {row.seq} was pressed for another state",
            )
            stood[row.interaction_id] = row.seq
        if isinstance(action, AskPause):
            paused = True  # it keeps what was left of the turn, which may be nothing
        if isinstance(action, Expire) and not paused:
            due = _due(turn_ms, turn_at, happened.when[match_id, row.seq], happened, match_id)
            demand(row.at_ms >= due, f"move {row.seq} came {due - row.at_ms} ms before its time")
        elif isinstance(action, GiveTime):
            turn_ms, turn_at = row.at_ms, happened.when[match_id, row.seq]
        if seat is not None and seat in held.computers and row.interaction_id < 0:
            _demand_own_choice(held, match, seat, row.seq, action)
        before = match
        try:
            match = engine.act(match, seat, action, decks).match
        except GinError as error:
            demand(False, f"move {row.seq} of match {match_id} ({row.action}) is illegal: {error}")
        # Who was the last to be ready may also be the first to move.
        moved_on = (match.to_act, match.number) != (before.to_act, before.number)
        if moved_on and not isinstance(action, BESIDE):
            turn_ms, turn_at, paused = row.at_ms, happened.when[match_id, row.seq], False
    demand(match == held.match, f"match {match_id} is not what its moves give")
    for key, press in own.items():
        if press.version is not None:
            demand(stood.get(key) == press.version, f"press {key} was answered and is lost")


def _demand_own_choice(
    held: StoredMatch, match: Match, seat: Seat, seq: int, action: object
) -> None:
    """A computer's move is the one that it chooses at this very table."""
    if match.phase is not MatchPhase.PLAYING or isinstance(action, Expire):
        return
    question = f"{held.match_id}:{seat}:{revision(match, seat)}".encode()
    seed = int.from_bytes(hashlib.sha256(question).digest()[:8], "big")
    chosen = choose(seat_view(match, seat), Level.CASUAL, seed)
    demand(action == chosen, f"move {seq} was thought of at another table")


def _due(turn_ms: int, since: float, until: float, happened: "Happened", match: int) -> int:
    """Before when (wall clock) a turn must not end: it was given grace wherever it was overdue."""
    due = turn_ms + TURN_MS
    for index, one in enumerate(happened.disturbed):
        if not since < one.at < until:
            continue
        later = happened.disturbed[index + 1 : index + 2]
        if later and later[0].at < one.at + UNSEEN_MS / 1000 and later[0].wall < one.wall:
            continue  # the clock was set back before anybody looked
        if index and one.at - happened.disturbed[index - 1].at < UNSEEN_MS / 1000:
            continue  # it was set twice between two looks
        floors = [ms for at, of, ms in happened.floors if of == match and at < one.at]
        due = max(due, *floors[-1:], 0)
        if due < one.wall - UNSEEN_MS:
            due = one.wall + GRACE_MS
    return due


def dealt(book: Connection, held: StoredMatch) -> tuple[Match, _Dealt]:
    """Return the beginning of a match and its decks."""
    import json

    found = book.execute(select(rounds).where(rounds.c.match_id == held.match_id)).all()
    said = {row.number: tuple(json.loads(row.contributions)) for row in found}
    root = book.execute(
        select(secrets.c.root).where(secrets.c.ref_id == held.match_id)
    ).scalar_one()
    decks = _Dealt(bytes.fromhex(root), held.match_id, said)
    first = fairness.round_secret(decks.root, 1)
    lot = fairness.lot(first, held.match_id, said[1])
    demand(lot == held.lot, "the lot was not drawn from the secret")
    start = engine.start(held.match.rules, len(held.players), lot, decks, held.sides)
    return start, decks


def standings_fit(path: str, *, are_over: bool = True) -> None:
    """Standings and ratings are what all matches give when they are counted again.

    ``are_over``: whether all matches have come to their end.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        book = BOOKS.open(file)
        file.execute("BEGIN")
        before = derived(book)
        after = counted_again(book)
        file.execute("ROLLBACK")
        for name, found in before.items():
            if name == "matches" and not are_over:
                continue
            demand(found == after[name], f"{name} is not what the matches give")
