"""Records of played matches without hidden information, and the links that share them."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, exists, func, select

from engine.coach.likeness import HeldCards
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
from engine.game.errors import RecordError
from engine.game.match import MatchPhase
from engine.game.notation import parse_action
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, positions, sealed
from engine.game.round import GinRound
from engine.game.rules import KnockCardSource
from engine.game.seats import Seat
from engine.service.changes import YES_NO, stored
from engine.service.commands import Commands, command, query
from engine.service.matches import deals, match_rows
from engine.service.matches.match_rows import IS_OPEN, OVER
from engine.service.people import InteractionId, MatchId, Player, UserId
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.service.types import Proof
from engine.store.schema import match_players, matches, moves, rounds, shares

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


def played(tx: ReadTx, match_id: int) -> Played | None:
    """Return the whole of an ended match, or the finished rounds of a running one.

    ``None`` if there is no such match or no round is revealed yet (in a daily challenge: before
    the day is over).
    """
    stored = match_rows.read(tx, match_id)
    if stored is None or stored.revealed_number == 0:
        return None
    made = select(moves).where(moves.c.match_id == match_id).order_by(moves.c.seq)
    if stored.match.phase is not MatchPhase.OVER:
        made = made.where(moves.c.seq <= _last_finished(tx, match_id))
    return Played(
        stored,
        deals.roots_of(tx, stored.setup.deal_id(stored.match_id)),
        deals.proofs(tx, match_id, stored.revealed_number),
        tuple((row.at_ms, row.seat, row.action) for row in tx.execute(made)),
    )


def played_some(tx: ReadTx, match_ids: Sequence[MatchId]) -> tuple[Played, ...]:
    """Return the same for several matches, without those that cannot be read."""
    found = []
    for match_id in match_ids:
        try:
            found.append(played(tx, match_id))
        except RecordError:
            _log.info("match %d has no record", match_id)
    return tuple(one for one in found if one is not None)


def hidden_hands(tx: ReadTx, match_id: int) -> frozenset[HeldCards]:
    """Return every hand that was held in a match whose deals others may still have to play, each
    with the pile beside it.
    """
    stored = match_rows.read(tx, match_id)
    if stored is None or stored.revealed_number:
        return frozenset()
    made = select(moves).where(moves.c.match_id == match_id).order_by(moves.c.seq)
    found = Played(
        stored,
        deals.roots_of(tx, stored.setup.deal_id(stored.match_id)),
        deals.proofs(tx, match_id, stored.match.number),
        tuple((row.at_ms, row.seat, row.action) for row in tx.execute(made)),
    )
    return frozenset(
        HeldCards(hand, table.round.discards)
        for now in positions(record_of(found))
        for table in now.tables
        if isinstance(table.round, GinRound)
        for hand in table.round.hands
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
            names=tuple(recorded_name(player) for player in stored.players),
        )
    )


def recorded_name(player: Player) -> str:
    """Return a player's name in a record, which can be read anywhere."""
    if player.world is None:
        return player.name
    return player.outside.name or NAMELESS


def _last_finished(tx: ReadTx, match_id: int) -> int:
    """Return the number of the move that ended the last finished round."""
    newest = select(func.max(rounds.c.last_seq)).where(rounds.c.match_id == match_id)
    return int(tx.execute(newest).scalar_one())


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


NAME_BYTES: Final = 16
"""The random bytes of a link; nobody finds one by trying."""


def _may_share(tx: ReadTx, match_id: MatchId, user_id: UserId) -> bool:
    """Whether a match may be shared: over, open, not of a day, and played by this person."""
    played = select(match_players.c.seat).where(
        match_players.c.match_id == match_id, match_players.c.user_id == user_id
    )
    found = select(matches.c.match_id).where(
        matches.c.match_id == match_id,
        matches.c.status == OVER,
        matches.c.day.is_(None),
        IS_OPEN,
        exists(played),
    )
    return tx.execute(found).first() is not None


def name_of(tx: ReadTx, match_id: MatchId) -> str | None:
    """Return the name of a shared match; ``None`` if it is not shared."""
    found = select(shares.c.name).where(shares.c.match_id == match_id)
    return tx.execute(found).scalar_one_or_none()


def match_of(tx: ReadTx, name: str) -> MatchId | None:
    """Return the match that is shared under a name; ``None`` if there is none."""
    found = select(shares.c.match_id).where(shares.c.name == name)
    match = tx.execute(found).scalar_one_or_none()
    return None if match is None else MatchId(match)


def share(tx: Tx, match_id: MatchId, user_id: UserId) -> str | None:
    """Share a match, and return its name; ``None`` if this person may not."""
    name = tx.secret(NAME_BYTES).hex()
    if not _may_share(tx, match_id, user_id):
        return None
    row = {"match_id": match_id, "user_id": user_id, "name": name, "since_ms": tx.now}
    tx.execute(tx.upsert(shares).on_conflict_do_nothing(), row)
    return name_of(tx, match_id)


def unshare(tx: Tx, match_id: MatchId, user_id: UserId) -> bool:
    """End the sharing: its link leads nowhere from now on. Any of the match's players may.

    ``False`` if there was nothing to end.
    """
    if not _may_share(tx, match_id, user_id):
        return False
    return bool(tx.execute(delete(shares).where(shares.c.match_id == match_id)).rowcount)


class Shares(Commands):
    """The shared matches."""

    unshare = command("unshare", YES_NO, unshare, of_subject=True)
    name_of = query(name_of)
    match_of = query(match_of)

    async def share(
        self, interaction: InteractionId, match_id: MatchId, user_id: UserId
    ) -> str | None:
        """Share a finished match; return its name, ``None`` for anybody but its players."""
        codec = stored(lambda tx: name_of(tx, match_id))
        name = f"share:{match_id}"
        return await self._once(
            interaction, name, codec, lambda tx: share(tx, match_id, user_id), match_id
        )
