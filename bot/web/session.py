"""Sessions: who is at a page, and where; signed, so that every process accepts them."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Final

from engine.service import ChannelId, GuildId, LiveMatch, UserId

LIFE_S: Final = 3600
RENEW_S: Final = 2400
"""The age at which an open socket gets a new token."""
_PURPOSE: Final = b"gin web session 1"


@dataclass(frozen=True, slots=True)
class Session:
    """A person at a page. ``guild`` and ``channel``: 0 where Discord names none.

    ``instance``: the Activity that they are in. ``expires``: in seconds since 1970. ``account``:
    the name of their account, where ``name`` may be that of a server.
    """

    user: UserId
    name: str
    locale: str
    guild: GuildId
    channel: ChannelId
    guild_locale: str | None
    may_manage: bool
    instance: str
    expires: int
    account: str = ""


def may_follow(session: Session, live: LiveMatch) -> bool:
    """Whether a person may see a match: as a player, or as anybody on its server."""
    if live.seat_of(session.user) is not None:
        return True
    return not live.is_private and bool(session.guild) and session.guild == live.guild


class Signer:
    """Writes and reads session tokens. ``secret``: the client secret, or the playground's key."""

    def __init__(self, secret: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = hmac.digest(secret, _PURPOSE, hashlib.sha256)
        self._now = now

    def token(self, session: Session) -> tuple[str, int]:
        """Return a token that is valid from now on, and when it expires in seconds."""
        expires = int(self._now()) + LIFE_S
        body = json.dumps(asdict(replace(session, expires=expires)), separators=(",", ":"))
        text = _text(body.encode())
        return f"{text}.{_text(self._sign(text))}", expires

    def read(self, token: str) -> Session | None:
        """Return the session of a token; ``None`` if it is not ours or has expired."""
        text, dot, signature = token.partition(".")
        try:
            if not dot or not hmac.compare_digest(_bytes(signature), self._sign(text)):
                return None
            session = Session(**json.loads(_bytes(text)))
        except (ValueError, TypeError):
            return None
        return session if session.expires > self._now() else None

    def _sign(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), hashlib.sha256)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
