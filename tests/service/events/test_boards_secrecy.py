"""What the service tells of boards that others still have to play: nothing, by any query."""

import json

import pytest
from sqlalchemy import select

from engine.events.kinds import FIELD
from engine.game.cards import cards_text
from engine.service import Finished, LiveMatch
from engine.service.events.types import Event, PairingState
from engine.service.live import stored_of
from engine.store.schema import secrets
from tests.service.events.hall import Hall
from tests.service.world import GUILD, existing

BOARDS = 4


async def half_played(opened: Hall) -> tuple[Event, LiveMatch, LiveMatch]:
    """A field in which one of two tables has played all boards, and the other none."""
    event = await opened.started(FIELD, 4, rounds=1, boards=BOARDS)
    first, other = opened.playing(event)
    await opened.play(first)
    done = await opened.world.load(first.matches[0])
    assert done.is_over
    return await opened.event(), done, await opened.world.load(other.matches[0])


async def roots(opened: Hall) -> list[str]:
    service = opened.world.service
    return await service._store.read(lambda c: list(c.execute(select(secrets.c.root)).scalars()))


@pytest.mark.slow
async def test_a_table_that_is_done_tells_nothing_before_the_others_are(opened: Hall) -> None:
    event, done, waiting = await half_played(opened)
    service = opened.world.service
    user = existing(done.players[0].user_id)
    assert done.setup.has_shared_deals
    assert done.is_hidden
    assert await service.record(done.id) is None
    assert done.revealed == ()
    for number in range(1, BOARDS + 1):
        assert existing(await service.proof(done.id, number)).secret is None
    assert await service.ended_matches_of(user, Finished(), 50) == ()
    assert [one async for one in service.played_by(user, Finished(), 50)] == []
    assert await service.dealing.statistics(GUILD) is None
    assert {one.id for one in await service.running()} & {done.id, waiting.id} == set()
    assert {one.id for one in await service.running_in(GUILD)} & {done.id, waiting.id} == set()
    assert await service.shares.share(opened.world.press(), done.id, user) is None
    assert await service.luck.pending(50) == []
    assert await service.helping.pending(50) == []
    assert await service.messages.outdated_matches(50) == ()
    assert await opened.events.boards_of(event.id, 1, user) is None
    assert (await opened.events.boards_proof(event.id)).rounds == ()


@pytest.mark.slow
async def test_the_event_tells_neither_results_nor_secrets(opened: Hall) -> None:
    event, done, waiting = await half_played(opened)
    told = repr((event, await opened.events.of_guild(GUILD), done, waiting, opened.heard))
    for root in await roots(opened):
        assert root not in told
    assert [one.state for one in event.pairings] == [PairingState.DONE, PairingState.PLAYING]
    assert all((one.points, one.won, one.winner) == (0, (0, 0), None) for one in event.pairings)
    assert not any(one.half_points or one.played or one.by_round for one in event.standings)


@pytest.mark.slow
async def test_an_export_of_somebody_who_waits_holds_no_card(opened: Hall) -> None:
    _, done, waiting = await half_played(opened)
    text = json.dumps(await opened.world.service.export_of(existing(waiting.players[0].user_id)))
    deck = stored_of(waiting).match.tables[0].round
    stock = [cards_text([card]) for card in deck.stock]
    assert not [card for card in stock if f'"{card}"' in text or f" {card}" in text]
    for root in await roots(opened):
        assert root not in text
    assert str(done.id) not in text


@pytest.mark.slow
async def test_everything_is_open_when_the_last_table_is_done(opened: Hall) -> None:
    event, done, waiting = await half_played(opened)
    service = opened.world.service
    await opened.play(next(one for one in opened.playing(event)))
    user = existing(done.players[0].user_id)
    assert not (await opened.world.load(done.id)).is_hidden
    record = existing(await service.record(done.id))
    assert [one.id for one in await service.ended_matches_of(user, Finished(), 50)] == [done.id]
    assert await service.shares.share(opened.world.press(), done.id, user) is not None
    other = existing(await service.record(waiting.id))
    first = [deal.deck for deal in record.deals]
    assert first == [deal.deck for deal in other.deals]


@pytest.mark.slow
async def test_the_boards_of_the_next_round_stay_secret(opened: Hall) -> None:
    event = await opened.started(FIELD, 4, rounds=2, boards=BOARDS)
    for one in opened.playing(event):
        await opened.play(one)
    event = await opened.wait(61_000)
    assert (event.round, event.revealed) == (2, 1)
    assert event.secret is not None
    later = [one for one in event.pairings if one.round == 2]
    lives = [await opened.world.load(one.matches[0]) for one in later]
    assert all(one.is_hidden for one in lives)
    known = bytes.fromhex(event.secret)
    for root in await roots(opened):
        assert known.hex() != root, "the secret of a round is not the root of its boards"
