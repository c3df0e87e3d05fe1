"""Requests to Discord's REST API in the name of a person, or of nobody."""

from dataclasses import dataclass
from typing import Any, Final

import aiohttp

ANSWER_SECONDS: Final = 8.0


class SilentError(Exception):
    """Discord does not answer, or asks to come later."""


class RefusedError(Exception):
    """Discord does not accept a request."""


@dataclass(frozen=True, slots=True)
class DiscordApi:
    """Discord's REST API at ``address``, without the bot's token."""

    http: aiohttp.ClientSession
    address: str

    async def ask(self, method: str, path: str, *, bearer: str = "", **more: Any) -> dict[str, Any]:
        """Return the answer to a request. ``bearer``: a person's access token.

        ``more``: as of aiohttp. Raises SilentError or RefusedError.
        """
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        address = f"{self.address}{path}"
        try:
            async with self.http.request(
                method, address, timeout=limit, headers=headers, **more
            ) as answer:
                is_page = answer.status == 403 and answer.content_type != "application/json"
                # Not Discord refuses with a page of HTML, but a server before it.
                if answer.status >= 500 or answer.status in (408, 429) or is_page:
                    raise SilentError
                if answer.status not in (200, 201):
                    raise RefusedError
                found = await answer.json()
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise SilentError from error
        return found if isinstance(found, dict) else {}
