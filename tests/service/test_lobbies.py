"""Lobbies: who may open, join and start, and that a second press changes nothing."""

import asyncio
from dataclasses import replace

import pytest

from engine.clocks import CASUAL, DAILY, LIVE, UNTIMED
from engine.game.presets import PRESETS
from engine.game.rules import TableFormat
from engine.game.seats import Seat
from engine.service import (
    InteractionId,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyEvent,
    LobbyId,
    LobbyOpened,
    LobbyRefused,
    LobbyStatus,
    MatchId,
    Person,
    Rematch,
    Started,
    UserId,
)
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, World, existing, refusal

TEAMS = PRESETS["partnership_4"]


async def test_accepting_a_challenge_starts_the_match(world: World) -> None:
    ask = world.offer(ANN, BOB)
    opened = await world.service.open_lobby(ask)
    assert isinstance(opened, LobbyOpened)
    press = world.press()
    started = await world.service.join(press, opened.lobby.id, BOB)
    assert isinstance(started, Started)
    assert started.live.id == MatchId(press)
    assert started.live.anchor == opened.lobby.anchor
    assert [player.name for player in started.live.players] == ["Ann", "Bob"]
    assert started.lobby is not None
    assert started.lobby.status is LobbyStatus.STARTED


async def test_the_same_press_again_gets_the_same_answer(world: World) -> None:
    ask = world.offer(ANN, BOB)
    twice = [await world.service.open_lobby(ask) for _ in range(2)]
    assert twice[0] == twice[1]
    press = world.press()
    lobby = LobbyId(ask.interaction)
    answers = [await world.service.join(press, lobby, BOB) for _ in range(2)]
    assert all(isinstance(one, Started) and one.live.id == MatchId(press) for one in answers)
    assert len(await world.service.live_matches_of(BOB.user_id)) == 1


async def test_two_people_cannot_have_two_open_challenges(world: World) -> None:
    lobby = await world.opened(ANN, BOB)
    for ask in (world.offer(ANN, BOB), world.offer(BOB, ANN)):
        outcome = await world.service.open_lobby(ask)
        assert refusal(outcome) is LobbyCode.ALREADY_OPEN
        assert isinstance(outcome, LobbyRefused)
        assert outcome.lobby is not None
        assert outcome.lobby.id == lobby
    await world.service.decline(fresh(), lobby, BOB.user_id)
    await world.opened(BOB, ANN)


async def test_challenges_at_the_same_moment_open_one_lobby(world: World) -> None:
    asks = [world.offer(ANN, BOB), world.offer(BOB, ANN), world.offer(ANN, BOB)]
    outcomes = await asyncio.gather(*(world.service.open_lobby(ask) for ask in asks))
    assert sum(isinstance(one, LobbyOpened) for one in outcomes) == 1


async def test_limits_of_what_one_person_may_open(world: World) -> None:
    for clock in (DAILY, CASUAL, LIVE):
        await world.opened(ANN, clock=clock)
        again = await world.service.open_lobby(world.offer(clock=clock))
        assert refusal(again) is LobbyCode.ALREADY_OPEN, "one open offer of a kind"
    many = world.offer(clock=UNTIMED)
    assert refusal(await world.service.open_lobby(many)) is LobbyCode.TOO_MANY_OPEN
    for lobby in await world.service.open_lobbies_of(ANN.user_id):
        await world.service.cancel(fresh(), lobby.id, ANN.user_id)
    for _ in range(7):
        await world.service.cancel(fresh(), await world.opened(ANN), ANN.user_id)
    assert refusal(await world.service.open_lobby(world.offer())) is LobbyCode.TOO_MANY_THIS_HOUR
    world.clock.pass_ms(3_600_001)
    await world.opened(ANN)


@pytest.mark.parametrize(
    ("invited", "seats", "most", "code"),
    [
        ((ANN,), 2, 2, LobbyCode.SELF),
        ((), 3, 3, LobbyCode.BAD_SEATS),
        ((), 3, 2, LobbyCode.BAD_SEATS),
        ((BOB, CEE), 2, 2, LobbyCode.BAD_SEATS),
    ],
)
async def test_what_cannot_be_opened(
    world: World, invited: tuple[Person, ...], seats: int, most: int, code: LobbyCode
) -> None:
    ask = world.offer(ANN, *invited, seats=seats, max_seats=most)
    assert refusal(await world.service.open_lobby(ask)) is code


async def test_who_may_not_join(world: World) -> None:
    challenge, public = await world.opened(ANN, BOB), await world.opened(ANN)
    join = world.service.join
    assert refusal(await join(world.press(), challenge, CEE)) is LobbyCode.NOT_INVITED
    assert refusal(await join(world.press(), challenge, ANN)) is LobbyCode.SELF
    assert refusal(await join(world.press(), public, ANN)) is LobbyCode.ALREADY_IN
    assert refusal(await join(world.press(), LobbyId(1), ANN)) is LobbyCode.NO_SUCH_LOBBY
    await join(world.press(), public, DAN)
    assert refusal(await join(world.press(), public, CEE)) is LobbyCode.CLOSED


async def test_only_one_of_many_gets_the_last_seat(world: World) -> None:
    lobby = await world.opened(ANN)
    people = [Person(UserId(100 + number), "x") for number in range(20)]
    outcomes = await asyncio.gather(
        *(world.service.join(world.press(), lobby, person) for person in people)
    )
    assert sum(isinstance(one, Started) for one in outcomes) == 1


async def test_closing_is_for_those_who_may(world: World) -> None:
    lobby = await world.opened(ANN, BOB)
    service = world.service
    assert refusal(await service.cancel(fresh(), lobby, BOB.user_id)) is LobbyCode.NOT_HOST
    assert refusal(await service.decline(fresh(), lobby, CEE.user_id)) is LobbyCode.NOT_INVITED
    closed = await service.decline(fresh(), lobby, BOB.user_id)
    assert isinstance(closed, LobbyClosed)
    assert closed.lobby.status is LobbyStatus.DECLINED
    assert refusal(await service.join(world.press(), lobby, BOB)) is LobbyCode.CLOSED


async def test_a_lobby_with_a_range_waits_for_its_host(world: World) -> None:
    lobby = await world.opened(ANN, rules=PRESETS["three_handed"], seats=3, max_seats=3)
    await world.service.join(world.press(), lobby, BOB)
    left = await world.service.leave(fresh(), lobby, BOB.user_id)
    assert isinstance(left, LobbyChanged)
    assert [one.name for one in left.lobby.people] == ["Ann"]
    rotation = replace(PRESETS["standard"], table_format=TableFormat.ROTATION)
    wide = await world.opened(ANN, rules=rotation, seats=3, max_seats=8)
    start = world.service.start_lobby
    assert refusal(await start(world.press(), wide, ANN.user_id)) is LobbyCode.TOO_FEW
    for person in (BOB, CEE, DAN):
        assert isinstance(await world.service.join(world.press(), wide, person), LobbyChanged)
    assert refusal(await start(world.press(), wide, BOB.user_id)) is LobbyCode.NOT_HOST
    press = world.press()
    started = await start(press, wide, ANN.user_id)
    assert isinstance(started, Started)
    assert len(started.live.players) == 4
    assert isinstance(await start(press, wide, ANN.user_id), Started)


async def test_a_host_who_leaves_closes_the_lobby(world: World) -> None:
    lobby = await world.opened(ANN)
    assert isinstance(await world.service.leave(fresh(), lobby, ANN.user_id), LobbyClosed)


async def test_chosen_sides_are_the_sides_of_the_match(world: World) -> None:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=8)
    service = world.service
    for person in (BOB, CEE, DAN):
        await service.join(world.press(), lobby, person)
    await service.choose_side(fresh(), lobby, ANN.user_id, 1)
    await service.choose_side(fresh(), lobby, DAN.user_id, 1)
    started = await service.start_lobby(world.press(), lobby, ANN.user_id)
    assert isinstance(started, Started)
    assert started.live.public().parties == ((Seat.TWO, Seat.THREE), (Seat.ONE, Seat.FOUR))


async def test_sides_have_to_fit(world: World) -> None:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=8)
    service = world.service
    for person in (BOB, CEE, DAN):
        await service.join(world.press(), lobby, person)
        await service.choose_side(fresh(), lobby, person.user_id, 0)
    uneven = await service.start_lobby(world.press(), lobby, ANN.user_id)
    assert refusal(uneven) is LobbyCode.SIDES_UNEVEN
    shuffled = await service.shuffle_sides(fresh(), lobby, ANN.user_id)
    assert isinstance(shuffled, LobbyChanged)
    assert sorted(one.side or 0 for one in shuffled.lobby.people) == [0, 0, 1, 1]
    assert isinstance(await service.start_lobby(world.press(), lobby, ANN.user_id), Started)
    plain = await world.opened(BOB, ANN)
    assert refusal(await service.choose_side(fresh(), plain, BOB.user_id, 0)) is LobbyCode.NO_SIDES


async def test_a_lobby_expires_and_everybody_hears_of_it(world: World) -> None:
    heard: list[LobbyEvent] = []

    async def hear(news: LobbyEvent) -> None:
        heard.append(news)

    world.service.bus.subscribe(LobbyEvent, hear)
    lobby = await world.opened(ANN, BOB)
    await world.pass_ms(900_000)
    found = existing(await world.service.lobby(lobby))
    assert found.status is LobbyStatus.EXPIRED
    assert heard[-1].lobby == found


async def test_a_rematch_is_accepted_by_asking_for_it_too(world: World) -> None:
    live = await world.match()
    ask = Rematch(world.press(), live.id, CHANNEL, ANN, world.clock.now + 60_000)
    assert refusal(await world.service.rematch(ask)) is LobbyCode.NOT_OVER
    await world.service.adjudicate(world.press(), live.id, live.table.guild, DAN.user_id, "")
    opened = await world.service.rematch(replace(ask, interaction=world.press()))
    assert isinstance(opened, LobbyOpened)
    assert [one.user_id for one in opened.lobby.invited] == [BOB.user_id]
    press = world.press()
    theirs = replace(ask, interaction=press, person=BOB)
    started = await world.service.rematch(theirs)
    assert isinstance(started, Started)
    assert isinstance(await world.service.rematch(theirs), Started)
    strange = replace(ask, interaction=world.press(), person=CEE)
    assert refusal(await world.service.rematch(strange)) is LobbyCode.NOT_YOUR_MATCH


async def test_a_rematch_against_a_computer_starts_at_once(world: World) -> None:
    live = await world.practice()
    await world.service.adjudicate(world.press(), live.id, live.table.guild, DAN.user_id, "")
    ask = Rematch(InteractionId(9000), live.id, CHANNEL, ANN, world.clock.now)
    first = await world.service.rematch(ask)
    again = await world.service.rematch(ask)
    assert isinstance(first, Started)
    assert isinstance(again, Started)
    assert first.live.id == again.live.id == 9000
    assert first.live.anchor != live.anchor


async def test_who_is_dealt_what_depends_on_both_presses(world: World) -> None:
    hands = set()
    for _ in range(3):
        live = await world.match()
        hands.add(live.view(Seat.ONE).hand)
        await world.service.adjudicate(world.press(), live.id, live.table.guild, DAN.user_id, "")
    assert len(hands) == 3
