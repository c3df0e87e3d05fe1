"""The facts of one match that lobbies, matches and requests share; each is declared here only."""

from dataclasses import dataclass
from typing import Final

from engine.service.people import ChannelId, GuildId, MessageId, Place

UNDRAWN: Final = -1
"""The version that a table message shows before it is posted, or when it has to be redrawn."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """Where the message of a table is, or of the lobby that becomes the table.

    ``message``: its id; ``None`` until it is posted. ``place``: the kind of chat. ``locale``: the
    language of its host; ``None`` for that of the server. ``rendered_version``: the version that
    the message shows, :data:`UNDRAWN` when it has to be redrawn.
    """

    guild: GuildId
    channel: ChannelId
    message: MessageId | None = None
    place: Place = Place.SERVER
    locale: str | None = None
    rendered_version: int = UNDRAWN

    @property
    def is_apart(self) -> bool:
        """Whether the players were found across servers, so that there is no table message."""
        return self.place is Place.APART

    @property
    def language(self) -> str | None:
        """The language of the message; ``None`` for that of the server, which is asked."""
        return None if self.place is Place.SERVER else self.locale
