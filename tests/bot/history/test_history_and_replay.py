"""Two people look at what they have played: the list, the replay, the record as a file."""

import json
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.ui.custom_id import base36
from bot.ui.replying import Refusal
from engine.game.cards import card_set
from engine.game.match import MatchPhase
from engine.game.record import from_json, from_text
from engine.game.replay import watched
from engine.service import Person, Prefs, UserId
from tests.journeys.cards_seen import cards_in
from tests.journeys.paths import ask
from tests.journeys.played import play_rounds
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.tables import assert_fits, live_match, seated


async def resigned(world: World, member: MemberActor) -> None:
    asked = (await ask(world, member, "resign")).response
    await world.press(member, shown(asked, asked.components), "Yes, resign")


def panel(world: World, message: Any) -> Shown:
    found = shown(message, world.stored(message.id).components)
    assert_fits(world.stored(message.id).components)
    return found


def unexpected(world: World) -> list[BaseException]:
    """Errors that are not a sentence for the person who asked."""
    return [error for error in world.env.errors if not isinstance(error, Refusal)]


def in_picture(view: Shown) -> int:
    """The cards that the picture shows, as its alt text says."""
    return card_set(cards_in(view.pictures[0]["description"]))


def downloads(message: Any) -> list[dict[str, Any]]:
    return [part for top in message.components for part in top["components"] if part["type"] == 13]


def file_bytes(world: World, message: Any) -> dict[str, Any]:
    """The attached files of a message by name."""
    stored = world.stored(message.id)
    return {one["filename"]: world.env.backend.cdn.get(one["url"]) for one in stored.attachments}


@pytest.mark.slow
@pytest.mark.usefixtures("drawn")
async def test_a_round_is_replayed_from_the_history(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 3, rules="single", target=500)
        match = await live_match(world)
        await play_rounds(world, match, 2)
        alice, bob = world.members[:2]
        await resigned(world, bob)

        listed = (await world.slash(alice, "history")).response
        page = panel(world, listed)
        assert "won" in page.text
        assert "Bob" in page.text
        assert "Single game" in page.text
        assert f"`{base36(match)}`" in page.text
        await world.choose(alice, page, 0, base36(match))
        one = panel(world, listed)
        assert "resigned" in one.text
        opened = (await world.press(alice, one, "Replay")).response
        assert opened.id != listed.id
        view = panel(world, opened)
        assert "Round 1" in view.text
        assert "Move 0 of" in view.text
        assert view.button("Back")["disabled"]

        record = await world.service.record(match)
        assert record is not None
        frames = watched(record).of(1, 0)
        await world.press(alice, view, "Next")
        assert "Move 1 of" in panel(world, opened).text
        # A quick knock may end the round within these steps.
        step = max(n for n, one in enumerate(frames[:6]) if one.table.knock is None)
        await world.choose(alice, panel(world, opened), 0, str(step))
        view = panel(world, opened)
        assert f"Move {step} of" in view.text
        both = frames[step].hands[0] | frames[step].hands[1]
        assert in_picture(view) & both == both

        await world.press(alice, view, "Bob")
        view = panel(world, opened)
        seat = next(s for s in frames[step].table.players if record.names[s] == "Bob")
        side = frames[step].table.side_of(seat)
        assert in_picture(view) & both == frames[step].hands[side]

        await world.press(alice, view, "Both hands")
        await world.choose(alice, panel(world, opened), 0, str(len(frames) - 1))
        view = panel(world, opened)
        assert view.button("Next")["disabled"]
        assert re.search(r"wins \*\*\d+\*\* points|no points|Void", view.text)
        await world.press(alice, view, "Play the round")
        assert panel(world, opened).pictures[0]["media"]["content_type"] == "image/gif"
        await world.choose(alice, panel(world, opened), 1, "2.0")
        assert "Round 2" in panel(world, opened).text
        await world.press(alice, one, "Back to the list")
        assert panel(world, listed).text == page.text
        assert unexpected(world) == []


@pytest.mark.slow
async def test_a_record_is_downloaded_and_shown_again(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 4, rules="single", target=100)
        match = await live_match(world)
        await play_rounds(world, match, 1)
        alice, bob, carol = world.members
        await resigned(world, alice)
        listed = (await world.slash(bob, "history")).response
        await world.choose(bob, panel(world, listed), 0, base36(match))
        sent = (await world.press(bob, panel(world, listed), "Download")).response
        assert len(downloads(world.stored(sent.id))) == 2
        files = file_bytes(world, sent)
        text = files[f"gin-{base36(match)}.txt"].decode()
        plain = files[f"gin-{base36(match)}.json"].decode()
        assert from_text(text) == from_json(plain) == await world.service.record(match)

        again = (await world.slash(bob, "history")).response
        sent = (await world.press(bob, panel(world, again), "Download all")).response
        with zipfile.ZipFile(BytesIO(file_bytes(world, sent)["gin-matches.zip"])) as archive:
            assert archive.namelist() == [f"gin-{base36(match)}.txt"]
            assert archive.read(archive.namelist()[0]).decode() == text

        brought = None
        for name, data in (("mine.txt", text), ("mine.json", plain)):
            brought = (await world.slash(carol, "replay", file=(name, data.encode()))).response
            view = panel(world, brought)
            assert "Alice" in view.text
            await world.press(carol, view, "Next")
            assert "Move 1 of" in panel(world, brought).text

        changed = text.replace("deal 1 0 0", "deal 1 0 1")
        plainly = json.dumps(json.loads(plain) | {"lot": 0})
        for data in (changed, plainly):
            refused = (await world.slash(carol, "replay", file=("x", data.encode()))).response
            assert "seal doesn't match" in panel(world, refused).text
        refused = (await world.slash(carol, "replay", file=("x", b"\xff\x00hello"))).response
        assert "isn't a Gin record" in panel(world, refused).text
        refused = (await world.slash(carol, "replay", file=("x", b"hello"))).response
        assert "isn't a Gin record" in panel(world, refused).text
        refused = (await world.slash(carol, "replay", file=("x", b" " * 300_000))).response
        assert "too large" in panel(world, refused).text

        world.bot.parts.display.replays._files.clear()
        forgotten = await world.press(carol, panel(world, brought), "Next")
        assert "no longer available" in panel(world, forgotten.response).text
        assert unexpected(world) == []


@pytest.mark.slow
async def test_only_finished_rounds_are_replayed_and_only_where_they_were_played(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 5, rules="single", target=100)
        match = await live_match(world)
        carol = world.members[2]
        for member in world.members[:2]:
            person = Person(UserId(member.id), member.name)
            await world.service.set_prefs(fresh(), person, Prefs(open_hands=True))
            world.bot.parts.messenger.preferences.forget(member.id)
        early = (await world.slash(carol, "replay", match=base36(match))).response
        assert "No round of this match is finished yet" in panel(world, early).text
        await play_rounds(world, match, 1)
        live = await world.service.load(match)
        assert live is not None
        assert live.public().phase is MatchPhase.PLAYING
        assert live.public().number == 2
        found = (await world.slash(carol, "replay", match=base36(match))).response
        assert "Round 1" in panel(world, found).text
        second = (await world.slash(carol, "replay", match=base36(match), round=2)).response
        assert "wasn't finished" in panel(world, second).text
        # A button for the running round, as nobody was ever given one.
        stored = world.stored(found.id)
        view = panel(world, found)
        press = view.button("Next")["custom_id"]
        view.button("Next")["custom_id"] = press.replace(":1:replay", ":2:replay")
        await world.press(carol, view, "Next")
        assert "Round 1" in shown(found, stored.components).text
        for wrong in ("zzz", "!", "9" * 40):
            said = (await world.slash(carol, "replay", match=wrong)).response
            assert "no such match" in panel(world, said).text

        elsewhere = world.env.create_guild("Elsewhere")
        room = elsewhere.create_text_channel("room")
        dave = elsewhere.add_member(world.env.create_user("dave2", global_name="Dave"))
        answer = (await dave.slash(room, "gin replay", match=base36(match))).response
        assert answer is not None
        assert "no such match" in shown(answer, answer.components).text
        assert unexpected(world) == []


@pytest.mark.slow
async def test_the_list_goes_by_pages_and_by_opponent(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        for other in [bob] * 9 + [carol]:
            message = (await world.slash(alice, "challenge", opponent=other)).response
            await world.press(other, shown(message, message.components), "Accept")
            await resigned(world, other)
        listed = (await world.slash(alice, "history")).response
        page = panel(world, listed)
        assert page.text.count("won") == 8
        assert "Carol" in page.text
        assert page.button("Newer")["disabled"]
        await world.press(alice, page, "Older")
        older = panel(world, listed)
        assert older.text.count("won") == 2
        assert older.button("Older")["disabled"]
        await world.press(alice, older, "Newer")
        assert panel(world, listed).text == page.text
        assert panel(world, listed).button("Newer")["disabled"]
        only = (await world.slash(alice, "history", opponent=carol, rules="standard")).response
        assert panel(world, only).text.count("won") == 1
        nothing = (await world.slash(alice, "history", rules="hollywood")).response
        assert "no finished match" in panel(world, nothing).text
        assert unexpected(world) == []
