"""Committed decks: secrets, contributions, public rounds; all deals compared with chance."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cachetools import TTLCache
from sqlalchemy import Row, bindparam, delete, func, insert, select, update

from engine import fairness
from engine.daily import contributions_on
from engine.fairness import CommittedDecks, deck_label, shuffled
from engine.game.cards import Card
from engine.game.match import Decks, Match
from engine.game.round import deal_hands
from engine.game.statistics import table_figures
from engine.service.commands import Commands, Dependencies
from engine.service.matches import match_rows
from engine.service.people import GuildId, MatchId, Player
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.service.types import Proof, TableProof
from engine.standings.deal_statistics import HAND, Deal, DealStatistics, deal_statistics
from engine.store.schema import matches, rounds, secrets

NO_CONTRIBUTION = "-"
"""The contribution of a player who was not ready when the next round was dealt."""
COMPUTER = "computer"
WORDS_LENGTH = 80

_ROOT = select(secrets.c.root, secrets.c.earlier).where(secrets.c.ref_id == bindparam("ref"))
_REVEAL = (
    update(rounds)
    .where(rounds.c.match_id == bindparam("of_match"), rounds.c.number == bindparam("of_number"))
    .values(
        {name: bindparam(f"new_{name}") for name in ("results", "secret", "last_seq", "ended_ms")}
    )
)
_PROOFS = (
    select(
        rounds,
        func.coalesce(rounds.c.commitment, matches.c.anchor).label("anchor"),
        func.coalesce(matches.c.boards, matches.c.day, matches.c.match_id).label("deal_id"),
    )
    .join(matches, matches.c.match_id == rounds.c.match_id)
    .where(rounds.c.match_id == bindparam("of_match"))
)


class StoredDecks:
    """The decks of round ``current`` as it was dealt, and of the next one.

    ``contributions`` are for the latter. The secret is read with the first deck.
    """

    def __init__(
        self,
        tx: ReadTx,
        stored: StoredMatch,
        contributions: tuple[str, ...],
        current: int,
    ) -> None:
        self._tx = tx
        self._match_id = stored.match_id
        self._begun = stored.setup.begun
        self._deal_id = stored.setup.deal_id(stored.match_id)
        self._contributions = contributions
        self._current = current

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        return self._of(number).deck(number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return self._of(number).knock_card(number, table, attempt)

    def _of(self, number: int) -> Decks:
        if self._begun is not None:
            return self._begun
        return self._dealt if number <= self._current else self._decks

    @cached_property
    def _decks(self) -> CommittedDecks:
        root = roots_of(self._tx, self._deal_id).of(self._current + 1)
        return CommittedDecks(root, self._deal_id, self._contributions)

    @cached_property
    def _dealt(self) -> CommittedDecks:
        dealt = proof(self._tx, self._match_id, self._current)
        assert dealt is not None
        root = roots_of(self._tx, self._deal_id).of(self._current)
        return CommittedDecks(root, self._deal_id, dealt.contributions)


def dealt_decks(stored: StoredMatch, root: bytes, contributions: tuple[str, ...]) -> Decks:
    """Return the decks of a round of a match as they were dealt from the round's root."""
    deal_id = stored.setup.deal_id(stored.match_id)
    return stored.setup.begun or CommittedDecks(root, deal_id, contributions)


def keep_root(tx: Tx, ref_id: int, root: bytes) -> None:
    """Store a root secret for a lobby or a match."""
    tx.execute(insert(secrets), {"ref_id": ref_id, "root": root.hex()})


@dataclass(frozen=True, slots=True)
class DealSecrets:
    """The root secrets of a match: the current one, and those that restores have replaced.

    ``earlier``: each with the last round that it served, the oldest first.
    """

    newest: bytes
    earlier: tuple[tuple[int, bytes], ...] = ()

    def of(self, number: int) -> bytes:
        """Return the root that round ``number`` is dealt from."""
        return next((root for last, root in self.earlier if number <= last), self.newest)


def roots_of(tx: ReadTx, ref_id: int) -> DealSecrets:
    """Return the root secrets of a lobby or a match."""
    row = tx.execute(_ROOT, {"ref": ref_id}).one()
    earlier = ((last, bytes.fromhex(root)) for last, root in json.loads(row.earlier))
    return DealSecrets(bytes.fromhex(row.root), tuple(earlier))


def root_of(tx: ReadTx, ref_id: int) -> bytes:
    """Return the root secret from which a lobby or a match deals now."""
    return roots_of(tx, ref_id).newest


def forget_root(tx: Tx, ref_id: int) -> None:
    """Delete the secret of a closed lobby."""
    tx.execute(delete(secrets).where(secrets.c.ref_id == ref_id))


def tidy(words: str) -> str:
    """Return a player's own words as they are stored: one line, of limited length."""
    return " ".join(words.split())[:WORDS_LENGTH]


def open_round(
    tx: Tx,
    match_id: int,
    match: Match,
    contributions: Sequence[str],
    *,
    seq: int,
) -> None:
    """Record a deal: the contributions and the seating; not the secret."""
    tables = [[table.pair.non_dealer, table.pair.dealer, table.attempt] for table in match.tables]
    tx.execute(
        insert(rounds),
        {
            "match_id": match_id,
            "number": match.number,
            "contributions": json.dumps(contributions),
            "tables": json.dumps(tables),
            "first_seq": seq,
            "dealt_ms": tx.now,
        },
    )


def close_round(tx: Tx, stored: StoredMatch, match: Match, number: int, *, seq: int) -> str | None:
    """Reveal a round that is over, or that ends with its match; return the secret in hex.

    A round of a daily challenge or of a duplicate event stays hidden, because others still play the
    same deal.
    """
    secret = None
    if not stored.setup.has_shared_deals:
        root = roots_of(tx, stored.match_id).of(number)
        secret = fairness.round_secret(root, number).hex()
    tx.execute(
        _REVEAL,
        {
            "of_match": stored.match_id,
            "of_number": number,
            "new_results": json.dumps(_results(match, number)),
            "new_secret": secret,
            "new_last_seq": seq,
            "new_ended_ms": tx.now,
        },
    )
    return secret


def _results(match: Match, number: int) -> list[dict[str, object]]:
    """Return how each table of a round ended; empty for an unfinished round."""
    if not match.played or match.played[-1].number != number:
        return []
    return [
        {
            "kind": table.kind.value,
            "winner": table.result.winner,
            "points": list(table.result.award.points),
            "extra_boxes": table.result.award.extra_boxes,
            "figures": [one.plain() for one in table_figures(match.rules, played)],
        }
        for table, played in zip(match.played[-1].tables, match.tables, strict=True)
    ]


def proof(tx: ReadTx, match_id: int, number: int) -> Proof | None:
    """Return the public data about one round's deal."""
    found = tx.execute(_PROOFS.where(rounds.c.number == number), {"of_match": match_id})
    row = found.one_or_none()
    return None if row is None else _proof(row)


def proofs(tx: ReadTx, match_id: int, last: int) -> tuple[Proof, ...]:
    """Return the public data about the deals of the rounds up to number ``last``."""
    upto = _PROOFS.where(rounds.c.number <= last).order_by(rounds.c.number)
    return tuple(_proof(row) for row in tx.execute(upto, {"of_match": match_id}))


def _proof(row: Row[tuple[object, ...]]) -> Proof:
    return Proof(
        match_id=MatchId(row.deal_id),
        number=row.number,
        anchor=row.anchor,
        contributions=tuple(json.loads(row.contributions)),
        tables=tuple(TableProof(*table) for table in json.loads(row.tables)),
        secret=row.secret,
    )


def contributions_of(match: StoredMatch, pending: Sequence[str | None]) -> tuple[str, ...]:
    """Return the seats' contributions to the next shuffle; those to shared deals are constant."""
    if match.setup.boards is not None:
        return match.setup.boards.contributions
    if match.setup.day is not None:
        return contributions_on(match.setup.day)
    return tuple(words or NO_CONTRIBUTION for words in pending)


def contribution(player: Player, words: str, interaction: int) -> str:
    """Return what a player's ``Ready`` adds to the next shuffle."""
    if player.is_computer:
        return COMPUTER
    return words or f"ready:{interaction}"


MATCHES: Final = 200
"""The matches of a server whose deals are compared, the last ones that have ended."""
CACHED_S: Final = 600.0
SERVERS: Final = 1_000


class DealRecords(Commands):
    """What was dealt on each server. Shuffling again is slow, so results are cached."""

    def __init__(
        self, dependencies: Dependencies, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(dependencies)
        self._found: TTLCache[GuildId, DealStatistics | None] = TTLCache(SERVERS, CACHED_S, clock)
        self._one_at_a_time = asyncio.Lock()

    async def statistics(self, guild: GuildId) -> DealStatistics | None:
        """Return a comparison of a server's deals with chance; ``None`` without finished rounds.

        A result may be ten minutes old. Rounds that others may still have to play are left out, and
        so are those of the daily challenge, which everybody is dealt alike.
        """
        async with self._one_at_a_time:
            if guild not in self._found:
                revealed = await self._read_long(lambda tx: revealed_rounds(tx, guild))
                self._found[guild] = await asyncio.to_thread(_compared, revealed)
            return self._found[guild]


def revealed_rounds(tx: ReadTx, guild: int) -> list[tuple[int, int, str, str, str]]:
    """Return match, number, contributions, tables and secret of the rounds to compare."""
    ended = (
        select(matches.c.match_id)
        .where(
            matches.c.guild_id == guild,
            matches.c.ended_ms.is_not(None),
            match_rows.HAS_TABLE,
            match_rows.IS_DEALT,
        )
        .order_by(matches.c.ended_ms.desc())
        .limit(MATCHES)
    )
    columns = (rounds.c.match_id, rounds.c.number, rounds.c.contributions, rounds.c.tables)
    asked = select(*columns, rounds.c.secret).where(
        rounds.c.match_id.in_(tx.execute(ended).scalars().all()),
        rounds.c.secret.is_not(None),
    )
    return [tuple(row) for row in tx.execute(asked)]


def _compared(revealed: list[tuple[int, int, str, str, str]]) -> DealStatistics | None:
    """Deal the rounds again as in standard gin, by whatever rules they were played."""
    deals = []
    for match, number, contributions, tables, secret in revealed:
        for index, (_, _, attempt) in enumerate(json.loads(tables)):
            label = deck_label(match, number, index, attempt)
            deck = shuffled(bytes.fromhex(secret), label, json.loads(contributions))
            deals.append(Deal(deal_hands(deck, HAND)[0], deck[2 * HAND]))
    return deal_statistics(deals) if deals else None
