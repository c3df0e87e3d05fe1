"""The boards of a duplicate event: committed to, dealt, revealed and scored.

The chain of an event stands in ``secrets`` under the event, the root of a round's boards under the
id that their decks are shuffled for.
"""

import hashlib
from collections.abc import Sequence

from sqlalchemy import select, update

from engine import duplicate, fairness
from engine.duplicate import BoardTable, team_totals
from engine.events.plan import Scores
from engine.service.events.outcomes import NewsKind
from engine.service.events.rows import LoadedEvent, StoredEvent, StoredPairing
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import BoardOf, BoardsOf, BoardsProof, EventId
from engine.service.match_setup import SharedBoards
from engine.service.matches import deals
from engine.service.people import UserId, day_of, page_key
from engine.service.tx import Tx
from engine.store.schema import matches, rounds


def seed_of(chance: bytes) -> int:
    """Return the seed of an event's lots, from random bytes."""
    return int.from_bytes(chance[:6])


def commit(tx: Tx, event_id: EventId, chance: bytes) -> str:
    """Store the chain of an event, from random bytes, and return its commitment, in hex."""
    chain = hashlib.sha256(b"chain" + chance).digest()
    deals.keep_root(tx, event_id, chain)
    return fairness.anchor(chain).hex()


def deal_id(event: StoredEvent, round_: int) -> int:
    """Return the id that the decks of a round are shuffled for; always the same."""
    name = f"boards:{event.event_id}:{round_}"
    return page_key(UserId(event.event_id), day_of(event.created_ms), name)


def shared(event: StoredEvent, round_: int) -> SharedBoards:
    """Return the boards of a round as its matches hold them."""
    contributions = duplicate.contributions(event.event_id, round_, event.pressed or "")
    return SharedBoards(deal_id(event, round_), contributions)


def mix(tx: EventTransaction) -> None:
    """Record what those who are here pressed; it becomes part of every board."""
    taking_part = (one for one in tx.loaded.entries.values() if one.seed is not None)
    tx.change(pressed=duplicate.pressed_text(one.said for one in taking_part))


def prepare(tx: EventTransaction, round_: int) -> None:
    """Store the root from which the tables of a round are dealt."""
    secret = _secret(tx, round_)
    root = duplicate.root_of(secret, tx.event.event_id, round_)
    deals.keep_root(tx, deal_id(tx.event, round_), root)


def _secret(tx: EventTransaction, round_: int) -> bytes:
    return duplicate.secret_of(deals.root_of(tx, tx.event.event_id), round_)


def reveal(tx: EventTransaction) -> None:
    """Make the boards of the current round public; all of its matches are over."""
    round_ = tx.event.round
    if tx.event.revealed >= round_:
        return
    own = deal_id(tx.event, round_)
    root = deals.root_of(tx, own)
    of_boards = select(matches.c.match_id).where(matches.c.boards == own)
    for number in range(1, tx.plan.boards + 1):
        secret = fairness.round_secret(root, number).hex()
        of_board = (rounds.c.match_id.in_(of_boards), rounds.c.number == number)
        tx.execute(update(rounds).where(*of_board).values(secret=secret))
        reached = select(rounds.c.match_id).where(*of_board)
        tx.execute(
            update(matches)
            .where(matches.c.match_id.in_(reached))
            .values(revealed=secret, revealed_number=number)
        )
    tx.change(revealed=round_, secret=_secret(tx, round_).hex())
    tx.add_news(NewsKind.BOARDS_OPEN)


def proof_of(event: StoredEvent) -> BoardsProof | None:
    """Return what anybody needs to check the boards of an event; ``None`` for one without."""
    if event.anchor is None:
        return None
    secrets: list[tuple[int, int, str]] = []
    secret = bytes.fromhex(event.secret or "")
    for round_ in range(event.revealed, 0, -1):
        secrets.append((round_, deal_id(event, round_), secret.hex()))
        secret = hashlib.sha256(secret).digest()
    return BoardsProof(event.anchor, event.pressed or "", tuple(reversed(secrets)))


# -- scores -------------------------------------------------------------------------------


def tables_of(loaded: LoadedEvent, round_: int) -> list[BoardTable]:
    """Return the tables of a round with the boards that they have played."""
    played = [one for one in loaded.pairings.values() if one.round == round_ and not one.is_open]
    return [_table(loaded, one, one.second) for one in played if one.second is not None]


def _table(loaded: LoadedEvent, pairing: StoredPairing, second: int) -> BoardTable:
    games = loaded.games.get(pairing.number, [])
    points = games[0].boards if games else ()
    # Whoever has not won is to blame if the table has not played all boards.
    left = None if pairing.winner is None else pairing.other(pairing.winner)
    return BoardTable(pairing.first, second, points, loaded.event.plan.boards, left)


def scores(loaded: LoadedEvent) -> Scores:
    """Return everybody's boards in each public round; none of an event without boards."""
    everything = range(1, loaded.event.revealed + 1)
    return [duplicate.scores(tables_of(loaded, round_)) for round_ in everything]


def by_round(loaded: LoadedEvent, found: Scores) -> dict[int, tuple[int | None, ...]]:
    """Return what everybody made of each public round; ``None`` for those who sat out."""
    return {
        number: tuple(duplicate.made(each[number]) if number in each else None for each in found)
        for number in loaded.entries
    }


def team_points(loaded: LoadedEvent, found: Scores) -> tuple[int, int] | None:
    """Return the points of both teams, once their boards are public."""
    if not (loaded.event.kind.has_teams and loaded.event.revealed):
        return None
    teams = team_totals({one.number: one.division for one in loaded.entries.values()}, found)
    return teams[1], teams[2]


def of_player(loaded: LoadedEvent, round_: int, number: int) -> BoardsOf | None:
    """Return an entrant's boards of a public round."""
    if not 1 <= round_ <= loaded.event.revealed:
        return None
    here = (one for one in loaded.pairings.values() if one.round == round_ and one.has(number))
    mine = next((one for one in here if not one.is_open), None)
    opponent = None if mine is None else mine.other(number)
    if mine is None or opponent is None:
        return None
    tables = tables_of(loaded, round_)
    own = duplicate.scores(tables)[number]
    sign = 1 if mine.first == number else -1
    besides = [one for one in tables if number not in (one.first, one.second)]
    games = loaded.games.get(mine.number, [])
    return BoardsOf(
        round=round_,
        match=games[0].match_id if games else None,
        opponent=loaded.entries[opponent].user_id,
        boards=tuple(
            BoardOf(index + 1, one.result, one.cards, one.made, _results(besides, index, sign))
            for index, one in enumerate(own)
        ),
        so_far=_so_far(loaded, number),
    )


def _so_far(loaded: LoadedEvent, number: int) -> tuple[int, int]:
    """Return what the cards gave an entrant and what play was worth, in all public rounds."""
    own = [one for each in scores(loaded) for one in each.get(number, ())]
    given = sum(one.cards for one in own if one.result is not None)
    return given, duplicate.made(own)


def _results(tables: Sequence[BoardTable], index: int, sign: int) -> tuple[int, ...]:
    """Return the results of one seat on a board, the best first."""
    played = (one.points[index] for one in tables if index < len(one.points))
    return tuple(sorted((sign * one for one in played if one is not None), reverse=True))
