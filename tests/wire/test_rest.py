"""The Discord on loopback refuses what Discord refuses, asked over HTTP."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import orjson
import pytest

from tests.wire.interactions import DEFER, SEND, TOKEN_S, UPDATE
from tests.wire.limits import GLOBAL
from tests.wire.messages import COMPONENTS_V2, EPHEMERAL
from tests.wire.rest import route_of
from tests.wire.server import CHANNEL, Discord, running_discord

BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


class Client:
    """Requests as a bot makes them."""

    def __init__(self, discord: Discord, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self.session = session

    async def ask(
        self, method: str, path: str, body: object = None, **files: bytes
    ) -> tuple[int, dict[str, object]]:
        data: aiohttp.FormData | bytes = orjson.dumps(body)
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", orjson.dumps(body).decode())
            for number, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{number}]", content, filename=f"{name}.png")
        url = f"{self.discord.api}{path}"
        async with self.session.request(method, url, data=data) as answer:
            text = await answer.read()
            return answer.status, orjson.loads(text) if text else {}


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with running_discord() as discord, aiohttp.ClientSession() as session:
        yield Client(discord, session)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/channels/12345/messages", 10003),
        (f"/channels/{CHANNEL}/messages/12345", 10008),
        ("/webhooks/4000/token-12345/messages/@original", 10015),
    ],
)
async def test_unknown_things_have_their_codes(client: Client, path: str, code: int) -> None:
    status, found = await client.ask("PATCH" if "messages/" in path else "POST", path, {})
    assert (status // 100, found["code"]) == (4, code)


async def test_a_forbidden_channel_takes_nothing(client: Client) -> None:
    client.discord.guild.channels[CHANNEL].is_forbidden = True
    status, found = await client.ask("POST", f"/channels/{CHANNEL}/messages", {"content": "x"})
    assert (status, found["code"]) == (403, 50001)


async def test_pictures_are_kept_by_their_ids(client: Client) -> None:
    path = f"/channels/{CHANNEL}/messages"
    body = {"flags": COMPONENTS_V2, "components": [PICTURE], "attachments": [{"id": 0}]}
    status, sent = await client.ask("POST", path, body, a=b"picture")
    assert status == 200
    [message] = client.discord.messages.in_channel(CHANNEL)
    [number] = message.files
    assert sent["attachments"] == []
    assert f'"attachment_id":"{number}"' in orjson.dumps(sent).decode()
    assert client.discord.rest.records.all[-1].files == len(b"picture")
    again = {"components": [PICTURE], "attachments": [{"id": str(number)}]}
    assert (await client.ask("PATCH", f"{path}/{message.id}", again))[0] == 200
    assert message.files == {number: "a.png"}
    unknown = {"components": [PICTURE], "attachments": [{"id": "99999"}]}
    status, found = await client.ask("PATCH", f"{path}/{message.id}", unknown)
    assert (status, found["code"]) == (400, 50035)


async def test_an_interaction_is_answered_once_and_its_private_answer_is_its_own(
    client: Client,
) -> None:
    one = await client.discord.slash(11, "gin help")
    callback = f"/interactions/{one.id}/{one.token}/callback"
    data = {"content": "hello", "flags": EPHEMERAL, "components": [BUTTON]}
    status, told = await client.ask(
        "POST", f"{callback}?with_response=true", {"type": SEND, "data": data}
    )
    assert status == 200
    resource = told["resource"]
    assert isinstance(resource, dict)
    number = resource["message"]["id"]
    status, found = await client.ask("POST", callback, {"type": SEND, "data": data})
    assert (status, found["code"]) == (400, 40060)
    assert (await client.ask("GET", f"/channels/{CHANNEL}/messages/{number}"))[0] == 404
    own = f"/webhooks/4000/{one.token}/messages/{number}"
    assert (await client.ask("PATCH", own, {"content": "new"}))[0] == 200
    message = client.discord.messages.all[int(number)]
    assert message.text == "new"
    pressed = await client.discord.press(11, message, "go")
    path = f"/interactions/{pressed.id}/{pressed.token}/callback"
    assert (await client.ask("POST", path, {"type": UPDATE, "data": {"content": "3"}}))[0] == 204
    assert message.text == "3"
    assert (await client.ask("DELETE", own))[0] == 204
    assert (await client.ask("PATCH", own, {"content": "late"}))[0] == 404


async def test_what_comes_too_late_is_refused(client: Client) -> None:
    one = await client.discord.slash(11, "gin help")
    callback = f"/interactions/{one.id}/{one.token}/callback"
    client.discord.interactions.first_answer_s = 0.0
    body = {"type": SEND, "data": {"content": "x"}}
    status, found = await client.ask("POST", callback, body)
    assert (status, found["code"]) == (404, 10062)
    edit = f"/webhooks/4000/{one.token}/messages/@original"
    one.at -= TOKEN_S
    status, found = await client.ask("PATCH", edit, {"content": "x"})
    assert (status, found["code"]) == (401, 50027)


async def test_an_announcement_is_completed_by_what_follows(client: Client) -> None:
    one = await client.discord.slash(11, "gin help")
    callback = f"/interactions/{one.id}/{one.token}/callback"
    body = {"type": DEFER, "data": {"flags": EPHEMERAL}}
    assert (await client.ask("POST", callback, body))[0] == 204
    assert not one.answered_at
    edit = f"/webhooks/4000/{one.token}/messages/@original"
    assert (await client.ask("PATCH", edit, {"content": "done"}))[0] == 200
    assert one.answered_at
    [message] = one.shown
    assert message.is_ephemeral, "an announcement in private stays private"


async def test_the_token_has_fifty_requests_a_second_apart_from_answers(client: Client) -> None:
    asked = [client.ask("GET", "/users/@me") for _ in range(GLOBAL + 10)]
    answers = await asyncio.gather(*asked)
    refused = [found for status, found in answers if status == 429]
    if client.discord.rest.records.all[-1].at - client.discord.rest.records.all[0].at < 1:
        assert refused
    assert all(one["global"] is True for one in refused)
    one = await client.discord.slash(11, "gin help")
    body = {"type": SEND, "data": {"content": "x"}}
    callback = f"/interactions/{one.id}/{one.token}/callback"
    assert (await client.ask("POST", callback, body))[0] == 204


async def test_a_channel_takes_five_messages_in_five_seconds(client: Client) -> None:
    path = f"/channels/{CHANNEL}/messages"
    asked = [client.ask("POST", path, {"content": "x"}) for _ in range(6)]
    statuses = sorted(status for status, _ in await asyncio.gather(*asked))
    times = [one.at for one in client.discord.rest.records.all]
    if max(times) - min(times) < 5:
        assert statuses == [200] * 5 + [429]


def test_routes_name_what_their_limit_is_for() -> None:
    assert route_of("PATCH", "/channels/71/messages/72") == ("PATCH /channels/C/messages/M", "71")
    assert route_of("POST", "/webhooks/4000/token-1") == ("POST /webhooks/W", "token-1")
    assert route_of("GET", "/guilds/70001/members/80001") == ("GET /guilds/N/members/N", "70001")
