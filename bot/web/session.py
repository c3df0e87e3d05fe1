"""Sessions and what proves them: signed tokens, the state of a sign-in, Discord's proxy."""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple

from cachetools import TTLCache
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bot.ui.i18n import mark
from engine.service import ChannelId, GuildId, UserId

SESSION_ENDED: Final = mark("Your session has ended. Open the table again.")
LIFE_S: Final = 3600
RENEW_S: Final = 600
"""The age at which an open socket gets a new token, if its person is still a member."""
MOST_ENDED: Final = 20_000
_PURPOSE: Final = b"gin web session 1"


@dataclass(frozen=True, slots=True)
class Session:
    """A person at a page. ``guild`` and ``channel``: 0 where Discord names none.

    ``instance``: the Activity that they are in. ``expires``: in seconds since 1970. ``account``:
    the name of their account, where ``name`` may be that of a server.
    """

    user: UserId
    name: str
    locale: str
    guild: GuildId
    channel: ChannelId
    guild_locale: str | None
    instance: str
    expires: int
    account: str = ""


class Signer:
    """Writes and reads session tokens. ``secret``: the client secret, or the playground's key."""

    def __init__(self, secret: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = hmac.digest(secret, _PURPOSE, hashlib.sha256)
        self._now = now
        self._ended: TTLCache[tuple[UserId, GuildId], float] = TTLCache(MOST_ENDED, LIFE_S, now)

    def end(self, session: Session) -> None:
        """Let no token open anything that a person has got for a server until now."""
        self._ended[session.user, session.guild] = self._now()

    def is_over(self, session: Session) -> bool:
        """Whether a session has expired."""
        return session.expires <= self._now()

    def token(self, session: Session) -> tuple[str, int]:
        """Return a token that is valid from now on, and when it expires in seconds."""
        expires = int(self._now()) + LIFE_S
        body = json.dumps(asdict(replace(session, expires=expires)), separators=(",", ":"))
        text = _text(body.encode())
        return f"{text}.{_text(self._sign(text))}", expires

    def read(self, token: str) -> Session | None:
        """Return the session of a token; ``None`` if it is not ours, has expired or was ended."""
        text, dot, signature = token.partition(".")
        try:
            if not dot or not hmac.compare_digest(_bytes(signature), self._sign(text)):
                return None
            session = Session(**json.loads(_bytes(text)))
        except (ValueError, TypeError):
            return None
        began = session.expires - LIFE_S
        if began <= self._ended.get((session.user, session.guild), -1):
            return None
        return None if self.is_over(session) else session

    def _sign(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), hashlib.sha256)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


SIGN_IN_LIFE_S: Final = 600
MOST_SIGN_INS: Final = 100_000
"""The states that are remembered as used."""
_SIGN_IN_PURPOSE: Final = b"gin web sign-in 1"
_TIME_BYTES: Final = 8
_HASH_BYTES: Final = 32


class PendingSignIn(NamedTuple):
    """A sign-in that begins. ``challenge``: goes to Discord instead of the verifier."""

    state: str
    verifier: str
    challenge: str


class SignInStates:
    """Makes and checks states. ``secret``: the client secret."""

    def __init__(self, secret: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = hmac.digest(secret, _SIGN_IN_PURPOSE, hashlib.sha256)
        self._now = now
        self._used: TTLCache[str, None] = TTLCache(MOST_SIGN_INS, SIGN_IN_LIFE_S, now)

    def begin(self) -> PendingSignIn:
        """Return a new state with its verifier and challenge."""
        verifier = secrets.token_urlsafe(48)
        hashed = hashlib.sha256(verifier.encode()).digest()
        expires = int(self._now()) + SIGN_IN_LIFE_S
        body = expires.to_bytes(_TIME_BYTES) + hashed
        return PendingSignIn(_text(body + self._sign(body)), verifier, _text(hashed))

    def accepts(self, state: str, verifier: str) -> bool:
        """Whether a state is ours, has not expired and belongs to the verifier."""
        try:
            data = base64.b64decode(state + "=" * (-len(state) % 4), altchars=b"-_", validate=True)
        except ValueError:
            return False
        body = data[: _TIME_BYTES + _HASH_BYTES]
        if not hmac.compare_digest(data[len(body) :], self._sign(body)):
            return False
        hashed = hashlib.sha256(verifier.encode()).digest()
        is_new = int.from_bytes(body[:_TIME_BYTES]) >= self._now()
        return is_new and hmac.compare_digest(body[_TIME_BYTES:], hashed)

    def is_first(self, state: str) -> bool:
        """Whether an accepted state is used for the first time; from now on it is not."""
        is_first = state not in self._used
        self._used[state] = None
        return is_first

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, hashlib.sha256)


SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"
PAYLOAD: Final = "X-Discord-Proxy-Payload"


class ProxyProof:
    """The judge of proxy headers. ``public_key``: the application's, empty if it is not known."""

    def __init__(self, public_key: str, now: Callable[[], float] = time.time) -> None:
        known = bytes.fromhex(public_key)
        self._key = Ed25519PublicKey.from_public_bytes(known) if known else None
        self._now = now

    def accepts(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers are absent, or signed by Discord and still valid."""
        if self._key is None or PAYLOAD not in headers:
            return True
        try:
            payload = base64.b64decode(headers[PAYLOAD], validate=True)
            self._key.verify(bytes.fromhex(headers.get(SIGNATURE, "")), payload)
            found = json.loads(payload)
            is_same = str(found["created_at"]) == headers.get(TIMESTAMP, "")
            return is_same and int(found["expires_at"]) >= self._now()
        except (InvalidSignature, ValueError, KeyError, TypeError):
            return False

    def user(self, headers: Mapping[str, str]) -> str:
        """Return the person whom accepted headers name; empty if they prove nobody."""
        if self._key is None or PAYLOAD not in headers:
            return ""
        return str(json.loads(base64.b64decode(headers[PAYLOAD])).get("user_id", ""))
