"""The encryption of a message for one browser (RFC 8291, with the coding of RFC 8188)."""

import os
import struct
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.push.keys import decoded, point
from engine.service import PushSubscription

RECORD: Final = 4096
MOST_BYTES: Final = 3000
"""Of a message; services take records of 4096 bytes."""
SECRET_BYTES: Final = 16
_LAST: Final = b"\x02"


def check(browser: PushSubscription) -> None:
    """Raise ValueError if the keys of a browser cannot be used."""
    _public(browser)
    if len(decoded(browser.auth)) != SECRET_BYTES:
        raise ValueError("the secret of a browser has 16 bytes")


def encrypted(
    text: bytes,
    browser: PushSubscription,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a request. ``own``, ``salt``: new for each message."""
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs, sender = _public(browser), point(own.public_key())
    info = b"WebPush: info\0" + point(theirs) + sender
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, decoded(browser.auth), info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD, len(sender)) + sender
    return head + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _public(browser: PushSubscription) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(browser.p256dh))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
