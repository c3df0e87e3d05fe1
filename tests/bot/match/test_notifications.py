"""Who is called to their turn, how, how often, and when the call disappears."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from discord import PartialMessage

from bot.match import turn_pings
from bot.match.panels import TOKEN_SECONDS
from bot.ui.custom_id import base36
from bot.ui.requests import NotReachedError
from engine.game.actions import Draw, Pass, Resign
from engine.game.legal import Verb
from engine.service import (
    Applied,
    InteractionId,
    LiveMatch,
    MatchCommand,
    Notify,
)
from tests.journeys.club import Club, Who, gathered, journey
from tests.journeys.in_flight import meanwhile
from tests.keys import fresh
from tests.service.world import existing, sensible
from tests.worlds.turn_calls import (
    SOON,
    called,
    called_soon,
    calls,
    eventually,
    nothing_more,
    started,
)


def on_turn(club: Club, live: LiveMatch) -> Who:
    """The member whose turn it is."""
    user = live.player(live.public().to_act[0]).user_id
    return next(one for one in club.people if one.id == user)


async def moved(club: Club, live: LiveMatch, action: Any = None, key: int = 0) -> LiveMatch:
    """The one whose turn it is moves, as if from another device."""
    seat = live.public().to_act[0]
    user = existing(live.player(seat).user_id)
    chosen = sensible(live, seat) if action is None else action
    interaction = InteractionId(key or 9_000_000 + live.version)
    command = MatchCommand(interaction, live.id, user, chosen, live.revision(seat))
    outcome = await club.service.act(command)
    assert isinstance(outcome, Applied), outcome
    return outcome.live


async def turn_over(club: Club, live: LiveMatch) -> LiveMatch:
    """Move until it is somebody else's turn."""
    mover = on_turn(club, live)
    while on_turn(club, live) is mover:
        seat = live.public().to_act[0]
        legal = live.view(seat).legal
        first = Pass() if Verb.PASS in legal.verbs else None
        live = await moved(club, live, Draw() if Verb.DRAW in legal.verbs else first)
    return live


async def prefer(club: Club, who: Who, **chosen: object) -> None:
    before = await club.service.prefs(who.id)
    await club.service.set_prefs(fresh(), who.named, before.model_copy(update=chosen))
    club.bot.parts.messenger.preferences.forget(who.id)


@journey(people=3)
async def test_nobody_is_called_whose_hand_is_on_its_way(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    pings = club.bot.parts.display.pings
    pings.delay = 1000.0
    live, table = await started(club)
    held: list[int] = []

    async def meanwhile_due() -> None:
        pings._events.cancel((live.id, first.id))
        await pings._consider(live.id, first.id)
        held.append(len(calls(club)))

    first = on_turn(club, live)
    done = meanwhile(monkeypatch, "POST", "*/callback", meanwhile_due)
    await first.presses("My hand", table)
    assert done
    await nothing_more(club)
    assert held == [0], done
    assert not calls(club)


@pytest.mark.parametrize("is_activity", [False, True])
async def test_a_call_opens_its_table_on_the_card_table(tmp_path: Path, is_activity: bool) -> None:
    settings = {"activities": is_activity, "web_url": "https://gin.example.org"}
    async with gathered(tmp_path, people=3, settings=settings) as club:
        called_soon(club)
        live, _ = await started(club)
        await eventually(club, lambda: len(calls(club)) == 1)
        link = club.sees(calls(club)[0]).button("Open table")["url"]
        match = base36(live.id)
        assert link == (
            f"https://discord.com/activities/{club.bot.application_id}?custom_id=table-{match}"
            if is_activity
            else f"https://gin.example.org/#match={match}"
        )


@journey(people=3)
async def test_one_call_a_turn_gone_after_the_move(club: Club) -> None:
    called_soon(club)
    live, _ = await started(club)
    first = on_turn(club, live)
    await eventually(club, lambda: len(calls(club)) == 1)
    assert called(club) == [first.id]
    message = club.sees(calls(club)[0])
    message.offers("My hand")
    assert message.button("Go to table")["url"].endswith(str(live.table.message or ""))
    await nothing_more(club)
    assert len(calls(club)) == 1
    live = await turn_over(club, live)
    second = on_turn(club, live)
    assert second is not first
    await eventually(club, lambda: called(club) == [second.id])
    await moved(club, live, Resign())
    await eventually(club, lambda: calls(club) == [])
    assert await club.service.mentions.every() == ()


@journey(people=3)
async def test_who_looks_at_the_hand_is_not_called(club: Club) -> None:
    club.bot.parts.display.pings.delay = 60.0
    live, table = await started(club)
    for person in club.people[:2]:
        await person.presses("My hand", table)
    called_soon(club)
    for _ in range(4):
        live = await turn_over(club, live)
        await nothing_more(club)
        assert calls(club) == []


@journey(people=3)
async def test_opening_the_hand_takes_the_call_back_with_the_next_move(club: Club) -> None:
    called_soon(club)
    live, _ = await started(club)
    await eventually(club, lambda: len(calls(club)) == 1)
    call = club.sees(calls(club)[0])
    (await on_turn(club, live).presses("My hand", call)).privately()
    live = await turn_over(club, live)
    await eventually(club, lambda: called(club) == [on_turn(club, live).id])


@journey(people=3)
async def test_a_direct_message_instead_and_a_closed_door(club: Club) -> None:
    called_soon(club)
    for person in club.people[:2]:
        await prefer(club, person, notify=Notify.DIRECT)
    live, _ = await started(club)
    backend = club.env.backend

    def direct() -> list[Any]:
        rooms = [one for one in backend.messages if one != club.channel.id]
        return [message for room in rooms for message in backend.messages[room].values()]

    await eventually(club, lambda: len(direct()) == 1)
    assert calls(club) == []
    club.sees(direct()[0]).says("Your turn vs")
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    live = await turn_over(club, live)
    await eventually(club, lambda: direct() == [])
    await nothing_more(club)
    assert (direct(), calls(club)) == ([], [])
    await turn_over(club, live)
    await eventually(club, lambda: len(direct()) == 1)


@journey(people=3)
async def test_neither_who_wants_no_call_nor_a_server_without_pings(club: Club) -> None:
    called_soon(club)
    for person in club.people[:2]:
        await prefer(club, person, notify=Notify.NONE)
    live, _ = await started(club)
    await nothing_more(club)
    assert calls(club) == []
    for person in club.people[:2]:
        await prefer(club, person, notify=Notify.CHANNEL)
    await club.sets(pings=False)
    live = await turn_over(club, live)
    await nothing_more(club)
    assert calls(club) == []


@journey(people=3)
async def test_quiet_hours_are_waited_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    called_soon(club)
    for person in club.people[:2]:
        await prefer(club, person, quiet_hours=(0, 24 * 60 - 1))
    monkeypatch.setattr(club.bot.parts.display.pings, "_now", lambda: 12 * 3600.0)
    live, _ = await started(club)
    await nothing_more(club)
    assert calls(club) == []
    monkeypatch.setattr(club.bot.parts.display.pings, "_now", lambda: 24 * 3600.0 - 60.0)
    live = await turn_over(club, live)
    await eventually(club, lambda: called(club) == [on_turn(club, live).id])


@journey(people=3)
async def test_a_restart_calls_nobody_twice_and_forgets_no_call(club: Club) -> None:
    called_soon(club)
    live, _ = await started(club)
    await eventually(club, lambda: len(calls(club)) == 1)
    before = calls(club)[0].id
    await club.restart()
    called_soon(club)
    await nothing_more(club)
    assert [one.id for one in calls(club)] == [before]
    live = await turn_over(club, await club.match(live.id))
    await eventually(club, lambda: called(club) == [on_turn(club, live).id])
    await moved(club, live, Resign(), key=77)
    await eventually(club, lambda: calls(club) == [])


@pytest.mark.parametrize("ends_between", [False, True], ids=["goes on", "ends between"])
async def test_a_call_that_could_not_be_deleted_is_deleted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends_between: bool
) -> None:
    monkeypatch.setattr(turn_pings, "RETRY_SECONDS", (30 * SOON,))
    async with gathered(tmp_path, people=3) as club:
        called_soon(club)
        live, _ = await started(club)
        await eventually(club, lambda: len(calls(club)) == 1)
        first = called(club)
        with patch.object(PartialMessage, "delete", side_effect=NotReachedError("gone")) as tried:
            live = await turn_over(club, live)
            await eventually(club, lambda: tried.call_count > 0)
            await eventually(club, lambda: len(calls(club)) == 2)
            if ends_between:
                await club.bot.parts.display.pings.stop()
        if ends_between:
            await club.bot.parts.display.pings.start()
        await eventually(club, lambda: len(calls(club)) == 1)
        assert called(club) != first
        await nothing_more(club)
        assert [one.user_id for one in await club.service.mentions.every()] == called(club)


@journey(people=3)
async def test_nobody_is_called_against_a_computer(club: Club) -> None:
    called_soon(club)
    await club.alice.asks("practice")
    club.bot.parts.display.panels._open.clear()
    club.bot.parts.display.panels._by_match.clear()
    await moved(club, await club.match())
    await nothing_more(club)
    assert calls(club) == []


@pytest.mark.slow
@journey(people=3)
async def test_a_panel_that_dies_lets_its_owner_be_called(club: Club) -> None:
    club.bot.parts.display.pings.delay = 60.0
    live, table = await started(club)
    second = next(one for one in club.people[:2] if one is not on_turn(club, live))
    await second.presses("My hand", table)
    ((_, _, panel),) = club.bot.parts.display.panels.of(live.id)
    moment = panel.born + TOKEN_SECONDS - 0.2
    club.bot.parts.display.panels._clock = lambda: moment
    called_soon(club)
    await turn_over(club, live)
    await nothing_more(club)
    assert called(club) == [], "the panel still shows that it is their turn"
    moment += 0.3
    await eventually(club, lambda: called(club) == [second.id])


@journey(people=3)
async def test_the_settings_choose_how_one_is_called(club: Club) -> None:
    alice = club.alice
    settings = await alice.asks("settings")
    await alice.chooses("dm", settings, menu="set-notify")
    await alice.chooses(f"{22 * 60}-{7 * 60}", settings, menu="set-quiet_hours")
    kept = await club.service.prefs(alice.id)
    assert kept.notify is Notify.DIRECT
    assert kept.quiet_hours == (22 * 60, 7 * 60)
    await alice.chooses("none", settings, menu="set-quiet_hours")
    assert (await club.service.prefs(alice.id)).quiet_hours is None
