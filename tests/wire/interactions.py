"""Interactions: commands, presses, forms and hints as Discord delivers them, and their answers."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.wire.errors import (
    ALREADY_ANSWERED,
    INVALID_TOKEN,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from tests.wire.messages import EPHEMERAL, Message, Messages, walk
from tests.wire.objects import (
    ALL_PERMISSIONS,
    OF_PRIVATE_CHATS,
    PRIVATE_CHANNEL,
    Channel,
    Guild,
    Payload,
    Upload,
    User,
)
from tests.wire.records import now

COMMAND, PRESS, HINT, FORM = 2, 3, 4, 5
"""Kinds of interactions."""
SEND, DEFER, DEFER_UPDATE, UPDATE, HINTS, OPEN_FORM = 4, 5, 6, 7, 8, 9
"""Kinds of callbacks."""
TOKEN_S: Final = 900.0
KEPT: Final = 50_000
MOST_FOLLOW_UPS: Final = 5
"""Where only a person's own installation has brought the bot."""


@dataclass
class Interaction:
    """An interaction that was delivered, and what became of it."""

    id: int
    kind: int
    user: int
    channel: int
    owner: int = 0
    """The person whose own installation has brought it; 0 for that of a server."""
    at: float = field(default_factory=now)
    pressed: Message | None = None
    callback: int = 0
    """The kind of the first answer; 0 before it."""
    acknowledged_at: float = 0.0
    answered_at: float = 0.0
    """When the answer arrived that people read: not a deferral."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    original: Message | None = None
    """What ``@original`` names."""
    is_pending: bool = False
    """Whether the answer was announced, and is still to come."""
    is_private: bool = False
    follow_ups: int = 0
    shown: list[Message] = field(default_factory=list)
    """The messages that it was answered with."""
    form: Payload = field(default_factory=dict)
    hints: list[Payload] = field(default_factory=list)

    @property
    def token(self) -> str:
        return f"token-{self.id}"

    def has_answer(self) -> None:
        """Note the arrival of the real answer."""
        if not self.answered_at:
            self.answered_at = now()
            self.answered.set()


class Interactions:
    """The newest interactions by id, and Discord's rules for their answers.

    ``first_answer_s``: how long a first answer is taken; Discord's 3 seconds would be a busy
    machine's mistake.
    """

    def __init__(self, messages: Messages) -> None:
        self.first_answer_s = math.inf
        self._messages = messages
        self.all: OrderedDict[int, Interaction] = OrderedDict()

    def add(self, one: Interaction) -> None:
        self.all[one.id] = one
        while len(self.all) > KEPT:
            self.all.popitem(last=False)

    def by_token(self, token: str) -> Interaction:
        """The interaction of a token that still holds."""
        number = token.removeprefix("token-")
        found = self.all.get(int(number)) if number.isdecimal() else None
        if found is None:
            raise ApiError(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        if now() > found.at + TOKEN_S:
            raise ApiError(401, INVALID_TOKEN, "Invalid Webhook Token")
        return found

    def callback(
        self, number: int, token: str, body: Payload, files: Mapping[str, str]
    ) -> Interaction:
        """Take the first answer."""
        found = self.all.get(number)
        is_late = found is not None and now() > found.at + self.first_answer_s
        if found is None or found.token != token or is_late:
            raise ApiError(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if found.callback:
            raise ApiError(400, ALREADY_ANSWERED, "Interaction has already been acknowledged.")
        kind, data = int(body["type"]), body.get("data") or {}
        if kind == UPDATE and found.pressed is not None:
            self._messages.change(found.pressed, data, files)
        if kind == SEND:
            self._show(found, data, files)
        found.callback, found.acknowledged_at = kind, now()
        if kind in (DEFER_UPDATE, UPDATE):
            found.original = found.pressed
        if kind == DEFER:
            found.is_pending = True
            found.is_private = bool(int(data.get("flags") or 0) & EPHEMERAL)
        if kind == OPEN_FORM:
            found.form = data
        if kind == HINTS:
            found.hints = data.get("choices") or []
        if kind not in (DEFER, DEFER_UPDATE):
            found.has_answer()
        return found

    def follow_up(self, token: str, body: Payload, files: Mapping[str, str]) -> Message:
        """Take a message after the first answer; the first one completes an announcement."""
        found = self.by_token(token)
        self._need_callback(found)
        if found.is_pending:
            return self._complete(found, body, files)
        if found.owner and found.follow_ups >= MOST_FOLLOW_UPS:
            raise ApiError(400, TOO_MANY_FOLLOW_UPS, "Maximum number of follow up messages")
        found.follow_ups += 1
        message = self._show(found, body, files)
        found.has_answer()
        return message

    def edit(self, token: str, name: str, body: Payload, files: Mapping[str, str]) -> Message:
        """Take an edit of one of the answers, or of the pressed message."""
        found = self.by_token(token)
        self._need_callback(found)
        if name == "@original" and found.is_pending:
            return self._complete(found, body, files)
        message = self.message(token, name)
        self._messages.change(message, body, files)
        found.has_answer()
        return message

    def message(self, token: str, name: str) -> Message:
        """An answer of an interaction, or the message that was pressed."""
        found = self.by_token(token)
        own = [*found.shown, *([found.pressed] if found.pressed else [])]
        wanted = found.original.id if name == "@original" and found.original else name
        for message in own:
            if str(message.id) == str(wanted) and message.id in self._messages.all:
                return message
        raise ApiError(404, UNKNOWN_MESSAGE, "Unknown Message")

    def delete(self, token: str, name: str) -> None:
        """Remove an answer, or take an announcement back."""
        found = self.by_token(token)
        if name == "@original" and found.is_pending:
            found.is_pending = False
            return
        message = self.message(token, name)
        self._messages.all.pop(message.id, None)
        if message is found.original and found.callback == DEFER:
            # The announcement was completed only to be taken back: the answer is still to come.
            found.answered_at = 0.0
            found.answered.clear()

    def _complete(self, found: Interaction, body: Payload, files: Mapping[str, str]) -> Message:
        flags = int(body.get("flags") or 0) & ~EPHEMERAL
        body = {**body, "flags": flags | (EPHEMERAL if found.is_private else 0)}
        message = self._show(found, body, files)
        found.is_pending = False
        found.has_answer()
        return message

    def _show(self, found: Interaction, body: Payload, files: Mapping[str, str]) -> Message:
        message = self._messages.new(found.channel, body, files, interaction=found.id)
        found.shown.append(message)
        found.original = found.original or message
        return message

    def _need_callback(self, found: Interaction) -> None:
        if not found.callback:
            raise ApiError(404, UNKNOWN_WEBHOOK, "Unknown Webhook")


def common(
    number: int, kind: int, user: User, guild: Guild | None, channel: Channel, owner: int = 0
) -> Payload:
    """What every interaction carries. ``owner``: as in :class:`Interaction`."""
    found: Payload = {
        "id": str(number),
        "type": kind,
        "token": f"token-{number}",
        "version": 1,
        "channel_id": str(channel.id),
        "channel": {**channel.payload(), "permissions": ALL_PERMISSIONS},
        "locale": "en-US",
        "app_permissions": guild.rights if guild is not None else OF_PRIVATE_CHATS,
        "entitlements": [],
        "authorizing_integration_owners": {"1": str(owner)} if owner else {},
        "context": 1 if channel.type == PRIVATE_CHANNEL else 2,
        "attachment_size_limit": 10_000_000,
    }
    if guild is None:
        return {**found, "user": user.payload()}
    owners = {"1": str(owner)} if owner else {"0": str(guild.id)}
    return {
        **found,
        "guild_id": str(guild.id),
        "guild": guild.partial(),
        "member": user.member(),
        "guild_locale": "en-US",
        "authorizing_integration_owners": owners,
        "context": 0,
    }


MENU_OF_PEOPLE = 5


def command_data(name: str, options: Mapping[str, Any], focused: str = "") -> Payload:
    """The data of a slash command such as ``gin friends add``; a User value names a person."""
    top, *below = name.split()
    people = [one for one in options.values() if isinstance(one, User)]
    inner = [_option(key, value, focused) for key, value in options.items()]
    for depth, word in enumerate(reversed(below)):
        inner = [{"type": 1 if depth == 0 else 2, "name": word, "options": inner}]
    found: Payload = {"id": "1", "name": top, "type": 1, "options": inner}
    uploads = {str(one.id): one.payload() for one in options.values() if isinstance(one, Upload)}
    resolved = (_resolved(people) if people else {}) | ({"attachments": uploads} if uploads else {})
    return {**found, "resolved": resolved} if resolved else found


def _resolved(people: Sequence[User]) -> Payload:
    member = people[0].member()
    del member["user"]
    return {
        "users": {str(one.id): one.payload() for one in people},
        "members": {str(one.id): member for one in people},
    }


def _option(name: str, value: Any, focused: str) -> Payload:
    kinds = {bool: 5, int: 4, float: 10, User: 6, Upload: 11}
    kind = kinds.get(type(value), 3)
    named = isinstance(value, User | Upload)
    found = {"type": kind, "name": name, "value": str(value.id) if named else value}
    return found | ({"focused": True} if name == focused else {})


def press_data(message: Message, custom_id: str, values: Sequence[str] | None) -> Payload:
    """The data of a press or a choice; AssertionError if the message does not offer it."""
    part = next((one for one in message.parts() if one.get("custom_id") == custom_id), None)
    assert part is not None, f"{custom_id!r} is not on message {message.id}"
    assert not part.get("disabled"), f"{custom_id!r} is disabled"
    found: Payload = {"component_type": part["type"], "custom_id": custom_id, "id": part["id"]}
    if values is None:
        return found
    if part["type"] == MENU_OF_PEOPLE:
        found["resolved"] = _resolved([User(int(one)) for one in values])
    return {**found, "values": list(values)}


def form_data(form: Payload, written: Mapping[str, str]) -> Payload:
    """The data of a form that was filled in."""
    for one in walk(form["components"]):
        if "custom_id" in one and one.get("type") == 4:
            one["value"] = written.get(one["custom_id"], one.get("value") or "")
    return {"custom_id": form["custom_id"], "components": form["components"]}
