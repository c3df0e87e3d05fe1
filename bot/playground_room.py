"""The playground's simulated channel as the chat beside the card table."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final

from simcord import Env
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import ComponentType

from bot.web.protocol.chat import Chat, ChatLine
from engine.service import UserId

SHOWN: Final = 60
"""The newest messages that pages show."""
EVENTS: Final = frozenset(
    ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
)


class ChannelRoom:
    """A channel of SimCord: one page's message is the other's, whichever of the two wrote it."""

    def __init__(self, env: Env, channel: ChannelHandle) -> None:
        self._env = env
        self._channel = channel.id
        self._written: list[Callable[[], None]] = []

    def chat(self) -> Chat:
        """Return the newest messages that everybody in the channel sees."""
        backend = self._env.backend
        newest = reversed(backend.messages.get(self._channel, {}).values())
        seen = (one for one in newest if one.visible_to(None) and _text(one))
        found = list(islice(seen, SHOWN))[::-1]
        mentioned = {user for one in found for user in one.mention_user_ids}
        return Chat(
            lines=tuple(self._line(one) for one in found),
            names={str(user): self._name(user) for user in sorted(mentioned)},
        )

    def write(self, user: UserId, text: str) -> None:
        """Write a message as a member."""
        # An actor's `send()` would wait until the whole bot rests.
        self._env.backend.create_message(self._channel, user, text)
        for written in self._written:
            written()

    def when_written(self, written: Callable[[], None]) -> None:
        """Call ``written`` after each message that is written here."""
        self._written.append(written)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change of the messages; returns the end of it."""

        def note(event: str, payload: Mapping[str, Any]) -> None:
            if event in EVENTS and payload.get("channel_id") == str(self._channel):
                changed()

        subscribers = self._env.backend.subscribers
        subscribers.append(note)
        return lambda: subscribers.remove(note) if note in subscribers else None

    def _line(self, message: Message) -> ChatLine:
        return ChatLine(
            id=str(message.id),
            author=str(message.author_id),
            name=self._name(message.author_id),
            gin=message.author_id == self._env.backend.bot_user.id,
            at=int(datetime.fromisoformat(message.timestamp).timestamp() * 1000),
            text=_text(message),
        )

    def _name(self, user: int) -> str:
        found = self._env.backend.users.get(user)
        return "…" if found is None else found.global_name or found.name


def _text(message: Message) -> str:
    """Return the words of a message; its pictures and buttons are on the table already."""
    return "\n".join(one for one in _texts(message) if one)


def _texts(message: Message) -> Iterator[str]:
    yield message.content
    for part in walk_components(message.components):
        if part.get("type") == ComponentType.TEXT_DISPLAY:
            yield str(part.get("content", ""))
