"""Requests that Discord's proxy has signed."""

import base64
import json

from nacl.signing import SigningKey

from bot.web.session import PAYLOAD, SIGNATURE, TIMESTAMP

KEY = SigningKey(bytes(range(32)))


PUBLIC = KEY.verify_key.encode().hex()


NOW = 1_000_000


def headers(
    created: int = NOW - 5, expires: int = NOW + 60, key: SigningKey = KEY
) -> dict[str, str]:
    payload = json.dumps({"created_at": created, "expires_at": expires, "user_id": "1"}).encode()
    return {
        PAYLOAD: base64.b64encode(payload).decode(),
        SIGNATURE: key.sign(payload).signature.hex(),
        TIMESTAMP: str(created),
    }
