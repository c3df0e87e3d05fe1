"""The files of the built page, the answers to its requests, and what guards both."""

import asyncio
import gzip
import hashlib
import html
import mimetypes
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.ui.i18n import ENGLISH, LANGUAGES, Translator, in_language, mark
from bot.web.protocol.base import Message
from bot.web.protocol.http import Problem
from bot.web.session import ProxyProof
from bot.web.visitors import Network, Visitors

LONGEST: Final = 200
"""The most characters of a header that are looked at."""


def words_asked_for(header: str) -> Translator:
    """Return the translator of the best language in an ``Accept-Language`` (RFC 9110, 12.5.4)."""
    known = {language.partition("_")[0]: language for language in (*LANGUAGES.values(), ENGLISH)}
    weighed = sorted(_weighed(header[:LONGEST]), key=lambda one: -one[1])
    wanted = (known.get(tag.partition("-")[0]) for tag, weight in weighed if weight > 0)
    return in_language(next(filter(None, wanted), ENGLISH))


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    """Yield each language tag with its weight."""
    for part in header.split(","):
        tag, _, weight = part.partition(";q=")
        try:
            yield tag.strip().lower(), float(weight or 1)
        except ValueError:
            continue


API: Final = "/api/"
LOOPBACK: Final = frozenset(("127.0.0.1", "localhost", "::1"))
_DISCORD: Final = "https://discord.com https://*.discord.com"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)


class Guard:
    """The checks of every request.

    ``public``: the origin at which people reach the page. ``client_id``: the application, whose
    Activity has an origin of its own; ``None`` until it is known. ``loopback``: only this computer
    may ask. ``proof``: judges what comes through Discord's proxy. ``ready``: whether people can be
    served. ``proxies``: whose word about addresses is believed.
    """

    def __init__(
        self,
        *,
        public: str = "",
        client_id: Callable[[], str | None] = lambda: None,
        loopback: bool = False,
        proof: ProxyProof | None = None,
        ready: Callable[[], bool] = lambda: True,
        proxies: Iterable[Network] = (),
    ) -> None:
        self.visitors = Visitors(proxies, proof)
        self._origins = {_origin(public)} if public else set()
        self._client_id = client_id
        self._loopback = loopback
        self._proof = proof
        self._ready = ready

    @property
    def policy(self) -> str:
        """The Content Security Policy."""
        client_id = self._client_id()
        if client_id is None:
            return _POLICY
        return f"{_POLICY} {_DISCORD} https://{client_id}.discordsays.com"

    def knows(self, request: web.Request) -> bool:
        """Whether a request comes from a page of ours, as the browser says."""
        origin = request.headers.get("Origin", "")
        if not origin:
            return False
        if urlsplit(origin).netloc == request.host and self._is_here(request):
            return True
        client_id = self._client_id()
        activity = f"https://{client_id}.discordsays.com"
        return origin in self._origins or (client_id is not None and origin == activity)

    def _is_here(self, request: web.Request) -> bool:
        """Whether the name of the host is this computer's, where only that may ask.

        A foreign name that leads to this computer would else be the same origin.
        """
        return not self._loopback or urlsplit(f"//{request.host}").hostname in LOOPBACK

    def middleware(self) -> Middleware:
        """Return the middleware that adds the headers, and refuses requests from elsewhere."""

        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self._is_here(request):
                raise web.HTTPForbidden(text="open the playground by its own address")
            if request.path.startswith(API) and not self._ready():
                raise web.HTTPServiceUnavailable(text="Gin is not connected to Discord yet")
            if self._proof is not None and not self._proof.accepts(request.headers):
                raise web.HTTPUnauthorized(text="invalid request signature")
            if request.method != "GET" and not self.knows(request):
                raise web.HTTPForbidden(text="this is no page of Gin's")
            return await handler(request)

        return guarded

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers of every answer."""
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


STATIC: Final = Path(__file__).parent / "static"
INDEX: Final = "index.html"
WORKER: Final = "sw.js"
ASSETS: Final = "assets"
SENTENCES: Final = (
    mark("Gin rummy: setting up the table…"),
    mark(
        "If no table appears, this browser is too old. Chrome and Edge work from version 111, "
        "Firefox from 121, Safari from 16.4."
    ),
    mark("The card table needs JavaScript. Turn it on for this page and reload."),
)
"""What the page says before it runs, and where it cannot run."""
HEAD: Final = "<!--gin:head-->"
"""The line of the page that is replaced by what a shared match adds to its head."""
LANGUAGE: Final = 'lang="en"'
_PACKED: Final = frozenset((".js", ".css", ".svg", ".txt", ".json"))
_TYPES: Final = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file. ``packed``: compressed with gzip, where that pays. ``etag``: of its content."""

    mime: str
    data: bytes
    packed: bytes | None
    etag: str


class PageFiles:
    """The page and its assets. ``worker``: the script that runs beside the page."""

    def __init__(self, index: str, assets: dict[str, Asset], worker: Asset) -> None:
        self._index = index
        self._assets = assets
        self.worker = worker

    @classmethod
    async def read(cls, folder: Path = STATIC) -> "PageFiles":
        """Read the built page off the event loop."""
        return await asyncio.to_thread(cls._read, folder)

    @classmethod
    def _read(cls, folder: Path) -> "PageFiles":
        index = (folder / INDEX).read_text(encoding="utf-8")
        assets = {file.name: _asset(file) for file in (folder / ASSETS).iterdir() if file.is_file()}
        return cls(index, assets, _asset(folder / WORKER))

    def index(self, words: Translator, head: str = "") -> str:
        """Return the page in a language. ``head``: further tags for its head, safe as HTML."""
        text = self._index.replace(LANGUAGE, f'lang="{words.language.replace("_", "-")}"', 1)
        for sentence in SENTENCES:
            text = text.replace(sentence, html.escape(words.t(sentence)))
        return text.replace(HEAD, head)

    def asset(self, name: str) -> Asset | None:
        """Return an asset; ``None`` for a name that the build has not made."""
        return self._assets.get(name)


def _asset(file: Path) -> Asset:
    data = file.read_bytes()
    mime = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    packed = gzip.compress(data, 9, mtime=0) if file.suffix in _PACKED else None
    etag = hashlib.sha256(data).hexdigest()[:32]
    return Asset(mime or "application/octet-stream", data, packed, etag)


def answer(message: Message) -> web.Response:
    """Return a message as JSON."""
    return web.Response(text=message.model_dump_json(), content_type="application/json")


def words_of(request: web.Request) -> Translator:
    """Return the language that the browser asks for, as nobody has signed in yet."""
    return words_asked_for(request.headers.get("Accept-Language", ""))


def problem(words: Translator, sentence: str, status: int) -> web.Response:
    """Return an error with a sentence of the catalogues."""
    body = Problem(error=words.t(sentence)).model_dump_json()
    return web.Response(text=body, content_type="application/json", status=status)
