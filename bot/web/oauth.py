"""Discord's OAuth2 as this server uses it: a code becomes a token, the token tells who it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import aiohttp

from bot.ui.i18n import mark
from bot.web.accounts import NotSignedInError

AUTHORIZE: Final = "https://discord.com/oauth2/authorize"
SCOPE: Final = "identify"
ANSWER_SECONDS: Final = 8.0
_SILENT: Final = mark("Discord does not answer. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a token belongs to."""

    user: int
    name: str
    locale: str
    access_token: str


class OAuth:
    """The requests of a sign-in.

    ``api``: Discord's REST API. ``client_id``: the application, once it is known.
    """

    def __init__(
        self,
        http: aiohttp.ClientSession,
        api: str,
        client_id: Callable[[], str | None],
        secret: str,
    ) -> None:
        self._http = http
        self._api = api
        self._client_id = client_id
        self._secret = secret

    @property
    def client_id(self) -> str:
        """The application."""
        found = self._client_id()
        if found is None:
            raise NotSignedInError(_SILENT, 503)
        return found

    def address(self, redirect: str, state: str, challenge: str) -> str:
        """Return where a person signs in outside Discord."""
        query = {
            "client_id": self.client_id,
            "response_type": "code",
            "redirect_uri": redirect,
            "scope": SCOPE,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "prompt": "none",
        }
        return f"{AUTHORIZE}?{urlencode(query)}"

    async def identify(self, code: str, **more: str) -> Identity:
        """Return who has got a code; NotSignedInError if it is not valid."""
        form = {
            "client_id": self.client_id,
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
            **more,
        }
        granted = await self._asked("POST", "/oauth2/token", data=form)
        token = str(granted.get("access_token", ""))
        if SCOPE not in str(granted.get("scope", "")).split():
            raise NotSignedInError(mark("Discord does not say who you are."))
        headers = {"Authorization": f"Bearer {token}"}
        user = await self._asked("GET", "/users/@me", headers=headers)
        return Identity(
            user=int(user["id"]),
            name=str(user.get("global_name") or user["username"]),
            locale=str(user.get("locale") or "en-US"),
            access_token=token,
        )

    async def _asked(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        try:
            limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
            address = f"{self._api}{path}"
            async with self._http.request(method, address, timeout=limit, **more) as answer:
                if answer.status >= 500 or answer.status == 429:
                    raise NotSignedInError(_SILENT, 503)
                if answer.status != 200:
                    raise NotSignedInError(mark("Discord does not accept this sign-in. Try again."))
                found = await answer.json()
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise NotSignedInError(_SILENT, 503) from error
        return found if isinstance(found, dict) else {}
