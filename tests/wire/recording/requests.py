"""What the bot sends during one step, as text that does not depend on the moment."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.wire.messages import Messages

_ATTACHMENT: Final = re.compile(rb'(?<="id":)\d{15,}(?=[,}])')
_TOKENS: Final = re.compile(r"(?<=/webhooks/)\d+/[^/?]+|(?<=/interactions/)\d+/[^/?]+")


@dataclass
class RequestLog:
    """The requests since the last step.

    Requests of one step are sorted: the order in which several messages are edited at once is left
    to the event loop. For the same reason an attachment that stays has its file's name in place of
    its id. Files are represented by their digests, so that multipart boundaries do not appear.
    """

    messages: Messages
    pending: list[str] = field(default_factory=list)

    def add(self, method: str, path: str, body: bytes, files: Mapping[str, bytes]) -> None:
        """Note a request with its JSON as it was sent."""
        lines = [f"{method} {_TOKENS.sub('token', path)}"]
        if body:
            lines.append(_ATTACHMENT.sub(self._name, body).decode())
        for name, data in sorted(files.items()):
            lines.append(f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}")
        self.pending.append("\n".join(lines))

    def _name(self, found: re.Match[bytes]) -> bytes:
        number = int(found[0])
        names = (one.files[number] for one in self.messages.all.values() if number in one.files)
        return next(names, "unknown").encode()

    def taken(self) -> list[str]:
        """Return the requests of a step, and begin the next one."""
        found, self.pending = sorted(self.pending), []
        return found
