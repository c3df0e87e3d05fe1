"""Bans, reports to administrators, and their log."""

from engine.game.presets import PRESETS
from engine.service import (
    GuildId,
    LobbyCode,
    LobbyRefused,
    MatchSetup,
    Practice,
    Started,
    TableMessage,
)
from engine.service.moderation.reports import REPORTS_A_DAY
from tests.service.world import ANN, BOB, CHANNEL, DAN, GUILD, World, refusal

ADMIN = DAN.user_id
DAY = 24 * 3600 * 1000


async def test_a_ban_keeps_from_new_tables_here_and_ends_by_itself(world: World) -> None:
    service = world.service
    await service.bans.ban(world.press(), GUILD, ADMIN, ANN, days=2, reason="rude")
    for attempt in (
        world.service.open_lobby(world.offer(ANN, BOB)),
        world.service.practice(
            Practice(
                interaction=world.press(),
                table=TableMessage(GUILD, CHANNEL),
                person=ANN,
                setup=MatchSetup(PRESETS["single"]),
            )
        ),
    ):
        outcome = await attempt
        assert isinstance(outcome, LobbyRefused)
        assert (outcome.code, outcome.until_ms) == (LobbyCode.BANNED, world.clock.now + 2 * DAY)
    lobby = await world.opened(BOB)
    assert refusal(await world.service.join(world.press(), lobby, ANN)) is LobbyCode.BANNED
    elsewhere = Practice(
        interaction=world.press(),
        table=TableMessage(GuildId(999), CHANNEL),
        person=ANN,
        setup=MatchSetup(PRESETS["single"]),
    )
    assert isinstance(await world.service.practice(elsewhere), Started)
    (ban,) = await service.bans.of(GUILD)
    assert (ban.user_id, ban.name, ban.reason) == (ANN.user_id, ANN.name, "rude")
    assert await service.bans.of(GuildId(999)) == ()
    world.clock.pass_ms(2 * DAY)
    assert await service.bans.of(GUILD) == ()
    assert await service.bans.on(GUILD, ANN.user_id) is None
    await service.bans.ban(world.press(), GUILD, ADMIN, ANN, days=None, reason="again")
    assert await service.bans.lift(world.press(), GUILD, ADMIN, ANN.user_id)
    assert not await service.bans.lift(world.press(), GUILD, ADMIN, ANN.user_id)
    log = await service.audit_log(GUILD, 10, 0)
    assert sorted(line.deed for line in log) == ["ban", "ban", "unban"]
    assert {line.subject_id for line in log} == {ANN.user_id}
    assert log[-1].at_ms < log[0].at_ms, "the newest first"


async def test_reports_are_kept_for_the_server_and_bounded(world: World) -> None:
    service = world.service
    live = await world.match(ANN, BOB)
    found = await service.reports.last_match_together(GUILD, ANN.user_id, BOB.user_id)
    assert found == live.id
    assert await service.reports.last_match_together(GuildId(999), ANN.user_id, BOB.user_id) is None
    pair = (ANN.user_id, BOB.user_id)
    press = world.press()
    for _ in range(2):
        assert await service.reports.make(press, GUILD, pair, "left", (live.id, "{}"))
    (report,) = await service.reports.of(GUILD)
    assert (report.reason, report.match_id) == ("left", live.id)
    assert await service.reports.of(GuildId(999)) == ()
    assert not await service.reports.close(world.press(), GuildId(999), ADMIN, report.id)
    assert await service.reports.close(world.press(), GUILD, ADMIN, report.id)
    (closed,) = await service.reports.of(GUILD)
    assert closed.closed_ms == world.clock.now
    for _ in range(REPORTS_A_DAY - 1):
        assert await service.reports.make(world.press(), GUILD, pair, "again", None)
    assert not await service.reports.make(world.press(), GUILD, pair, "too much", None)
    world.clock.pass_ms(DAY)
    assert await service.reports.make(world.press(), GUILD, pair, "tomorrow", None)
