"""The ports of this machine and the public address of the card table."""

import os
import socket
from collections.abc import Iterator
from typing import Any, Final

import aiohttp

from bot import __version__
from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.settings import Settings

ANSWER_S: Final = 10.0


def port_findings(settings: Settings, *, is_running: bool) -> Iterator[Finding]:
    """Yield a finding for each port of the settings."""
    ports = {
        "GIN_OPS_PORT": (settings.ops_host, settings.ops_port),
        "GIN_WEB_PORT": (settings.web_host, settings.web_port),
        "GIN_WEBHOOK_PORT": (settings.webhook_host, settings.webhook_port),
    }
    if settings.token() is None:
        ports["GIN_PLAYGROUND_PORT"] = ("127.0.0.1", settings.playground_port)
    wanted = {variable: place for variable, place in ports.items() if place[1]}
    if not wanted:
        yield skipped("ports", "none is set")
    for variable, (host, port) in wanted.items():
        reason = _refusal(host, port)
        place = f"{host} port {port}"
        if not reason:
            yield right(variable, f"{place} is free")
        elif is_running:
            yield right(variable, f"{place} is in use, and Gin runs")
        else:
            todo = "Choose another, or stop what uses it"
            yield wrong(variable, f"{place} cannot be used ({reason}). {todo}")


def _refusal(host: str, port: int) -> str:
    """Return why a port cannot be listened at, or nothing."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.create_server((host, port), family=family):
            return ""
    except OSError as error:
        return os.strerror(error.errno) if error.errno else str(error)


async def address_finding(settings: Settings, *, is_running: bool) -> Finding:
    """Ask the public address of the card table who answers there."""
    what, url = "public address", settings.web_url
    if not url:
        return skipped(what, "GIN_WEB_URL is not set")
    if not is_running:
        return skipped(what, "Gin does not run, so nothing can answer there")
    try:
        found = await _about(url)
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        reason = str(error) or f"nothing within {ANSWER_S:.0f} s"
        return wrong(
            what,
            f"{url} does not lead to the card table ({reason}). Look at DNS, the certificate and "
            "the proxy, which passes everything on to GIN_WEB_PORT",
        )
    if not isinstance(found, dict) or "protocol" not in found:
        return wrong(what, f"another program answers at {url}. Let the proxy lead to GIN_WEB_PORT")
    if found.get("version") != __version__:
        return wrong(
            what,
            f"Gin {found.get('version')} answers at {url}, and this is {__version__}. Restart the "
            "one that runs, or let the proxy lead to this one",
        )
    return right(what, f"Gin answers at {url}")


async def _about(url: str) -> Any:
    timeout = aiohttp.ClientTimeout(total=ANSWER_S)
    async with (
        aiohttp.ClientSession(timeout=timeout) as http,
        http.get(f"{url}/api/about", allow_redirects=False) as answer,
    ):
        if answer.status != 200:
            raise ValueError(f"it answers {answer.status}")
        return await answer.json()
