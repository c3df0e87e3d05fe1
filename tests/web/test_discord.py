"""The real process and the Discord on loopback: signing in, the Activity, the Entry Point."""

import json
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.presses.menu import MenuPress, MenuVerb
from bot.web.protocol.base import PROTOCOL
from bot.web.session import SIGNATURE
from tests.web.on_discord import ACTIVITY, ANSWER_S, Running, running
from tests.wire.rest import ENTRY_POINT
from tests.wire.server import APPLICATION, CHANNEL, GUILD
from tests.wire.sign_in import SECRET
from tests.worlds.proxy import PUBLIC, headers

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.real_time]
ANN, BOB = 21, 22
LAUNCH = 12
URL = "https://gin.example.org"


async def test_an_activity_signs_in_plays_and_nobody_gets_in_by_saying_so(tmp_path: Path) -> None:
    async with running(tmp_path, GIN_ACTIVITIES="true") as gin:
        await _entry_point_stays(gin)
        async with gin.http.get(f"{gin.address}api/about") as answer:
            about = await answer.json()
            policy = answer.headers["Content-Security-Policy"]
        assert (about["mode"], about["client_id"]) == ("discord", str(APPLICATION))
        assert not about["in_browsers"], "there is no address to return to"
        assert "https://discord.com" in policy.split("frame-ancestors")[1]
        gin.discord.rest.sign_ins.play("i-1", GUILD, CHANNEL, ANN)
        status, session = await gin.enter(ANN, "i-1")
        assert status == 200, session
        assert (session["user"], session["locale"]) == (str(ANN), "de")
        assert session["access_token"]
        assert SECRET not in json.dumps(session)
        for user, instance in ((BOB, "i-1"), (ANN, "i-2"), (ANN, "../../users/@me")):
            status, refused = await gin.enter(user, instance)
            assert status == 403, (user, instance)
            assert "token" not in refused
        wrong = {"kind": "activity", "code": "invented", "instance": "i-1"}
        assert (await gin.post("api/session", wrong))[0] == 403
        assert (await gin.post("api/session", wrong, "https://evil.example"))[0] == 403
        assert (await gin.post("api/login", {}))[0] == 404
        await _practises(gin, session["token"])


async def _entry_point_stays(gin: Running) -> None:
    """Publishing the commands has left Discord's own to start the Activity."""
    kept = [one for one in gin.discord.rest.commands if one["type"] == ENTRY_POINT]
    assert [(one["id"], one["name"], one["handler"]) for one in kept] == [("77", "launch", 2)]
    assert "gin" in [one["name"] for one in gin.discord.rest.commands]


async def _practises(gin: Running, token: str) -> None:
    """Begin a match on the page; its table appears in the channel of the Activity."""
    async with gin.http.ws_connect(f"{gin.address}api/socket", origin=ACTIVITY) as socket:
        await socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": token})
        welcome = await socket.receive_json(timeout=ANSWER_S)
        assert welcome["locale"] == "de"
        name = f"{welcome['day']}-{'a' * 22}"
        await socket.send_json({"type": "start", "id": name, "what": "practice"})
        answer = await socket.receive_json(timeout=ANSWER_S)
        while answer["type"] != "answer":
            answer = await socket.receive_json(timeout=ANSWER_S)
        assert answer["outcome"] == "applied", answer
        await socket.send_json({"type": "follow", "match": answer["match"]})
        table = await socket.receive_json(timeout=ANSWER_S)
        assert len(table["seat"]["hand"]) in (10, 11)
    [message] = [one for one in gin.discord.messages.all.values() if one.channel == CHANNEL]
    labels = [str(part.get("label")) for part in message.parts() if part["type"] == 2]
    assert "My hand" in labels
    assert "Open table" in labels
    pressed = await gin.discord.press(BOB, message, str(MenuPress(MenuVerb.CARD_TABLE)))
    assert (await gin.discord.answered(pressed, ANSWER_S)).callback == LAUNCH


async def test_behind_discords_proxy_a_browser_finds_the_place_where_its_owner_has_played(
    tmp_path: Path,
) -> None:
    async with running(
        tmp_path, GIN_ACTIVITIES="true", GIN_WEB_URL=URL, GIN_PUBLIC_KEY=PUBLIC
    ) as gin:
        await _proxy_is_checked(gin)
        gin.discord.rest.sign_ins.play("i-1", GUILD, CHANNEL, ANN)
        _, session = await gin.enter(ANN, "i-1")
        await _practises(gin, session["token"])
        for user, knows_a_place in ((ANN, True), (BOB, False)):
            token = await _signed_in(gin, user)
            async with gin.http.ws_connect(f"{gin.address}api/socket", origin=URL) as socket:
                await socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": token})
                await socket.receive_json(timeout=ANSWER_S)
                await socket.send_json({"type": "ask", "what": "lobby"})
                lobby = await socket.receive_json(timeout=ANSWER_S)
                while lobby["type"] != "lobby":
                    lobby = await socket.receive_json(timeout=ANSWER_S)
                assert lobby["can_start"] is knows_a_place
                assert len(lobby["tables"]) == int(knows_a_place)


async def _proxy_is_checked(gin: Running) -> None:
    """What Discord's proxy signs is checked; whoever comes without it comes directly."""
    soon = int(time.time()) + 600
    for signed, status in (
        ({}, 200),
        (headers(soon - 700, soon), 200),
        (headers(soon - 700, soon - 650), 401),
        (headers(soon - 700, soon) | {SIGNATURE: "00" * 64}, 401),
    ):
        async with gin.http.get(f"{gin.address}api/about", headers=signed) as answer:
            assert answer.status == status, signed


async def _signed_in(gin: Running, user: int) -> str:
    """Sign in with a browser; return the token of the session."""
    _, login = await gin.post("api/login", {}, URL)
    query = parse_qs(urlsplit(login["address"]).query)
    code = gin.discord.rest.sign_ins.code(user, f"{URL}/", query["code_challenge"][0])
    body = {"kind": "browser", "code": code} | {name: login[name] for name in ("state", "verifier")}
    status, session = await gin.post("api/session", body, URL)
    assert status == 200, session
    return str(session["token"])


async def test_a_browser_signs_in_with_state_and_proof_key(tmp_path: Path) -> None:
    at_home = {"Host": urlsplit(URL).netloc}
    async with running(tmp_path, GIN_WEB_URL=URL) as gin:
        async with gin.http.get(f"{gin.address}api/about", headers=at_home) as answer:
            assert (await answer.json())["in_browsers"]
        status, login = await gin.post("api/login", {}, URL)
        assert status == 200
        query = {name: one[0] for name, one in parse_qs(urlsplit(login["address"]).query).items()}
        assert query["client_id"] == str(APPLICATION)
        assert query["redirect_uri"] == f"{URL}/"
        assert query["state"] == login["state"]
        assert query["code_challenge_method"] == "S256"

        async def returned(**change: str) -> int:
            code = gin.discord.rest.sign_ins.code(ANN, f"{URL}/", query["code_challenge"])
            body = {"kind": "browser", "code": code, **login, **change}
            del body["address"]
            return (await gin.post("api/session", body, URL))[0]

        assert await returned() == 200
        another = (await gin.post("api/login", {}, URL))[1]
        assert await returned(state=another["state"]) == 403
        assert await returned(verifier=another["verifier"]) == 403
        assert await returned(state="", verifier="") == 403
        files = [one for one in tmp_path.rglob("*") if one.is_file() and one.name != "log"]
        assert {"gin.db", "gin.db-wal"} <= {one.name for one in files}
        assert not [one.name for one in files if one.stat().st_mode & 0o077], "nobody else reads"


async def test_one_client_keeps_nobody_from_signing_in(tmp_path: Path) -> None:
    async with running(tmp_path, GIN_ACTIVITIES="true", GIN_WEB_URL=URL) as gin:
        gin.discord.rest.sign_ins.play("i-1", GUILD, CHANNEL, ANN)
        nothing = {"kind": "browser", "code": "x", "state": "invented", "verifier": "invented"}
        for body in [nothing, {"kind": "nothing"}] * 100:
            assert (await gin.post("api/session", body, URL))[0] in (400, 403)
        assert (await gin.enter(ANN, "i-1"))[0] == 200, "these have not reached Discord"
        begun = (await gin.post("api/login", {}, URL))[1]
        guess = nothing | {name: begun[name] for name in ("state", "verifier")}
        found = [(await gin.post("api/session", guess, URL, "203.0.113.1"))[0] for _ in range(80)]
        assert set(found) == {403, 429}
        assert found.count(403) < 60
        code = gin.discord.rest.sign_ins.code(ANN)
        genuine = {"kind": "activity", "code": code, "instance": "i-1"}
        assert (await gin.post("api/session", genuine, ACTIVITY, "203.0.113.2"))[0] == 200
