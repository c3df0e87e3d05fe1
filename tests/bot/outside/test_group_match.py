"""A challenge in a chat that the bot is no member of is played in one message."""

from pathlib import Path

import pytest

from bot.match.panels import TOKEN_SECONDS
from engine.service import Finished, GuildId, Place, UserId
from tests.bot.outside.running import (
    ANN,
    BOB,
    CAROL,
    FOREIGN,
    FOREIGN_GUILD,
    GROUP,
    button,
    running_outside,
)
from tests.keys import fresh
from tests.wire.interactions import DEFER, DEFER_UPDATE, UPDATE
from tests.wire.objects import User
from tests.worlds.groups import _labels, move, play, table_of_two

pytestmark = pytest.mark.timeout(900)
CHATS = ((GROUP, Place.PRIVATE), (FOREIGN, Place.ELSEWHERE))


@pytest.mark.slow
@pytest.mark.parametrize(("channel", "place"), CHATS)
async def test_a_whole_match_in_one_message_with_a_restart_in_between(
    tmp_path: Path, channel: int, place: Place
) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world, channel, target=10)
        [live] = await world.service.live_matches_of(UserId(BOB))
        assert (live.table.place, live.table.guild, live.table.message) == (
            place,
            GuildId(0),
            table.id,
        )
        assert not live.setup.rated
        assert await play(world, panels, 3) == 3
        await world.restart()
        refreshed = await world.press(ANN, table, "Refresh")
        assert refreshed.callback == UPDATE
        await play(world, panels, 400)
        [over] = await world.service.ended_matches_of(UserId(ANN), Finished(), 5)
        assert over.is_over
        assert over.id == live.id
        assert "Rematch" in _labels(table)
        assert world.public(channel) == [table]
        assert not world.sent_to(channel, FOREIGN_GUILD)
        assert all(one.status < 400 for one in world.discord.rest.records.all)


@pytest.mark.slow
async def test_the_table_follows_the_panels_while_its_token_lives(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world)
        before = table.version
        await move(world, panels)
        assert table.version > before


@pytest.mark.slow
async def test_a_table_without_a_living_token_waits_for_a_press(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world)
        assert "Refresh" in table.text
        panels_of_bot = world.bot.parts.display.panels
        clock = panels_of_bot._clock
        panels_of_bot._clock = lambda: clock() + TOKEN_SECONDS + 1
        before = table.version
        await move(world, panels)
        assert table.version == before
        messages = world.service.messages
        assert not await messages.outdated_matches(10), "no task draws what only a press can"
        assert not await messages.outdated_lobbies(10)
        pressed = await world.press(BOB, table, "Refresh")
        assert pressed.callback == UPDATE
        shown = table.version
        assert shown > before
        await move(world, panels)
        assert table.version > shown
        assert all(one.status < 400 for one in world.discord.rest.records.all)


@pytest.mark.slow
async def test_a_token_that_discord_ends_earlier_ends_nothing_else(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world)
        for one in world.discord.interactions.all.values():
            one.at -= 901
        before = table.version
        await move(world, panels)
        await move(world, panels)
        assert table.version == before
        refused = [one for one in world.discord.rest.records.all if one.status == 401]
        assert len(refused) <= 2, "a dead token is used once for the table and once for a panel"
        await world.press(BOB, table, "Refresh")
        assert table.version > before


@pytest.mark.slow
async def test_every_button_of_the_table_answers_and_brings_it_up_to_date(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world)
        await play(world, panels, 1)
        for label in ("Score sheet", "Watch", "More"):
            before = table.version
            pressed = await world.press(CAROL, table, label)
            [answer] = pressed.shown
            assert answer.is_ephemeral
            assert pressed.follow_ups == 1
            assert table.version > before
        [menu] = (await world.press(ANN, table, "More")).shown
        assert "Open a thread" not in _labels(menu)
        posted = await world.press(ANN, menu, "Repost the table")
        [second] = posted.shown
        assert not second.is_ephemeral
        await move(world, panels)
        assert second.version > 0
        assert not world.sent_to(GROUP)


@pytest.mark.slow
async def test_a_late_answer_opens_the_hand_and_leaves_the_table_as_it_is(
    tmp_path: Path,
) -> None:
    """A message that is announced already is what the press's token would edit."""
    async with running_outside(tmp_path, watchdog_s=0.0) as world:
        asked = await world.slash(ANN, "gin challenge", channel=GROUP, opponent=User(BOB))
        [table] = asked.shown
        accepted = await world.press(BOB, table, "Accept")
        assert accepted.callback == DEFER_UPDATE
        before = table.version
        opened = await world.press(ANN, table, "My hand")
        assert opened.callback == DEFER
        [hand] = opened.shown
        assert hand.is_ephemeral
        assert table.version == before
        await move(world, {BOB: accepted.shown[-1], ANN: hand})
        assert "15 minutes" in table.text
        assert "15 minutes" not in hand.text, "the hand is no table"
        before = table.version
        await world.press(ANN, table, "Refresh")
        assert table.version > before
        assert not world.sent_to(GROUP)


@pytest.mark.slow
async def test_where_people_may_not_attach_files_everything_is_in_words(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        world.discord.takes_no_files.add(FOREIGN)
        table, panels = await table_of_two(world, FOREIGN)
        for _ in range(3):
            await move(world, panels)
        for message in (table, *panels.values()):
            assert message.version
            assert not message.files
        assert "Top discard" in table.text
        assert not any(one.files for one in world.discord.rest.records.all)


@pytest.mark.slow
async def test_who_is_not_at_the_table_sees_no_hand(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, _ = await table_of_two(world)
        [refusal] = (await world.press(CAROL, table, "My hand")).shown
        assert refusal.is_ephemeral
        assert "You aren't at this table" in refusal.text
        [refusal] = (await world.slash(CAROL, "gin hand", channel=GROUP)).shown
        assert "You aren't at any table" in refusal.text


@pytest.mark.slow
async def test_what_a_server_gives_to_a_table_is_asked_for_on_servers(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        for option in ("rated", "thread"):
            options = {option: True, "opponent": User(BOB)}
            [said] = (await world.slash(ANN, "gin challenge", channel=GROUP, **options)).shown
            assert said.is_ephemeral
            assert "only works on a server that has added Gin" in said.text
        assert not world.public(GROUP)


@pytest.mark.slow
async def test_an_invitation_that_nobody_answered_says_so_at_the_next_press(
    tmp_path: Path,
) -> None:
    async with running_outside(tmp_path) as world:
        asked = await world.slash(ANN, "gin challenge", channel=GROUP, opponent=User(BOB))
        [invitation] = asked.shown
        [refusal] = (await world.press(CAROL, invitation, "Accept")).shown
        assert "isn't for you" in refusal.text
        declined = await world.press(BOB, invitation, "Decline")
        assert declined.callback == UPDATE
        assert "declined" in invitation.text
        again = await world.slash(ANN, "gin challenge", channel=GROUP, opponent=User(BOB))
        [second] = again.shown
        accept = button(second, "Accept")
        [lobby] = await world.service.open_lobbies_of(UserId(ANN))
        await world.service.cancel(fresh(), lobby.id, UserId(ANN))
        await world.settle()
        late = await world.press_id(BOB, second, accept)
        assert late.callback == UPDATE
        assert "Accept" not in _labels(second)
        assert not world.sent_to(GROUP)


@pytest.mark.slow
async def test_a_rematch_is_asked_for_and_played_in_the_same_chat(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        table, panels = await table_of_two(world)
        await play(world, panels, 6)
        [menu] = (await world.press(ANN, table, "More")).shown
        [sure] = (await world.press(ANN, menu, "Resign")).shown
        await world.press(ANN, sure, "Yes, resign")
        assert "Rematch" in _labels(table)
        asked = await world.press(BOB, table, "Rematch")
        [invitation] = asked.shown
        assert not invitation.is_ephemeral
        accepted = await world.press(ANN, invitation, "Accept")
        assert accepted.callback == UPDATE
        [live] = await world.service.live_matches_of(UserId(ANN))
        assert (live.table.place, live.table.message) == (Place.PRIVATE, invitation.id)


@pytest.mark.slow
async def test_two_who_look_for_an_opponent_in_a_group_meet_there_and_nowhere_else(
    tmp_path: Path,
) -> None:
    async with running_outside(tmp_path) as world:
        other = world.discord.add_outside(GROUP + (1 << 22))
        for user, channel in ((CAROL, other), (ANN, GROUP)):
            [finder] = (await world.slash(user, "gin find", channel=channel)).shown
            [table] = (await world.press(user, finder, "Find")).shown
            assert not table.is_ephemeral
        [finder] = (await world.slash(BOB, "gin find", channel=GROUP)).shown
        found = await world.press(BOB, finder, "Find")
        assert [one.is_ephemeral for one in found.shown] == [False, True]
        [live] = await world.service.live_matches_of(UserId(BOB))
        assert {player.user_id for player in live.players} == {ANN, BOB}
        assert live.table.message == found.shown[0].id
        first = next(one for one in world.public(GROUP) if one.id != live.table.message)
        pressed = await world.press(ANN, first, "Join")
        assert (pressed.callback, pressed.shown) == (UPDATE, [])
        assert "The table is open below." in first.text
        assert not any(one.get("label") == "Join" for one in first.parts())
