"""What comes through Discord's proxy is signed, or was never there."""

import base64
import json

import pytest
from nacl.signing import SigningKey

from bot.web.proxy_proof import PAYLOAD, SIGNATURE, TIMESTAMP, ProxyProof

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


def proof(public: str = PUBLIC) -> ProxyProof:
    return ProxyProof(public, lambda: NOW)


def test_signed_headers_and_none_at_all_are_accepted() -> None:
    assert proof().accepts(headers())
    assert proof().accepts({})
    assert proof("").accepts({PAYLOAD: "unknown key: nothing can be judged"})


@pytest.mark.parametrize(
    "wrong",
    [
        headers(expires=NOW - 1),
        headers(key=SigningKey(bytes(32))),
        headers() | {TIMESTAMP: str(NOW)},
        headers() | {PAYLOAD: headers(created=1)[PAYLOAD]},
        headers() | {PAYLOAD: "%%%"},
        headers() | {SIGNATURE: "zz"},
        headers() | {SIGNATURE: ""},
        {PAYLOAD: headers()[PAYLOAD]},
    ],
)
def test_wrong_headers_are_refused(wrong: dict[str, str]) -> None:
    assert not proof().accepts(wrong)
