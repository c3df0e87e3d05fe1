"""Late turns, pauses, vacations, moves taken back, premoves, the own order, nudges, reminders."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.ui.custom_id import parse_custom_id
from bot.wording.cards import short
from engine.clocks import DAY, HOUR, MINUTE
from engine.game.cards import cards_of
from engine.game.match import EndReason
from engine.game.round import RoundEventKind
from engine.service import LiveMatch, Notify, Prefs, UserId
from engine.service import Person as Named
from tests.journeys.paths import ask
from tests.journeys.people import Person, mover_of
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, seated
from tests.worlds.turn_calls import calls, eventually, quick_world, started


async def the_match(world: World) -> LiveMatch:
    live = await world.service.load(await live_match(world))
    assert live is not None
    return live


async def late_table(world: World) -> tuple[list[Person], Shown, Person, Person]:
    """People at a table, the table, who is late, and the opponent."""
    people, table = await seated(world, 3)
    first = await mover_of(people)
    other = next(person for person in people if person is not first)
    world.time.ahead_ms += DAY
    await world.settle()
    return people, now(world, table.message), first, other


async def choice_of(world: World, member: MemberActor, table: Shown) -> Shown:
    result = await world.press(member, table, "Time is up")
    assert result.ephemeral
    return shown(result.response, result.response.components)


@pytest.mark.slow
async def test_the_opponent_of_a_late_player_chooses(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        _, table, first, other = await late_table(world)
        assert "run out of time" in table.text
        own = await choice_of(world, first.member, table)
        assert not own.buttons
        watcher = await choice_of(world, world.members[2], table)
        assert "aren't at this table" in watcher.text
        choices = await choice_of(world, other.member, table)
        assert list(choices.buttons) == [
            "Give extra time",
            "Cancel, no result",
            "Claim the win",
        ]
        await world.press(other.member, choices, "Give extra time")
        assert "run out of time" not in now(world, table.message).text
        world.time.ahead_ms += DAY
        await world.settle()
        choices = await choice_of(world, other.member, now(world, table.message))
        await world.press(other.member, choices, "Claim the win")
        assert "ran out of time" in now(world, table.message).text
        assert not world.env.errors


async def test_a_late_player_may_still_play(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table, first, other = await late_table(world)
        choices = await choice_of(world, other.member, table)
        await first.press("Pass")
        assert other.may_move
        assert "run out of time" not in now(world, table.message).text
        said = await world.press(other.member, choices, "Claim the win")
        text = shown(said.response, said.response.components).text
        assert "Nobody is out of time" in text
        assert not (await the_match(world)).is_over
        assert len(people) == 2


async def test_calling_it_off_has_no_result(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        _, table, _, other = await late_table(world)
        await world.press(
            other.member, await choice_of(world, other.member, table), "Cancel, no result"
        )
        assert "no result" in now(world, table.message).text
        ended = await world.service.last_match_of(UserId(other.member.id))
        assert ended is not None
        outcome = ended.public().outcome
        assert outcome is not None
        assert outcome.reason is EndReason.CALLED_OFF


@pytest.mark.slow
async def test_a_pause_is_asked_for_agreed_to_and_ended_in_public(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 4)
        asked = await ask(world, people[0].member, "time pause")
        assert asked.response.ephemeral
        assert "wants to pause" in now(world, table.message).text
        await world.press(people[1].member, now(world, table.message), "Agree")
        assert "Paused" in now(world, table.message).text
        await world.restart()
        world.time.ahead_ms += 5 * DAY
        await world.settle()
        assert (await the_match(world)).is_paused
        await world.press(people[1].member, now(world, table.message), "Continue")
        live = await the_match(world)
        assert not live.is_paused
        assert live.late == ()
        assert "Paused" not in now(world, table.message).text
        assert not world.env.errors


async def test_vacation_says_until_when_and_what_is_left(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 4)
        said = await ask(world, people[0].member, "time vacation", days=5)
        assert "9 vacation days left" in shown(said.response, said.response.components).text
        more = await ask(world, people[0].member, "time vacation", days=10)
        text = shown(more.response, more.response.components).text
        assert "9 vacation days left" in text


async def test_a_misclick_is_taken_back_when_the_opponent_allows_it(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 5)
        first, other = await until_discard(people)
        assert first.panel().has("Undo ")
        await first.press("Undo ")
        public = now(world, table.message)
        assert "back" in public.text
        assert other.panel().has("Allow")
        await world.press(other.member, public, "Allow")
        live = await the_match(world)
        assert live.public().to_act == (live.seat_of(UserId(first.member.id)),)
        assert any("pick-" in one["custom_id"] for one in first.panel().buttons.values())
        events = live.public().tables[0].events
        assert events[-1].fact is RoundEventKind.DREW
        await first.take_turn()
        await first.press("Undo ")
        await other.press("Decline")
        assert not first.panel().has("Undo ")
        assert other.may_move
        assert not world.env.errors


async def until_discard(people: list[Person]) -> tuple[Person, Person]:
    """Play until somebody has just discarded; who, and the one to move now."""
    for person in people:
        person.rng = random.Random(1)
    for _ in range(40):
        mover = await mover_of(people)
        other = next(person for person in people if person is not mover)
        panel = mover.panel()
        discarding = panel.has("Discard ")
        await mover.take_turn()
        asks = mover.panel().has("Undo ") and not mover.panel().has("Undo my")
        if asks and (discarding or other.may_move):
            return mover, other
    raise AssertionError("nobody discarded")


async def open_options(person: Person) -> Shown:
    await person.press("More")
    return person.panel()


async def waiting_one(people: list[Person]) -> tuple[Person, Person]:
    mover = await mover_of(people)
    return mover, next(person for person in people if person is not mover)


@pytest.mark.slow
async def test_premoves_are_private_shown_cancelled_and_played(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 6)
        mover, waiter = await waiting_one(people)
        before = now(world, table.message).text
        version = (await the_match(world)).version
        options = await open_options(waiter)
        assert options.has("Pass the upcard")
        await waiter.press("Always draw")
        await world.choose(waiter.member, waiter.panel(), 0, "0")
        await waiter.press("Back to the hand")
        assert "always draw from the stock, gin as soon as possible" in waiter.panel().text
        assert now(world, table.message).text == before
        assert (await the_match(world)).version == version
        assert "Planned" not in mover.panel().text
        await waiter.press("Cancel premoves")
        assert "Planned" not in waiter.panel().text
        await open_options(waiter)
        await waiter.press("Pass the upcard")
        await mover.press("Pass")
        facts = [event.fact for event in (await the_match(world)).public().tables[0].events]
        assert facts == [RoundEventKind.PASSED, RoundEventKind.PASSED]
        assert mover.may_move
        assert not world.env.errors


def shown_order(person: Person) -> list[str]:
    """The cards that may be discarded, left to right."""
    found = []
    for label, button in person.panel().buttons.items():
        press = parse_custom_id(button["custom_id"])
        if press is not None and press.what.startswith("pick-"):
            found.append(label)
    return found


async def test_the_own_order_is_shown_in_chat_and_kept_over_a_restart(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 7)
        mover = await mover_of(people)
        live, user = await the_match(world), UserId(mover.member.id)
        seat = live.seat_of(user)
        assert seat is not None
        order = tuple(cards_of(live.view(seat).hand))[::-2]
        await world.service.planning.change(
            fresh(), live.id, user, lambda plans: replace(plans, order=order)
        )
        own = [short(card) for card in order]
        await mover.press("Take")
        assert shown_order(mover)[: len(own)] != own
        await open_options(mover)
        assert not mover.panel().has("Arrange")
        await world.choose(mover.member, mover.panel(), 1, "own")
        await mover.press("Back to the hand")
        assert shown_order(mover)[: len(own)] == own
        await world.restart()
        again = await world.slash(mover.member, "hand")
        mover.panel_message = again.response
        assert shown_order(mover)[: len(own)] == own
        assert not world.env.errors


async def more_of(world: World, member: MemberActor, table: Shown) -> Shown:
    result = await world.press(member, table, "More")
    return shown(result.response, result.response.components)


async def nudged(world: World, member: MemberActor, table: Shown) -> str:
    result = await world.press(member, await more_of(world, member, table), "Nudge")
    return shown(result.response, result.response.components).text


async def test_two_nudges_take_the_place_of_the_call(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        live, table = await started(world)
        waiting = next(
            one
            for one in world.members[:2]
            if live.seat_of(UserId(one.id)) not in live.public().to_act
        )
        sleeper = next(one for one in world.members[:2] if one is not waiting)
        await eventually(world, lambda: len(calls(world)) == 1)
        assert "some time" in await nudged(world, waiting, table)
        world.time.ahead_ms += 10 * MINUTE
        assert "1 more time" in await nudged(world, waiting, table)
        (call,) = calls(world)
        assert "Nudge" in shown(call, call.components).text
        assert call.mention_user_ids == [sleeper.id]
        await world.service.set_prefs(
            fresh(), Named(UserId(sleeper.id), "Sleeper"), Prefs(notify=Notify.NONE)
        )
        world.bot.parts.messenger.preferences.forget(sleeper.id)
        assert "turned off notifications" in await nudged(world, waiting, table)
        await world.service.set_prefs(fresh(), Named(UserId(sleeper.id), "Sleeper"), Prefs())
        world.bot.parts.messenger.preferences.forget(sleeper.id)
        assert "0 more times" in await nudged(world, waiting, table)
        assert "the limit" in await nudged(world, waiting, table)
        assert len(calls(world)) == 1
        assert not world.env.errors


async def test_one_reminder_before_the_end_of_a_turn(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        await started(world)
        await eventually(world, lambda: len(calls(world)) == 1)
        first = calls(world)[0].id
        world.time.ahead_ms += 18 * HOUR

        def reminded() -> bool:
            found: list[Any] = calls(world)
            return len(found) == 1 and "Reminder" in shown(found[0], found[0].components).text

        await eventually(world, reminded)
        second = calls(world)[0].id
        assert second != first
        world.time.ahead_ms += HOUR
        await world.settle()
        assert [one.id for one in calls(world)] == [second]
