"""The ledger of coins: nothing is paid twice, nobody spends what is not there."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.exc import IntegrityError

from engine.service.rewards import Purchase
from engine.service.rewards import coins as ledger
from engine.service.rewards.coins import GoodsKind, may_use
from engine.store.schema import coins, metadata
from tests.keys import fresh
from tests.service.world import ANN, World
from tests.transactions import writing
from tests.worlds.riches import buy_all_at_once, rich


def on_empty(work: Callable[[Connection], None]) -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        work(connection)
    engine.dispose()


amounts = st.integers(-60, 60).filter(bool)
orders = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 12), amounts), max_size=60)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(orders)
def test_a_balance_is_the_sum_of_its_lines_and_never_negative(
    payments: list[tuple[int, int, int]],
) -> None:
    def work(connection: Connection) -> None:
        tx = writing(connection)
        sums, reasons = {1: 0, 2: 0, 3: 0}, set()
        for user, reason, amount in payments:
            fits = (user, reason) not in reasons and sums[user] + amount >= 0
            assert ledger.pay(tx, user, f"r{reason}", amount) is fits
            if fits:
                sums[user] += amount
                reasons.add((user, reason))
            assert ledger.balance_of(tx, user) == sums[user]
        assert ledger.wrong(tx) == ()

    on_empty(work)


@pytest.mark.parametrize(
    "line",
    [
        {"seq": 1, "reason": "other", "amount": 5, "balance": 5},
        {"seq": 2, "reason": "first", "amount": 5, "balance": 15},
        {"seq": 2, "reason": "other", "amount": -20, "balance": -10},
        {"seq": 2, "reason": "other", "amount": 0, "balance": 10},
    ],
)
def test_the_database_itself_refuses_what_cannot_be(line: dict[str, object]) -> None:
    def work(connection: Connection) -> None:
        tx = writing(connection)
        ledger.pay(tx, 1, "first", 10)
        with pytest.raises(IntegrityError), connection.begin_nested():
            connection.execute(insert(coins), {"user_id": 1, "at_ms": 0, **line})
        connection.execute(
            insert(coins),
            {"user_id": 1, "seq": 2, "reason": "made up", "amount": 3, "balance": 99, "at_ms": 0},
        )
        assert ledger.wrong(tx) == (1,), "what the keys cannot see, the check does"

    on_empty(work)


async def test_many_purchases_at_once_spend_each_coin_once(world: World) -> None:
    await buy_all_at_once(world)


async def test_what_is_not_sold_costs_nothing(world: World) -> None:
    await rich(world, ANN, 50)
    assert await world.service.coins.buy(fresh(), ANN, "felt:gold") is Purchase.UNKNOWN
    assert await world.service.coins.buy(fresh(), ANN, "felt:walnut") is Purchase.TOO_DEAR
    assert (await world.service.coins.account(ANN.user_id)).balance == 50


async def test_the_newest_lines_come_first(world: World) -> None:
    await rich(world, ANN, 400)
    await world.service.coins.buy(fresh(), ANN, "title:early_bird")
    account = await world.service.coins.account(ANN.user_id)
    assert [line.amount for line in account.lines] == [-60, 400]
    assert account.owned == {"title:early_bird"}


def test_free_looks_are_everybodys() -> None:
    assert may_use(GoodsKind.FELT, "green", frozenset())
    assert not may_use(GoodsKind.FELT, "walnut", frozenset())
    assert may_use(GoodsKind.FELT, "walnut", frozenset({"felt:walnut"}))
