"""The signature of Discord's proxy, which proves that a request comes from an Activity.

Discord sends it only where the operator has switched it on; what is sent has to be right
(activities/development-guides/multiplayer-experience).
"""

import base64
import json
import time
from collections.abc import Callable, Mapping
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"
PAYLOAD: Final = "X-Discord-Proxy-Payload"


class ProxyProof:
    """The judge of proxy headers. ``public_key``: the application's, empty if it is not known."""

    def __init__(self, public_key: str, now: Callable[[], float] = time.time) -> None:
        self._key = VerifyKey(bytes.fromhex(public_key)) if public_key else None
        self._now = now

    def accepts(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers are absent, or signed by Discord and still valid."""
        if self._key is None or PAYLOAD not in headers:
            return True
        try:
            payload = base64.b64decode(headers[PAYLOAD], validate=True)
            self._key.verify(payload, bytes.fromhex(headers.get(SIGNATURE, "")))
            found = json.loads(payload)
            is_same = str(found["created_at"]) == headers.get(TIMESTAMP, "")
            return is_same and int(found["expires_at"]) >= self._now()
        except (BadSignatureError, ValueError, KeyError, TypeError):
            return False
