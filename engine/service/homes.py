"""The homes of a match: the server and channel of its table message; two in a match of two servers.

The first home is that of the first seat, the second one that of the second seat. A match is always
seen from one of them, or from neither: then it names no server, no channel and no server's names.
"""

from dataclasses import dataclass
from typing import Final

from engine.service.people import DIRECT_MESSAGES, ChannelId, GuildId, MessageId

UNDRAWN: Final = -1
"""The version that a table message shows before it is posted, or when it has to be redrawn."""


@dataclass(frozen=True, slots=True)
class Home:
    """A place of a match's table message, and the version that the message shows.

    ``locale``: the language of the server, for a process that does not serve it; known where a
    match has two homes, because only then such a process draws at once.
    """

    guild: GuildId
    channel: ChannelId
    message: MessageId | None = None
    rendered_version: int = UNDRAWN
    locale: str | None = None


NOWHERE: Final = Home(DIRECT_MESSAGES, ChannelId(0))
"""The place of a match of two servers for those who belong to neither."""
