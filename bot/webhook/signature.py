"""Whether a request comes from Discord, and for the first time (interactions/overview).

Discord signs the time and the body of every request with the application's key.
"""

import hashlib
import math
import time
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

WINDOW_S: Final = 60
"""The greatest difference between Discord's clock and ours; an older request is a replay."""
SIGNATURE_BYTES: Final = 64


class Verifier:
    """The judge of signatures. ``public_key``: the application's, in hexadecimal digits.

    Raises ValueError if it is none. Requests of the window are remembered: none counts twice.
    """

    def __init__(self, public_key: str, now: Callable[[], float] = time.time) -> None:
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now
        # A clock that is ahead may sign for a time that is still to come.
        self._seen: TTLCache[bytes, None] = TTLCache(math.inf, 2 * WINDOW_S + 1, now)

    def accepts(self, timestamp: str, signature: str, body: bytes) -> bool:
        """Whether Discord has signed the request just now, and it is not a repetition."""
        now = self._now()
        if not (timestamp.isdecimal() and timestamp.isascii()):
            return False
        if len(timestamp) > len(str(int(now))) or abs(now - int(timestamp)) > WINDOW_S:
            return False
        signed = timestamp.encode() + body
        return self._is_signed(signed, signature) and self._is_new(signed)

    def _is_signed(self, signed: bytes, signature: str) -> bool:
        try:
            given = bytes.fromhex(signature)
            if len(given) != SIGNATURE_BYTES:
                return False
            self._key.verify(signed, given)
        except (BadSignatureError, ValueError):
            return False
        return True

    def _is_new(self, signed: bytes) -> bool:
        name = hashlib.sha256(signed).digest()
        if name in self._seen:
            return False
        self._seen[name] = None
        return True
