"""Messages and their attachments: what was sent, as Discord would show and return it."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.wire.errors import BAD_FORM, ApiError
from tests.wire.ids import Ids
from tests.wire.objects import LONG_AGO, Payload

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
KEPT: Final = 50_000
CDN: Final = "https://cdn.invalid/attachments"
_ATTACHMENT: Final = "attachment://"


@dataclass
class Message:
    """A message. ``files``: names of attachments by id; ``interaction``: the one it answers."""

    id: int
    channel: int
    flags: int = 0
    content: str = ""
    components: list[Payload] = field(default_factory=list)
    embeds: list[Payload] = field(default_factory=list)
    files: dict[int, str] = field(default_factory=dict)
    interaction: int = 0
    version: int = 0
    """How often it was edited."""

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    def parts(self) -> Iterator[Payload]:
        """Every component, from the outside in."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """All text on it."""
        texts = (str(one["content"]) for one in self.parts() if one.get("type") == 10)
        return "\n".join([self.content, *texts])

    def payload(self, author: Payload) -> Payload:
        shown = set(self.files) if not self.components else set()
        return {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": author,
            "application_id": author["id"],
            "content": self.content,
            "timestamp": LONG_AGO,
            "edited_timestamp": LONG_AGO if self.version else None,
            "flags": self.flags,
            "components": self.components,
            "embeds": self.embeds,
            "attachments": [_attachment(one, self.files[one]) for one in sorted(shown)],
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "type": 20 if self.interaction else 0,
            **{name: [] for name in ("mentions", "mention_roles")},
        }


class Messages:
    """The newest messages by id."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.all: OrderedDict[int, Message] = OrderedDict()

    def get(self, number: int) -> Message | None:
        return self.all.get(number)

    def in_channel(self, channel: int) -> list[Message]:
        """What everybody sees there, oldest first."""
        found = (one for one in self.all.values() if one.channel == channel)
        return [one for one in found if not one.is_ephemeral]

    def new(
        self, channel: int, body: Payload, files: Mapping[str, str], *, interaction: int = 0
    ) -> Message:
        """Store a message. ``files``: names of uploaded files by the name of their field."""
        message = Message(self._ids.new(), channel, interaction=interaction)
        self.change(message, body, files)
        message.version = 0
        self.all[message.id] = message
        while len(self.all) > KEPT:
            self.all.popitem(last=False)
        return message

    def change(self, message: Message, body: Payload, files: Mapping[str, str]) -> None:
        """Apply an edit: what the body does not name stays as it is."""
        attached = self._attached(message, body, files)
        components = message.components
        if body.get("components") is not None:
            components = body["components"]
            _resolve(components, {name: number for number, name in attached.items()})
        message.files, message.components = attached, components
        message.content = body.get("content", message.content) or ""
        message.embeds = body.get("embeds") or []
        message.flags |= int(body.get("flags") or 0)
        message.version += 1

    def _attached(
        self, message: Message, body: Payload, files: Mapping[str, str]
    ) -> dict[int, str]:
        if body.get("attachments") is None:
            return message.files | {self._ids.new(): name for name in files.values()}
        found: dict[int, str] = {}
        for one in body["attachments"]:
            number = int(one["id"])
            if f"files[{number}]" in files:
                found[self._ids.new()] = files[f"files[{number}]"]
            elif number in message.files:
                found[number] = message.files[number]
            else:
                raise ApiError(400, BAD_FORM, f"attachment {number} is not on this message")
        return found


def walk(components: list[Payload]) -> Iterator[Payload]:
    """Every component of a tree, from the outside in."""
    for one in components:
        yield one
        yield from walk(one.get("components", []))
        if isinstance(one.get("component"), dict):
            yield from walk([one["component"]])
        if isinstance(one.get("accessory"), dict):
            yield from walk([one["accessory"]])


def _resolve(components: list[Payload], numbers: dict[str, int]) -> None:
    """Number the components, and show in place of attachments where they can be fetched."""
    for number, one in enumerate(walk(components), 1):
        one.setdefault("id", number)
        for holder in (one, *one.get("items", [])):
            for key in ("media", "file"):
                if isinstance(holder.get(key), dict):
                    holder[key] = _media(holder[key], numbers)


def _media(media: Payload, numbers: dict[str, int]) -> Payload:
    url = str(media.get("url", ""))
    if not url.startswith(_ATTACHMENT):
        return media
    name = url.removeprefix(_ATTACHMENT)
    if name not in numbers:
        raise ApiError(400, BAD_FORM, f"there is no attachment {name}")
    number = numbers[name]
    return {
        "id": str(number),
        "attachment_id": str(number),
        "url": f"{CDN}/{number}/{name}",
        "proxy_url": f"{CDN}/{number}/{name}",
        "width": 1,
        "height": 1,
        "content_type": "image/png",
        "loading_state": 2,
    }


def _attachment(number: int, name: str) -> dict[str, Any]:
    url = f"{CDN}/{number}/{name}"
    return {"id": str(number), "filename": name, "size": 1, "url": url, "proxy_url": url}
