"""The HTTP answers of the card table: headers, files, words, sign-in, and what they refuse."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from bot.web.files import STATIC
from bot.web.protocol.base import PROTOCOL
from bot.web.visitors import AT_ONCE
from tests.web.pages import KEY, WebWorld, running_web


@contextlib.asynccontextmanager
async def answered(web: WebWorld, path: str, **more: Any) -> AsyncIterator[aiohttp.ClientResponse]:
    async with web.http.get(f"{web.address}{path}", **more) as answer:
        yield answer


async def test_every_answer_has_the_headers_that_keep_the_page_safe(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        script = next(file.name for file in (STATIC / "assets").iterdir() if file.suffix == ".js")
        for path in ("", f"assets/{script}", "api/about", "api/words/de", "nothing"):
            async with answered(web, path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
                assert rules["default-src"] == "'none'"
                assert rules["script-src"] == "'self'"
                assert rules["frame-ancestors"] == "'self'"
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_the_page_has_no_script_and_no_style_of_its_own_and_asks_nobody_else(
    tmp_path: Path,
) -> None:
    async with running_web(tmp_path, people=1) as web, answered(web, "") as answer:
        page = await answer.text()
        assert "<script>" not in page
        assert "<style" not in page
        assert " style=" not in page
        assert "//" not in page.replace("<!doctype", "")
        assert "<!--gin:head-->" not in page


async def test_assets_are_kept_for_ever_and_only_those_of_the_build_exist(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        for file in (STATIC / "assets").iterdir():
            async with answered(web, f"assets/{file.name}") as answer:
                assert answer.status == 200
                assert "immutable" in answer.headers["Cache-Control"]
                assert await answer.read() == file.read_bytes()
            tag = {"If-None-Match": answer.headers["ETag"]}
            async with answered(web, f"assets/{file.name}", headers=tag) as again:
                assert again.status == 304
        for path in ("assets/../index.html", "assets/%2e%2e%2findex.html", "assets/server.py"):
            async with answered(web, path) as answer:
                assert answer.status == 404


async def test_the_words_of_the_page_come_in_the_readers_language(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        async with answered(web, "api/words/de") as answer:
            german = await answer.json()
        async with answered(web, "api/words/tlh") as answer:
            unknown = await answer.json()
        assert german["locale"] == "de"
        assert unknown["words"]["rank.K"] == "king"
        assert german["words"].keys() == unknown["words"].keys()


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"key": "wrong"}, 403),
        ({"member": "1"}, 404),
        ({"kind": "activity", "code": "x", "instance": "y"}, 400),
        ({"kind": "nothing"}, 400),
        ({"key": "x" * 1000}, 400),
        ({"more": "fields"}, 400),
    ],
)
async def test_sessions_are_given_to_nobody_else(
    tmp_path: Path, change: dict[str, str], status: int
) -> None:
    async with running_web(tmp_path, people=1) as web:
        body = {"kind": "playground", "key": KEY, "member": str(web.user(0))} | change
        if body["kind"] == "activity":
            body = change
        headers = {"Origin": web.origin}
        async with web.http.post(f"{web.address}api/session", json=body, headers=headers) as answer:
            assert answer.status == status
            assert "token" not in await answer.text()
            assert (await answer.json())["error"]


async def test_one_address_has_only_so_many_requests_under_way(tmp_path: Path) -> None:
    async with (
        running_web(tmp_path, people=1) as web,
        contextlib.AsyncExitStack() as sockets,
    ):

        async def opens(address: str) -> aiohttp.ClientWebSocketResponse:
            headers = {"X-Forwarded-For": f"198.51.100.7, {address}"}
            return await sockets.enter_async_context(
                web.http.ws_connect(f"{web.address}api/socket", origin=web.origin, headers=headers)
            )

        last = await opens("203.0.113.1")
        for _ in range(AT_ONCE - 1):
            await opens("203.0.113.1")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await opens("203.0.113.1")
        assert refused.value.status == 429
        await opens("203.0.113.2")
        hello = {"type": "hello", "protocol": PROTOCOL, "token": await web.token(0)}
        await last.send_json(hello)
        assert (await last.receive_json())["type"] == "welcome"
        await opens("203.0.113.1")


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null", "http://127.0.0.1:1"])
async def test_other_sites_get_nothing(tmp_path: Path, origin: str | None) -> None:
    async with running_web(tmp_path, people=1) as web:
        body = {"kind": "playground", "key": KEY, "member": str(web.user(0))}
        headers = {} if origin is None else {"Origin": origin}
        async with web.http.post(f"{web.address}api/session", json=body, headers=headers) as answer:
            assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await web.http.ws_connect(f"{web.address}api/socket", headers=headers)
        assert refused.value.status == 403


async def test_a_foreign_name_of_this_computer_is_refused(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        host = {"Host": "rebound.example", "Origin": "http://rebound.example"}
        async with answered(web, "api/about", headers=host) as answer:
            assert answer.status == 403


async def test_a_long_body_is_refused(tmp_path: Path) -> None:
    async with (
        running_web(tmp_path, people=1) as web,
        web.http.post(
            f"{web.address}api/session", data=b"x" * 100_000, headers={"Origin": web.origin}
        ) as answer,
    ):
        assert answer.status == 413


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nbad header\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"POST /api/session HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
async def test_what_is_no_http_leaves_no_trace_of_its_sender(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    async with running_web(tmp_path, people=1) as web:
        at = URL(web.address)
        caplog.clear()
        reader, writer = await asyncio.open_connection(at.host, at.port)
        writer.write(sent)
        await writer.drain()
        writer.write_eof()
        await reader.read()
        writer.close()
        assert "Traceback" not in caplog.text
        assert "127.0.0.1" not in caplog.text
