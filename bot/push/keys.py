"""The key that names this installation to the makers of browsers (VAPID, RFC 8292)."""

import base64
import json
from typing import Final, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LIFE_S: Final = 12 * 3600
"""How long a proof is valid; a day at most is allowed."""
_NUMBER: Final = 32


def encoded(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Read base64url; ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class VapidKey:
    """A key pair on P-256."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        self._key = key
        self.public = encoded(point(key.public_key()))

    @classmethod
    def new(cls) -> Self:
        """Return a new key."""
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a stored key; ValueError if it is none."""
        return cls(ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1()))

    def stored(self) -> str:
        """Return what is stored, which is secret."""
        return encoded(self._key.private_numbers().private_value.to_bytes(_NUMBER))

    def proof(self, origin: str, contact: str, now: int) -> str:
        """Return the Authorization for a push service.

        ``origin``: of the service; ``contact``: an address where we are reached; ``now``: seconds
        since 1970.
        """
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": origin, "exp": now + LIFE_S, "sub": contact}
        signed = ".".join(
            encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
        )
        pair = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(_NUMBER) for number in pair)
        return f"vapid t={signed}.{encoded(signature)}, k={self.public}"
