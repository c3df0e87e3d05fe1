"""A picture that a message already shows stays where it is; only a new one is uploaded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.render.drawing import Drawings
from bot.ui import compose
from bot.ui.reply import DiscordReply
from tests.journeys.club import Club, Who, journey
from tests.journeys.people import mover_of


@dataclass
class Sent:
    """An edit of a message: which pictures it uploads, and how many it keeps by their ids."""

    path: str
    uploaded: list[str]
    kept: int


def edits(club: Club, since: int) -> Iterator[Sent]:
    """Every request with attachments after so many, as it went over the wire."""
    for request in club.env.http_requests[since:]:
        body: dict[str, Any] = request.json or {}
        body = body.get("data") or body
        if "attachments" not in body:
            continue
        uploaded = [one["filename"] for one in body["attachments"] if "filename" in one]
        yield Sent(request.path, uploaded, len(body["attachments"]) - len(uploaded))


def kinds(names: list[str]) -> set[str]:
    return {name.partition("-")[0] for name in names}


def media(club: Club, person: Who) -> dict[str, str]:
    """The addresses of the pictures on somebody's panel, all of them still to be had."""
    found = {}
    stored = person.hand.stored
    held = {str(one["id"]): one["url"] for one in stored.attachments}
    for picture in person.hand.pictures:
        item = picture["media"]
        assert held[str(item["attachment_id"])] == item["url"]
        assert club.env.backend.cdn.get(item["url"])
        found[item["url"].rpartition("/")[2].partition("-")[0]] = item["url"]
    return found


@journey(people=2)
async def test_a_press_that_changes_no_picture_uploads_none(club: Club) -> None:
    await club.sits(9)
    person = await mover_of(club.people)
    before = media(club, person)
    assert set(before) == {"head", "hand"}
    sent = len(club.env.http_requests)
    await person.presses("More")
    (edit,) = edits(club, sent)
    assert (edit.uploaded, edit.kept) == ([], 2)
    assert media(club, person) == before


@journey(people=2)
async def test_only_what_a_move_changes_is_uploaded(club: Club) -> None:
    await club.sits(9)
    mover, other = await club.turn()
    while not mover.hand.has("Stock"):
        await mover.take_turn()
        mover, other = other, mover
    theirs, mine = media(club, other), media(club, mover)
    sent = len(club.env.http_requests)
    await mover.presses("Stock")
    uploads = [kinds(one.uploaded) for one in edits(club, sent) if one.uploaded]
    assert uploads == [{"hand"}]
    assert media(club, other) == theirs
    assert media(club, mover)["head"] == mine["head"]
    assert media(club, mover)["hand"] != mine["hand"]
    sent = len(club.env.http_requests)
    await mover.take_turn()  # Selecting the card uploads nothing, discarding it all that changes.
    uploads = [kinds(one.uploaded) for one in edits(club, sent) if one.uploaded]
    assert sorted(map(sorted, uploads)) == [["hand", "head"], ["head"], ["table"]]
    assert media(club, other)["hand"] == theirs["hand"]
    assert media(club, other)["head"] != theirs["head"]


@journey(people=2)
async def test_a_board_whose_words_change_keeps_its_picture(club: Club) -> None:
    table = await club.sits(9)
    await (await mover_of(club.people)).take_turn()
    sent = len(club.env.http_requests)
    await club.alice.asks("time pause")
    boards = [one for one in edits(club, sent) if one.path.startswith("/channels/")]
    assert boards
    assert all((one.uploaded, one.kept) == ([], 1) for one in boards)
    stored = table.stored
    assert kinds([one["filename"] for one in stored.attachments]) == {"table"}


@journey(people=2)
async def test_pictures_are_kept_after_a_restart_too(club: Club) -> None:
    await club.sits(9)
    person = await mover_of(club.people)
    await club.restart()
    sent = len(club.env.http_requests)
    await person.presses("More")
    (edit,) = edits(club, sent)
    assert (edit.uploaded, edit.kept) == ([], 2)


@journey(people=2)
async def test_a_picture_that_is_gone_is_uploaded_again(club: Club, monkeypatch: Any) -> None:
    await club.sits(9)
    person = await mover_of(club.people)
    genuine = DiscordReply._replace

    async def gone_meanwhile(reply: DiscordReply, message: Any) -> None:
        person.hand.stored.attachments.clear()
        assert all(upload.data is None for upload in message.uploads), "nothing was to be sent"
        monkeypatch.setattr(compose, "DRAWINGS", Drawings())
        await genuine(reply, message)

    monkeypatch.setattr(DiscordReply, "_replace", gone_meanwhile)
    sent = len(club.env.http_requests)
    await person.presses("More")
    refused, taken = edits(club, sent)
    assert (refused.uploaded, refused.kept) == ([], 2)
    assert (kinds(taken.uploaded), taken.kept) == ({"head", "hand"}, 0)
    assert set(media(club, person)) == {"head", "hand"}
