"""Friends, blocks, reports, bans, notes and note books."""

from engine.rules import PRESETS
from engine.service import GuildId, InteractionId, LobbyCode, LobbyRefused, Practice, Started
from engine.service.manners import MOST_BLOCKED, REPORTS_A_DAY, Befriended
from engine.service.notes import A_DAY, IN_TEN_MINUTES, MOST_KEPT, NoteSent
from engine.service.preferences import NoteWay, Prefs
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, World

ADMIN = DAN.user_id
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


async def become_friends(world: World) -> None:
    assert await world.service.manners.befriend(ANN, BOB) is Befriended.ASKED
    assert await world.service.manners.befriend(BOB, ANN) is Befriended.FRIENDS


async def test_a_friendship_needs_both_and_shows_the_table_only_then(world: World) -> None:
    manners = world.service.manners
    live = await world.match(BOB, CEE)
    assert await manners.befriend(ANN, BOB) is Befriended.ASKED
    (asked,) = await manners.friends(ANN.user_id)
    assert (asked.user_id, asked.mutual, asked.table) == (BOB.user_id, False, None)
    (asks,) = await manners.friends(BOB.user_id)
    assert (asks.user_id, asks.name, asks.asks) == (ANN.user_id, ANN.name, True)
    assert await manners.befriend(BOB, ANN) is Befriended.FRIENDS
    (friend,) = await manners.friends(ANN.user_id)
    assert friend.mutual
    assert friend.table is not None
    assert friend.table.match_id == live.id
    assert await manners.befriend(ANN, BOB) is Befriended.ALREADY
    assert await manners.befriend(ANN, ANN) is Befriended.SELF
    assert await manners.unfriend(ANN.user_id, BOB.user_id)
    assert not await manners.unfriend(ANN.user_id, BOB.user_id)
    (still,) = await manners.friends(BOB.user_id)
    assert not still.mutual
    assert still.table is None


async def test_a_block_ends_friendship_challenges_tables_and_notes_silently(world: World) -> None:
    manners = world.service.manners
    await become_friends(world)
    assert await manners.block(ANN.user_id, BOB.user_id)
    assert await manners.friends(ANN.user_id) == ()
    assert await manners.friends(BOB.user_id) == ()
    for host, guest in ((ANN, BOB), (BOB, ANN)):
        outcome = await world.service.open_lobby(world.offer(host, guest))
        assert isinstance(outcome, LobbyRefused)
        assert outcome.code is LobbyCode.UNAVAILABLE
    lobby = await world.opened(ANN)
    outcome = await world.service.join(world.press(), lobby, BOB)
    assert isinstance(outcome, LobbyRefused)
    assert outcome.code is LobbyCode.UNAVAILABLE
    assert await world.service.notes.send(world.press(), BOB, ANN.user_id, "hi") is (
        NoteSent.UNWANTED
    )
    # Who is blocked may still ask, and is told no more than anybody else.
    assert await manners.befriend(BOB, ANN) is Befriended.ASKED
    assert await manners.friends(ANN.user_id) == ()
    assert await manners.befriend(ANN, BOB) is Befriended.BLOCKED
    assert await manners.blocked(ANN.user_id) == (BOB.user_id,)
    assert await manners.are_apart(BOB.user_id, ANN.user_id)
    assert await manners.unblock(ANN.user_id, BOB.user_id)
    assert not await manners.are_apart(BOB.user_id, ANN.user_id)
    assert not await manners.block(ANN.user_id, ANN.user_id)


async def test_a_block_list_is_bounded(world: World) -> None:
    manners = world.service.manners
    for other in range(MOST_BLOCKED):
        assert await manners.block(ANN.user_id, type(ANN.user_id)(10_000 + other))
    assert not await manners.block(ANN.user_id, BOB.user_id)


async def test_a_ban_keeps_from_new_tables_here_and_ends_by_itself(world: World) -> None:
    manners = world.service.manners
    await manners.ban(world.press(), GUILD, ADMIN, ANN, days=2, reason="rude")
    for attempt in (
        world.service.open_lobby(world.offer(ANN, BOB)),
        world.service.practice(Practice(world.press(), GUILD, CHANNEL, ANN, PRESETS["single"])),
    ):
        outcome = await attempt
        assert isinstance(outcome, LobbyRefused)
        assert (outcome.code, outcome.until_ms) == (LobbyCode.BANNED, world.clock.now + 2 * DAY)
    lobby = await world.opened(BOB)
    outcome = await world.service.join(world.press(), lobby, ANN)
    assert isinstance(outcome, LobbyRefused)
    assert outcome.code is LobbyCode.BANNED
    elsewhere = Practice(world.press(), GuildId(999), CHANNEL, ANN, PRESETS["single"])
    assert isinstance(await world.service.practice(elsewhere), Started)
    (ban,) = await manners.bans(GUILD)
    assert (ban.user_id, ban.name, ban.reason) == (ANN.user_id, ANN.name, "rude")
    assert await manners.bans(GuildId(999)) == ()
    world.clock.pass_ms(2 * DAY)
    assert await manners.bans(GUILD) == ()
    assert await manners.ban_of(GUILD, ANN.user_id) is None
    await manners.ban(world.press(), GUILD, ADMIN, ANN, days=None, reason="again")
    assert await manners.unban(world.press(), GUILD, ADMIN, ANN.user_id)
    assert not await manners.unban(world.press(), GUILD, ADMIN, ANN.user_id)
    log = await manners.audit_log(GUILD, 10, 0)
    assert sorted(line.deed for line in log) == ["ban", "ban", "unban"]
    assert {line.subject_id for line in log} == {ANN.user_id}
    assert log[-1].at_ms < log[0].at_ms, "the newest first"


async def test_reports_are_kept_for_the_server_and_bounded(world: World) -> None:
    manners = world.service.manners
    live = await world.match(ANN, BOB)
    found = await manners.last_match_together(GUILD, ANN.user_id, BOB.user_id)
    assert found == live.id
    assert await manners.last_match_together(GuildId(999), ANN.user_id, BOB.user_id) is None
    pair = (ANN.user_id, BOB.user_id)
    press = world.press()
    for _ in range(2):
        assert await manners.report(press, GUILD, pair, "left", (live.id, "{}"))
    (report,) = await manners.reports(GUILD)
    assert (report.reason, report.record, report.match_id) == ("left", "{}", live.id)
    assert await manners.reports(GuildId(999)) == ()
    assert not await manners.close_report(world.press(), GuildId(999), ADMIN, report.id)
    assert await manners.close_report(world.press(), GUILD, ADMIN, report.id)
    (closed,) = await manners.reports(GUILD)
    assert closed.closed_ms == world.clock.now
    for _ in range(REPORTS_A_DAY - 1):
        assert await manners.report(world.press(), GUILD, pair, "again", None)
    assert not await manners.report(world.press(), GUILD, pair, "too much", None)
    world.clock.pass_ms(DAY)
    assert await manners.report(world.press(), GUILD, pair, "tomorrow", None)


async def test_notes_go_to_friends_and_to_the_people_of_a_table(world: World) -> None:
    notes = world.service.notes
    send = notes.send
    assert await send(world.press(), ANN, BOB.user_id, "hello") is NoteSent.STRANGER
    await become_friends(world)
    press = world.press()
    for _ in range(2):
        assert await send(press, ANN, BOB.user_id, "  well\nplayed ") is NoteSent.SENT
    (note,) = await notes.inbox(BOB.user_id, unread=True)
    assert (note.words, note.sender_name, note.is_read) == ("well played", ANN.name, False)
    await notes.read(ANN.user_id, (note,))
    assert await notes.inbox(BOB.user_id, unread=True) == (note,), "only its receiver reads it"
    await notes.read(BOB.user_id, (note,))
    assert await notes.inbox(BOB.user_id, unread=True) == ()
    assert await notes.delete(CEE.user_id, note.id) == 0
    assert await notes.delete(ANN.user_id, note.id) == 1
    assert await notes.inbox(BOB.user_id) == ()
    await world.match(CEE, DAN)
    assert await send(world.press(), CEE, DAN.user_id, "gg") is NoteSent.SENT
    assert await send(world.press(), ANN, ANN.user_id, "x") is NoteSent.SELF
    assert await send(world.press(), ANN, BOB.user_id, " ") is NoteSent.EMPTY
    await world.service.set_prefs(BOB, Prefs(notes=NoteWay.NONE))
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.UNWANTED
    assert await notes.delete(DAN.user_id, None) == 1


async def test_notes_are_bounded_in_time_and_in_the_inbox(world: World) -> None:
    send = world.service.notes.send
    await become_friends(world)
    for _ in range(IN_TEN_MINUTES):
        assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.SENT
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.TOO_MANY
    for _ in range(A_DAY - IN_TEN_MINUTES):
        world.clock.pass_ms(10 * MINUTE)
        assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.SENT
    world.clock.pass_ms(10 * MINUTE)
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.TOO_MANY
    world.clock.pass_ms(DAY)
    for _ in range(MOST_KEPT - A_DAY):
        assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.SENT
        world.clock.pass_ms(10 * MINUTE)
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.FULL
    oldest = (await world.service.notes.inbox(BOB.user_id))[-1]
    await world.service.notes.read(BOB.user_id, (oldest,))
    assert await send(world.press(), ANN, BOB.user_id, "new") is NoteSent.SENT
    assert oldest.id not in {note.id for note in await world.service.notes.inbox(BOB.user_id)}


async def test_a_note_book_is_for_its_owner_only(world: World) -> None:
    notes = world.service.notes
    await notes.write_about(ANN.user_id, BOB.user_id, "  discards high pairs ")
    assert await notes.page_about(ANN.user_id, BOB.user_id) == "discards high pairs"
    assert await notes.page_about(BOB.user_id, ANN.user_id) == ""
    await notes.write_about(ANN.user_id, BOB.user_id, " ")
    assert await notes.page_about(ANN.user_id, BOB.user_id) == ""


async def test_everything_of_a_person_is_exported_and_forgotten(world: World) -> None:
    service = world.service
    await become_friends(world)
    await service.notes.send(world.press(), ANN, BOB.user_id, "secret words")
    await service.notes.write_about(ANN.user_id, BOB.user_id, "bluffs")
    await service.manners.block(ANN.user_id, CEE.user_id)
    await service.manners.ban(world.press(), GUILD, ADMIN, ANN, days=None, reason="rude")
    await service.manners.report(world.press(), GUILD, (ANN.user_id, DAN.user_id), "x", None)
    mine = await service.export_of(ANN.user_id)
    assert {"blocks", "notes", "note_book", "reports", "bans"} <= mine.keys()
    assert all(mine[name] for name in ("blocks", "notes", "note_book", "reports", "bans"))
    theirs = str(await service.export_of(CEE.user_id))
    assert str(ANN.user_id) not in theirs, "nobody learns from an export who blocked them"
    assert await service.forget(InteractionId(world.press()), ANN.user_id)
    gone = await service.export_of(ANN.user_id)
    assert not any(gone[name] for name in ("blocks", "notes", "note_book", "reports"))
    assert await service.notes.inbox(BOB.user_id) == ()
