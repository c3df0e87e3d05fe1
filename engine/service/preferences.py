"""Preferences of players: typed, stored as JSON, extensible; and the names of people in lists."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Connection, bindparam, insert, select, update

from engine.game.seats import Seat
from engine.service.people import NAME_LENGTH, Person, Player
from engine.service.tx import Tx
from engine.store.prepared import PreparedStatement
from engine.store.schema import daily_tries, players, standings

_NO_PREFS: Final = "{}"
_NAME = (
    update(players)
    .where(players.c.user_id == bindparam("id"))
    .values(name=bindparam("new_name"), seen_ms=bindparam("now"))
)


def remember(connection: Connection, person: Person, now: int) -> None:
    """Store the name that a person has in lists of every server; a nickname stays on its server."""
    name = (person.world or person.name)[:NAME_LENGTH]
    known = connection.execute(_NAME, {"id": person.user_id, "new_name": name, "now": now})
    if known.rowcount == 0:
        connection.execute(
            insert(players),
            {"user_id": person.user_id, "name": name, "prefs": _NO_PREFS, "seen_ms": now},
        )


class Notify(StrEnum):
    """The way to notify a player of their turn."""

    CHANNEL = "channel"
    DIRECT = "dm"
    NONE = "none"


class HandOrder(StrEnum):
    """The order in which the cards of a hand are shown."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"
    OWN = "own"


class ProfileFor(StrEnum):
    """The people who may see a player's profile: everyone for figures of all servers, a server's
    members for its figures, or no other person.
    """

    EVERYBODY = "everybody"
    SERVER = "server"
    NOBODY = "nobody"


class StoredSettings(BaseModel):
    """Settings that are stored as JSON without their defaults."""

    # Unknown fields are kept: an older release must not lose data of a newer one.
    model_config = ConfigDict(frozen=True, extra="allow")

    @classmethod
    def read(cls, text: str | None) -> Self:
        """Return stored settings; unreadable ones count as not set."""
        if text is None:
            return cls()
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return cls()

    def written(self) -> str:
        """Return the text that is stored."""
        return self.model_dump_json(exclude_defaults=True)


class NoteWay(StrEnum):
    """The way to deliver notes to a person."""

    PANEL = "panel"
    DIRECT = "dm"
    NONE = "none"


class Prefs(StoredSettings):
    """One player's preferences. ``quiet_hours``: start and end, in minutes of the UTC day."""

    text_mode: bool = False
    table_talk: bool = True
    one_tap: bool = False
    theme: str = "four_colour"
    felt: str = "green"
    back: str = "lattice"
    title: str = ""
    hand_order: HandOrder = HandOrder.MELDS
    locale: str | None = None
    notify: Notify = Notify.CHANNEL
    quiet_hours: tuple[int, int] | None = None
    world_board: bool = False
    open_hands: bool = False
    """Whether spectators may view the finished rounds of a running match with open hands."""
    puzzles: bool = True
    """Whether positions of finished matches may become puzzles, without any name."""
    across: bool = False
    """Whether players of other servers may find this person's open tables."""
    notes: NoteWay = NoteWay.PANEL
    profile: ProfileFor = ProfileFor.SERVER
    stars: dict[str, int] = {}
    """The stars of the lessons of the course, by name."""
    course: str = ""
    """The place in the lesson under way, see :class:`engine.course.progress.CourseProgress`."""
    lesson: int = 0
    """The place that was reached in the prepared game of earlier versions; its ideas count as
    lessons, and then it is 0."""


_READ_PREFS = PreparedStatement(select(players.c.prefs).where(players.c.user_id == bindparam("id")))
_SHOW = (
    update(standings)
    .where(standings.c.user_id == bindparam("id"), standings.c.scope == 0)
    .values(shown=bindparam("on"))
)
_SHOW_DAYS = (
    update(daily_tries)
    .where(daily_tries.c.user_id == bindparam("id"))
    .values(shown=bindparam("on"))
)


def prefs(connection: Connection, user_id: int) -> Prefs:
    """Return a player's preferences, the defaults for a new one."""
    found = _READ_PREFS.row(connection, {"id": user_id})
    return Prefs.read(None if found is None else found.prefs)


def quiet(
    connection: Connection, seated: Sequence[Player]
) -> Callable[[Seat], tuple[int, int] | None]:
    """Return a function for the quiet hours of the seated players, which reads them when called."""

    def hours(seat: Seat) -> tuple[int, int] | None:
        user_id = seated[seat].user_id
        return None if user_id is None else prefs(connection, user_id).quiet_hours

    return hours


def set_prefs(tx: Tx, person: Person, chosen: Prefs) -> Prefs:
    """Store a player's preferences."""
    connection = tx.connection
    remember(connection, person, tx.now)
    connection.execute(
        update(players).where(players.c.user_id == person.user_id).values(prefs=chosen.written())
    )
    on_world_board = {"id": person.user_id, "on": int(chosen.world_board)}
    connection.execute(_SHOW, on_world_board)
    connection.execute(_SHOW_DAYS, on_world_board)
    return chosen
