"""Somebody leaves a table of three: what each of them reads and presses."""

from tests.journeys.club import Club, journey
from tests.worlds.lobbies import play_round


@journey(people=3)
async def test_a_computer_plays_on_once_both_others_agree(club: Club) -> None:
    first, second, leaver = club.people
    table = await club.fills_table("three_handed")
    options = await leaver.presses("More", table)
    await leaver.presses("Leave and let a computer play on", options)
    table.says("**Carol** wants to leave. A computer would take the seat.")
    table.says("Not answered yet: Alice, Bob")
    await first.presses("Agree", table)
    table.says("Not answered yet: Bob")
    await second.presses("Agree", table)
    table.does_not_say("wants to leave").does_not_offer("Agree")
    (live,) = await club.service.live_matches_of(second.id)
    assert live.seat_of(leaver.id) is None
    (await leaver.presses("My hand", table)).says("You aren't at this table")
    live = await play_round(club, club.people[:2])
    assert live.public().played


@journey(people=3)
async def test_a_request_is_declined_and_everybody_plays_on(club: Club) -> None:
    leaver, second, third = club.people
    table = await club.fills_table("three_handed")
    await leaver.presses("More")
    await leaver.presses("Leave and let a computer play on")
    await second.presses("Decline", table)
    table.does_not_say("wants to leave")
    options = await third.presses("More", table)
    answer = await third.presses("Leave and let a computer play on", options)
    answer.says("It takes the seat when everyone else agrees.")
    table.says("**Carol** wants to leave")
    await club.seat_of(leaver)
