"""The breaker for requests that Discord refuses."""

import contextlib
import logging

import aiohttp
import pytest
from aiohttp import web

from bot.ops.breaker import MOST, WINDOW_SECONDS, CircuitBreaker
from tests.ports import free_port


def test_it_opens_far_below_discords_limit_and_closes_when_half_is_forgotten(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    now = [0.0]
    refusals = CircuitBreaker(lambda: now[0])
    assert MOST <= 10_000 // 4
    for status in (200, 204, 400, 404, 500):
        refusals.note(status)
    refusals.note(429, "shared")
    assert refusals.count == 0
    opened = []
    for n in range(MOST):
        opened.append(refusals.is_open)
        now[0] = n * WINDOW_SECONDS / 2 / MOST
        refusals.note((401, 403, 429)[n % 3])
    assert not any(opened)
    assert (refusals.is_open, refusals.count) == (True, MOST)
    now[0] = WINDOW_SECONDS * 0.7
    assert (refusals.is_open, refusals.count) == (True, MOST), "nothing is forgotten yet"
    now[0] = WINDOW_SECONDS * 1.3
    closed = not refusals.is_open
    assert closed
    assert 0 < refusals.count < MOST / 2
    now[0] = WINDOW_SECONDS * 2
    assert refusals.count == 0
    assert len(caplog.records) == 2, "said once when it opens and once when it closes"


def test_refusals_spread_over_hours_are_no_storm() -> None:
    now = [0.0]
    refusals = CircuitBreaker(lambda: now[0], most=100)
    for n in range(5_000):
        now[0] = n * 6.5
        refusals.note(403)
    assert not refusals.is_open
    assert 90 <= refusals.count < 100


async def test_it_hears_every_answer_of_a_session() -> None:
    refusals = CircuitBreaker()

    async def answer(request: web.Request) -> web.Response:
        scope = {"X-RateLimit-Scope": "shared"} if "shared" in request.query else {}
        return web.Response(status=int(request.match_info["status"]), headers=scope)

    application = web.Application()
    application.add_routes([web.get("/{status}", answer)])
    runner = web.AppRunner(application)
    await runner.setup()
    port = free_port()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        async with aiohttp.ClientSession(trace_configs=[refusals.trace()]) as session:
            for path in ("200", "403", "429", "429?shared=1", "401", "404"):
                async with session.get(f"http://127.0.0.1:{port}/{path}"):
                    pass
            with contextlib.suppress(aiohttp.ClientError):
                await session.get(f"http://127.0.0.1:{free_port()}/")
    finally:
        await runner.cleanup()
    assert refusals.count == 3
    assert refusals.responses == {"2xx": 1, "3xx": 0, "4xx": 5, "5xx": 0, "none": 1}
    assert refusals.rate_limited == 2
