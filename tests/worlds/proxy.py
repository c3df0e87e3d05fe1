"""Requests that Discord's proxy has signed."""

import base64
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.web.session import PAYLOAD, SIGNATURE, TIMESTAMP

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


PUBLIC = KEY.public_key().public_bytes_raw().hex()


NOW = 1_000_000


def headers(
    created: int = NOW - 5, expires: int = NOW + 60, key: Ed25519PrivateKey = KEY
) -> dict[str, str]:
    payload = json.dumps({"created_at": created, "expires_at": expires, "user_id": "1"}).encode()
    return {
        PAYLOAD: base64.b64encode(payload).decode(),
        SIGNATURE: key.sign(payload).hex(),
        TIMESTAMP: str(created),
    }
