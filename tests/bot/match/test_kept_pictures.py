"""A picture that a message already shows stays where it is; only a new one is uploaded."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.render.drawing import Drawings
from bot.ui import compose
from bot.ui.reply import DiscordReply
from tests.journeys.paths import ask
from tests.journeys.people import Person, mover_of
from tests.journeys.world import World, running_world
from tests.worlds.tables import seated


@dataclass
class Sent:
    """An edit of a message: which pictures it uploads, and how many it keeps by their ids."""

    path: str
    uploaded: list[str]
    kept: int


def edits(world: World, since: int) -> Iterator[Sent]:
    """Every request with attachments after so many, as it went over the wire."""
    for request in world.env.http_requests[since:]:
        body: dict[str, Any] = request.json or {}
        body = body.get("data") or body
        if "attachments" not in body:
            continue
        uploaded = [one["filename"] for one in body["attachments"] if "filename" in one]
        yield Sent(request.path, uploaded, len(body["attachments"]) - len(uploaded))


def kinds(names: list[str]) -> set[str]:
    return {name.partition("-")[0] for name in names}


def media(world: World, person: Person) -> dict[str, str]:
    """The addresses of the pictures on somebody's panel, all of them still to be had."""
    found = {}
    stored = world.stored(person.panel_message.id)
    held = {str(one["id"]): one["url"] for one in stored.attachments}
    for picture in person.panel().pictures:
        item = picture["media"]
        assert held[str(item["attachment_id"])] == item["url"]
        assert world.env.backend.cdn.get(item["url"])
        found[item["url"].rpartition("/")[2].partition("-")[0]] = item["url"]
    return found


async def test_a_press_that_changes_no_picture_uploads_none(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        person = await mover_of(people)
        before = media(world, person)
        assert set(before) == {"head", "hand"}
        sent = len(world.env.http_requests)
        await person.press("More")
        (edit,) = edits(world, sent)
        assert (edit.uploaded, edit.kept) == ([], 2)
        assert media(world, person) == before


async def test_only_what_a_move_changes_is_uploaded(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        mover = await mover_of(people)
        other = next(person for person in people if person is not mover)
        while not mover.panel().has("Stock"):
            await mover.take_turn()
            mover, other = other, mover
        theirs, mine = media(world, other), media(world, mover)
        sent = len(world.env.http_requests)
        await mover.press("Stock")
        uploads = [kinds(one.uploaded) for one in edits(world, sent) if one.uploaded]
        assert uploads == [{"hand"}]
        assert media(world, other) == theirs
        assert media(world, mover)["head"] == mine["head"]
        assert media(world, mover)["hand"] != mine["hand"]
        sent = len(world.env.http_requests)
        await (
            mover.take_turn()
        )  # Selecting the card uploads nothing, discarding it all that changes.
        uploads = [kinds(one.uploaded) for one in edits(world, sent) if one.uploaded]
        assert sorted(map(sorted, uploads)) == [["hand", "head"], ["head"], ["table"]]
        assert media(world, other)["hand"] == theirs["hand"]
        assert media(world, other)["head"] != theirs["head"]


async def test_a_board_whose_words_change_keeps_its_picture(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 9)
        await (await mover_of(people)).take_turn()
        sent = len(world.env.http_requests)
        await ask(world, world.members[0], "time pause")
        boards = [one for one in edits(world, sent) if one.path.startswith("/channels/")]
        assert boards
        assert all((one.uploaded, one.kept) == ([], 1) for one in boards)
        stored = world.stored(table.message.id)
        assert kinds([one["filename"] for one in stored.attachments]) == {"table"}


async def test_pictures_are_kept_after_a_restart_too(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        person = await mover_of(people)
        await world.restart()
        sent = len(world.env.http_requests)
        await person.press("More")
        (edit,) = edits(world, sent)
        assert (edit.uploaded, edit.kept) == ([], 2)


async def test_a_picture_that_is_gone_is_uploaded_again(tmp_path: Path, monkeypatch: Any) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        person = await mover_of(people)
        genuine = DiscordReply._replace

        async def gone_meanwhile(reply: DiscordReply, message: Any) -> None:
            world.stored(person.panel_message.id).attachments.clear()
            assert all(upload.data is None for upload in message.uploads), "nothing was to be sent"
            monkeypatch.setattr(compose, "DRAWINGS", Drawings())
            await genuine(reply, message)

        monkeypatch.setattr(DiscordReply, "_replace", gone_meanwhile)
        sent = len(world.env.http_requests)
        await person.press("More")
        refused, taken = edits(world, sent)
        assert (refused.uploaded, refused.kept) == ([], 2)
        assert (kinds(taken.uploaded), taken.kept) == ({"head", "hand"}, 0)
        assert set(media(world, person)) == {"head", "hand"}
