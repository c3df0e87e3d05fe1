"""The chat beside the table."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import StringConstraints

from bot.web.protocol.base import Message, Moment

MOST_LETTERS: Final = 1_000
ChatText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MOST_LETTERS)]
"""What a person writes; Discord allows more, but nobody writes that much at a card table."""


class ChatLine(Message):
    """A message of the channel. ``gin``: written by the bot. ``text``: like that of panels."""

    id: str
    author: str
    name: str
    gin: bool
    at: Moment
    text: str


class Chat(Message):
    """The newest messages of the channel, the oldest of them first; the whole of what is shown.

    ``names``: of the people who are mentioned.
    """

    type: Literal["chat"] = "chat"
    lines: tuple[ChatLine, ...]
    names: dict[str, str]
