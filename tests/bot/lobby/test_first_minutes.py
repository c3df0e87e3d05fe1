"""What somebody needs in the first minutes: which match this is, how it stands, what was before."""

import pytest

from bot.ui.custom_id import base36
from engine.clocks import DAY, HOUR
from engine.game.match import EndReason, MatchPhase
from engine.game.seats import Seat
from tests.journeys.club import Club, Who, journey
from tests.journeys.played import play_round
from tests.service.world import existing
from tests.worlds.daily import play_day


def said_by_head(person: Who) -> str:
    """What the picture above somebody's cards says, in words."""
    head, _ = person.hand.pictures
    return str(head["description"])


async def practised(club: Club) -> Who:
    """Practice with the own hand open, a round of it finished."""
    await club.alice.opens_hand(await club.alice.asks("practice", level="novice"))
    await play_round(club)
    return club.alice


@pytest.mark.slow
@journey(people=2)
async def test_a_hand_says_against_whom_at_what_score_and_in_which_round(club: Club) -> None:
    await club.bob.reads_text()
    await club.sits(9)
    assert "Round 1. Bob 0, You 0." in said_by_head(club.alice)
    club.bob.hand.says("vs **Alice**  ·  0–0  ·  round 1")
    await play_round(club)
    for person in club.people:
        if person.hand.has("Ready for"):
            await person.presses("Ready for")
    live = await club.match()
    assert live.public().number == 2
    first, second = (live.public().sheet.games[-1].points[party] for party in (0, 1))
    assert first != second
    hers, his = (first, second) if live.seat_of(club.alice.id) is Seat.ONE else (second, first)
    assert f"Round 2. Bob {his}, You {hers}." in said_by_head(club.alice)
    club.bob.hand.says(f"·  {his}–{hers}  ·  round 2")


@pytest.mark.slow
@journey(people=2)
async def test_the_last_result_stays_a_press_away(club: Club) -> None:
    await club.sits(9)
    assert not any(person.hand.has("Last result") for person in club.people)
    await play_round(club)
    result = club.alice.hand.texts[1]
    for person in club.people:
        await person.presses("Ready for")
    for person in club.people:
        hand = person.hand.text
        said = (await person.presses("Last result")).privately()
        said.says(result.splitlines()[0].strip("# "), "Round 1").offers("Coach")
        assert said.pictures
        assert person.hand.text == hand, "the hand stays where it is"


@pytest.mark.slow
@journey(people=1)
async def test_the_result_of_practice_waits_for_its_player(club: Club) -> None:
    person = await practised(club)
    result = person.hand.text
    await club.passes(20 * HOUR)
    live = (await club.service.running())[0]
    assert live.public().phase is MatchPhase.BETWEEN
    assert person.hand.text == result
    assert "By " not in club.room()[-1].text
    assert (await person.presses("Ready for")).text != result
    assert (await club.service.running())[0].public().number == 2


async def two_matches(club: Club) -> None:
    for rival in (club.bob, club.carol):
        await rival.accepts(await club.alice.challenges(rival))


@pytest.mark.slow
@journey(people=3)
async def test_resigning_asks_which_match_and_says_what_is_resigned(club: Club) -> None:
    alice, bob, carol = club.people
    await two_matches(club)
    asked = await alice.asks("resign")
    (menu,) = asked.menus
    assert ["Bob" in one["label"] for one in menu["options"]] == [True, False]
    assert all("0–0" in one["label"] for one in menu["options"])
    against_carol = menu["options"][1]["value"]
    await alice.chooses(against_carol, asked)
    asked.says("Carol").does_not_say("Bob")
    await alice.presses("Yes", asked)
    ended = existing(await club.service.last_match_of(carol.id))
    outcome = existing(ended.public().outcome)
    assert outcome.reason is EndReason.RESIGNED
    assert len(await club.service.live_matches_of(bob.id)) == 1
    alone = await alice.asks("resign")
    assert "Bob" in alone.text, "one match is left, so nothing is asked"


@pytest.mark.slow
@journey(people=3)
async def test_a_pause_asks_which_match_and_says_which_it_is(club: Club) -> None:
    alice, bob, carol = club.people
    await two_matches(club)
    asked = await alice.asks("time pause")
    (menu,) = asked.menus
    await alice.chooses(menu["options"][0]["value"], asked)
    asked.says("asked to pause", "Bob")
    (wanted,) = await club.service.live_matches_of(bob.id)
    (other,) = await club.service.live_matches_of(carol.id)
    assert wanted.wants_pause is not None
    assert other.wants_pause is None
    taken_back = await alice.asks("time resume")
    assert "Bob" in taken_back.text, "only one match waits for a pause"


@pytest.mark.slow
@journey(people=1)
async def test_the_challenge_of_the_day_hides_no_table_and_no_finished_round(club: Club) -> None:
    club.time.ahead_ms = -(club.time.now_ms() % DAY) + 6 * HOUR
    person = await practised(club)
    (await play_day(person)).says("Deal 1 of 3")
    (await person.asks("hand")).does_not_say("Deal 1 of 3")
    (await person.asks("repost")).does_not_say("public table", "at any table")
    coach = (await person.asks("coach")).text
    assert "Accuracy" in coach or "nothing to decide" in coach
    (await person.asks("verify")).says("Secret")


@pytest.mark.slow
@journey(people=1)
async def test_the_coach_reviews_any_of_the_own_matches(club: Club) -> None:
    person = await practised(club)
    (live,) = await club.service.running()
    share = live.id
    await person.asks("practice", level="novice")
    asked = await person.asks("coach", match=base36(share))
    assert "Accuracy" in asked.text or "nothing to decide" in asked.text
    refused = await person.asks("coach", match="nonsense")
    refused.says("didn't play in that match")
