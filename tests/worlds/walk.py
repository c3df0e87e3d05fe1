"""Something of everything that the service reads and writes, feature by feature."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from engine import daily
from engine.clocks import DAY, MINUTE
from engine.coach.helping import Help
from engine.events.kinds import SWISS
from engine.game.actions import Resign
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import Finished, GuildConfig, LiveMatch, MessageId, Prefs, Started
from engine.service.daily import AskDay
from engine.service.events.types import EventState
from engine.service.exercises.attempts import Series
from engine.service.lobbies.commands import JUST_NOW_MS
from engine.service.rewards import coins
from engine.service.rewards.coins import GOODS
from engine.service.social import Mention
from engine.service.standings import LeaderboardMetric, LeaderboardQuery
from engine.service.standings.seasons import Champion
from engine.standings.rating import pool_of
from engine.trainer.puzzle import Track
from tests import prepared
from tests.service.events.hall import Hall, changed, loser_by_number
from tests.service.two_servers import AWAY, match_of_two_servers
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, World, existing
from tests.worlds.answering import answered
from tests.worlds.training import played_badly

NOON = daily.begins_ms(20270115) + DAY // 2
SHORT = replace(PRESETS["standard"], target=10)


def over(live: LiveMatch) -> bool:
    return live.is_over


async def matches(world: World) -> None:
    """A whole rated match, others that run, searches, boards, profiles, the end of a month."""
    service = world.service
    live = await world.play(await world.match(), lambda now: now.public().number == 2)
    await world.practice()
    await service.idle()
    await service.live_matches_of(ANN.user_id)
    page = Finished(BOB.user_id, "standard", first=live.id)
    assert await service.ended_matches_of(ANN.user_id, page, 5) == ()
    assert await service.ended_matches_of(ANN.user_id, Finished(after=live.id), 5) == ()
    await service.messages.rendered(live, live.version, live.table.channel, None)
    await service.messages.outdated_matches(10)
    await service.messages.outdated_lobbies(10)
    assert await service.count_running() == len(await service.running()) == 2
    assert await service.mentions.claim(live.id, BOB.user_id)
    assert not await service.mentions.claim(live.id, BOB.user_id)
    told = Mention(live.id, BOB.user_id, live.table.channel, MessageId(5))
    await service.mentions.sent(told)
    assert await service.mentions.every() == (told,)
    assert await service.mentions.remove(live.id, BOB.user_id) == told
    assert await service.planning.change(world.press(), live.id, BOB.user_id, lambda plans: plans)
    await service.planning.nudge(world.press(), live.id, BOB.user_id)
    await service.open_lobby(world.offer(CEE, BOB, rated=True, ratings=(0, 4000)))
    assert await service.mentions.remove(live.id, BOB.user_id) is None
    world.clock.now += JUST_NOW_MS
    await match_of_two_servers(world)
    await service.running_in(AWAY)
    await service.mentions.notified(live.id)
    await service.open_lobbies_of(ANN.user_id)
    await service.cancel(world.press(), await world.opened(ANN, BOB), ANN.user_id)
    await service.set_prefs(world.press(), ANN, Prefs(one_tap=True))
    await service.prefs(ANN.user_id)
    await service.guild_config(GUILD)
    await world.act(await world.load(live.id), Seat.ONE, Resign())
    await service.proof(live.id, 1)
    await service.record(live.id)
    for board in LeaderboardMetric:
        wanted = LeaderboardQuery(GUILD, board, "standard.correspondence")
        await service.boards.page(wanted, ANN.user_id, limit=10, offset=1)
        await service.boards.friends(wanted, ANN.user_id)
    await service.statistics.profile(BOB.user_id, ANN.user_id, GUILD)
    await service.statistics.profile(BOB.user_id, BOB.user_id, None)
    await service.ratings.unrated(GUILD)
    world.clock.pass_ms(40 * DAY)
    assert await service.seasons.close_ended()
    await service.seasons.crown(GUILD, Champion(ANN.user_id, 5, service.seasons.ended))
    await service.seasons.champions(GUILD)
    await service.seasons.dethrone(GUILD, ANN.user_id)
    ended = await world.play(await world.match(rules=SHORT, rated=True), over)
    await service.shares.share(world.press(), ended.id, ANN.user_id)
    await service.ratings.of(ANN.user_id, pool_of(ended.setup.rules, ended.setup.clock), GUILD)
    await service.adjudicate(
        world.press(), (await world.match(CEE, DAN)).id, GUILD, ANN.user_id, "agreed", Seat.ONE
    )


async def people(world: World) -> None:
    """Friends, notes, blocks, bans, reports, settings, and somebody who leaves."""
    service, press = world.service, world.press
    await service.set_guild_config(press(), GUILD, DAN.user_id, GuildConfig(pings=False))
    live = await world.match(ANN, BOB, rated=True)
    await world.act(live, Seat.ONE, Resign())
    await service.helping.enter(live.id, {ANN.user_id: Help(90, 80, 9.0, 8.0)})
    await service.helping.clear(press(), GUILD, DAN.user_id, (ANN.user_id, BOB.user_id))
    for person in (BOB, CEE):
        await service.friends.add(press(), ANN, person)
    await service.friends.remove(press(), ANN.user_id, CEE.user_id)
    for _ in range(2):
        await service.notes.send(press(), ANN, BOB.user_id, "hello")
    await service.notes.request(press(), ANN, BOB.user_id)
    await service.notes.delete(press(), BOB.user_id, None)
    for _ in range(2):
        await service.blocks.block(press(), ANN.user_id, BOB.user_id)
    await service.blocks.unblock(press(), ANN.user_id, BOB.user_id)
    for days in (3, None):
        await service.bans.ban(press(), GUILD, DAN.user_id, BOB, days=days, reason="rude words")
    await service.bans.lift(press(), GUILD, DAN.user_id, BOB.user_id)
    reported = press()
    await service.reports.make(reported, GUILD, (ANN.user_id, BOB.user_id), "rude", None)
    await service.reports.close(press(), GUILD, DAN.user_id, reported)
    for moment in (5, 6):
        await service.welcomes.joined(GUILD, moment)
    await service.welcomes.claim(GUILD)
    await service.absences.left(GUILD, removed=False)
    await service.absences.returned(GUILD)
    await service.audit_log(GUILD, 20, 0)
    assert (await service.export_of(BOB.user_id))["notes"] is not None
    assert await service.forget(press(), BOB.user_id)


async def event(world: World) -> None:
    """A whole event for four, whose waiting list moves."""
    here = Hall(world)
    await here.announced(SWISS, most=4)
    for number in range(1, 7):
        changed(await here.enter(number))
    changed(await here.withdraw(1))
    await here.jump(45 * MINUTE)
    for number in range(2, 6):
        changed(await here.check_in(number))
    await here.jump(15 * MINUTE)
    while (now := await here.event()).state is EventState.RUNNING:
        for pairing in here.playing(now):
            await here.resign(loser_by_number(pairing), pairing)
        await here.jump(61_000)
    assert now.state is EventState.FINISHED
    await here.events.claim_news(now.id)
    await here.events.honours_of(now.standings[0].user_id)


async def day(world: World) -> None:
    """A day's challenge and puzzle, coins and achievements, and the end of the day."""
    service = world.service
    world.clock.now = NOON
    service.daily.think = prepared.day
    asked = AskDay(world.press(), GUILD, CHANNEL, ANN)
    outcome = await service.daily.play(asked)
    assert isinstance(outcome, Started)
    await world.play(outcome.live, over)
    today = daily.day_of(world.clock.now)
    await service.daily.look(ANN.user_id)
    for guild in (GUILD, None):
        await service.daily.board(today, guild, BOB.user_id)
        await service.daily.board(today, guild, ANN.user_id, 0)
    await answered(service, Series.DAY, today, ANN, 0)
    await service.puzzles.asked(today, ANN.user_id)
    assert await service._repeat(lambda tx: coins.pay(tx, BOB.user_id, "day:1", 1000))
    await service.coins.buy(world.press(), BOB, next(iter(GOODS)))
    await service.coins.account(BOB.user_id)
    await service.achievements.of(ANN.user_id)
    new = await service.achievements.unannounced(ANN.user_id)
    await service.achievements.mark_announced(ANN.user_id, new)
    await world.play(await world.match(rules=SHORT), over)
    world.clock.pass_ms(2 * DAY)
    assert await service.daily.close_ended()


async def trainer(world: World) -> None:
    """Puzzles that are asked, answered and shown; mistakes that become puzzles; who leaves."""
    trainer = world.service.trainer
    await prepared.fill(world.service)
    await played_badly(world, SHORT)
    for track in Track:
        asked = await trainer.next(ANN.user_id, track)
        if asked is not None:
            await answered(world.service, Series.TRAINER, asked.key, ANN, 0, asked.times)
            await trainer.shown(ANN.user_id, asked.key)
    await trainer.standing(ANN.user_id)
    races = world.service.races
    await races.start(world.press(), GUILD, ANN)
    race = existing(await races.running(ANN.user_id))
    for step in range(2):
        await answered(world.service, Series.RACE, race.race, ANN, 0, step)
    await races.stop(world.press(), ANN.user_id, race.race)
    await races.may_take_up(BOB.user_id, race.race)
    await races.board(GUILD, BOB.user_id)
    await trainer._trim_lists()
    await played_badly(world, SHORT)
    await trainer.study_everybody()
    await world.service.forget(world.press(), ANN.user_id)


Walk = Callable[[World], Awaitable[None]]
WALKS: Final[tuple[Walk, ...]] = (matches, people, event, day, trainer)
