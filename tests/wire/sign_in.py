"""Signing in: codes, tokens and the instances of Activities (topics/oauth2, activities)."""

import base64
import hashlib
import secrets
from typing import Any, Final

from tests.wire.errors import BAD_FORM, ApiError
from tests.wire.objects import Payload, User

SECRET: Final = "the-client-secret"
UNKNOWN_INSTANCE: Final = 0


class SignIns:
    """What people have agreed to. ``instances``: who is in which Activity, and where it runs.

    ``cards``, ``pictures``: what they have shared. ``records``: what servers can ask of linked
    roles; ``roles``: what is known of a person there.
    """

    def __init__(self, application: int) -> None:
        self.instances: dict[str, Payload] = {}
        self._application = str(application)
        self.cards: list[Payload] = []
        self.pictures: list[bytes] = []
        self.records: list[Payload] = []
        self.roles: dict[int, Payload] = {}
        self._codes: dict[str, tuple[int, str | None, str | None, str]] = {}
        self._tokens: dict[str, tuple[int, str]] = {}

    def code(
        self,
        user: int,
        redirect: str | None = None,
        challenge: str | None = None,
        scope: str = "identify",
    ) -> str:
        """A person agrees; the code goes to the page."""
        code = secrets.token_urlsafe(12)
        self._codes[code] = (user, redirect, challenge, scope)
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
        nobody = (0, None, None, "")
        user, redirect, challenge, scope = self._codes.pop(str(form.get("code")), nobody)
        verifier = str(form.get("code_verifier", ""))
        hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode()
        is_same = challenge is None or hashed.rstrip("=") == challenge
        if not user or form.get("redirect_uri") != redirect or not is_same:
            raise ApiError(400, 0, "invalid_grant")
        token = secrets.token_urlsafe(12)
        self._tokens[token] = user, scope
        return {"access_token": token, "token_type": "Bearer", "scope": scope}

    def me(self, token: str) -> Payload:
        """Who a token belongs to."""
        return {**User(self._owner(token)).payload(), "locale": "de"}

    def share(self, token: str, card: Payload) -> Payload:
        """Make a card for a link (activities, growth and referrals)."""
        self._owner(token)
        self.cards.append(card)
        return {"link_id": f"0-{len(self.cards)}"}

    def attach(self, token: str, picture: bytes) -> Payload:
        """Take a picture for the moments of an Activity."""
        self._owner(token)
        self.pictures.append(picture)
        number = len(self.pictures)
        return {"attachment": {"url": f"https://cdn.discordapp.com/ephemeral/{number}.png"}}

    def connect(self, token: str, sent: Payload) -> Payload:
        """Take what an application knows of a person, for linked roles."""
        user = self._owner(token, "role_connections.write")
        known = {one["key"] for one in self.records}
        if not set(sent["metadata"]) <= known:
            raise ApiError(400, BAD_FORM, "Invalid Form Body")
        self.roles[user] = sent
        return sent

    def _owner(self, token: str, scope: str = "identify") -> int:
        user, scopes = self._tokens.get(token, (0, ""))
        if scope not in scopes.split():
            raise ApiError(401, 0, "401: Unauthorized")
        return user

    def instance(self, name: str) -> Payload:
        if name not in self.instances:
            raise ApiError(404, UNKNOWN_INSTANCE, "404: Not Found")
        return self.instances[name]
