"""The lobby: what this person may do now."""

from typing import Literal

from bot.web.protocol.base import MatchText, Message, Moment
from bot.web.protocol.panels import PersonPart, PressButton


class LobbyTable(Message):
    """A match to sit down at or to watch. ``mine``: it waits for this person."""

    match: MatchText
    title: str
    line: str
    mine: bool
    deadline: Moment | None = None
    private: bool = False


class LobbyInvitation(Message):
    """A challenge or an open table.

    ``markdown``: as in panels, with the ``names`` of those it mentions. ``buttons``: what this
    person may do with it; they go with ``panel``.
    """

    lobby: MatchText
    panel: str
    markdown: str
    names: dict[str, str]
    buttons: tuple[PressButton, ...]
    to_me: bool


class Named(Message):
    """A choice and its name in the reader's language."""

    name: str
    title: str


class PresetChoice(Message):
    """A ruleset. ``players``: how many may sit."""

    name: str
    title: str
    players: tuple[int, ...]


class Lobby(Message):
    """Everything on the lobby's page, for this person and server; sent when it changes.

    ``tables``: the person's own, those that wait first. ``invitations``: challenges first.
    ``watch``: tables of this server that others play. ``levels``, ``presets``, ``clocks``: for
    ``start``. ``people``: whom one may challenge. ``menu``: further features, pressed with
    ``panel``. ``can_start``: whether matches can begin here: a channel is known.
    """

    type: Literal["lobby"] = "lobby"
    place: str
    tables: tuple[LobbyTable, ...]
    invitations: tuple[LobbyInvitation, ...]
    watch: tuple[LobbyTable, ...]
    levels: tuple[Named, ...]
    presets: tuple[PresetChoice, ...]
    clocks: tuple[Named, ...]
    people: tuple[PersonPart, ...]
    panel: str
    menu: tuple[PressButton, ...]
    can_start: bool


class OwnTables(Message):
    """The running matches of this person, the oldest first.

    Sent after ``welcome``, and again when one of them begins or ends, to pages without the lobby,
    too: whoever plays at one table is told that they are awaited at another.
    """

    type: Literal["own_tables"] = "own_tables"
    tables: tuple[LobbyTable, ...]


class People(Message):
    """The people whose names begin with the text that was asked for."""

    type: Literal["people"] = "people"
    text: str
    people: tuple[PersonPart, ...]
