"""Two people look at what they have played: the list, the replay, the record as a file."""

import json
import re
import zipfile
from io import BytesIO
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.game.cards import card_set
from engine.game.match import MatchPhase
from engine.game.record import from_json, from_text
from engine.game.replay import watched
from engine.service import Prefs
from tests.journeys.cards_seen import cards_in
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.played import play_rounds
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.tables import assert_fits


async def resigned(who: Who) -> None:
    await who.presses("Yes, resign", await who.asks("resign"))


def fitting(page: Seen) -> Seen:
    """The page, which keeps Discord's limits."""
    assert_fits(page.stored.components)
    return page


def in_picture(view: Seen) -> int:
    """The cards that the picture shows, as its alt text says."""
    return card_set(cards_in(view.pictures[0]["description"]))


def downloads(message: Any) -> list[dict[str, Any]]:
    return [part for top in message.components for part in top["components"] if part["type"] == 13]


def file_bytes(club: Club, message: Seen) -> dict[str, Any]:
    """The attached files of a message by name."""
    files = message.stored.attachments
    return {one["filename"]: club.env.backend.cdn.get(one["url"]) for one in files}


@pytest.mark.slow
@pytest.mark.usefixtures("drawn")
@journey(people=3)
async def test_a_round_is_replayed_from_the_history(club: Club) -> None:
    await club.sits(3, rules="single", target=500)
    match = (await club.match()).id
    await play_rounds(club, match, 2)
    alice, bob = club.people[:2]
    await resigned(bob)

    listed = await alice.asks("history")
    fitting(listed).says("won", "Bob", "Single game", f"`{base36(match)}`")
    before = listed.text
    await alice.chooses(base36(match), listed)
    fitting(listed).says("resigned")
    view = await alice.presses("Replay", listed)
    assert view.id != listed.id
    fitting(view).says("Round 1", "Move 0 of")
    assert view.button("Back")["disabled"]

    record = existing(await club.service.record(match))
    frames = watched(record).of(1, 0)
    await alice.presses("Next", view)
    fitting(view).says("Move 1 of")
    # A quick knock may end the round within these steps.
    step = max(n for n, one in enumerate(frames[:6]) if one.table.knock is None)
    await alice.chooses(str(step), fitting(view))
    fitting(view).says(f"Move {step} of")
    both = frames[step].hands[0] | frames[step].hands[1]
    assert in_picture(view) & both == both

    await alice.presses("Bob", view)
    fitting(view)
    seat = next(s for s in frames[step].table.players if record.names[s] == "Bob")
    side = frames[step].table.side_of(seat)
    assert in_picture(view) & both == frames[step].hands[side]

    await alice.presses("Both hands", view)
    await alice.chooses(str(len(frames) - 1), fitting(view))
    assert fitting(view).button("Next")["disabled"]
    assert re.search(r"wins \*\*\d+\*\* points|no points|Void", view.text)
    await alice.presses("Play the round", view)
    assert fitting(view).pictures[0]["media"]["content_type"] == "image/gif"
    await alice.chooses("2.0", fitting(view), menu=1)
    fitting(view).says("Round 2")
    await alice.presses("Back to the list", listed)
    assert fitting(listed).text == before


@pytest.mark.slow
@journey(people=3)
async def test_a_record_is_downloaded_and_shown_again(club: Club) -> None:
    await club.sits(4, rules="single", target=100)
    match = (await club.match()).id
    await play_rounds(club, match, 1)
    alice, bob, carol = club.people
    await resigned(alice)
    listed = await bob.asks("history")
    await bob.chooses(base36(match), fitting(listed))
    sent = await bob.presses("Download", fitting(listed))
    assert len(downloads(sent.stored)) == 2
    files = file_bytes(club, sent)
    text = files[f"gin-{base36(match)}.txt"].decode()
    plain = files[f"gin-{base36(match)}.json"].decode()
    assert from_text(text) == from_json(plain) == await club.service.record(match)

    again = await bob.asks("history")
    sent = await bob.presses("Download all", fitting(again))
    with zipfile.ZipFile(BytesIO(file_bytes(club, sent)["gin-matches.zip"])) as archive:
        assert archive.namelist() == [f"gin-{base36(match)}.txt"]
        assert archive.read(archive.namelist()[0]).decode() == text

    for name, data in (("mine.txt", text), ("mine.json", plain)):
        brought = await carol.asks("replay", file=(name, data.encode()))
        fitting(brought).says("Alice")
        await carol.presses("Next", brought)
        fitting(brought).says("Move 1 of")

    changed = text.replace("deal 1 0 0", "deal 1 0 1")
    plainly = json.dumps(json.loads(plain) | {"lot": 0})
    for data in (changed, plainly):
        fitting(await carol.asks("replay", file=("x", data.encode()))).says("seal doesn't match")
    fitting(await carol.asks("replay", file=("x", b"\xff\x00hello"))).says("isn't a Gin record")
    fitting(await carol.asks("replay", file=("x", b"hello"))).says("isn't a Gin record")
    fitting(await carol.asks("replay", file=("x", b" " * 300_000))).says("too large")

    brought = await carol.asks("replay", file=("mine.txt", text.encode()))
    club.bot.parts.display.replays._files.clear()
    fitting(await carol.presses("Next", fitting(brought))).says("no longer available")


@pytest.mark.slow
@journey(people=3)
async def test_only_finished_rounds_are_replayed_and_only_where_they_were_played(
    club: Club,
) -> None:
    await club.sits(5, rules="single", target=100)
    match = (await club.match()).id
    carol = club.carol
    for person in club.people[:2]:
        await club.service.set_prefs(fresh(), person.named, Prefs(open_hands=True))
        club.bot.parts.messenger.preferences.forget(person.id)
    fitting(await carol.asks("replay", match=base36(match))).says(
        "No round of this match is finished yet"
    )
    await play_rounds(club, match, 1)
    live = await club.match(match)
    assert live.public().phase is MatchPhase.PLAYING
    assert live.public().number == 2
    found = fitting(await carol.asks("replay", match=base36(match))).says("Round 1")
    fitting(await carol.asks("replay", match=base36(match), round=2)).says("wasn't finished")
    # A button for the running round, as nobody was ever given one.
    following = found.button("Next")
    following["custom_id"] = following["custom_id"].replace(":1:replay", ":2:replay")
    await carol.presses("Next", found)
    found.says("Round 1")
    for wrong in ("zzz", "!", "9" * 40):
        fitting(await carol.asks("replay", match=wrong)).says("no such match")

    dave = club.elsewhere("Dave")
    (await dave.asks("replay", match=base36(match))).says("no such match")


@pytest.mark.slow
@journey(people=3)
async def test_the_list_goes_by_pages_and_by_opponent(club: Club) -> None:
    alice, bob, carol = club.people
    for other in [bob] * 9 + [carol]:
        await other.accepts(await alice.challenges(other))
        await resigned(other)
    listed = await alice.asks("history")
    first = fitting(listed).text
    assert first.count("won") == 8
    assert "Carol" in first
    assert listed.button("Newer")["disabled"]
    await alice.presses("Older", listed)
    assert fitting(listed).text.count("won") == 2
    assert listed.button("Older")["disabled"]
    await alice.presses("Newer", listed)
    assert fitting(listed).text == first
    assert listed.button("Newer")["disabled"]
    only = await alice.asks("history", opponent=carol, rules="standard")
    assert fitting(only).text.count("won") == 1
    fitting(await alice.asks("history", rules="hollywood")).says("no finished match")
