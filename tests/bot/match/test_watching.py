"""Watching: a panel of one's own, open hands one round behind, the television, talk."""

import pytest

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.service import InteractionId, LiveMatch, MatchCommand
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.played import play_rounds
from tests.worlds.turn_calls import eventually


async def end(club: Club, live: LiveMatch) -> None:
    user = next(player.user_id for player in live.players if player.user_id is not None)
    await club.service.act(MatchCommand(InteractionId(990), live.id, user, Resign(), None))
    await club.settle()


async def let_watchers_see(person: Who) -> None:
    await person.presses("Spectators may see", (await person.asks("settings")).privately())


@pytest.mark.slow
@journey(people=3)
async def test_finished_rounds_are_open_to_watchers_only_if_both_players_want(club: Club) -> None:
    alice, bob, carol = club.people
    table = await club.sits(1)
    (live,) = await club.service.running()
    await play_rounds(club, live.id, 1)
    share = base36(live.id)
    panel = (await carol.presses("Watch", table)).privately().does_not_offer("Last round")
    (await carol.asks("replay", match=share)).privately().says("no such match")
    await let_watchers_see(alice)
    await carol.presses("Refresh", panel)
    panel.does_not_offer("Last round")
    await let_watchers_see(bob)
    await carol.presses("Refresh", panel)
    replay = (await carol.presses("Last round, open hands", panel)).privately()
    replay.says("Round 1").does_not_offer("Round 2")
    (await alice.asks("replay", match=share)).privately().says("Round 1")


@pytest.mark.slow
@journey(people=3, errors=1)
async def test_the_television_shows_the_liveliest_table_and_survives_its_loss(club: Club) -> None:
    carol, boss = club.carol, club.boss()
    club.bot.parts.tv.every_seconds = 0.0
    (await carol.asks("tv")).privately().says("Nobody is playing")
    club.hand_out(carol.member)
    (await carol.asks("admin settings")).privately().says("Only admins")
    lounge = club.env.guild.create_text_channel("lounge")
    await boss.asks("admin tv", chosen=[lounge])

    def screen() -> Seen:
        (one,) = club.room(lounge.id)
        return one

    screen().says("Nobody is playing")
    await club.sits(2)
    (live,) = await club.service.running()
    await eventually(club, lambda: bool(screen().pictures))
    screen().says("Gin TV").offers("Watch", "Go to table").does_not_offer("My hand")
    assert "Alice" in screen().pictures[0]["description"]
    (await carol.asks("tv")).privately().says("You are watching")
    club.env.backend.delete_message(lounge.id, screen().id)
    await end(club, live)
    await eventually(club, lambda: "Nobody is playing" in screen().text)
    await boss.asks("admin tv", chosen=[])
    config = await club.service.guild_config(club.guild)
    assert config.tv_channel is None
    log = (await boss.asks("admin log")).privately()
    assert log.text.count("changed the settings") == 2, "the bot's own notes are no deeds"


@journey(people=3)
async def test_talk_has_a_thread_beside_the_table_that_is_archived_with_the_match(
    club: Club,
) -> None:
    alice, _, carol = club.people
    club.bot.parts.display.threads.archive_seconds = 0.0
    table = await club.sits(3)
    for person in (carol, alice):
        more = await person.presses("More", table)
        (await person.presses("Open a thread", more)).says(f"<#{table.id}>")
    (live,) = await club.service.running()
    await end(club, live)

    def archived() -> bool:
        data = club.env.backend.get_thread(table.id).thread_metadata
        return data is not None and data.archived

    await eventually(club, archived)
