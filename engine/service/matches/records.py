"""Records of played matches, as far as they contain no hidden information."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from engine.game.actions import (
    Advise,
    AllowSubstitute,
    AskPause,
    AskSubstitute,
    GiveTime,
    Lapse,
    RefuseSubstitute,
    Resume,
    Vacation,
)
from engine.game.cards import CardSet
from engine.game.errors import RecordError
from engine.game.match import MatchPhase
from engine.game.notation import parse_action
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, positions, sealed
from engine.game.round import GinRound
from engine.game.rules import KnockCardSource
from engine.game.seats import Seat
from engine.service.matches import deals, match_rows
from engine.service.people import MatchId, Player
from engine.service.stored_match import StoredMatch
from engine.service.types import Proof
from engine.store.schema import moves, rounds

_log = logging.getLogger(__name__)

TEN_CARDS: Final = 10
NAMELESS: Final = "A player"
"""The name, in records, of a player who is not named outside their own server."""
_BESIDE_THE_CARDS: Final = (
    *(Advise, AskPause, GiveTime, Lapse, Resume, Vacation),
    *(AskSubstitute, AllowSubstitute, RefuseSubstitute),
)


@dataclass(frozen=True, slots=True)
class Played:
    """The stored data of a match's revealed rounds, from which a record is made elsewhere."""

    stored: StoredMatch
    roots: deals.DealSecrets
    proofs: tuple[Proof, ...]
    moves: tuple[tuple[int, int | None, str], ...]


def played(connection: Connection, match_id: int) -> Played | None:
    """Return the whole of an ended match, or the finished rounds of a running one.

    ``None`` if there is no such match or no round is revealed yet (in a daily challenge: before
    the day is over).
    """
    stored = match_rows.read(connection, match_id)
    if stored is None or stored.revealed_number == 0:
        return None
    made = select(moves).where(moves.c.match_id == match_id).order_by(moves.c.seq)
    if stored.match.phase is not MatchPhase.OVER:
        made = made.where(moves.c.seq <= _last_finished(connection, match_id))
    return Played(
        stored,
        deals.roots_of(connection, stored.setup.deal_id(stored.match_id)),
        deals.proofs(connection, match_id, stored.revealed_number),
        tuple((row.at_ms, row.seat, row.action) for row in connection.execute(made)),
    )


def played_some(connection: Connection, match_ids: Sequence[MatchId]) -> tuple[Played, ...]:
    """Return the same for several matches, without those that cannot be read."""
    found = []
    for match_id in match_ids:
        try:
            found.append(played(connection, match_id))
        except RecordError:
            _log.info("match %d has no record", match_id)
    return tuple(one for one in found if one is not None)


def hidden_hands(connection: Connection, match_id: int) -> frozenset[CardSet]:
    """Return every hand that was held in a match whose deals others may still have to play."""
    stored = match_rows.read(connection, match_id)
    if stored is None or stored.revealed_number:
        return frozenset()
    made = select(moves).where(moves.c.match_id == match_id).order_by(moves.c.seq)
    found = Played(
        stored,
        deals.roots_of(connection, stored.setup.deal_id(stored.match_id)),
        deals.proofs(connection, match_id, stored.match.number),
        tuple((row.at_ms, row.seat, row.action) for row in connection.execute(made)),
    )
    return frozenset(
        hand
        for now in positions(record_of(found))
        for table in now.tables
        for hand in (table.round.hands if isinstance(table.round, GinRound) else ())
    )


def record_of(found: Played) -> MatchRecord:
    """Return the record of a match.

    Events without effect on the table are left out: advice, which was meant for one reader,
    changes of the clocks, and who sits in a seat.
    """
    stored = found.stored
    made = (
        RecordedMove(at_ms, None if seat is None else Seat(seat), parse_action(action))
        for at_ms, seat, action in found.moves
    )
    return sealed(
        MatchRecord(
            match_id=stored.match_id,
            rules=stored.match.rules,
            players=len(stored.players),
            lot=stored.lot,
            started_ms=stored.created_ms,
            deals=tuple(deal for proof in found.proofs for deal in _deals(found, proof)),
            moves=tuple(move for move in made if not isinstance(move.action, _BESIDE_THE_CARDS)),
            sides=stored.sides,
            begun=None if stored.setup.begun is None else stored.setup.begun.moves,
            names=tuple(name_of(player) for player in stored.players),
        )
    )


def name_of(player: Player) -> str:
    """Return a player's name in a record, which can be read anywhere."""
    if player.world is None:
        return player.name
    return player.outside.name or NAMELESS


def _last_finished(connection: Connection, match_id: int) -> int:
    """Return the number of the move that ended the last finished round."""
    newest = select(func.max(rounds.c.last_seq)).where(rounds.c.match_id == match_id)
    return int(connection.execute(newest).scalar_one())


def _deals(found: Played, proof: Proof) -> list[RecordedDeal]:
    """Return every deck of one revealed round, misdeals included."""
    stored = found.stored
    decks = deals.dealt_decks(stored, found.roots.of(proof.number), proof.contributions)
    second = stored.match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    shared = stored.match.rules.shared_knock_card
    return [
        RecordedDeal(
            proof.number,
            index,
            attempt,
            tuple(decks.deck(proof.number, index, attempt)),
            decks.knock_card(proof.number, 0 if shared else index, attempt) if second else None,
        )
        for index, table in enumerate(proof.tables)
        for attempt in range(table.attempt + 1)
    ]
