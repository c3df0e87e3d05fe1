"""The fine print of tables: the commitment to all deals, and dates by which to move."""

import re

from tests.journeys.club import Club, journey

DIGITS = re.compile("[0-9a-f]{64}")


@journey(people=3)
async def test_a_challenge_shows_its_commitment_to_whoever_asks(club: Club) -> None:
    alice, bob, carol = club.people
    message = await alice.challenges(bob)
    assert not DIGITS.search(message.text)
    found = set()
    for member in (alice, bob, carol):
        answer = (await member.presses("Fair deal", message)).privately()
        found.update(DIGITS.findall(answer.text))
    await bob.accepts(message)
    assert found == {(await club.match()).anchor}


@journey(people=1)
async def test_practice_names_no_date_by_which_to_move(club: Club) -> None:
    message = await club.alice.asks("practice", level="novice")
    hand = await club.alice.opens_hand(message)
    assert "until <t:" not in message.text + hand.text
