"""Finding seats, and formats for three to eight: lobbies, teams, box and captain, refusals."""

import pytest

from engine.game.cards import cards_of
from tests.journeys.cards_seen import cards_shown
from tests.journeys.club import Club, journey
from tests.service.world import existing
from tests.worlds.lobbies import play_round
from tests.worlds.public_cards import public_cards


@pytest.mark.slow
@journey(people=6)
async def test_six_players_fill_a_lobby_and_play_a_team_round(club: Club) -> None:
    table = await club.fills_table("partnership_6")
    assert table.text.count("Table ") >= 3
    live = await club.match()
    view = live.public()
    assert len(view.tables) == 3
    for person in club.people:
        own = live.view(existing(live.seat_of(person.id)))
        seen = cards_shown(person.hand.shown)
        assert seen <= set(cards_of(own.hand)) | public_cards(existing(own.table))
    live = await play_round(club, club.people)
    entry = live.public().played[0].entry
    table.says("waiting for", *(f"at table {number}" for number in (1, 2, 3)))
    if entry.winner is None:
        table.says("Nobody scores")
    else:
        table.says(f"+{max(entry.scores)}** and a box")
    club.alice.hand.says("at table 3")
    sheet = await club.alice.presses("Score sheet", table)
    assert "Round 1" in sheet.pictures[0]["description"]
    for person in club.people:
        await person.presses("Ready for")
    assert (await club.match()).public().number == 2


@journey()
async def test_a_lobby_lets_people_leave_and_shows_sides(club: Club) -> None:
    alice, bob, carol, dave = club.people
    message = await alice.asks("open", rules="partnership_4")
    await bob.presses("Join", message)
    await bob.presses("Leave", message)
    message.does_not_say("Bob")
    for member in (bob, carol):
        await member.presses("Join", message)
    (await bob.presses("Join", message)).says("already have a seat")
    await alice.presses("Blue side", message)
    await carol.presses("Blue side", message)
    assert message.text.count("🟦") >= 2
    await dave.presses("Join", message)
    live = await club.match()
    sides = live.public().parties
    together = {live.seat_of(member.id) for member in (alice, carol)}
    assert together in [set(side) for side in sides]


@pytest.mark.slow
@journey(people=3)
async def test_three_handed_with_an_adviser_whose_words_only_the_captain_sees(club: Club) -> None:
    table = await club.fills_table("three_handed")
    live = await club.match()
    view = live.public()
    by_seat = {live.seat_of(person.id): person for person in club.people}
    adviser = by_seat[view.lineup.idle[0]]
    captain = by_seat[view.lineup.pairs[0].non_dealer]
    box = by_seat[view.lineup.pairs[0].dealer]
    adviser.hand.says("You are advising")
    hand = live.view(view.lineup.pairs[0].non_dealer).hand
    assert set(cards_of(hand)) <= cards_shown(adviser.hand.shown)
    await adviser.presses("Suggest a play", fills="keep the low ones")
    for who in (captain, adviser):
        who.hand.says("keep the low ones")
    for other in (box.hand, table):
        other.does_not_say("keep the low ones")
    await play_round(club, [captain, box])
    for person in club.people:
        await person.presses("Ready for")
    assert (await club.match()).public().number == 2


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
@journey(people=1)
async def test_practice_in_every_family_reaches_a_result(club: Club, preset: str) -> None:
    message = await club.alice.asks("practice", rules=preset)
    await club.alice.opens_hand(message)
    await play_round(club, club.people)
    message.says("round 1")
    assert any(word in message.text for word in ("wins", "Void", "goes out", "tied"))


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
@journey(people=2)
async def test_every_refusal_is_a_private_sentence(
    club: Club, command: str, options: dict[str, object], said: str
) -> None:
    if command == "challenge":
        options = {"opponent": club.bob, **options}
    (await club.alice.asks(command, **options)).privately().says(said)


@pytest.mark.slow
@journey(people=3)
async def test_wrong_people_are_told_so(club: Club) -> None:
    alice, bob, carol = club.people
    invitation = await alice.challenges(bob)
    (await carol.accepts(invitation)).says("isn't for you")
    (await alice.challenges(bob)).says("open challenge")
    (await alice.challenges(alice)).says("yourself")
    await bob.accepts(invitation)
    for label in ("My hand", "Ready"):
        if invitation.has(label):
            (await carol.presses(label, invitation)).says("aren't at this table")
    menu = await carol.presses("More", invitation)
    menu.does_not_offer("Resign")
    (await carol.presses("Repost the table", menu)).says("Only players")


@journey(people=2)
async def test_declining_and_cancelling_close_a_challenge(club: Club) -> None:
    alice, bob = club.people
    first = await alice.challenges(bob)
    await bob.presses("Decline", first)
    first.says("Bob declined")
    second = await alice.challenges(bob)
    await alice.presses("Cancel", second)
    second.says("Alice cancelled").offers(only=True)


@journey(people=2)
async def test_resigning_is_asked_once_and_ends_the_match(club: Club) -> None:
    alice, bob = club.people
    message = await alice.challenges(bob)
    await bob.accepts(message)
    await alice.presses("No", await alice.asks("resign"))
    assert await club.service.running()
    await alice.presses("Yes", await alice.asks("resign"))
    message.says("Alice resigned")
    (await bob.presses("Rematch", message)).says("challenges")
