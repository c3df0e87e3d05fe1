"""Administrators, and nobody else, are told of discards that help too much."""

import pytest

from bot.moderation.handlers import count_help
from engine.coach.helping import Help
from engine.game.actions import Resign
from engine.service import MatchCommand, MatchId, UserId
from tests.journeys.club import Club, Seen, Who, journey
from tests.keys import fresh

TOO_MUCH = Help(90, 70, 20.0, 15.0)


async def rated_match(club: Club) -> MatchId:
    """A rated match of the first two people that the first resigns."""
    alice, bob, *_ = club.people
    await bob.accepts(await alice.challenges(bob, rated=True))
    [live] = await club.service.live_matches_of(alice.id)
    await club.service.act(MatchCommand(fresh(), live.id, alice.id, Resign()))
    return live.id


async def page(boss: Who) -> Seen:
    """The page as an administrator reaches it."""
    return await boss.presses("Fair play", await boss.asks("admin settings"))


@journey(people=2)
async def test_a_pair_that_stands_out_is_told_once_and_can_be_cleared(club: Club) -> None:
    boss, (alice, bob) = club.boss(), club.people
    room = club.env.guild.create_text_channel("staff")
    await club.sets(reports_channel=room.id)
    (await page(boss)).says("No pair stands out")
    match = await rated_match(club)

    async def judged(asked: MatchId) -> dict[UserId, Help]:
        assert asked == match
        return {alice.id: TOO_MUCH}

    parts = club.bot.parts
    assert await count_help(parts.messenger, parts.admins, judged) == 1
    assert await count_help(parts.messenger, parts.admins, judged) == 0
    await club.settle()
    [told] = club.room(room.id)
    told.says(f"<@{alice.id}> to <@{bob.id}>: 70 of 90 discards")
    panel = await page(boss)
    panel.says("about 20 expected")
    (await boss.chooses(f"{alice.id}-{bob.id}", panel)).says("No pair stands out")


@pytest.mark.slow
@journey(people=2)
async def test_an_ended_match_is_counted_by_the_bot_itself(club: Club) -> None:
    await rated_match(club)
    parts = club.bot.parts
    assert await count_help(parts.messenger, parts.admins, parts.coaching.help_given) == 1
    assert await count_help(parts.messenger, parts.admins, parts.coaching.help_given) == 0
