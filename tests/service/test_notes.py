"""Notes between people, friend requests, and what is exported of all this."""

from engine.service import InteractionId
from engine.service.preferences import NoteWay, Prefs
from engine.service.social.notes import (
    A_DAY,
    IN_TEN_MINUTES,
    MOST_RETAINED,
    NoteSent,
)
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World
from tests.worlds.friends import become_friends

ADMIN = DAN.user_id
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


async def test_notes_go_to_friends_and_to_the_people_of_a_table(world: World) -> None:
    notes = world.service.notes
    send = notes.send
    assert await send(world.press(), ANN, BOB.user_id, "hello") is NoteSent.NEVER_MET
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
    assert await notes.delete(fresh(), CEE.user_id, note.id) == 0
    assert await notes.delete(fresh(), ANN.user_id, note.id) == 1
    assert await notes.inbox(BOB.user_id) == ()
    await world.match(CEE, DAN)
    assert await send(world.press(), CEE, DAN.user_id, "gg") is NoteSent.SENT
    assert await send(world.press(), ANN, ANN.user_id, "x") is NoteSent.SELF
    assert await send(world.press(), ANN, BOB.user_id, " ") is NoteSent.EMPTY
    await world.service.set_prefs(fresh(), BOB, Prefs(notes=NoteWay.NONE))
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.UNWANTED
    assert await notes.delete(fresh(), DAN.user_id, None) == 1


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
    for _ in range(MOST_RETAINED - A_DAY):
        assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.SENT
        world.clock.pass_ms(10 * MINUTE)
    assert await send(world.press(), ANN, BOB.user_id, "x") is NoteSent.FULL
    oldest = (await world.service.notes.inbox(BOB.user_id))[-1]
    await world.service.notes.read(BOB.user_id, (oldest,))
    assert await send(world.press(), ANN, BOB.user_id, "new") is NoteSent.SENT
    assert oldest.id not in {note.id for note in await world.service.notes.inbox(BOB.user_id)}


async def test_a_friend_request_waits_in_the_inbox_until_it_is_deleted(world: World) -> None:
    notes = world.service.notes
    await become_friends(world)
    assert await notes.send(world.press(), ANN, BOB.user_id, "hi") is NoteSent.SENT
    assert await notes.request(world.press(), CEE, BOB.user_id)
    asked, note = await notes.inbox(BOB.user_id, unread=True)
    assert note.words == "hi"
    found = (asked.sender, asked.sender_name, asked.words, asked.is_read)
    assert found == (CEE.user_id, CEE.name, None, False)
    await notes.read(BOB.user_id, (asked,))
    assert await notes.inbox(BOB.user_id, unread=True) == (note,)
    assert await notes.delete(fresh(), DAN.user_id, asked.id) == 0
    assert await notes.delete(fresh(), CEE.user_id, asked.id) == 1, "whoever asked takes it back"
    assert await notes.inbox(BOB.user_id) == (note,)
    assert await notes.request(world.press(), DAN, BOB.user_id)
    assert await notes.delete(fresh(), BOB.user_id, None) == 2
    assert await notes.inbox(BOB.user_id) == ()


async def test_friend_requests_keep_to_blocks_settings_and_the_limits_of_notes(
    world: World,
) -> None:
    notes = world.service.notes
    await world.service.blocks.block(fresh(), CEE.user_id, ANN.user_id)
    assert not await notes.request(world.press(), ANN, CEE.user_id)
    await world.service.set_prefs(fresh(), DAN, Prefs(notes=NoteWay.NONE))
    assert not await notes.request(world.press(), ANN, DAN.user_id)
    for _ in range(IN_TEN_MINUTES):
        assert await notes.request(world.press(), ANN, BOB.user_id)
    assert not await notes.request(world.press(), ANN, BOB.user_id)
    await become_friends(world)
    assert await notes.send(world.press(), ANN, BOB.user_id, "x") is NoteSent.TOO_MANY
    oldest = (await notes.inbox(BOB.user_id))[-1]
    for _ in range(MOST_RETAINED - IN_TEN_MINUTES):
        world.clock.pass_ms(DAY)
        assert await notes.send(world.press(), ANN, BOB.user_id, "x") is NoteSent.SENT
    world.clock.pass_ms(DAY)
    assert not await notes.request(world.press(), ANN, BOB.user_id), "the inbox is full"
    await notes.read(BOB.user_id, (oldest,))
    assert await notes.request(world.press(), ANN, BOB.user_id), "what was read makes room"
    assert oldest.id not in {item.id for item in await notes.inbox(BOB.user_id)}


async def test_everything_of_a_person_is_exported_and_forgotten(world: World) -> None:
    service = world.service
    await become_friends(world)
    await service.notes.send(world.press(), ANN, BOB.user_id, "secret words")
    await service.notes.request(world.press(), ANN, DAN.user_id)
    await service.blocks.block(fresh(), ANN.user_id, CEE.user_id)
    await service.bans.ban(world.press(), GUILD, ADMIN, ANN, days=None, reason="rude")
    await service.reports.make(world.press(), GUILD, (ANN.user_id, DAN.user_id), "x", None)
    mine = await service.export_of(ANN.user_id)
    assert {"blocks", "notes", "friend_requests", "reports", "bans"} <= mine.keys()
    assert all(mine[name] for name in ("blocks", "notes", "friend_requests", "reports", "bans"))
    theirs = str(await service.export_of(CEE.user_id))
    assert str(ANN.user_id) not in theirs, "nobody learns from an export who blocked them"
    assert await service.forget(InteractionId(world.press()), ANN.user_id)
    gone = await service.export_of(ANN.user_id)
    assert not any(gone[name] for name in ("blocks", "notes", "friend_requests", "reports"))
    assert await service.notes.inbox(BOB.user_id) == ()
    assert await service.notes.inbox(DAN.user_id) == ()
