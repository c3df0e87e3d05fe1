"""Discord's side of the webhook: requests signed with a key of its own."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PING = {"id": "1", "application_id": "4000", "type": 1, "token": "ping", "version": 1}


@dataclass
class Endpoint:
    """A webhook at an address, and the key whose public half the bot knows."""

    address: str
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def public_key(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()

    def signed(self, body: bytes, *, at: float | None = None) -> dict[str, str]:
        """The headers of a request, signed at a moment, which is now if none is given."""
        moment = str(int(time.time() if at is None else at))
        signature = self.key.sign(moment.encode() + body).hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": moment}

    async def post(
        self, body: bytes, headers: dict[str, str] | None = None
    ) -> tuple[int, str, bytes]:
        """Status, kind and content of the answer to a request; without headers it is signed now."""
        headers = self.signed(body) if headers is None else headers
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.address, data=body, headers=headers) as answer,
        ):
            return answer.status, answer.content_type, await answer.read()

    async def deliver(self, interaction: dict[str, Any]) -> tuple[int, str, bytes]:
        """Deliver an interaction as Discord does."""
        return await self.post(json.dumps(interaction).encode())
