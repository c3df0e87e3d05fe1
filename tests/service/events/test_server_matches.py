"""A server challenges another: the code, the teams, the boards, the result, the season table."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from engine.clocks.clock import DAY, HOUR, MINUTE
from engine.game.presets import PRESETS
from engine.service import ChannelId, GuildConfig, GuildId, MessageId, Prefs
from engine.service.events.deed_types import (
    Award,
    CancelEvent,
    Postpone,
    PutBack,
    Remove,
    Replace,
    Undo,
)
from engine.service.events.outcome_types import EventCode, NewsKind
from engine.service.events.types import EntryState, EventState, Verdict
from engine.store.schema import answers, event_invitations
from tests.keys import fresh
from tests.service.events.contest import (
    AWAY,
    AWAY_CHANNEL,
    AWAY_HOST,
    BOARDS,
    CHANNEL,
    GUILD,
    TEAMS,
    Contest,
    contest,
    member,
)
from tests.service.events.hall import HOST, changed, code
from tests.service.two_servers import ADMIN
from tests.service.world import sqlite_url

THIRD = GuildId(702)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Contest]:
    async with contest(sqlite_url(tmp_path)) as one:
        yield one


# -- the code -------------------------------------------------------------------------------


async def test_the_code_is_told_once_and_only_its_hash_is_stored(opened: Contest) -> None:
    await opened.open()
    told = await opened.code()
    assert re.fullmatch(r"(?:[A-Z2-7]{5}-){5}[A-Z2-7]", told)
    plain = told.replace("-", "")
    tables = (event_invitations, answers)
    store = opened.world.service._store
    cells = await store.read(lambda c: repr([c.execute(select(one)).all() for one in tables]))
    assert told not in cells
    assert plain not in cells
    assert (await opened.code()) != told


async def test_the_same_press_makes_one_invitation(opened: Contest) -> None:
    await opened.open()
    service = opened.world.service
    press = opened.world.press()
    opened.world.press = lambda: press  # type: ignore[method-assign]
    first, again = await opened.invite(), await opened.invite()
    assert first.code is not None
    assert (again.code, again.refused) == (None, None)
    assert len(await service.server_matches.of_guild(GUILD)) == 1


async def test_a_code_is_read_as_people_write_it_and_used_once(opened: Contest) -> None:
    await opened.open()
    told = await opened.code()
    written = f" {told.lower().replace('-', ' ')} ".replace("o", "0").replace("i", "1")
    found = await opened.world.service.server_matches.look_up(AWAY, written)
    assert not isinstance(found, EventCode)
    assert found.plan.teams == (TEAMS[0], "")
    event = changed(await opened.accept(written))
    assert event.plan.teams == TEAMS
    assert event.plan.name == "Lisbon – Porto"
    assert code(await opened.accept(told)) is EventCode.NO_SUCH_INVITATION
    assert await opened.world.service.server_matches.of_guild(GUILD) == ()


async def test_an_invitation_ends_after_a_week_or_with_its_start(opened: Contest) -> None:
    await opened.open()
    late = await opened.code(starts_ms=opened.in_ms(20 * DAY))
    soon = await opened.code()
    opened.world.clock.now += HOUR
    assert code(await opened.accept(soon)) is EventCode.NO_SUCH_INVITATION
    opened.world.clock.now += 7 * DAY - HOUR - 1
    found = await opened.world.service.server_matches.look_up(AWAY, late)
    assert not isinstance(found, EventCode)
    opened.world.clock.now += 1
    assert code(await opened.accept(late)) is EventCode.NO_SUCH_INVITATION


async def test_refusals_keep_the_code(opened: Contest) -> None:
    await opened.open()
    told = await opened.code()
    accept = opened.accept
    assert code(await accept("AAAAA")) is EventCode.NO_SUCH_INVITATION
    assert code(await accept(told, guild=GUILD)) is EventCode.OWN_INVITATION
    assert code(await accept(told, team=" lisbon ")) is EventCode.BAD_TEAM
    assert code(await accept(told, team=" ")) is EventCode.BAD_TEAM
    assert code(await accept(told, team="P" * 33)) is EventCode.BAD_TEAM
    assert code(await accept(told, guild=THIRD)) is EventCode.NOT_ACROSS
    for guild in (GUILD, AWAY):
        await opened.world.service.set_guild_config(fresh(), guild, ADMIN, GuildConfig())
        assert code(await accept(told)) is EventCode.NOT_ACROSS
        await opened.open(guild)
    await opened.world.service.absences.left(GUILD, removed=False)
    assert code(await accept(told)) is EventCode.NOT_ACROSS
    await opened.world.service.absences.returned(GUILD)
    changed(await accept(told))


async def test_only_what_both_servers_know_can_be_offered(opened: Contest) -> None:
    assert (await opened.invite()).refused is EventCode.NOT_ACROSS
    await opened.open()
    own = replace(PRESETS["standard"], target=10)
    assert (await opened.invite(rules=own)).refused is EventCode.BAD_PLAN
    assert (await opened.invite(starts_ms=0)).refused is EventCode.BAD_TIME
    assert (await opened.invite(teams=("", ""))).refused is EventCode.BAD_TEAM
    for _ in range(5):
        await opened.code()
    assert (await opened.invite()).refused is EventCode.TOO_MANY_INVITATIONS


async def test_an_invitation_can_be_taken_back_by_its_server_alone(opened: Contest) -> None:
    await opened.open()
    told = await opened.code()
    matches = opened.world.service.server_matches
    [waiting] = await matches.of_guild(GUILD)
    assert not await matches.take_back(fresh(), AWAY, AWAY_HOST.user_id, waiting.id)
    assert await matches.take_back(fresh(), GUILD, HOST.user_id, waiting.id)
    assert code(await opened.accept(told)) is EventCode.NO_SUCH_INVITATION


# -- two homes ------------------------------------------------------------------------------


async def test_each_server_sees_its_own_people_and_of_the_others_what_is_for_all(
    opened: Contest,
) -> None:
    await opened.agreed()
    await opened.show_names(member(2, 1))
    await opened.fill(2)
    home, away = await opened.seen()
    assert (home.guild, home.channel, home.host) == (GUILD, CHANNEL, HOST.user_id)
    assert (away.guild, away.channel, away.host) == (AWAY, AWAY_CHANNEL, AWAY_HOST.user_id)
    assert (home.locale, away.locale) == ("en", "pt")
    names = [sorted(one.name for one in each.entries) for each in (home, away)]
    assert names[0] == ["", "Player 1", "Player 11@account", "Player 2"]
    assert names[1] == ["", "", "Player 11", "Player 12"]
    for seen, team in ((home, 1), (away, 2)):
        known = {one.user_id for one in seen.entries if one.user_id > 0}
        assert known == {member(team, 1).user_id, member(team, 2).user_id}
    neither = await opened.event()
    assert (neither.guild, neither.channel, neither.host, neither.locale) == (0, 0, 0, None)
    assert all(one.user_id < 0 for one in neither.entries)
    assert neither.seen_in(THIRD) == neither
    with pytest.raises(ValueError, match="701"):
        home.seen_in(AWAY)


async def test_lists_and_messages_are_those_of_each_server(opened: Contest) -> None:
    event = await opened.agreed()
    events = opened.world.service.events
    for guild in (GUILD, AWAY):
        [listed] = (await events.of_guild(guild)).current
        assert listed.guild == guild
    assert (await events.of_guild(THIRD)).current == ()
    assert [one.guild for one in await events.outdated()] == [GUILD, AWAY]
    version = (await opened.event()).version
    await events.shown(event.id, version, MessageId(91), guild=AWAY)
    assert [one.guild for one in await events.outdated()] == [GUILD]
    await events.shown(event.id, version, MessageId(92), ChannelId(93), guild=GUILD)
    home, away = await opened.seen()
    assert (home.message, home.thread, away.message, away.thread) == (92, 93, 91, None)
    assert await events.outdated() == ()


async def test_people_play_for_the_server_where_they_enter(opened: Contest) -> None:
    await opened.agreed()
    both = member(1, 1)
    assert code(await opened.join(THIRD, both)) is EventCode.NO_SUCH_EVENT
    entered = changed(await opened.join(AWAY, both)).seen_in(AWAY)
    assert [one.team for one in entered.entries] == [2]
    assert code(await opened.join(GUILD, both)) is EventCode.ALREADY_IN
    await opened.join(AWAY, member(2, 1))
    event = changed(await opened.join(AWAY, member(2, 2)))
    assert [(one.team, one.queue) for one in event.seen_in(AWAY).waiting] == [(2, 1)]
    assert [(one.team, one.name) for one in event.seen_in(GUILD).waiting] == [(2, "")]


async def test_a_ban_of_either_server_holds_and_the_other_ones_reason_stays_there(
    opened: Contest,
) -> None:
    await opened.agreed()
    bans = opened.world.service.bans
    for one in (member(1, 1), member(2, 1)):
        await bans.ban(fresh(), GUILD, ADMIN, one, days=None, reason="secret")
    assert code(await opened.join(GUILD, member(1, 1))) is EventCode.BANNED
    assert code(await opened.join(AWAY, member(2, 1))) is EventCode.APART


# -- the match ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_whole_match_of_four_a_side(opened: Contest) -> None:
    await opened.open(listed=True)
    event = await opened.begun(4)
    assert event.state is EventState.RUNNING
    assert len(event.pairings) == 4
    for number, pairing in enumerate(event.pairings, 1):
        live = await opened.world.load(pairing.matches[0])
        assert live.is_across
        assert live.is_private
        assert [one.guild for one in live.homes] == [GUILD, AWAY][:: 1 if number % 2 else -1]
        assert (live.guild, live.channel, live.message) == (0, 0, None)
        assert {one.name for one in live.players} == {""}
        for seen in live.homes:
            own = [one.name for one in seen.players if one.name]
            assert own == [member(1 if seen.guild == GUILD else 2, number).name]
    assert (await opened.world.service.messages.behind(50)).matches == ()
    event = await opened.finish()
    assert event.state is EventState.FINISHED
    assert event.team_points is not None
    home, away = await opened.seen()
    assert home.team_points == away.team_points == event.team_points
    mine = member(2, 3).user_id
    boards = await opened.world.service.events.boards_of(event.id, 1, mine)
    assert boards is not None
    assert boards.opponent is not None
    assert boards.opponent < 0
    assert away.entry_of(boards.opponent) is not None
    for team in (1, 2):
        assert await opened.world.service.events.honours_of(member(team, 1).user_id) == ()
    for guild in (GUILD, AWAY):
        await opened.world.service.set_guild_config(
            fresh(), guild, ADMIN, GuildConfig(across=True, listed=True)
        )
    table = await opened.world.service.server_matches.table(AWAY)
    assert {(one.name, one.points, one.is_own) for one in table.lines} == {
        ("Lisbon", event.team_points[0], False),
        ("Porto", event.team_points[1], True),
    }
    better = max(table.lines, key=lambda one: one.points)
    assert table.lines[0] == better
    assert sum(one.score for one in table.lines) == 2


async def test_people_who_have_blocked_each_other_sit_at_other_tables(opened: Contest) -> None:
    await opened.agreed(side=2)
    await opened.fill(2)
    blocks = opened.world.service.blocks
    await blocks.block(fresh(), member(1, 1).user_id, member(2, 1).user_id)
    await opened.be_here(*(member(team, one) for team in (1, 2) for one in (1, 2)))
    await opened.start()
    event = await opened.event()
    lives = [await opened.world.load(one.matches[0]) for one in event.pairings]
    assert len(lives) == 2
    pairs = [{one.user_id for one in live.players} for live in lives]
    assert {member(1, 1).user_id, member(2, 1).user_id} not in pairs


async def test_nothing_is_played_if_only_people_who_are_apart_would_meet(opened: Contest) -> None:
    await opened.agreed(side=2)
    await opened.fill(2)
    for other in (1, 2):
        await opened.world.service.blocks.block(
            fresh(), member(2, other).user_id, member(1, 1).user_id
        )
    await opened.be_here(*(member(team, one) for team in (1, 2) for one in (1, 2)))
    assert (await opened.start()).state is EventState.CANCELLED


@pytest.mark.parametrize("guild", [GUILD, AWAY])
async def test_a_server_that_meets_nobody_any_more_is_not_paired(
    opened: Contest, guild: GuildId
) -> None:
    await opened.agreed(side=2)
    await opened.fill(2)
    await opened.be_here(*(member(team, one) for team in (1, 2) for one in (1, 2)))
    await opened.world.service.set_guild_config(fresh(), guild, ADMIN, GuildConfig())
    assert (await opened.start()).state is EventState.CANCELLED


async def test_the_name_for_the_other_server_is_the_one_allowed_at_entry(opened: Contest) -> None:
    await opened.agreed()
    await opened.show_names(member(2, 1))
    await opened.join(AWAY, member(2, 1))
    await opened.world.service.set_prefs(fresh(), member(2, 1), Prefs())
    home, _ = await opened.seen()
    assert [one.name for one in home.entries] == ["Player 11@account"]


async def test_news_about_the_other_team_do_not_say_who_it_is(opened: Contest) -> None:
    await opened.begun()
    await opened.wait(11 * MINUTE)
    changes = [one for one in opened.heard if any(n.kind is NewsKind.NO_SHOW for n in one.news)]
    assert changes
    for change in changes:
        for home in change.event.homes:
            seen = change.seen_in(home.guild)
            told = [user for one in seen.news for user in one.users]
            assert told
            assert all(seen.event.entry_of(user) is not None for user in told)
            own = {one.user_id for one in seen.event.entries if one.team == seen.event.team}
            assert all(user in own or user < 0 for user in told)


# -- the organisers -------------------------------------------------------------------------


async def test_organisers_act_for_their_own_people_only(opened: Contest) -> None:
    await opened.agreed()
    await opened.fill(2)
    own, other = member(1, 1).user_id, member(2, 1).user_id
    do = opened.do
    assert code(await do(GUILD, Remove(other))) is EventCode.NOT_IN
    assert code(await do(GUILD, Replace(other, member(1, 3)))) is EventCode.NOT_IN
    removed = changed(await do(GUILD, Remove(own))).seen_in(GUILD)
    assert removed.entries[0].state is EntryState.REMOVED
    assert code(await do(AWAY, PutBack(own))) is EventCode.NOT_IN
    changed(await do(GUILD, PutBack(own)))
    changed(await do(AWAY, Replace(other, member(2, 3))))
    assert code(await do(GUILD, Postpone(opened.in_ms(2 * HOUR)))) is EventCode.BOTH_SERVERS
    press = opened.world.press()
    manage = opened.world.service.events.manage
    for stranger in (None, THIRD):
        outcome = await manage(press, opened.id, HOST.user_id, CancelEvent(), stranger)
        assert code(outcome) is EventCode.NO_SUCH_EVENT


async def test_results_are_in_nobodys_hands(opened: Contest) -> None:
    event = await opened.begun()
    for guild in (GUILD, AWAY):
        home = event.seen_in(guild)
        mine = next(one.user_id for one in home.entries if one.user_id > 0)
        for deed in (Award(1, mine), Undo(1), Replace(mine, member(1, 5))):
            assert code(await opened.do(guild, deed)) is EventCode.BOTH_SERVERS


@pytest.mark.parametrize("guild", [GUILD, AWAY])
async def test_both_servers_may_cancel_before_the_start(opened: Contest, guild: GuildId) -> None:
    await opened.agreed()
    cancelled = changed(await opened.do(guild, CancelEvent()))
    assert cancelled.state is EventState.CANCELLED
    deeds = {
        one: [each.deed for each in await opened.world.service.audit.read(one, 9, 0)]
        for one in (GUILD, AWAY)
    }
    assert ["event_cancel" in deeds[one] for one in (GUILD, AWAY)] == [
        guild == one for one in (GUILD, AWAY)
    ]
    assert "event_invite" in deeds[GUILD]
    assert "event_accept" in deeds[AWAY]
    assert "event_accept" not in deeds[GUILD]


@pytest.mark.slow
@pytest.mark.parametrize(("guild", "team"), [(GUILD, 1), (AWAY, 2)])
async def test_a_server_that_leaves_forfeits_its_open_boards(
    opened: Contest, guild: GuildId, team: int
) -> None:
    event = await opened.begun()
    await opened.play(event.pairings[0])
    changed(await opened.do(guild, CancelEvent()))
    await opened.wait(2 * MINUTE)
    event = await opened.event()
    assert event.state is EventState.FINISHED
    assert [one.verdict for one in event.pairings] == [Verdict.PLAYED, Verdict.FORFEIT]
    left = event.pairings[1]
    entries = {one.user_id: one.team for one in event.entries}
    assert left.winner is not None
    assert entries[left.winner] == 3 - team
    loser = left.second if left.winner == left.first else left.first
    [standing] = [one for one in event.standings if one.user_id == loser]
    assert standing.half_points <= -10 * (BOARDS - 1)


# -- the season table -----------------------------------------------------------------------


@pytest.mark.slow
async def test_only_servers_that_want_to_are_listed(opened: Contest) -> None:
    await opened.begun()
    await opened.finish()
    matches = opened.world.service.server_matches
    assert (await matches.table(GUILD)).lines == ()
    await matches.be_listed(fresh(), GUILD, HOST.user_id, listed=True)
    for guild, own in ((GUILD, True), (AWAY, False), (THIRD, False)):
        table = await matches.table(guild)
        assert [(one.name, one.is_own, one.played) for one in table.lines] == [("Lisbon", own, 1)]
        assert table.is_listed is own
    assert (await matches.table(GUILD, back=1)).lines == ()
    assert (await matches.table(GUILD, page=9)).lines != ()
    await matches.be_listed(fresh(), GUILD, HOST.user_id, listed=False)
    assert (await matches.table(GUILD)).lines == ()
