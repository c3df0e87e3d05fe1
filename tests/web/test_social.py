"""Shared tables, files, avatars and linked roles, before a Discord on loopback."""

import base64
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from aiohttp import web
from PIL import Image

from bot.presses.menu import MenuPress, MenuVerb
from bot.render.canvas import LINK_CARD_SIZE
from bot.web.panels import Downloads
from bot.web.protocol.base import PROTOCOL
from bot.web.protocol.panels import DownloadPart, PanelState, TextPart
from bot.web.social import MOST_AVATAR_BYTES, Avatars
from tests.ports import free_port
from tests.web.on_discord import ACTIVITY, ANSWER_S, Running, running
from tests.wire.objects import Channel
from tests.wire.server import CHANNEL, GUILD, Discord

ANN, BOB = 21, 22
URL = "https://gin.example.org"
ROW = 1
"""The type of a row of buttons or menus."""
HASH = "0123456789abcdef" * 2


async def _told(socket: aiohttp.ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    while (found := await socket.receive_json(timeout=ANSWER_S))["type"] != kind:
        pass
    return dict(found)


async def _begins(gin: Running, token: str) -> str:
    """Begin a match against the computer; return its name."""
    async with gin.http.ws_connect(f"{gin.address}api/socket", origin=ACTIVITY) as socket:
        hello = {"type": "hello", "protocol": PROTOCOL, "token": token, "locale": "fr"}
        await socket.send_json(hello)
        welcome = await _told(socket, "welcome")
        assert welcome["locale"] == "fr", "the language of the client"
        name = f"{welcome['day']}-{'a' * 22}"
        await socket.send_json({"type": "start", "id": name, "what": "practice"})
        return str((await _told(socket, "answer"))["match"])


async def _gets_data(gin: Running, token: str) -> str:
    """Ask for one's own data inside Discord; return the address of the file."""
    async with gin.http.ws_connect(f"{gin.address}api/socket", origin=ACTIVITY) as socket:
        await socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": token})
        day = (await _told(socket, "welcome"))["day"]
        await socket.send_json({"type": "ask", "what": "lobby"})
        lobby = await _told(socket, "lobby")
        press = next(one["press"] for one in lobby["menu"] if one["name"] == "settings")
        panel, wanted = lobby["panel"], str(MenuPress(MenuVerb.EXPORT))
        parts: list[dict[str, Any]] = []
        for letter, pressed in (("b", press), ("c", wanted)):
            message = {"type": "press", "id": f"{day}-{letter * 22}", "panel": panel}
            await socket.send_json({**message, "press": pressed, "values": []})
            shown = await _told(socket, "panel")
            panel, parts = shown["panel"], shown["parts"]
        [file] = [part for part in parts if part["type"] == "download"]
        assert file["data"] == "", "a frame of Discord's cannot save it"
        return str(file["address"])


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.real_time
async def test_a_table_is_shared_with_its_picture_by_those_who_see_it(tmp_path: Path) -> None:
    async with running(tmp_path, GIN_ACTIVITIES="true") as gin:
        sign_ins = gin.discord.rest.sign_ins
        sign_ins.play("i-1", GUILD, CHANNEL, ANN, BOB)
        _, ann = await gin.enter(ANN, "i-1")
        match = await _begins(gin, ann["token"])
        ask = {"token": ann["token"], "access_token": ann["access_token"], "match": match}
        status, card = await gin.post("api/share/card", ask)
        assert (status, card) == (200, {"link": "0-1"})
        [made] = sign_ins.cards
        assert made["custom_id"] == f"table-{match}"
        assert f"Player {ANN}" in made["title"]
        assert made["description"].startswith(f"Player {ANN} 0")
        kind, _, data = made["image"].partition(",")
        assert kind == "data:image/png;base64"
        with Image.open(BytesIO(base64.b64decode(data))) as picture:
            assert picture.size == LINK_CARD_SIZE
        status, found = await gin.post("api/share/picture", ask)
        assert (status, found["address"]) == (200, "https://cdn.discordapp.com/ephemeral/1.png")
        assert sign_ins.pictures[0].startswith(b"\x89PNG")
        for change, expected in (
            ({"token": "x.y"}, 403),
            ({"match": "zz"}, 404),
            ({"match": "!"}, 404),
            ({"access_token": "nobody's"}, 502),
        ):
            status, refused = await gin.post("api/share/card", ask | change)
            assert (status, "error" in refused) == (expected, True), change
        status, _ = await gin.post("api/share/card", {"token": ann["token"]})
        assert status == 400
        assert (await gin.post("api/share/card", ask, "https://evil.example"))[0] == 403
        async with gin.http.get(f"{gin.address}api/avatars/21/..%2Fpasswd") as answer:
            assert answer.status == 404
        address = await _gets_data(gin, ann["token"])
        async with gin.http.get(f"{gin.address}{address}") as answer:
            assert answer.headers["Content-Disposition"].startswith("attachment; ")
            assert (await answer.json(content_type=None))["user_id"] == ANN
        async with gin.http.get(f"{gin.address}{address}x") as answer:
            assert answer.status == 404


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.real_time
async def test_linked_roles_are_connected_by_a_sign_in_that_asks_for_them(tmp_path: Path) -> None:
    async with running(tmp_path, GIN_WEB_URL=URL) as gin:
        sign_ins = gin.discord.rest.sign_ins

        async def signs_in(*, roles: bool, granted: str, **change: str) -> tuple[int, Any]:
            _, login = await gin.post("api/login", {"roles": roles}, URL)
            query = parse_qs(urlsplit(login["address"]).query)
            assert ("role_connections.write" in query["scope"][0]) is roles
            code = sign_ins.code(ANN, f"{URL}/", query["code_challenge"][0], granted)
            body = {name: login[name] for name in ("state", "verifier")}
            return await gin.post(
                "api/session", {"kind": "browser", "code": code} | body | change, URL
            )

        status, session = await signs_in(roles=False, granted="identify")
        assert (status, session["roles"]) == (200, None)
        assert not sign_ins.records, "nobody has asked for them"
        both = "identify role_connections.write"
        status, session = await signs_in(roles=True, granted=both)
        assert (status, session["roles"]) == (200, True)
        assert [one["key"] for one in sign_ins.records] == ["rating", "wins", "gins", "events"]
        assert sign_ins.records[1]["name_localizations"]["de"] == "Gewonnene Matches"
        assert sign_ins.roles[ANN]["metadata"] == dict.fromkeys(
            ("rating", "wins", "gins", "events"), "0"
        )
        gin.discord.rest.trouble = lambda route, _done: (
            (500, {}, {}) if "role-connection" in route else None
        )
        status, session = await signs_in(roles=True, granted=both)
        assert (status, session["roles"]) == (200, False), "signed in all the same"
        # The answer of another authorization server (RFC 9207) is not Discord's.
        for issuer, expected in (("https://discord.com", 200), ("https://evil.example", 403)):
            status, _ = await signs_in(roles=False, granted="identify", issuer=issuer)
            assert status == expected, issuer


@pytest.mark.real_time
async def test_avatars_come_from_discord_only_and_are_kept() -> None:
    asked: list[str] = []
    bodies = {"1": b"RIFF", "2": b"x" * (MOST_AVATAR_BYTES + 1), "3": b"<svg/>", "4": b""}

    async def picture(request: web.Request) -> web.Response:
        asked.append(request.path_qs)
        user = request.match_info["user"]
        if user == "5":
            raise web.HTTPFound("/elsewhere")
        mime = "text/html" if user == "6" else "image/svg+xml" if user == "3" else "image/webp"
        return web.Response(body=bodies.get(user, b"RIFF"), content_type=mime)

    application = web.Application()
    application.router.add_get("/avatars/{user}/{name}", picture)
    runner, port = web.AppRunner(application), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        async with aiohttp.ClientSession() as http:
            avatars = Avatars(http, f"http://127.0.0.1:{port}")
            for _ in range(2):
                found = await avatars.of("1", HASH, "")
                assert found is not None
                assert (found.data, found.mime) == (b"RIFF", "image/webp")
            assert asked == [f"/avatars/1/{HASH}.webp?size=64"]
            for user in ("2", "3", "4", "5", "6"):
                assert await avatars.of(user, HASH, "") is None, user
            for user, name in (("1", "../x"), ("x", HASH), ("1", HASH.upper()), ("1", "")):
                assert await avatars.of(user, name, "") is None
            assert len(asked) == 6, "what cannot be a picture's name is not asked for"
            assert await avatars.of("2", HASH, "") is None
            assert len(asked) == 6, "what was none is not asked for again at once"
    finally:
        await runner.cleanup()


def test_a_file_has_an_address_until_it_expires() -> None:
    now = [0.0]
    downloads = Downloads(lambda: now[0])
    parts = (TextPart(markdown="Here."), DownloadPart(name="gin.json", data="e30="))
    panel = PanelState(panel="p", accent="#000000", names={}, parts=parts)
    text, file = downloads.instead(panel).parts
    assert text == parts[0]
    assert isinstance(file, DownloadPart)
    assert (file.name, file.data) == ("gin.json", "")
    name = file.address.removeprefix("api/files/")
    kept = downloads.find(name)
    assert kept is not None
    assert (kept.name, kept.data) == ("gin.json", "e30=")
    assert downloads.find("another") is None
    now[0] += 901
    assert downloads.find(name) is None


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.real_time
async def test_channels_with_blanked_names_break_neither_tables_nor_menus(tmp_path: Path) -> None:
    """Discord blanks the names of channels that the bot cannot see; tables there go on."""
    async with running(tmp_path, before=_blank_names, GIN_ACTIVITIES="true") as gin:
        gin.discord.rest.sign_ins.play("i-1", GUILD, CHANNEL, ANN)
        _, ann = await gin.enter(ANN, "i-1")
        assert await _begins(gin, ann["token"])
        [message] = [one for one in gin.discord.messages.all.values() if one.channel == CHANNEL]
        assert "My hand" in [str(part.get("label")) for part in message.parts()]
        for command, channel in (("gin-admin settings", CHANNEL), ("gin help", HIDDEN)):
            typed = await gin.discord.slash(ANN, command, channel=channel)
            answer = (await gin.discord.answered(typed, ANSWER_S)).original
            assert answer is not None
            kinds = {part["type"] for part in answer.parts()}
            assert ROW in kinds, f"{command} has been answered with its menus"


HIDDEN = CHANNEL + 1


def _blank_names(discord: Discord) -> None:
    discord.guild.channels[CHANNEL].name = ""
    discord.guild.channels[HIDDEN] = Channel(HIDDEN, GUILD, "")
