"""What comes through Discord's proxy is signed, or was never there."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.web.session import PAYLOAD, SIGNATURE, TIMESTAMP, ProxyProof
from tests.worlds.proxy import NOW, PUBLIC, headers


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
        headers(key=Ed25519PrivateKey.from_private_bytes(bytes(32))),
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
