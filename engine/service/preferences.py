"""Preferences of players and settings of servers: typed, stored as JSON, extensible."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Connection, bindparam, insert, select, update

from engine.game.seats import Seat
from engine.service import audit
from engine.service.audit import note
from engine.service.changes import stored
from engine.service.people import (
    DIRECT_MESSAGES,
    NAME_LENGTH,
    GuildId,
    InteractionId,
    Person,
    Player,
    UserId,
)
from engine.service.tx import Commands, Tx, query
from engine.store.schema import daily_tries, guilds, players, standings
from engine.store.statements import PreparedStatement, upsert

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


_READ_CONFIG = select(guilds.c.config).where(guilds.c.guild_id == bindparam("id"))


class GuildConfig(StoredSettings):
    """One server's settings. ``channels`` empty: every channel. ``presets``: house rules by name,
    each a set of options as in :func:`engine.game.rules.rules_from`. ``rated``: whether matches
    count for the ratings by default, or never do.
    """

    channels: tuple[int, ...] = ()
    presets: dict[str, dict[str, int | str | bool | None]] = Field(default_factory=dict)
    language: str | None = None
    pings: bool = True
    reports_channel: int | None = None
    tv_channel: int | None = None
    tv_message: int | None = None
    threads: Literal["never", "ask", "always"] = "never"
    rated: Literal["yes", "no", "never"] = "yes"
    across: bool = False
    """Whether members may meet players of other servers."""
    members_only: bool = True
    """Whether boards leave out people who have left the server."""
    season_role: int | None = None
    season_places: int = Field(default=3, ge=1, le=10)
    season_board: str = "won"
    organiser_role: int | None = None
    """The role whose members may organize events, besides those with Manage Events."""
    joined_ms: int = 0
    """When the bot joined the server, for the welcome of that joining."""
    welcome_due: bool = False
    """Whether that welcome has not been posted yet."""


OUTSIDE_SERVERS: Final = GuildConfig(rated="never", threads="never", pings=False)
"""What holds where no server's administrators can choose."""


def config(connection: Connection, guild_id: int) -> GuildConfig:
    """Return a server's settings, the defaults for a new one."""
    if guild_id == DIRECT_MESSAGES:
        return OUTSIDE_SERVERS
    found = connection.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    return GuildConfig.read(found)


def set_config(tx: Tx, guild: GuildId, admin: UserId, chosen: GuildConfig) -> GuildConfig:
    """Store a server's settings and log who changed them, except changes by the bot itself."""
    connection, entry = tx.connection, tx.audit(guild, admin)
    text = chosen.written()
    changed = connection.execute(
        update(guilds)
        .where(guilds.c.guild_id == entry.guild_id)
        .values(config=text, updated_ms=entry.at_ms)
    )
    if changed.rowcount == 0:
        row = {"guild_id": entry.guild_id, "config": text, "updated_ms": entry.at_ms}
        connection.execute(insert(guilds), row)
    if entry.actor_id:
        note(connection, entry, "set_config", None, text)
    return chosen


def change_config(
    connection: Connection, guild_id: int, change: Callable[[GuildConfig], GuildConfig], now: int
) -> bool:
    """Store a change by the bot itself; ``False`` if nothing changes.

    The settings are compared as they are written, so that of two processes only one makes it.
    """
    found = connection.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    before = GuildConfig.read(found)
    after = change(before)
    if after == before:
        return False
    text = after.written()
    if found is None:
        row = {"guild_id": guild_id, "config": text, "updated_ms": now}
        made = upsert(connection.dialect.name, guilds).on_conflict_do_nothing()
        return connection.execute(made, row).rowcount == 1
    changed = connection.execute(
        update(guilds)
        .where(guilds.c.guild_id == guild_id, guilds.c.config == found)
        .values(config=text, updated_ms=now)
    )
    return changed.rowcount == 1


class SettingsCommands(Commands):
    """The settings of players and servers."""

    prefs = query(prefs)
    guild_config = query(config)
    audit_log = query(audit.audit_log)

    async def set_prefs(self, interaction: InteractionId, person: Person, chosen: Prefs) -> Prefs:
        """Store a player's preferences; return the stored ones."""
        codec = stored(lambda c: prefs(c, person.user_id))
        return await self._once(
            interaction, "prefs", codec, lambda tx: set_prefs(tx, person, chosen)
        )

    async def set_guild_config(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, chosen: GuildConfig
    ) -> GuildConfig:
        """Store a server's settings; return the stored ones.

        The caller has checked the permission of ``admin``.
        """
        codec = stored(lambda c: config(c, guild))
        return await self._once(
            interaction,
            "config",
            codec,
            lambda tx: set_config(tx, guild, admin, chosen),
        )
