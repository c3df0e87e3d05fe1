"""The welcome's buttons do what one wants; settings have the own language."""

import pytest

from tests.journeys.club import Club, Seen, journey


async def welcomed(club: Club) -> Seen:
    return await club.alice.asks("help")


@journey(people=1)
async def test_practice_begins_with_one_press(club: Club) -> None:
    alice = club.alice
    await alice.presses("Practice", await welcomed(club))
    (live,) = await club.service.running()
    assert live.is_solitary
    assert "Marge" in club.room()[-1].pictures[0]["description"]
    hand = (await alice.presses("My hand", await welcomed(club))).privately()
    assert "Marge" in hand.pictures[0]["description"]


@journey(people=2)
async def test_a_friend_is_chosen_and_challenged(club: Club) -> None:
    alice, bob = club.people
    asked = (await alice.presses("Challenge a friend", await welcomed(club))).privately()
    await alice.chooses(bob, asked, menu="")
    invitation = club.room()[-1]
    invitation.offers("Accept").says(f"<@{bob.id}>")


@journey(people=1)
async def test_a_press_that_may_not_open_a_table_here_says_where_it_may(club: Club) -> None:
    elsewhere = club.env.guild.create_text_channel("tables")
    welcome = await welcomed(club)
    await club.sets(channels=[elsewhere.id])
    refused = await club.alice.presses("Practice", welcome)
    refused.privately().says(f"<#{elsewhere.id}>")
    assert not await club.service.running()


@pytest.mark.slow
@journey(people=1)
async def test_the_other_buttons_show_their_screens(club: Club) -> None:
    alice = club.alice
    welcome = await welcomed(club)
    for label, words in {
        "Settings": "Your settings",
        "Daily challenge": "Daily challenge",
        "My hand": "You aren't at any table",
    }.items():
        (await alice.presses(label, welcome)).privately().says(words)
    for place, words in {"rules": "Standard", "friends": "No friends yet"}.items():
        (await alice.chooses(place, welcome)).privately().says(words)


@journey(people=1)
async def test_everybody_has_a_language_of_their_own(club: Club) -> None:
    alice = club.alice
    settings = await alice.asks("settings")
    await alice.chooses("de", settings, menu="locale")
    assert (await club.service.prefs(alice.id)).locale == "de"
    settings.does_not_say("Your settings")
    await alice.chooses("server", settings, menu="locale")
    assert (await club.service.prefs(alice.id)).locale is None
    settings.says("Your settings")
