"""Signing in: codes, tokens and the instances of Activities (topics/oauth2, activities)."""

import base64
import hashlib
import secrets
from typing import Any, Final

from tests.wire.errors import ApiError
from tests.wire.objects import Payload, User

SECRET: Final = "the-client-secret"
UNKNOWN_INSTANCE: Final = 0


class SignIns:
    """What people have agreed to. ``instances``: who is in which Activity, and where it runs."""

    def __init__(self, application: int) -> None:
        self.instances: dict[str, Payload] = {}
        self._application = str(application)
        self._codes: dict[str, tuple[int, str | None, str | None]] = {}
        self._tokens: dict[str, int] = {}

    def code(self, user: int, redirect: str | None = None, challenge: str | None = None) -> str:
        """A person agrees; the code goes to the page."""
        code = secrets.token_urlsafe(12)
        self._codes[code] = (user, redirect, challenge)
        return code

    def play(self, instance: str, guild: int, channel: int, *users: int) -> None:
        """People open an Activity."""
        self.instances[instance] = {
            "application_id": self._application,
            "instance_id": instance,
            "launch_id": "1",
            "location": {
                "id": f"gc-{guild}-{channel}",
                "kind": "gc",
                "channel_id": str(channel),
                "guild_id": str(guild),
            },
            "users": [str(user) for user in users],
        }

    def token(self, form: dict[str, Any]) -> Payload:
        """Exchange a code, once."""
        if (form.get("client_id"), form.get("client_secret")) != (self._application, SECRET):
            raise ApiError(401, 0, "invalid_client")
        user, redirect, challenge = self._codes.pop(str(form.get("code")), (0, None, None))
        verifier = str(form.get("code_verifier", ""))
        hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode()
        is_same = challenge is None or hashed.rstrip("=") == challenge
        if not user or form.get("redirect_uri") != redirect or not is_same:
            raise ApiError(400, 0, "invalid_grant")
        token = secrets.token_urlsafe(12)
        self._tokens[token] = user
        return {"access_token": token, "token_type": "Bearer", "scope": "identify"}

    def me(self, token: str) -> Payload:
        """Who a token belongs to."""
        if token not in self._tokens:
            raise ApiError(401, 0, "401: Unauthorized")
        return {**User(self._tokens[token]).payload(), "locale": "de"}

    def instance(self, name: str) -> Payload:
        if name not in self.instances:
            raise ApiError(404, UNKNOWN_INSTANCE, "404: Not Found")
        return self.instances[name]
