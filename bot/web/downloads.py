"""Files of panels at addresses of their own: Discord's frame saves none, so a browser does."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cachetools import TTLCache

from bot.web.protocol.panels import DownloadPart, PanelState

LIFE_S: Final = 900.0
MOST_BYTES: Final = 48 * 1024 * 1024
NAME_BYTES: Final = 24
PATH: Final = "api/files"


@dataclass(frozen=True, slots=True)
class PanelFile:
    """A file. ``data``: base64."""

    name: str
    data: str


class Downloads:
    """The files, in memory, each until its address has been known for 15 minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._files: TTLCache[str, PanelFile] = TTLCache(
            MOST_BYTES, LIFE_S, clock, lambda one: len(one.data)
        )

    def instead(self, panel: PanelState) -> PanelState:
        """Return a panel with addresses in place of its files."""
        parts = tuple(
            self._stored(part) if isinstance(part, DownloadPart) else part for part in panel.parts
        )
        return panel.model_copy(update={"parts": parts})

    def find(self, name: str) -> PanelFile | None:
        """Return the file of an address; ``None`` if it is not here, or no longer."""
        return self._files.get(name)

    def _stored(self, part: DownloadPart) -> DownloadPart:
        if len(part.data) > MOST_BYTES:
            return part
        name = secrets.token_urlsafe(NAME_BYTES)
        self._files[name] = PanelFile(part.name, part.data)
        return part.model_copy(update={"data": "", "address": f"{PATH}/{name}"})
