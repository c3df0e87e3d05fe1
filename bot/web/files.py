"""The files of the built page, read once and kept in memory, compressed."""

import asyncio
import gzip
import hashlib
import html
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.ui.i18n import Translator, mark

STATIC: Final = Path(__file__).parent / "static"
INDEX: Final = "index.html"
ASSETS: Final = "assets"
SENTENCES: Final = (
    mark("Gin rummy: the table is being laid …"),
    mark(
        "Gin needs JavaScript for its card table. Allow it for this page, and load the page again."
    ),
)
"""What the page says before it runs, and where it cannot run."""
HEAD: Final = "<!--gin:head-->"
"""The line of the page that is replaced by what a shared match adds to its head."""
LANGUAGE: Final = 'lang="en"'
_PACKED: Final = frozenset((".js", ".css", ".svg", ".txt", ".json"))
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".webp": "image/webp"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file. ``packed``: compressed with gzip, where that pays. ``etag``: of its content."""

    mime: str
    data: bytes
    packed: bytes | None
    etag: str


class PageFiles:
    """The page and its assets."""

    def __init__(self, index: str, assets: dict[str, Asset]) -> None:
        self._index = index
        self._assets = assets

    @classmethod
    async def read(cls, folder: Path = STATIC) -> "PageFiles":
        """Read the built page off the event loop."""
        return await asyncio.to_thread(cls._read, folder)

    @classmethod
    def _read(cls, folder: Path) -> "PageFiles":
        index = (folder / INDEX).read_text(encoding="utf-8")
        assets = {file.name: _asset(file) for file in (folder / ASSETS).iterdir() if file.is_file()}
        return cls(index, assets)

    def index(self, words: Translator, head: str = "") -> str:
        """Return the page in a language. ``head``: further tags for its head, safe as HTML."""
        said = self._index.replace(LANGUAGE, f'lang="{words.language.replace("_", "-")}"', 1)
        for sentence in SENTENCES:
            said = said.replace(sentence, html.escape(words.t(sentence)))
        return said.replace(HEAD, head)

    def asset(self, name: str) -> Asset | None:
        """Return an asset; ``None`` for a name that the build has not made."""
        return self._assets.get(name)


def _asset(file: Path) -> Asset:
    data = file.read_bytes()
    mime = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    packed = gzip.compress(data, 9, mtime=0) if file.suffix in _PACKED else None
    etag = hashlib.sha256(data).hexdigest()[:32]
    return Asset(mime or "application/octet-stream", data, packed, etag)
