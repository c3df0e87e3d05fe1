"""Finding an opponent: two who have not agreed on anything play within a few presses."""

import discord
import pytest

from tests.journeys.club import Club, journey


@journey()
async def test_two_who_seek_meet_at_the_first_ones_table(club: Club) -> None:
    alice, bob, *_ = club.people
    finder = await alice.asks("find")
    finder.says("Nobody is waiting").does_not_offer("Join")
    await alice.presses("Find an opponent", finder)
    invitation = club.room()[-1]
    invitation.says("Alice opened a gin rummy table")
    finder = await bob.asks("find")
    finder.says("**Alice**")
    found = await bob.presses("Find an opponent", finder)
    found.says("You've found an opponent")
    assert "⚠️" not in found.text, "it is good news"
    found.says(f"<#{club.channel.id}>")
    # Whose turn it is may be mentioned below it by now.
    [table] = [one for one in club.room() if one.has("Score sheet")]
    assert table.id == invitation.id, "the invitation becomes the table"
    table.offers("My hand")
    [live] = await club.service.live_matches_of(bob.id)
    assert live.table.rendered_version == live.version


@journey()
async def test_a_table_is_chosen_from_the_list(club: Club) -> None:
    alice, bob, carol, *_ = club.people
    await alice.asks("open", rules="oklahoma")
    await bob.asks("open", rules="three_handed")
    finder = await carol.asks("find")
    finder.says("Oklahoma")
    lobbies = finder.options()
    (await carol.chooses(lobbies["Bob"], finder)).says("The match starts when the host starts it")
    found = await carol.chooses(lobbies["Alice"], finder)
    found.says("You've found an opponent")
    (await carol.chooses(lobbies["Alice"], finder)).does_not_say("You've found")


@journey()
async def test_menus_narrow_the_search(club: Club) -> None:
    alice, *_ = club.people
    finder = await alice.asks("find")
    finder = await alice.chooses("hollywood", finder)
    finder = await alice.chooses("live", finder, menu=1)
    finder = await alice.chooses("200", finder, menu=2)
    await alice.presses("Find an opponent", finder)
    [invitation] = club.room()
    invitation.says("Hollywood", "90 seconds", "for players rated 1300 to 1700")
    (await alice.presses("Find an opponent", finder)).says("already waiting for an opponent")
    assert len(club.room()) == 1


@journey()
async def test_a_hidden_channel_stays_hidden(club: Club) -> None:
    alice, bob, *_ = club.people
    guild, unseen = club.env.guild, discord.PermissionOverwrite(view_channel=False)
    invited = discord.PermissionOverwrite(view_channel=True)
    secret = guild.create_text_channel(
        "board-room", overwrites={guild.default_role: unseen, alice.member: invited}
    )
    public, club.channel = club.channel, secret
    finder = await alice.asks("find")
    await alice.presses("Find an opponent", finder)
    club.channel = public
    finder = await bob.asks("find")
    finder.does_not_say("Alice")
    await bob.presses("Find an opponent", finder)
    club.room()[-1].says("Bob opened a gin rummy table")


@journey()
async def test_the_table_has_its_thread_where_the_server_wants_threads(club: Club) -> None:
    alice, bob, *_ = club.people
    await club.sets(threads="always")
    await alice.presses("Find an opponent", await alice.asks("find"))
    found = await bob.presses("Find an opponent", await bob.asks("find"))
    [live] = await club.service.live_matches_of(bob.id)
    assert live.table.channel != club.channel.id
    found.says(f"<#{live.table.channel}>")
    club.room()[0].says(f"<#{live.table.channel}>")
    assert live.table.rendered_version == live.version


@pytest.mark.parametrize("preset", ["three_handed", "nonsense"])
@journey()
async def test_only_rules_for_two_are_searched(club: Club, preset: str) -> None:
    alice, *_ = club.people
    finder = await alice.asks("find", rules=preset)
    if preset == "nonsense":
        finder.says("There's no ruleset called")
        return
    (await alice.presses("Find an opponent", finder)).says("more players")
