"""The homes of an event: the server and channel of its message; two in an event of two servers.

The first home is that of team 1, the second one that of team 2.
"""

from dataclasses import dataclass

from engine.service.people import ChannelId, GuildId, MessageId, UserId


@dataclass(frozen=True, slots=True)
class EventHome:
    """A place of an event's message, and the version that the message shows.

    ``host``: the organiser of this server; ``locale``: its language at that time.
    """

    guild: GuildId
    channel: ChannelId
    message: MessageId | None
    thread: ChannelId | None
    host: UserId
    locale: str | None
    rendered_version: int
