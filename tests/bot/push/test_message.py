"""Web push as its standards say: the example of RFC 8291, proofs of RFC 8292, addresses."""

import json
import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from bot import push
from bot.push import VapidKey, decoded, encoded
from engine.service import PushSubscription

TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = PushSubscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_alike() -> None:
    own = ec.derive_private_key(int.from_bytes(decoded(SENDER)), ec.SECP256R1())
    assert encoded(push.encrypted(TEXT, BROWSER, own, decoded(SALT))) == BODY
    assert push.encrypted(TEXT, BROWSER) != push.encrypted(TEXT, BROWSER)


def test_a_proof_is_signed_by_the_key_that_it_names() -> None:
    key = VapidKey.read(VapidKey.new().stored())
    proof = key.proof("https://push.example.net", "https://gin.example.org", 1_000_000)
    token, _, named = proof.removeprefix("vapid t=").partition(", k=")
    assert named == key.public
    head, claims, signature = (decoded(part) for part in token.split("."))
    assert json.loads(head) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(claims) == {
        "aud": "https://push.example.net",
        "exp": 1_000_000 + 12 * 3600,
        "sub": "https://gin.example.org",
    }
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(named))
    pair = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    signed = token.rpartition(".")[0].encode()
    public.verify(pair, signed, ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(pair, signed + b"x", ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    "change",
    [{"p256dh": "AAAA"}, {"p256dh": "?"}, {"p256dh": BROWSER.p256dh[:-4] + "AAAA"}, {"auth": "AA"}],
)
def test_keys_that_cannot_be_used_are_not_taken(change: dict[str, str]) -> None:
    push.check_keys(BROWSER)
    known = {"endpoint": BROWSER.endpoint, "p256dh": BROWSER.p256dh, "auth": BROWSER.auth}
    with pytest.raises(ValueError, match=r"(?i)key|point|base64|bytes|curve"):
        push.check_keys(PushSubscription(**(known | change)))


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.net/1",
        "https://push.example.net:8443/1",
        "https://somebody@push.example.net/1",
        "https://localhost/1",
        "https://127.0.0.1/1",
        "https://2130706433/1",
        "https://0x7f.1/1",
        "https://127.1/1",
        "https://[::1]/1",
        "https://169.254.169.254/latest/meta-data",
        "https:///1",
        "ftp://push.example.net/1",
        "https://push.example.net/" + "x" * 1000,
        "https://push.example.net/\n1",
        "",
    ],
)
def test_an_address_that_is_not_a_public_name_over_https_is_not_taken(address: str) -> None:
    with pytest.raises(ValueError, match=r"address|https|name"):
        push.check_endpoint(address)


def test_addresses_of_the_makers_of_browsers_are_taken() -> None:
    for address in (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QAAA",
        "https://db5p.notify.windows.com/w/?token=abc",
    ):
        push.check_endpoint(address)
    assert push.origin("https://web.push.apple.com/Q") == "https://web.push.apple.com"


class _Answers(AbstractResolver):
    """Finds what it is told."""

    def __init__(self, *hosts: str) -> None:
        self.hosts = hosts

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=one, port=port, family=family, proto=0, flags=0)
            for one in self.hosts
        ]

    async def close(self) -> None:
        pass


async def test_a_name_that_leads_inside_is_not_asked() -> None:
    mixed = push.PublicResolver(_Answers("10.0.0.1", "9.9.9.9", "::1", "fe80::1"))
    assert [one["host"] for one in await mixed.resolve("push.example.net", 443)] == ["9.9.9.9"]
    for inside in ("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fc00::1"):
        with pytest.raises(OSError, match="no public address"):
            await push.PublicResolver(_Answers(inside)).resolve("push.example.net", 443)
