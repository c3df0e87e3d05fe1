"""Where tables open: allowed channels, threads, a channel that is deleted, a rating window."""

from unittest.mock import patch

import pytest
from simcord.backend.errors import SetupError

from engine.game.actions import Resign
from engine.service import Applied, InteractionId, MatchCommand
from tests.journeys.club import Club, journey
from tests.journeys.people import mover_of
from tests.worlds.turn_calls import eventually


@journey(people=2, errors=1)
async def test_administrators_see_and_change_the_settings(club: Club) -> None:
    boss, bob = club.boss(), club.bob
    page = await boss.asks("admin settings")
    page.says("every channel")
    for what, value in (("threads", "always"), ("rated", "never"), ("language", "de")):
        await boss.chooses(value, page, menu=what)
    await boss.chooses(club.channel, page, menu="channels")
    await boss.presses("Gin may mention", page)
    config = await club.config()
    assert config.channels == (club.channel.id,)
    assert (config.threads, config.rated, config.language, config.pings) == (
        "always",
        "never",
        "de",
        False,
    )
    page.says(f"<#{club.channel.id}>", "Deutsch")
    with pytest.raises(SetupError, match="not visible"):
        await bob.asks("admin settings")
    club.hand_out(bob.member)
    (await bob.asks("admin settings")).says("Only admins")


@journey(people=2)
async def test_tables_open_in_allowed_channels_only(club: Club) -> None:
    alice, bob = club.people
    other = club.env.guild.create_text_channel("gin-only")
    await club.sets(channels=[other.id])
    refused = [await alice.challenges(bob), await alice.asks("open"), await alice.asks("practice")]
    for answer in refused:
        answer.privately().says(f"<#{other.id}>")
    club.channel = other
    (await alice.challenges(bob)).says("challenges")


@journey(people=2)
async def test_nothing_is_rated_where_the_server_says_so(club: Club) -> None:
    alice, bob = club.people
    await club.sets(rated="never")
    (await alice.challenges(bob, rated=True)).privately().says("Matches aren't rated")
    (await alice.challenges(bob)).says("unrated")


@journey(people=2)
async def test_a_table_gets_a_thread_that_is_archived_after_it(club: Club) -> None:
    await club.sets(threads="ask")
    alice, bob = club.people
    club.bot.parts.display.threads.archive_seconds = 0.01
    sent = await alice.challenges(bob, thread=True)
    sent.says("its own thread")
    await bob.accepts(sent)
    (thread,) = club.channel.threads
    assert "Alice" in str(thread.name)
    sent.says(f"<#{thread.id}>")
    live = (await club.service.running())[0]
    assert live.table.channel == thread.id
    table = club.sees(club.env.backend.get_message(thread.id, live.table.message or 0))
    table.offers("My hand")
    command = MatchCommand(InteractionId(77), live.id, bob.id, Resign(), None)
    assert isinstance(await club.service.act(command), Applied)
    await club.settle()
    table.says("resigned")

    def archived() -> bool:
        data = club.env.backend.get_thread(thread.id).thread_metadata
        return data is not None and data.archived

    await eventually(club, archived)


@journey(people=2)
async def test_without_the_permission_the_table_stays_in_the_channel(club: Club) -> None:
    await club.sets(threads="always")
    alice, bob = club.people
    sent = await alice.challenges(bob)
    club.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
    answers = (await bob.accepts(sent)).result.followups
    told = [club.sees(one).text for one in answers]
    assert any("I can't open a thread" in text for text in told)
    sent.offers("My hand")
    assert club.channel.threads == []
    live = (await club.service.running())[0]
    assert live.table.channel == club.channel.id


@journey(people=2)
async def test_a_server_without_threads_says_so(club: Club) -> None:
    alice, bob = club.people
    (await alice.challenges(bob, thread=True)).privately().says("doesn't use threads")


def delete_channel(club: Club) -> None:
    """From now on Discord knows the channel no more."""
    for method in ("PATCH", "POST"):
        club.env.inject_error(
            method,
            f"/channels/{club.channel.id}/messages*",
            status=404,
            code=10003,
            times=None,
        )


@journey(people=2)
async def test_a_table_whose_channel_is_deleted_comes_where_it_is_called(club: Club) -> None:
    await club.sits(3)
    delete_channel(club)
    for _ in range(2):
        await (await mover_of(club.people)).take_turn()
    assert any("table's channel is gone" in one.hand.text for one in club.people)
    club.channel = club.env.guild.create_text_channel("new-room")
    (await club.alice.asks("repost")).says("here now")
    live = await club.match()
    assert live.table.channel == club.channel.id
    club.sees(club.stored(live.table.message or 0)).says("Standard")


@journey(people=2)
async def test_or_to_a_channel_that_the_server_allows(club: Club) -> None:
    await club.sits(3)
    other = club.env.guild.create_text_channel("gin-only")
    await club.sets(channels=[other.id])
    delete_channel(club)
    await (await mover_of(club.people)).take_turn()
    live = await club.match()
    assert live.table.channel == other.id
    assert live.table.rendered_version == live.version


@journey(people=3)
async def test_an_open_table_for_certain_ratings(club: Club) -> None:
    alice, bob, _ = club.people
    refused = await alice.asks("open", rating_range="1600-1200")
    refused.privately().says("minimum rating must not be higher")
    (await alice.asks("open", rating_range="good players")).privately().says("`1400-1600`")
    sent = await alice.asks("open", rating_range="1600-")
    sent.says("players rated 1600")
    (await bob.presses("Join", sent)).says("rating")
    await alice.presses("Cancel", sent)
    sent = await alice.asks("open", rating_range="1400 – 1600")
    with patch.object(club.bot.parts.display.panels, "opened"):
        await bob.presses("Join", sent)
    assert len(await club.service.running()) == 1
