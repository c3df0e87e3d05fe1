"""Events that are held again, and what their messages show."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.clocks import HOUR
from engine.events.kinds import KINDS, SWISS
from engine.events.plan import Repeat, again
from engine.service.events.organizer_actions import CancelEvent
from engine.service.events.rows import is_possible, plan_from, plan_text
from engine.service.events.types import Announce, EventState
from engine.service.people import ChannelId, GuildId, MessageId
from tests.service.events.hall import HOST, Hall, changed, plan
from tests.service.world import CHANNEL, GUILD
from tests.worlds.events import played_out

BERLIN = ZoneInfo("Europe/Berlin")


def at(*moment: int) -> int:
    return round(datetime(*moment, tzinfo=BERLIN).timestamp() * 1000)  # type: ignore[misc, arg-type]


def test_a_weekly_event_keeps_its_time_of_day_when_the_clocks_change() -> None:
    friday = at(2026, 10, 23, 20)
    weekly = plan(SWISS, starts_ms=friday, repeat=Repeat.WEEKLY, zone="Europe/Berlin")
    assert again(weekly, friday + HOUR).starts_ms == at(2026, 10, 30, 20)
    assert again(weekly, at(2026, 11, 20, 19)).starts_ms == at(2026, 11, 20, 20)
    assert again(weekly, at(2026, 11, 20, 19, 50)).starts_ms == at(2026, 11, 27, 20)


def test_a_monthly_event_of_the_31st_is_held_on_the_last_day() -> None:
    monthly = plan(
        SWISS, starts_ms=at(2027, 1, 31, 20), repeat=Repeat.MONTHLY, zone="Europe/Berlin"
    )
    assert again(monthly, at(2027, 2, 1, 0)).starts_ms == at(2027, 2, 28, 20)
    assert again(monthly, at(2027, 11, 30, 21)).starts_ms == at(2027, 12, 31, 20)
    assert again(monthly, at(2027, 12, 31, 21)).starts_ms == at(2028, 1, 31, 20)


def test_a_plan_is_the_same_after_storing() -> None:
    for kind in KINDS.values():
        one = plan(kind, repeat=Repeat.WEEKLY, winner_role=5, rounds=3, best_of=5, third_place=True)
        assert plan_from(plan_text(one)) == one
    assert is_possible(plan(SWISS))


async def test_a_finished_event_announces_the_next_of_its_series_once(opened: Hall) -> None:
    event = await opened.started(SWISS, 2, rounds=1, repeat=Repeat.WEEKLY)
    await played_out(opened)
    [following] = (await opened.world.service.events.of_guild(GUILD)).current
    assert (following.series, following.season, following.entries) == (event.id, 2, ())
    assert following.plan.starts_ms == event.plan.starts_ms + 7 * 24 * HOUR
    assert following.state is EventState.ANNOUNCED
    assert following.id in {one.event.id for one in opened.heard}
    opened.id = following.id
    changed(await opened.organize(CancelEvent()))
    await opened.world.service.idle()
    assert (await opened.world.service.events.of_guild(GUILD)).current == (), "called off for good"


async def test_an_event_without_entrants_is_held_again_next_time(opened: Hall) -> None:
    first = await opened.started(SWISS, 0, repeat=Repeat.MONTHLY)
    assert first.state is EventState.CANCELLED
    [following] = (await opened.world.service.events.of_guild(GUILD)).current
    opened.id = following.id
    await opened.jump(following.plan.starts_ms - opened.world.clock.now - HOUR)
    await opened.jump(HOUR)
    await opened.jump(HOUR)
    listed = await opened.world.service.events.of_guild(GUILD)
    assert {one.season for one in (*listed.current, *listed.history)} >= {2}


async def test_messages_that_are_behind_are_listed_until_they_are_drawn(opened: Hall) -> None:
    event = await opened.announced(SWISS)
    events = opened.world.service.events
    assert [one.id for one in await events.outdated()] == [event.id]
    await events.shown(event.id, event.version, MessageId(4), ChannelId(5))
    assert await events.outdated() == ()
    event = changed(await opened.enter(1))
    assert [one.version for one in await events.outdated()] == [event.version]
    await events.shown(event.id, event.version)
    event = await opened.event()
    assert (event.message, event.thread, event.rendered_version) == (4, 5, event.version)


async def test_two_servers_see_nothing_of_each_other(opened: Hall) -> None:
    elsewhere = GuildId(701)
    here = await opened.started(SWISS, 2, rounds=1)
    events = opened.world.service.events
    press = opened.world.press()
    there = changed(
        await events.announce(
            Announce(
                press, elsewhere, CHANNEL, HOST, replace(here.plan, starts_ms=opened.in_ms(HOUR))
            )
        )
    )
    await played_out(opened)
    listed = await events.of_guild(elsewhere)
    assert ([one.id for one in listed.current], listed.history) == ([there.id], ())
    listed = await events.of_guild(GUILD)
    assert (listed.current, [one.id for one in listed.history]) == ((), [here.id])
    assert (await opened.world.service.audit_log(elsewhere, 5, 0)) == ()
