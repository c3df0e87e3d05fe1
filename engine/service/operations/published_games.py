"""Open games: finished matches that all of their players publish, without what leads back to them.

People are numbers, drawn anew for each export, matches are numbered in a random order, and every
time is the beginning of its day (UTC). Nothing of servers, channels or secrets is in a record.
"""

import json
import random
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import select

from engine.game.errors import RecordError
from engine.game.record import MatchRecord, record_schema, sealed, to_json
from engine.service.matches import records
from engine.service.matches.records import Played
from engine.service.ports import SystemClock
from engine.service.preferences import Prefs
from engine.service.tx import ReadTx
from engine.store import Store
from engine.store.schema import match_players, matches, moves, players

FORMAT: Final = "gin-games"
VERSION: Final = 1
LICENCE: Final = "CC0-1.0"
"""By its name in SPDX's list: whoever allows the export waives what rights there are."""
DAY_MS: Final = 86_400_000
PEOPLE: Final = 5_000
"""The people whose settings are read at one time."""
ASKED: Final = 200
"""The people whose matches are looked for, and the matches that are read, at one time."""
T = TypeVar("T")


async def open_games(store: Store, chance: random.Random) -> AsyncIterator[str]:
    """Yield the lines of a file of open games: the head, then a match each.

    ``chance``: must be unpredictable, or somebody could number the people again. Raises
    StoreBusyError or StoreFailedError.
    """
    now = SystemClock().now_ms()

    async def asked(query: Callable[[ReadTx], T]) -> T:
        return await store.read_long(lambda connection: query(ReadTx(connection, now)))

    people: list[int] = []
    after: int | None = -1
    while after is not None:
        agreeing, after = await asked(partial(_agreeing, after=after))
        people += agreeing
    chance.shuffle(people)
    numbers = {user: number for number, user in enumerate(people, 1)}
    played: dict[int, None] = {}
    for some in _batches(people):
        played.update(dict.fromkeys(await asked(partial(_matches_of, users=some))))
    found = list(played)
    chance.shuffle(found)
    yield json.dumps({"format": FORMAT, "version": VERSION, "licence": LICENCE} | _SCHEMA)
    game = 0
    for some in _batches(found):
        for one in await asked(partial(_whole, match_ids=some, agreeing=numbers)):
            game += 1
            yield to_json(_nameless(one, game, numbers), indent=None)


_SCHEMA: Final = {"schema": record_schema()}


def _batches(pieces: Sequence[int]) -> list[Sequence[int]]:
    return [pieces[first : first + ASKED] for first in range(0, len(pieces), ASKED)]


def _agreeing(tx: ReadTx, after: int) -> tuple[list[int], int | None]:
    """Return who publishes their games, of the next people; and the last of these, if any."""
    following = select(players.c.user_id, players.c.prefs).where(players.c.user_id > after)
    rows = tx.execute(following.order_by(players.c.user_id).limit(PEOPLE)).all()
    agreeing = [row.user_id for row in rows if Prefs.read(row.prefs).open_games]
    return agreeing, rows[-1].user_id if rows else None


def _matches_of(tx: ReadTx, users: Collection[int]) -> Sequence[int]:
    """Return the matches of these people that have ended.

    Boards that others have still to play have no record yet.
    """
    asked = (
        select(matches.c.match_id)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(match_players.c.user_id.in_(users), matches.c.ended_ms.is_not(None))
    )
    return tx.execute(asked).scalars().all()


def _whole(tx: ReadTx, match_ids: Sequence[int], agreeing: Mapping[int, int]) -> list[Played]:
    """Return those of these matches that only people have played who publish their games.

    Whoever has left a seat to somebody else has played, too.
    """
    found = []
    for match_id in match_ids:
        if not _people_in(tx, match_id) <= agreeing.keys():
            continue
        try:
            one = records.played(tx, match_id)
        except RecordError:
            continue
        if one is not None:
            found.append(one)
    return found


def _people_in(tx: ReadTx, match_id: int) -> set[int | None]:
    """Return the people of a match; ``None`` for computers."""
    seated = select(match_players.c.user_id).where(match_players.c.match_id == match_id)
    moved = select(moves.c.user_id).where(
        moves.c.match_id == match_id, moves.c.user_id.is_not(None)
    )
    return set(tx.execute(seated.union(moved)).scalars())


def _nameless(found: Played, game: int, numbers: Mapping[int, int]) -> MatchRecord:
    """Return the record under the number ``game``, with numbers as names and days as times."""
    record = records.record_of(found)
    return sealed(
        replace(
            record,
            match_id=game,
            started_ms=_day(record.started_ms),
            moves=tuple(move._replace(at_ms=_day(move.at_ms)) for move in record.moves),
            names=tuple(str(numbers[one.user_id]) for one in found.stored.players if one.user_id),
        )
    )


def _day(at_ms: int) -> int:
    return at_ms - at_ms % DAY_MS
