"""An edit is written as Discord reads it: JSON alone, or a form with the new files."""

import json
from email import message_from_bytes
from email.message import Message as Mail
from typing import Any, cast

import aiohttp
import discord

from bot.ui.compose import ComposedMessage, Upload
from bot.ui.edits import Edit, SingleBodySession
from bot.ui.screen import notice_screen

NAMES = ["head-1.png", "hand-2.png"]


def edit(kept: dict[str, int]) -> Edit:
    uploads = [Upload(name, f"\r\n{name}\r\n--".encode(), f"About {name}") for name in NAMES]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(7)])
    components = [{"type": 10, "content": "♠ é"}]
    return Edit(ComposedMessage(notice_screen("now"), components, uploads, mentions), kept)


class Session:
    """A session that keeps what it is asked to send."""

    def request(self, method: str, url: str, **asked: Any) -> None:
        self.asked = asked


def sent(payload: dict[str, Any], files: list[discord.File]) -> list[Mail]:
    """The parts of a form as a reader of its one body finds them."""
    session = Session()
    one = SingleBodySession(cast(aiohttp.ClientSession, session), files)
    one.request("POST", "/", data=json.dumps(payload), headers={"X-Other": "kept"})
    headers, data = session.asked["headers"], session.asked["data"]
    assert headers["X-Other"] == "kept"
    read = message_from_bytes(f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode() + data)
    return [cast(Mail, part) for part in read.get_payload()]


def test_an_edit_that_keeps_every_picture_is_json_alone() -> None:
    payload, files = edit({"head-1.png": 5, "hand-2.png": 6}).body()
    assert not files
    assert payload["attachments"] == [{"id": 5}, {"id": 6}]
    assert payload["allowed_mentions"]["users"] == [7]
    assert payload["flags"] == discord.MessageFlags(components_v2=True).value


def test_new_pictures_are_the_parts_of_one_body() -> None:
    told, picture = sent(*edit({"head-1.png": 5}).body(kind=7))
    payload = json.loads(cast(bytes, told.get_payload(decode=True)))
    assert payload["type"] == 7
    assert payload["data"]["components"] == [{"type": 10, "content": "♠ é"}]
    kept, new = payload["data"]["attachments"]
    assert kept == {"id": 5}
    assert (new["filename"], new["description"]) == ("hand-2.png", "About hand-2.png")
    assert picture.get_param("name", header="content-disposition") == f"files[{new['id']}]"
    assert picture.get_filename() == "hand-2.png"
    assert picture.get_payload(decode=True) == b"\r\nhand-2.png\r\n--"
