"""The request with which a browser asks to be told of turns, or no longer."""

import time
from collections.abc import Callable
from typing import Final

from aiohttp import web
from pydantic import ValidationError

from bot import push
from bot.ui.dispatcher import failure_text
from bot.ui.i18n import mark, words_for
from bot.web.files import answer, problem, words_of
from bot.web.protocol.http import PushAnswer, PushAsk
from bot.web.session import SESSION_ENDED, Signer
from bot.web.visitors import VisitorLimits
from engine.service import PushSubscription, Service
from engine.store import StoreError

BURST: Final = (10.0, 100.0)
PER_SECOND: Final = (0.2, 5.0)
NO_BROWSER: Final = mark("Gin can't send notifications to this browser.")
TOO_FAST: Final = mark("Too fast. Try again in a moment.")


class PushRoutes:
    """Stores the browsers of signed-in people."""

    def __init__(
        self, service: Service, signer: Signer, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._service = service
        self._signer = signer
        self._limits = VisitorLimits(BURST, PER_SECOND, clock)

    def routes(self) -> list[web.RouteDef]:
        """Return the route."""
        return [web.post("/api/push", self._change)]

    async def _change(self, request: web.Request) -> web.Response:
        words = words_of(request)
        try:
            ask = PushAsk.model_validate_json(await request.read())
        except ValidationError:
            return problem(words, NO_BROWSER, 400)
        session = self._signer.read(ask.token)
        if session is None:
            return problem(words, SESSION_ENDED, 403)
        words = words_for(session.locale)
        if not self._limits.takes(str(session.user)):
            return problem(words, TOO_FAST, 429)
        try:
            if ask.on:
                browser = PushSubscription(ask.endpoint, ask.p256dh, ask.auth)
                push.check_endpoint(browser.endpoint)
                push.check_keys(browser)
                await self._service.push.subscribe(session.user, browser)
            else:
                await self._service.push.unsubscribe(session.user, ask.endpoint)
        except ValueError:
            return problem(words, NO_BROWSER, 400)
        except StoreError as error:
            return problem(words, failure_text(error), 503)
        return answer(PushAnswer(on=ask.on))
