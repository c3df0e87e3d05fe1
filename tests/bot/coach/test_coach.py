"""The coach after a round, hints in practice, and neither where it must not be."""

import random
from pathlib import Path

import pytest

from bot.presses.match import HintPress
from engine.service import UserId
from engine.service.standings import Profile
from tests.journeys.cards_seen import cards_in
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.played import play_round
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now
from tests.worlds.servers import admins
from tests.worlds.tables import live_match, seated


@pytest.mark.slow
async def test_practice_has_hints_and_a_coach_for_the_own_round(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        message = (await world.slash(alice, "practice", level="novice")).response
        (table,) = now(world, message).pictures
        assert "Pip 0" in table["description"]
        person = Person(world, alice, random.Random(4))
        await person.open_hand(now(world, message))
        while not person.panel().has("Hint"):
            await person.press("Refresh")
        hinted = await person.press("Hint")
        assert "💡" in hinted.text
        live = await play_round(world)
        assert live.public().tables[0].facts is not None
        review = await world.press(alice, person.panel(), "Coach")
        text = shown(review.response, review.response.components).text
        assert "Accuracy" in text or "nothing to decide" in text
        assert "Your points" in text
        again = shown(review.response, review.response.components)
        if again.has("Try again"):
            await world.press(alice, again, "Try again")
            asked = now(world, review.response)
            assert "What would you do" in asked.text
            assert "Better" not in asked.text
            first = next(iter(asked.buttons))
            await world.press(alice, asked, first)
            answer = now(world, review.response).text
            assert "Better" in answer
            assert cards_in(answer) or "draw" in answer or "pass" in answer or "take" in answer


@pytest.mark.slow
async def test_a_round_of_mahjong_gin_is_reviewed_like_any_other(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        begun = await world.slash(alice, "practice", level="novice", rules="mahjong")
        person = Person(world, alice, random.Random(4))
        await person.open_hand(now(world, begun.response))
        while not person.panel().has("Hint"):
            await person.press("Refresh")
        assert "💡" in (await person.press("Hint")).text
        live = await play_round(world)
        assert live.public().tables[0].facts is not None
        review = await world.press(alice, person.panel(), "Coach")
        text = shown(review.response, review.response.components).text
        assert "Accuracy" in text
        assert "Your points" in text


async def test_between_people_there_are_no_hints_and_no_coach_before_the_end(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        match = await live_match(world)
        for person in people:
            assert not person.panel().has("Hint")
            assert not person.panel().has("Coach")
            person.panel().button("More")["custom_id"] = str(HintPress(match))
            forged = (await world.press(person.member, person.panel(), "More")).response
            assert "only available in practice" in shown(forged, forged.components).text
        refused = await world.slash(people[0].member, "coach")
        assert "haven't finished" in shown(refused.response, refused.response.components).text


@pytest.mark.slow
async def test_the_deals_of_a_server_are_compared_with_chance(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        alice, bob = world.members
        await seated(world, 9)
        await play_round(world)
        asked = (await ask(world, bob, "resign")).response
        await world.press(bob, shown(asked, asked.components), "Yes")
        result = await ask(world, alice, "admin deals")
        text = shown(result.response, result.response.components).text
        assert "Hands with a meld" in text
        assert "chi-square" in text
        assert "too few deals to tell" in text


@pytest.mark.slow
async def test_after_a_match_everybody_learns_what_of_it_was_luck(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        people, _ = await seated(world, 9)
        live = await play_round(world)
        assert not people[0].panel().has("Luck")
        asked = (await ask(world, bob, "resign")).response
        await world.press(bob, shown(asked, asked.components), "Yes")
        told = {}
        for person in people:
            page = (await world.press(person.member, person.panel(), "Luck")).response
            told[person.member] = shown(page, page.components).text
        scores = live.public().played[0].entry.scores
        seat = live.seat_of(UserId(alice.user.id))
        assert seat is not None
        won = scores[seat] - scores[1 - seat]
        assert f"**{won:+d}** points".replace("-", "−") in told[alice]
        assert f"**{-won:+d}** points".replace("-", "−") in told[bob]
        user = UserId(bob.user.id)
        known = await world.service.statistics.profile(user, user, None, None)
        assert isinstance(known, Profile)
        found = known.luck
        profile = (await world.slash(bob, "profile")).response
        await world.press(bob, shown(profile, profile.components), "More")
        assert "luck and skill" in now(world, profile).text
        assert found.matches == 1
        assert round(found.total.points) == -won
