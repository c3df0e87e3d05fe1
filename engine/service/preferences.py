"""Preferences of players and settings of servers: typed, stored as JSON, extensible."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import bindparam, insert, select, update

from engine.game.seats import Seat
from engine.service import audit
from engine.service.audit import note
from engine.service.changes import stored
from engine.service.commands import Commands, query
from engine.service.people import (
    DIRECT_MESSAGES,
    NAME_LENGTH,
    GuildId,
    InteractionId,
    Person,
    Player,
    UserId,
)
from engine.service.tx import ReadTx, Tx
from engine.store.schema import daily_tries, guilds, players, standings
from engine.store.statements import PreparedQuery

_NO_PREFS: Final = "{}"
_NAME = (
    update(players)
    .where(players.c.user_id == bindparam("id"))
    .values(name=bindparam("new_name"), seen_ms=bindparam("now"))
)


def remember(tx: Tx, person: Person) -> None:
    """Store the name that a person has in lists of every server; a nickname stays on its server."""
    name = (person.world or person.name)[:NAME_LENGTH]
    known = tx.execute(_NAME, {"id": person.user_id, "new_name": name, "now": tx.now})
    if known.rowcount == 0:
        tx.execute(
            insert(players),
            {"user_id": person.user_id, "name": name, "prefs": _NO_PREFS, "seen_ms": tx.now},
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
    open_games: bool = False
    """Whether the operator may publish finished matches, without any name."""
    across: bool = False
    """Whether players of other servers may find this person's open tables."""
    notes: NoteWay = NoteWay.PANEL
    profile: ProfileFor = ProfileFor.SERVER


_READ_PREFS = PreparedQuery(select(players.c.prefs).where(players.c.user_id == bindparam("id")))
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


def prefs(tx: ReadTx, user_id: int) -> Prefs:
    """Return a player's preferences, the defaults for a new one."""
    found = tx.row(_READ_PREFS, {"id": user_id})
    return Prefs.read(None if found is None else found.prefs)


def quiet(tx: ReadTx, seated: Sequence[Player]) -> Callable[[Seat], tuple[int, int] | None]:
    """Return a function for the quiet hours of the seated players, which reads them when called."""

    def hours(seat: Seat) -> tuple[int, int] | None:
        user_id = seated[seat].user_id
        return None if user_id is None else prefs(tx, user_id).quiet_hours

    return hours


def set_prefs(tx: Tx, person: Person, chosen: Prefs) -> Prefs:
    """Store a player's preferences."""
    remember(tx, person)
    tx.execute(
        update(players).where(players.c.user_id == person.user_id).values(prefs=chosen.written())
    )
    on_world_board = {"id": person.user_id, "on": int(chosen.world_board)}
    tx.execute(_SHOW, on_world_board)
    tx.execute(_SHOW_DAYS, on_world_board)
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


def config(tx: ReadTx, guild_id: int) -> GuildConfig:
    """Return a server's settings, the defaults for a new one."""
    if guild_id == DIRECT_MESSAGES:
        return OUTSIDE_SERVERS
    found = tx.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    return GuildConfig.read(found)


def set_config(tx: Tx, guild: GuildId, admin: UserId, chosen: GuildConfig) -> GuildConfig:
    """Store a server's settings and log who changed them, except changes by the bot itself."""
    text = chosen.written()
    changed = tx.execute(
        update(guilds).where(guilds.c.guild_id == guild).values(config=text, updated_ms=tx.now)
    )
    if changed.rowcount == 0:
        row = {"guild_id": guild, "config": text, "updated_ms": tx.now}
        tx.execute(insert(guilds), row)
    if admin:
        note(tx, guild, admin, "set_config", None, text)
    return chosen


def change_config(tx: Tx, guild_id: int, change: Callable[[GuildConfig], GuildConfig]) -> bool:
    """Store a change by the bot itself; ``False`` if nothing changes.

    The settings are compared as they are written, so that of two processes only one makes it.
    """
    found = tx.execute(_READ_CONFIG, {"id": guild_id}).scalar_one_or_none()
    before = GuildConfig.read(found)
    after = change(before)
    if after == before:
        return False
    text = after.written()
    if found is None:
        row = {"guild_id": guild_id, "config": text, "updated_ms": tx.now}
        made = tx.upsert(guilds).on_conflict_do_nothing()
        return tx.execute(made, row).rowcount == 1
    changed = tx.execute(
        update(guilds)
        .where(guilds.c.guild_id == guild_id, guilds.c.config == found)
        .values(config=text, updated_ms=tx.now)
    )
    return changed.rowcount == 1


class SettingsCommands(Commands):
    """The settings of players and servers."""

    prefs = query(prefs)
    guild_config = query(config)
    audit_log = query(audit.audit_log)

    async def set_prefs(self, interaction: InteractionId, person: Person, chosen: Prefs) -> Prefs:
        """Store a player's preferences; return the stored ones."""
        codec = stored(lambda tx: prefs(tx, person.user_id))
        return await self._once(
            interaction, "prefs", codec, lambda tx: set_prefs(tx, person, chosen)
        )

    async def set_guild_config(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, chosen: GuildConfig
    ) -> GuildConfig:
        """Store a server's settings; return the stored ones.

        The caller has checked the permission of ``admin``.
        """
        codec = stored(lambda tx: config(tx, guild))
        return await self._once(
            interaction,
            "config",
            codec,
            lambda tx: set_config(tx, guild, admin, chosen),
        )
