"""What somebody needs in the first minutes: which match this is, how it stands, what was before."""

import random
from pathlib import Path

import pytest

from bot.ui.custom_id import base36
from engine.clocks import DAY, HOUR
from engine.game.match import EndReason, MatchPhase
from engine.game.seats import Seat
from engine.service import UserId
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.played import play_round
from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.daily import play_day
from tests.worlds.lobbies import now
from tests.worlds.tables import choose_text_mode, live_match, loaded, seated


def panel_of(result: object) -> Shown:
    message = result.response  # type: ignore[attr-defined]
    return shown(message, message.components)


def said_by_head(person: Person) -> str:
    """What the picture above somebody's cards says, in words."""
    head, _ = person.panel().pictures
    return str(head["description"])


async def practised(world: World, seed: int = 4) -> Person:
    """Practice with the own hand open, a round of it finished."""
    member = world.members[0]
    message = (await world.slash(member, "practice", level="novice")).response
    person = Person(world, member, random.Random(seed))
    await person.open_hand(now(world, message))
    await play_round(world)
    return person


@pytest.mark.slow
async def test_a_hand_says_against_whom_at_what_score_and_in_which_round(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await choose_text_mode(world, world.members[1])
        people, _ = await seated(world, 9)
        assert "Round 1. Bob 0, You 0." in said_by_head(people[0])
        assert "vs **Alice**  ·  0–0  ·  round 1" in people[1].panel().text
        await play_round(world)
        for person in people:
            if person.panel().has("Ready for"):
                await person.press("Ready for")
        live = await loaded(world, await live_match(world))
        assert live.public().number == 2
        first, second = (live.public().sheet.games[-1].points[party] for party in (0, 1))
        assert first != second
        own = people[0] if live.seat_of(UserId(people[0].member.id)) is Seat.ONE else people[1]
        other = people[1] if own is people[0] else people[0]
        scores = {id(own): (first, second), id(other): (second, first)}
        mine, theirs = scores[id(people[0])]
        assert f"Round 2. Bob {theirs}, You {mine}." in said_by_head(people[0])
        mine, theirs = scores[id(people[1])]
        assert f"·  {mine}–{theirs}  ·  round 2" in people[1].panel().text


@pytest.mark.slow
async def test_the_last_result_stays_a_press_away(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        assert not any(person.panel().has("Last result") for person in people)
        await play_round(world)
        result = people[0].panel().texts[1]
        for person in people:
            await person.press("Ready for")
        for person in people:
            hand = person.panel().text
            told = await world.press(person.member, person.panel(), "Last result")
            assert told.ephemeral
            said = panel_of(told)
            title = result.splitlines()[0].strip("# ")
            assert title in said.text
            assert "Round 1" in said.text
            assert said.pictures
            assert said.has("Coach")
            assert person.panel().text == hand, "the hand stays where it is"


@pytest.mark.slow
async def test_the_result_of_practice_waits_for_its_player(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        person = await practised(world)
        result = person.panel().text
        world.time.ahead_ms += 20 * HOUR
        await world.settle()
        live = (await world.service.running())[0]
        assert live.public().phase is MatchPhase.BETWEEN
        assert person.panel().text == result
        assert "By " not in world.public()[-1].text
        assert (await person.press("Ready for")).text != result
        assert (await world.service.running())[0].public().number == 2


async def two_matches(world: World) -> None:
    alice, bob, carol = world.members[:3]
    for rival in (bob, carol):
        asked = (await world.slash(alice, "challenge", opponent=rival)).response
        await world.press(rival, shown(asked, asked.components), "Accept")


@pytest.mark.slow
async def test_resigning_asks_which_match_and_says_what_is_resigned(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        await two_matches(world)
        asked = panel_of(await ask(world, alice, "resign"))
        (menu,) = asked.menus
        assert [bob.name.title() in one["label"] for one in menu["options"]] == [True, False]
        assert all("0–0" in one["label"] for one in menu["options"])
        against_carol = menu["options"][1]["value"]
        await world.choose(alice, asked, 0, against_carol)
        sure = now(world, asked.message)
        assert carol.name.title() in sure.text
        assert bob.name.title() not in sure.text
        await world.press(alice, sure, "Yes")
        ended = await world.service.last_match_of(UserId(carol.id))
        assert ended is not None
        outcome = ended.public().outcome
        assert outcome is not None
        assert outcome.reason is EndReason.RESIGNED
        assert len(await world.service.live_matches_of(UserId(bob.id))) == 1
        alone = panel_of(await ask(world, alice, "resign"))
        assert bob.name.title() in alone.text, "one match is left, so nothing is asked"


@pytest.mark.slow
async def test_a_pause_asks_which_match_and_says_which_it_is(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        await two_matches(world)
        asked = panel_of(await ask(world, alice, "time pause"))
        (menu,) = asked.menus
        await world.choose(alice, asked, 0, menu["options"][0]["value"])
        said = now(world, asked.message).text
        assert "asked to pause" in said
        assert bob.name.title() in said
        (wanted,) = await world.service.live_matches_of(UserId(bob.id))
        (other,) = await world.service.live_matches_of(UserId(carol.id))
        assert wanted.wants_pause is not None
        assert other.wants_pause is None
        taken_back = panel_of(await ask(world, alice, "time resume"))
        assert bob.name.title() in taken_back.text, "only one match waits for a pause"


@pytest.mark.slow
async def test_the_challenge_of_the_day_hides_no_table_and_no_finished_round(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.time.ahead_ms = -(world.time.now_ms() % DAY) + 6 * HOUR
        person = await practised(world)
        daily = panel_of(await play_day(world, person.member))
        assert "Deal 1 of 3" in daily.text
        hand = panel_of(await world.slash(person.member, "hand"))
        assert "Deal 1 of 3" not in hand.text
        table = await world.slash(person.member, "repost")
        assert "public table" not in panel_of(table).text
        assert "at any table" not in panel_of(table).text
        coach = panel_of(await world.slash(person.member, "coach")).text
        assert "Accuracy" in coach or "nothing to decide" in coach
        verify = panel_of(await ask(world, person.member, "verify")).text
        assert "Secret" in verify


@pytest.mark.slow
async def test_the_coach_reviews_any_of_the_own_matches(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        person = await practised(world)
        (live,) = await world.service.running()
        share = live.id
        await world.slash(person.member, "practice", level="novice")
        asked = panel_of(await world.slash(person.member, "coach", match=base36(share)))
        assert "Accuracy" in asked.text or "nothing to decide" in asked.text
        refused = panel_of(await world.slash(person.member, "coach", match="nonsense"))
        assert "didn't play in that match" in refused.text
