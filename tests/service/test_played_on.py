"""Matches played on from a position: practice that begins in the middle and counts for nothing."""

from functools import partial

import pytest
from sqlalchemy import update

from engine.coach.asking import AskedPosition, to_play_on
from engine.game.actions import Discard, Draw, Pass, RoundAction
from engine.game.card_reader import parse_cards
from engine.game.cards import DECK_SIZE, card_set
from engine.game.errors import RuleCode, RuleError
from engine.game.presets import PRESETS
from engine.game.record import from_json, from_text, replay, to_json, to_text
from engine.game.replay import watched
from engine.game.seats import Seat
from engine.game.start_position import StartPosition, position_of
from engine.service import LiveMatch, MatchSetup, Practice, Rematch, Started, TableMessage
from engine.service.matches import starting
from engine.service.matches.match_rows import LIVE
from engine.service.trainer.commands import last_played
from engine.store import Repeatable
from engine.store.schema import matches
from tests.service.world import ANN, CHANNEL, GUILD, World, existing


async def begun(world: World, position: StartPosition, seat: Seat) -> LiveMatch:
    ask = Practice(
        interaction=world.press(),
        table=TableMessage(GUILD, CHANNEL),
        person=ANN,
        setup=MatchSetup(position.rules),
        position=lambda _seed: (position, seat),
    )
    outcome = await world.service.practice(ask)
    assert isinstance(outcome, Started)
    assert await world.service.practice(ask) == outcome, "a press counts once"
    return outcome.live


async def a_round(world: World) -> tuple[LiveMatch, int]:
    """A match with a finished round, and the number of its steps."""
    live = await world.match()
    live = await world.play(live, lambda now: len(now.public().played) == 1)
    record = existing(await world.service.record(live.id))
    return live, len(watched(record).of(1, 0))


@pytest.mark.parametrize("seat", [Seat.ONE, Seat.TWO])
async def test_a_step_is_played_on_to_its_end_and_counts_for_nothing(
    world: World, seat: Seat
) -> None:
    source, steps = await a_round(world)
    record = existing(await world.service.record(source.id))
    frame = watched(record).of(1, 0)[steps // 2]
    live = await begun(world, position_of(record, 1, frame.step), seat)
    assert live.view(seat).hand == frame.hands[frame.table.side_of(seat)]
    assert live.setup.begun is not None
    coins, luck = (
        await world.service.coins.account(ANN.user_id),
        await world.service.luck.pending(9),
    )
    await world.service.idle()
    live = await world.play(await world.load(live.id), lambda now: now.is_over)
    assert len(live.public().played) == 1

    made = existing(await world.service.record(live.id))
    assert made.begun == existing(live.setup.begun).moves == frame.step
    assert made.moves[: frame.step] == tuple(
        one._replace(at_ms=made.started_ms) for one in record.moves[: frame.step]
    )
    assert replay(made).outcome is not None
    assert from_text(to_text(made)) == from_json(to_json(made)) == made

    assert await world.service.coins.account(ANN.user_id) == coins
    assert await world.service.luck.pending(9) == luck
    found = await world.service._store.read(partial(last_played, limit=9))
    assert live.id not in [one.stored.match_id for one in found]
    assert await world.service.dealing.statistics(GUILD) is None


def played_out() -> StartPosition:
    """A round in which everybody has discarded what they drew until it was over."""
    rules = PRESETS["standard"]
    stock = range(21, DECK_SIZE - rules.wall_size)
    moves: list[tuple[Seat, RoundAction]] = [(Seat(0), Pass()), (Seat(1), Pass())]
    for turn, card in enumerate(stock):
        moves += [(Seat(turn % 2), Draw()), (Seat(turn % 2), Discard(card))]
    return StartPosition.of(rules, Seat(1), tuple(range(DECK_SIZE)), moves)


async def test_no_match_begins_in_a_round_that_is_over(world: World) -> None:
    with pytest.raises(RuleError) as refused:
        await begun(world, played_out(), Seat.ONE)
    assert refused.value.code is RuleCode.ROUND_OVER
    assert await world.service.live_matches_of(ANN.user_id) == ()


async def test_a_match_that_an_earlier_version_began_so_is_ended(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(starting, "_require_play", lambda match: None)
        live = await begun(world, played_out(), Seat.ONE)
    stored = update(matches).where(matches.c.match_id == live.id).values(status=LIVE)
    await world.service._store.write(Repeatable(lambda connection: connection.execute(stored)))
    other = await world.practice()
    assert [one.id for one in await world.service.live_matches_of(ANN.user_id)] == [
        live.id,
        other.id,
    ]
    for _ in range(2):
        await world.service.upkeep.look()
        assert [one.id for one in await world.service.live_matches_of(ANN.user_id)] == [other.id]
    ended = await world.load(live.id)
    assert ended.ended_ms is not None
    assert replay(existing(await world.service.record(live.id))).outcome is not None


async def test_what_is_unknown_of_a_position_is_dealt_from_the_secret(world: World) -> None:
    hand, pile, taken = map(parse_cards, ("5H 6H 7H 4C 4D 4S QS QD 2C 7S", "9S KD KH 3S", "JD"))
    asked = AskedPosition(PRESETS["standard"], hand, pile, taken)
    ask = Practice(
        interaction=world.press(),
        table=TableMessage(GUILD, CHANNEL),
        person=ANN,
        setup=MatchSetup(asked.rules),
        position=partial(to_play_on, asked),
    )
    outcome = await world.service.practice(ask)
    assert isinstance(outcome, Started)
    seat = existing(outcome.live.seat_of(ANN.user_id))
    view = outcome.live.view(seat)
    assert view.is_my_turn
    assert view.hand == card_set(hand)
    assert tuple(view.table.discards if view.table else ()) == pile
    hands = {to_play_on(asked, seed)[0].match().tables[0].round.hands for seed in range(5)}
    assert len(hands) == 5, "every secret deals other cards"
    other = 1 - existing(view.table).side_of(seat)
    assert all(one[other] & card_set(taken) == card_set(taken) for one in hands)
    assert {one[1 - other] for one in hands} == {card_set(hand)}


async def test_a_rematch_plays_on_from_the_same_position(world: World) -> None:
    source, steps = await a_round(world)
    record = existing(await world.service.record(source.id))
    first = await begun(world, position_of(record, 1, steps // 2), Seat.TWO)
    view = first.view(Seat.TWO)
    live = await world.play(first, lambda now: now.is_over)
    again = Rematch(world.press(), live.id, CHANNEL, ANN, world.clock.now + 900_000)
    outcome = await world.service.rematch(again)
    assert isinstance(outcome, Started)
    assert outcome.live.setup.begun == first.setup.begun
    assert outcome.live.view(Seat.TWO).hand == view.hand
    assert outcome.live.view(Seat.TWO).table == view.table
