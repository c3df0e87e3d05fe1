"""State and PKCE of a sign-in outside Discord: what returns was begun here, by this page.

The state carries its own end and the hash of the verifier, signed, so that every process accepts
what another has begun (topics/oauth2, RFC 7636).
"""

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final, NamedTuple

LIFE_S: Final = 600
_PURPOSE: Final = b"gin web sign-in 1"
_TIME_BYTES: Final = 8
_HASH_BYTES: Final = 32


class Begun(NamedTuple):
    """A sign-in that begins. ``challenge``: goes to Discord instead of the verifier."""

    state: str
    verifier: str
    challenge: str


class SignInStates:
    """Makes and checks states. ``secret``: the client secret."""

    def __init__(self, secret: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = hmac.digest(secret, _PURPOSE, hashlib.sha256)
        self._now = now

    def begin(self) -> Begun:
        """Return a new state with its verifier and challenge."""
        verifier = secrets.token_urlsafe(48)
        hashed = hashlib.sha256(verifier.encode()).digest()
        expires = int(self._now()) + LIFE_S
        body = expires.to_bytes(_TIME_BYTES) + hashed
        return Begun(_text(body + self._sign(body)), verifier, _text(hashed))

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

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, hashlib.sha256)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
