"""A maker of browsers on loopback: its push service, and a browser that reads what it is sent."""

import contextlib
import datetime
import json
import os
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.push import encoded, point
from engine.service import PushSubscription

HOST = "push.example.org"


class Browser:
    """A browser with keys of its own."""

    def __init__(self, name: str = "1") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.name = name
        self.subscription = PushSubscription(
            f"https://{HOST}/{name}", encoded(point(self._key.public_key())), encoded(self._auth)
        )

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message (RFC 8291)."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + point(self._key.public_key()) + sender
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        return dict(json.loads(text[:-1]))


@dataclass
class PushService:
    """What has been sent. ``status``: what each path is answered, 201 unless it is named."""

    port: int = 0
    status: dict[str, int] = field(default_factory=dict)
    sent: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    async def take(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        self.sent.append((name, dict(request.headers), await request.read()))
        status = self.status.get(name, 201)
        return web.Response(status=status, headers={"Location": "/elsewhere"})

    def connect(self) -> aiohttp.ClientSession:
        """A session that finds the service under its name."""
        connector = aiohttp.TCPConnector(resolver=_Here(self.port), ssl=self.trust)
        return aiohttp.ClientSession(connector=connector)


class _Here(AbstractResolver):
    """Finds this computer, whatever the name."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = ResolveResult(
            hostname=host,
            host="127.0.0.1",
            port=self._port,
            family=socket.AF_INET,
            proto=0,
            flags=0,
        )
        return [found]

    async def close(self) -> None:
        pass


@contextlib.asynccontextmanager
async def running_push_service() -> AsyncIterator[PushService]:
    """Run it with a certificate that only its own sessions trust."""
    service = PushService()
    application = web.Application()
    application.router.add_post("/{name}", service.take)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    with tempfile.TemporaryDirectory() as folder:
        file = _certificate(Path(folder))
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(file)
        service.trust.load_verify_locations(file)
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=own)
    await site.start()
    service.port = runner.addresses[0][1]
    try:
        yield service
    finally:
        await runner.cleanup()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "push.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file
