"""What everybody reads at each moment of an event that does not go straight, and may press."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.clocks import HOUR, MINUTE
from engine.events.kinds import ARENA, FIELD, KNOCKOUT, ROUND_ROBIN
from engine.service import Applied, MatchCommand, UserId
from engine.service.events.types import EntryState, Event, EventPairing, EventState, PairingState
from engine.service.people import MatchId
from tests.bot.events.evening import Evening, evening
from tests.journeys.world import Shown
from tests.keys import fresh
from tests.service.world import sensible


def told(here: Evening, event: Event) -> str:
    return "\n".join(one.text for one in here.thread(event))


async def own_page(here: Evening, number: int, event: Event) -> Shown:
    """The page of an event that a player opens from the list."""
    player = here.players[number]
    listed = await here.open_list(player)
    return await here.choose(player, listed, "event-open", str(event.id))


async def result_of(here: Evening, event: Event, number: int) -> Shown:
    """A pairing among the organizer's tools."""
    panel = await here.panel(here.host, event, "Organise", "Results")
    return await here.choose(here.host, panel, "event-table", str(number))


@pytest.mark.slow
async def test_who_plays_for_third_place_is_not_out(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.choose(here.host, panel, "plan-kind", KNOCKOUT.name)
        panel = await here.press(here.host, panel, "More")
        panel = await here.press(here.host, panel, "Match for third place")
        panel = await here.press(here.host, panel, "Back")
        moment = (here.world.time.now_ms() + 30 * HOUR) / 1000
        starts = f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"
        await here.press(
            here.host, await here.fill(here.host, panel, "Date and time…", starts), "Announce"
        )
        (event,) = (await here.world.service.events.of_guild(here.guild)).current
        event = await here.play_round(await here.start(event, by_buttons=0))
        loser = await here.panel(here.players[3], event, "My match")
        assert "The next round is about to be paired." in loser.text
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.round == 2
        (third,) = (one for one in event.pairings if one.round == 2 and not one.table)
        for user in (third.first, third.second):
            number = next(n for n, one in enumerate(here.players) if one.id == user)
            page = await own_page(here, number, event)
            assert "▶️ Your match: round 2 vs" in page.text
            mine = await here.press(here.players[number], page, "My match")
            assert mine.has("My hand")
            assert mine.has("Withdraw")
        entries = await here.panel(here.players[0], event, "Entries")
        assert "🚪" not in entries.text.split("-#")[0]
        event = await here.play_out(event)
        states = [one.state for one in event.entries]
        assert states.count(EntryState.BEATEN) == 3
        assert sorted(one.place for one in event.standings) == [1, 2, 3, 4]
        assert not here.world.env.errors


@pytest.mark.slow
async def test_who_has_lost_in_a_knockout_is_out_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(KNOCKOUT), by_buttons=0)
        event = await here.play_round(event)
        (lost,) = (one for one in event.pairings if UserId(here.players[3].id) in one_of(one))
        beaten = await here.panel(here.players[3], event, "My match")
        assert "You're out." in beaten.text
        assert "about to be paired" not in beaten.text
        assert not beaten.has("Withdraw")
        page = await own_page(here, 3, event)
        assert "➡️ You're out." in page.text
        winner = await here.panel(here.players[0], event, "My match")
        assert "The next round is about to be paired." in winner.text
        panel = await result_of(here, event, lost.number)
        await here.press(here.host, panel, "Undo this result")
        event = await here.event(event)
        assert "↩️ An organiser undid the result of " in told(here, event)
        again = await here.panel(here.players[3], event, "My match")
        assert "▶️ Your match" in again.text
        assert not here.world.env.errors


def one_of(pairing: EventPairing) -> tuple[UserId, UserId | None]:
    return pairing.first, pairing.second


@pytest.mark.slow
async def test_nobody_is_dealt_a_match_against_somebody_who_has_left(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(ROUND_ROBIN), by_buttons=0)
        quitter = here.players[3]
        await here.panel(quitter, event, "My match", "Withdraw", "Withdraw")
        pairing = (await here.event(event)).pairing_of(UserId(quitter.id))
        assert pairing is not None
        panel = await result_of(here, event, pairing.number)
        refused = await here.press(here.host, panel, "Undo this result")
        assert refused.text == "This person is out of the event. Reinstate them first."
        assert "↩️" not in told(here, await here.event(event))
        tools = await here.panel(here.host, event, "Organise")
        await here.choose(here.host, tools, "event-put-back", quitter)
        undone = await here.press(here.host, panel, "Undo this result")
        assert "✅ Result undone" in undone.text
        back = await here.panel(quitter, event, "My match")
        assert back.has("My hand")
        assert back.has("Withdraw")
        assert not here.world.env.errors


@pytest.mark.slow
async def test_only_what_can_be_undone_is_offered_to_be_undone(tmp_path: Path) -> None:
    async with evening(tmp_path, 3) as here:
        event = await here.start(await here.announce(ROUND_ROBIN), by_buttons=0)
        panel = await here.panel(here.host, event, "Organise", "Results")
        before = await here.panel(here.host, event, "Organise", "Results")
        first = event.pairings[0].number
        await here.play_round(event)
        decided = await here.choose(here.host, panel, "event-table", str(first))
        assert decided.has("Undo this result")
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.round == 2
        fresh_list = await here.panel(here.host, event, "Organise", "Results")
        offered = [one["value"] for one in fresh_list.menus[0]["options"]]
        assert str(first) not in offered
        old = await here.choose(here.host, before, "event-table", str(first))
        assert "The next round is already paired, so this result stands." in old.text
        assert not old.has("Undo")


@pytest.mark.slow
async def test_an_arena_has_no_rounds_and_lets_people_finish(tmp_path: Path) -> None:
    async with evening(tmp_path, 5) as here:
        event = await here.start(await here.announce(ARENA, minutes="30"), by_buttons=0)
        first = event.pairings[0]
        playing = await here.panel(here.host, event, "Organise", "Results")
        menu = playing.menus[0]["options"]
        assert not any(one.get("description") for one in menu)
        assert first.second is not None
        await here.decide(first, first.second)
        await here.world.settle()
        old = await here.choose(here.host, playing, "event-table", str(first.number))
        assert "Round" not in old.text
        assert "One of the two has been paired again, so this result stands." in old.text
        assert not old.has("Undo")

        event = await here.event(event)
        now = next(one for one in event.pairings if one.state is PairingState.PLAYING)
        number = next(n for n, one in enumerate(here.players) if one.id == now.first)
        await here.panel(here.players[number], event, "My match", "Withdraw", "Withdraw")
        page = await own_page(here, number, event)
        assert "▶️ Your match" in page.text
        assert page.has("Enter")
        assert (await here.press(here.players[number], page, "My match")).has("My hand")

        out = next(n for n, one in enumerate(here.players) if one.id not in one_of(now))
        tools = await here.panel(here.host, event, "Organise")
        tools = await here.choose(here.host, tools, "event-remove", here.players[out])
        await here.press(here.host, tools, "Remove")
        removed = await here.panel(here.players[out], event, "My match")
        assert "An organiser removed you." in removed.text
        assert not removed.has("Enter")
        assert not here.world.env.errors


@pytest.mark.slow
async def test_nobody_enters_an_arena_whose_time_is_up(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        late = here.players.pop()
        event = await here.start(await here.announce(ARENA, minutes="30"), by_buttons=0)
        assert event.ends_ms is not None
        (pairing,) = event.pairings
        idle = next(one for one in here.players if one.id not in one_of(pairing))
        match = MatchId(pairing.matches[-1])
        assert here.message(event).has("Enter")
        listed = await here.open_list(late)
        before = await here.choose(late, listed, "event-open", str(event.id))
        while here.world.time.now_ms() < event.ends_ms:
            live = await here.live(match)
            seat = live.public().to_act[0]
            user = live.player(seat).user_id
            assert user is not None
            command = MatchCommand(fresh(), match, user, sensible(live, seat), live.revision(seat))
            assert isinstance(await here.world.service.act(command), Applied)
            await here.until(min(event.ends_ms, here.world.time.now_ms() + 4 * MINUTE))
        event = await here.event(event)
        assert event.state is EventState.RUNNING
        time_is_up = "Time is up. Matches in progress count if they end within ten minutes."
        assert f"⏰ {time_is_up}" in told(here, event)
        assert time_is_up in here.message(event).text
        assert not here.message(event).has("Enter")
        waiting = await here.panel(idle, event, "My match")
        assert "Time is up: no new matches begin." in waiting.text
        refused = await here.press(late, before, "Enter")
        assert refused.text == "It's too late to enter this event."
        assert not here.world.env.errors


@pytest.mark.parametrize("people", [0, 1])
async def test_an_event_without_people_says_why_it_is_not_held(tmp_path: Path, people: int) -> None:
    async with evening(tmp_path, people) as here:
        event = await here.start(await here.announce(KNOCKOUT), by_buttons=0)
        assert event.state is EventState.CANCELLED
        why = "Cancelled: fewer than 2 players had checked in by the start."
        assert why in here.message(event).text
        assert why in told(here, event)


async def test_a_cancelled_event_says_by_whom_and_what_becomes_of_its_matches(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.start(await here.announce(KNOCKOUT), by_buttons=0)
        panel = await here.panel(here.host, event, "Organise", "Cancel event", "Cancel event")
        assert "Event cancelled." in panel.text
        event = await here.event(event)
        by_whom = "An organiser cancelled this event."
        assert by_whom in here.message(event).text
        news, called = here.thread(event)[-1].text.splitlines()
        assert news == f"{by_whom} Matches in progress continue outside the event."
        assert sorted(called.split()) == sorted(f"<@{one.id}>" for one in here.players)
        assert any(one.has("My hand") for one in here.world.public())
        assert not here.world.env.errors


@pytest.mark.slow
async def test_boards_of_a_cancelled_field_were_not_played_by_all(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        announced = await here.announce(FIELD, rounds="1", boards="4")
        event = await here.start(announced, by_buttons=0)
        await here.panel(here.host, event, "Organise", "Cancel event", "Cancel event")
        news = here.thread(await here.event(event))[-1]
        assert "🃏 You can now see the boards of round 1." in news.text
        assert "Every table has played" not in news.text
        assert "Matches in progress end without a result." in news.text
        assert news.has("My boards")
