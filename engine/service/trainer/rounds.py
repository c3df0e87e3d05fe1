"""The finished matches that puzzles come from."""

from sqlalchemy import Connection, select

from engine.game.errors import RecordError
from engine.service import preferences
from engine.service.matches import records
from engine.service.matches.match_rows import IS_OPEN
from engine.service.matches.records import Played
from engine.store.schema import matches


def last_played(connection: Connection, limit: int) -> list[Played]:
    """Return the most recently ended matches whose players let their rounds become puzzles.

    Challenges of a day are not among them, nor boards that others have still to play.
    """
    ended = (
        select(matches.c.match_id)
        .where(matches.c.ended_ms.is_not(None), matches.c.day.is_(None), IS_OPEN)
        .order_by(matches.c.ended_ms.desc(), matches.c.match_id.desc())
        .limit(limit)
    )
    found = []
    for match_id in connection.execute(ended).scalars().all():
        try:
            one = records.played(connection, match_id)
        except RecordError:
            continue
        if one is not None and _all_agree(connection, one):
            found.append(one)
    return found


def _all_agree(connection: Connection, found: Played) -> bool:
    people = [player.user_id for player in found.held.players if player.user_id is not None]
    return all(preferences.prefs(connection, user_id).puzzles for user_id in people)
