"""The organizer's tools on the real bot: each action changes the event, is asked for and logged."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.moderation.screens import log_screen
from bot.presses.event import EventPress, EventVerb
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from engine.clocks import HOUR, MINUTE
from engine.events.kinds import SWISS
from engine.service import GuildConfig, UserId
from engine.service.events.types import EntryState, Event, EventState, Verdict
from tests.bot.events.evening import Evening, evening
from tests.journeys.slow import Seen
from tests.journeys.slow import press as pressed
from tests.journeys.world import Shown
from tests.keys import fresh


async def tools(here: Evening, event: Event) -> Shown:
    return await here.panel(here.host, event, "Organise")


async def test_others_have_no_tools(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS)
        refused = await here.panel(here.players[0], event, "Organise")
        assert refused.text.startswith("Only organisers can do that")
        listed = await here.open_list(here.players[0])
        assert not listed.has("New event")
        page = await here.choose(here.players[0], listed, "event-open", str(event.id))
        assert not page.has("Organise")
        forged = str(EventPress(EventVerb.CANCEL_YES, id=event.id))
        found = await pressed(here.world, here.players[0], page.message, forged)
        assert found.seen == (Seen.PRIVATE,)
        assert (await here.event(event)).state is EventState.ANNOUNCED


async def test_a_role_that_the_server_names_has_them(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS)
        guild = here.world.env.guild
        role = guild.create_role("Tournament team")
        member = guild.add_member(here.world.env.create_user("tess"), roles=[role])
        refused = await here.panel(member, event, "Organise")
        assert refused.text.startswith("Only organisers can do that")
        named = GuildConfig(organiser_role=role.id)
        await here.world.service.set_guild_config(fresh(), event.guild, UserId(1), named)
        assert (await here.panel(member, event, "Organise")).has("Postpone")
        assert (await here.open_list(member)).has("New event")
        others = await here.panel(here.players[0], event, "Organise")
        assert others.text.startswith("Only organisers can do that")


async def test_an_event_is_postponed(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS)
        later = event.plan.starts_ms + 48 * HOUR
        text = f"{datetime.fromtimestamp(later / 1000, UTC):%Y-%m-%d %H:%M}"
        panel = await here.fill(here.host, await tools(here, event), "Postpone", text)
        assert "New start:" in panel.text
        assert (await here.event(event)).plan.starts_ms == later // MINUTE * MINUTE
        assert f"<t:{later // 60_000 * 60}:F>" in here.message(event).text
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        assert "The start has moved to" in told
        wrong = await here.fill(here.host, await tools(here, event), "Postpone", "soon")
        assert wrong.text.startswith("Enter the start like `2026-12-04 20:00`, `tomorrow 20:00`")


@pytest.mark.slow
async def test_entrants_are_removed_and_put_back(tmp_path: Path) -> None:
    async with evening(tmp_path, 3) as here:
        event = await here.announce(SWISS)
        for player in here.players[:2]:
            await here.panel(player, event, "Enter")
        bob = here.players[1]
        panel = await here.choose(here.host, await tools(here, event), "event-remove", bob)
        assert "Remove **Player 2**" in panel.text
        kept = await here.press(here.host, panel, "Back")
        panel = await here.choose(here.host, kept, "event-remove", bob)
        panel = await here.press(here.host, panel, "Remove")
        assert "Player 2 has been removed." in panel.text
        entry = (await here.event(event)).entry_of(UserId(bob.id))
        assert entry is not None
        assert entry.state is EntryState.REMOVED
        again = await here.panel(bob, event, "Enter")
        assert again.text == "You're out of this event. An organiser can reinstate you."
        panel = await here.choose(here.host, panel, "event-put-back", bob)
        assert "Player 2 has been reinstated." in panel.text
        stranger = here.players[2]
        refused = await here.choose(here.host, panel, "event-remove", stranger)
        assert refused.text == "This person isn't in the event."
        entries = await here.world.service.audit_log(here.guild, 5, 0)
        assert [one.deed for one in entries] == ["event_put_back", "event_remove"]
        log = log_screen(Reader(in_language("en")), entries, 0)
        assert f"removed <@{bob.id}> from an event: Swiss" in "\n".join(log.texts())


@pytest.mark.slow
async def test_an_entrant_is_replaced(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        newcomer = here.players.pop()
        event = await here.start(await here.announce(SWISS))
        bob = here.players[1]
        panel = await here.choose(here.host, await tools(here, event), "event-replace", bob)
        assert "Who replaces **Player 2**?" in panel.text
        panel = await here.choose(here.host, panel, "event-replace-by", newcomer)
        assert "Let **Player 4** replace" in panel.text
        panel = await here.press(here.host, panel, "Replace")
        assert "Player 4 has taken over." in panel.text
        event = await here.event(event)
        assert event.entry_of(UserId(bob.id)) is None
        assert event.entry_of(UserId(newcomer.id)) is not None


@pytest.mark.slow
async def test_a_result_is_decided_and_taken_back(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(SWISS))
        panel = await here.press(here.host, await tools(here, event), "Results")
        pairing = event.pairings[0]
        panel = await here.choose(here.host, panel, "event-table", str(pairing.number))
        winner = next(label for label in panel.buttons if label.endswith("wins"))
        panel = await here.press(here.host, panel, winner)
        assert "This ends a match in progress." in panel.text
        panel = await here.press(here.host, panel, "Decide")
        assert "Pairing decided." in panel.text
        decided = (await here.event(event)).pairings[0]
        assert decided.verdict is Verdict.AWARDED
        assert decided.winner == decided.first
        panel = await here.press(here.host, panel, "Undo this result")
        assert "Result undone" in panel.text
        assert (await here.event(event)).pairings[0].verdict is None
        panel = await here.press(here.host, panel, "Draw")
        panel = await here.press(here.host, panel, "Decide")
        drawn = (await here.event(event)).pairings[0]
        assert (drawn.verdict, drawn.winner) == (Verdict.AWARDED, None)
        assert "½–½" in panel.text


async def test_an_event_is_cancelled_only_when_asked_twice(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS, repeat="weekly")
        panel = await here.press(here.host, await tools(here, event), "Cancel event")
        assert "It won't be repeated." in panel.text
        panel = await here.press(here.host, panel, "Back")
        assert (await here.event(event)).state is EventState.ANNOUNCED
        panel = await here.press(here.host, panel, "Cancel event")
        panel = await here.press(here.host, panel, "Cancel event")
        assert "Event cancelled." in panel.text
        assert (await here.event(event)).state is EventState.CANCELLED
        message = here.message(event)
        assert "An organiser cancelled this event." in message.text
        assert list(message.buttons) == ["Entries", "Rules"]
        assert not (await here.world.service.events.of_guild(here.guild)).current


@pytest.mark.slow
async def test_a_button_of_an_event_that_is_gone_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await here.open_list(here.host)
        for verb in set(EventVerb) - {EventVerb.LIST, EventVerb.OPEN}:
            press = EventPress(verb, 1, here.host.id, here.host.id, id=99)
            text = "20:00" if verb is EventVerb.POSTPONE else None
            found = await pressed(here.world, here.host, panel.message, str(press), (), text)
            assert found.seen == (Seen.PRIVATE,), verb
        assert not here.world.env.errors


async def test_events_are_announced_only_where_tables_may_open(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await here.world.service.set_guild_config(
            fresh(), here.guild, UserId(here.host.id), GuildConfig(channels=(5,))
        )
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        starts = datetime.fromtimestamp((here.world.time.now_ms() + 30 * HOUR) / 1000, UTC)
        panel = await here.fill(here.host, panel, "Date and time…", f"{starts:%Y-%m-%d %H:%M} UTC")
        refused = await here.press(here.host, panel, "Announce")
        assert refused.text.startswith("On this server, tables open only in <#5>")
        assert not (await here.world.service.events.of_guild(here.guild)).current
