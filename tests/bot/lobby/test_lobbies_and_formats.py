"""Finding seats, and formats for three to eight: lobbies, teams, box and captain, refusals."""

import random
from pathlib import Path

import pytest

from engine.game.cards import cards_of
from engine.service import UserId
from tests.journeys.cards_seen import cards_shown
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now, opened, play_round, seated_all, the_match
from tests.worlds.public_cards import public_cards


@pytest.mark.slow
async def test_six_players_fill_a_lobby_and_play_a_team_round(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=6) as world:
        message = await opened(world, "partnership_6")
        table = now(world, message)
        assert table.text.count("Table ") >= 3
        people = await seated_all(world, message)
        live = await the_match(world)
        view = live.public()
        assert len(view.tables) == 3
        for person in people:
            seat = live.seat_of(UserId(person.member.id))
            assert seat is not None
            own = live.view(seat)
            assert own.table is not None
            seen = cards_shown(person.panel())
            assert seen <= set(cards_of(own.hand)) | public_cards(own.table)
        live = await play_round(world, people)
        entry = live.public().played[0].entry
        text = now(world, message).text
        assert "waiting for" in text
        if entry.winner is None:
            assert "Nobody scores" in text
        else:
            assert f"+{max(entry.scores)}** and a box" in text
        assert all(f"at table {number}" in text for number in (1, 2, 3))
        assert "at table 3" in people[0].panel().text
        sheet = await world.press(world.members[0], now(world, message), "Score sheet")
        assert (
            "Round 1" in shown(sheet.response, sheet.response.components).pictures[0]["description"]
        )
        for person in people:
            await person.press("Ready for")
        assert (await the_match(world)).public().number == 2


async def test_a_lobby_lets_people_leave_and_shows_sides(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=4) as world:
        alice, bob, carol, dave = world.members
        result = await world.slash(alice, "open", rules="partnership_4")
        message = result.response
        await world.press(bob, now(world, message), "Join")
        await world.press(bob, now(world, message), "Leave")
        assert "Bob" not in now(world, message).text
        for member in (bob, carol):
            await world.press(member, now(world, message), "Join")
        again = await world.press(bob, now(world, message), "Join")
        assert "already have a seat" in shown(again.response, again.response.components).text
        await world.press(alice, now(world, message), "Blue side")
        await world.press(carol, now(world, message), "Blue side")
        assert now(world, message).text.count("🟦") >= 2
        await world.press(dave, now(world, message), "Join")
        live = await the_match(world)
        sides = live.public().parties
        together = {live.seat_of(UserId(member.id)) for member in (alice, carol)}
        assert together in [set(side) for side in sides]


@pytest.mark.slow
async def test_three_handed_with_an_adviser_whose_words_only_the_captain_sees(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        message = await opened(world, "three_handed")
        people = await seated_all(world, message)
        live = await the_match(world)
        view = live.public()
        by_seat = {live.seat_of(person.member.id): person for person in people}  # type: ignore[arg-type]
        adviser = by_seat[view.lineup.idle[0]]
        captain = by_seat[view.lineup.pairs[0].non_dealer]
        box = by_seat[view.lineup.pairs[0].dealer]
        assert "You are advising" in adviser.panel().text
        hand = live.view(view.lineup.pairs[0].non_dealer).hand
        assert set(cards_of(hand)) <= cards_shown(adviser.panel())
        modal = await world.press(adviser.member, adviser.panel(), "Suggest a play")
        await adviser.member.submit_modal(modal, {"text": "keep the low ones"})
        await world.settle()
        assert "keep the low ones" in captain.panel().text
        assert "keep the low ones" in adviser.panel().text
        assert "keep the low ones" not in box.panel().text
        assert "keep the low ones" not in now(world, message).text
        players = [captain, box]
        live = await play_round(world, players)
        for person in people:
            await person.press("Ready for")
        assert (await the_match(world)).public().number == 2


@pytest.mark.parametrize(
    "preset",
    [
        "mahjong",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in (
                "oklahoma",
                "hollywood",
                "tedesco",
                "straight",
                "oklahoma_match",
                "round_corner",
                "multi_match",
            )
        ),
    ],
)
async def test_practice_in_every_family_reaches_a_result(tmp_path: Path, preset: str) -> None:
    async with running_world(tmp_path, people=1) as world:
        message = (await world.slash(world.members[0], "practice", rules=preset)).response
        person = Person(world, world.members[0], random.Random(3))
        await person.open_hand(now(world, message))
        await play_round(world, [person])
        text = now(world, message).text
        assert "round 1" in text
        assert any(word in text for word in ("wins", "Void", "goes out", "tied"))


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("challenge", {"rules": "nonsense"}, "no ruleset called"),
        ("challenge", {"rules": "partnership_6"}, "/gin open"),
        ("open", {"rules": "standard", "players": 5}, "**Standard gin** is for 2 players"),
        ("hand", {}, "You aren't at any table"),
        ("repost", {}, "You aren't at any table"),
        ("verify", {}, "haven't played yet"),
        ("leaderboard", {}, "Nobody has finished"),
        ("turns", {}, "You aren't at any table"),
    ],
)
async def test_every_refusal_is_a_private_sentence(
    tmp_path: Path, command: str, options: dict[str, object], said: str
) -> None:
    async with running_world(tmp_path, people=2) as world:
        if command == "challenge":
            options = {"opponent": world.members[1], **options}
        result = await ask(world, world.members[0], command, **options)
        assert result.ephemeral
        assert said in shown(result.response, result.response.components).text
        assert not world.env.errors


@pytest.mark.slow
async def test_wrong_people_are_told_so(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        result = await world.slash(alice, "challenge", opponent=bob)
        invitation = result.response
        refused = await world.press(carol, now(world, invitation), "Accept")
        assert "isn't for you" in shown(refused.response, refused.response.components).text
        twice = await world.slash(alice, "challenge", opponent=bob)
        assert "open challenge" in shown(twice.response, twice.response.components).text
        himself = await world.slash(alice, "challenge", opponent=alice)
        assert "yourself" in shown(himself.response, himself.response.components).text
        await world.press(bob, now(world, invitation), "Accept")
        for label in ("My hand", "Ready"):
            if now(world, invitation).has(label):
                refused = await world.press(carol, now(world, invitation), label)
                assert (
                    "aren't at this table"
                    in shown(refused.response, refused.response.components).text
                )
        more = await world.press(carol, now(world, invitation), "More")
        menu = shown(more.response, more.response.components)
        assert not menu.has("Resign")
        bump = await world.press(carol, menu, "Repost the table")
        assert "Only players" in shown(bump.response, bump.response.components).text


async def test_declining_and_cancelling_close_a_challenge(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        first = (await world.slash(alice, "challenge", opponent=bob)).response
        await world.press(bob, now(world, first), "Decline")
        assert "Bob declined" in now(world, first).text
        second = (await world.slash(alice, "challenge", opponent=bob)).response
        await world.press(alice, now(world, second), "Cancel")
        assert "Alice cancelled" in now(world, second).text
        assert not now(world, second).buttons


async def test_resigning_is_asked_once_and_ends_the_match(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        message = (await world.slash(alice, "challenge", opponent=bob)).response
        await world.press(bob, now(world, message), "Accept")
        asked = (await ask(world, alice, "resign")).response
        stays = await world.press(alice, shown(asked, asked.components), "No")
        assert stays is not None
        assert await world.service.running()
        asked = (await ask(world, alice, "resign")).response
        await world.press(alice, shown(asked, asked.components), "Yes")
        assert "Alice resigned" in now(world, message).text
        rematch = await world.press(bob, now(world, message), "Rematch")
        assert rematch.response is not None
        assert "challenges" in shown(rematch.response, rematch.response.components).text
