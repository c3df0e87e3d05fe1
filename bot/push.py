"""Notifications of browsers by web push: keys, encryption, addresses, sending, what a turn says."""

import asyncio
import base64
import json
import logging
import os
import socket
import struct
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Final, Self
from urllib.parse import urlsplit

import aiohttp
from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import DefaultResolver
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bot.match.board import match_context
from bot.match.turn_pings import PingReason, opponents
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.markup import plain_name
from engine.service import LiveMatch, PushSubscription, Service, UserId
from engine.store import StoreError

TOKEN_LIFE_S: Final = 12 * 3600
"""How long a proof is valid; a day at most is allowed."""
_NUMBER: Final = 32


def encoded(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Read base64url; ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class VapidKey:
    """A key pair on P-256."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        self._key = key
        self.public = encoded(point(key.public_key()))

    @classmethod
    def new(cls) -> Self:
        """Return a new key."""
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a stored key; ValueError if it is none."""
        return cls(ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1()))

    def stored(self) -> str:
        """Return what is stored, which is secret."""
        return encoded(self._key.private_numbers().private_value.to_bytes(_NUMBER))

    def proof(self, origin: str, contact: str, now: int) -> str:
        """Return the Authorization for a push service.

        ``origin``: of the service; ``contact``: an address where we are reached; ``now``: seconds
        since 1970.
        """
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": origin, "exp": now + TOKEN_LIFE_S, "sub": contact}
        signed = ".".join(
            encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
        )
        pair = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(_NUMBER) for number in pair)
        return f"vapid t={signed}.{encoded(signature)}, k={self.public}"


RECORD_BYTES: Final = 4096
MOST_MESSAGE_BYTES: Final = 3000
"""Of a message; services take records of 4096 bytes."""
SECRET_BYTES: Final = 16
_LAST: Final = b"\x02"


def check_keys(browser: PushSubscription) -> None:
    """Raise ValueError if the keys of a browser cannot be used."""
    _public(browser)
    if len(decoded(browser.auth)) != SECRET_BYTES:
        raise ValueError("the secret of a browser has 16 bytes")


def encrypted(
    text: bytes,
    browser: PushSubscription,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a request. ``own``, ``salt``: new for each message."""
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs, sender = _public(browser), point(own.public_key())
    info = b"WebPush: info\0" + point(theirs) + sender
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, decoded(browser.auth), info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD_BYTES, len(sender)) + sender
    return head + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _public(browser: PushSubscription) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(browser.p256dh))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


LONGEST_ENDPOINT: Final = 1000
MOST_CONNECTIONS: Final = 16
HTTPS: Final = 443


def check_endpoint(endpoint: str) -> None:
    """Raise ValueError unless an address is one of HTTPS, at a name, without a password."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise ValueError("this is no address")
    if parts.scheme != "https" or parts.port not in (None, HTTPS) or "@" in parts.netloc:
        raise ValueError("an address of a push service begins with https://")
    if "." not in host or _is_number(host):
        raise ValueError("a push service has a public name")


def origin(endpoint: str) -> str:
    """Return the origin of an address."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def _is_number(host: str) -> bool:
    """Whether a host is an address in numbers, in any of the spellings that programs take."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last.isdecimal() or last.startswith("0x")


class PublicResolver(AbstractResolver):
    """Finds public addresses only, whatever a name leads to at the time of each request."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the public addresses of a name; OSError if it has none."""
        found = await self._inner.resolve(host, port, family)
        public = [one for one in found if ip_address(one["host"]).is_global]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Release what the resolver holds."""
        await self._inner.close()


def push_session() -> ClientSession:
    """Return the session for requests to push services."""
    return ClientSession(
        connector=TCPConnector(resolver=PublicResolver(), limit=MOST_CONNECTIONS),
    )


KEY: Final = "vapid"
ANSWER_SECONDS: Final = 10.0
MOST_WAITING: Final = 1000
"""The messages under way at once; more are left out, as the chat tells of turns, too."""
MESSAGE_LIFE_S: Final = 24 * 3600
"""How long a push service tries to reach a browser."""
GONE: Final = frozenset((404, 410))
log = logging.getLogger(__name__)


class PushSender:
    """Sends to browsers. ``contact``: the public address of the card table.

    ``connect``: opens the session for requests; ``now``: seconds since 1970.
    """

    def __init__(
        self,
        service: Service,
        contact: str,
        connect: Callable[[], aiohttp.ClientSession] = push_session,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._service = service
        self._contact = contact
        self._connect = connect
        self._now = now
        self._http: aiohttp.ClientSession | None = None
        self._key: VapidKey | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find the key, or make it at the first start."""
        stored = await self._service.push.key(KEY)
        if stored is None:
            stored = await self._service.push.keep_key(KEY, VapidKey.new().stored())
        self._key = VapidKey.read(stored)

    async def stop(self) -> None:
        """Stop; what is under way is left out."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http is not None:
            await self._http.close()

    @property
    def public_key(self) -> str:
        """The key with which browsers subscribe; empty before the start."""
        return "" if self._key is None else self._key.public

    async def reaches(self, user: UserId) -> bool:
        """Whether somebody has a browser that wants to hear."""
        return bool(await self._service.push.of(user))

    def tell(self, user: UserId, topic: str, message: Mapping[str, str]) -> None:
        """Send a message to all browsers of a person, without waiting for it.

        ``topic``: of at most 32 letters; a later message of it replaces this one.
        """
        if len(self._tasks) >= MOST_WAITING:
            log.warning("too many notifications are under way; one is left out")
            return
        task = asyncio.create_task(self._notify(user, topic, message), name="gin-push")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, user: UserId, topic: str, message: Mapping[str, str]) -> None:
        text = json.dumps(message, ensure_ascii=False).encode()
        if len(text) > MOST_MESSAGE_BYTES:
            log.error("a notification is too long")
            return
        try:
            for browser in await self._service.push.of(user):
                await self._sent(user, browser, topic, text)
        except StoreError as error:
            log.warning("a notification is left out (%s)", error.code)

    async def _sent(self, user: UserId, browser: PushSubscription, topic: str, text: bytes) -> None:
        assert self._key is not None
        if self._http is None:
            self._http = self._connect()
        limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        try:
            check_endpoint(browser.endpoint)
            body = encrypted(text, browser)
            proof = self._key.proof(origin(browser.endpoint), self._contact, int(self._now()))
            headers = {
                "Authorization": proof,
                "Content-Encoding": "aes128gcm",
                "TTL": str(MESSAGE_LIFE_S),
                "Topic": topic,
                "Urgency": "high",
            }
            async with self._http.post(
                browser.endpoint, data=body, headers=headers, timeout=limit, allow_redirects=False
            ) as answer:
                status = answer.status
        except ValueError:
            status = 410  # Not an address or a key that this version would store.
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("a notification was not sent (%s)", type(error).__name__)
            return
        if status in GONE:
            await self._service.push.unsubscribe(user, browser.endpoint)
        elif status >= 300:
            log.info("a notification was not taken (%d)", status)


class PushAlerts:
    """Tells the browsers of people of their turns."""

    def __init__(self, messenger: Messenger, sender: PushSender) -> None:
        self._messenger = messenger
        self._sender = sender

    async def reaches(self, user: UserId) -> bool:
        """Whether somebody has a browser that wants to hear."""
        return await self._sender.reaches(user)

    async def alert(self, live: LiveMatch, user: UserId, reason: PingReason) -> None:
        """Tell the browsers of a player that a match waits for them."""
        live = live.seen_by(user)
        seat = live.seat_of(user)
        if seat is None or not await self.reaches(user):
            return
        config = await self._messenger.service.guild_config(live.table.guild)
        reader = await self._messenger.preferences.private(
            user, config.language or live.table.locale or "en-US"
        )
        t, board = reader.words.t, match_context(self._messenger.service, live, reader)
        names = ", ".join(plain_name(board.name(other)) for other in opponents(board, seat))
        lines = [t("🃏 Your turn vs {names}.", names=names)]
        if reason is PingReason.REMINDER:
            lines.append(t("⏳ Reminder: your time is running out."))
        elif reason is PingReason.NUDGE:
            lines.append(t("🔔 Nudge: your opponent is waiting."))
        match = base36(live.id)
        self._sender.tell(
            user,
            f"turn-{match}",
            {"title": t("Gin rummy"), "body": "\n".join(lines), "match": match},
        )
