"""People with coins."""

import asyncio

from engine.service import Person
from engine.service.rewards import Purchase, coins
from engine.service.rewards.coins import GOODS
from tests.keys import fresh
from tests.service.world import ANN, BOB, World


async def rich(world: World, person: Person, amount: int) -> None:
    assert await world.service._repeat(lambda tx: coins.pay(tx, person.user_id, "day:1", amount))


async def buy_all_at_once(world: World) -> None:
    """Everybody buys everything, twice, side by side."""
    await rich(world, ANN, 400)
    await rich(world, BOB, 90)
    service = world.service.coins
    wishes = [(person, key) for key in GOODS for person in (ANN, BOB)] * 2
    outcomes = await asyncio.gather(*(service.buy(fresh(), person, key) for person, key in wishes))
    assert await service.wrong() == ()
    for person, start in ((ANN, 400), (BOB, 90)):
        account = await service.account(person.user_id, lines=100)
        bought = [
            key
            for (who, key), outcome in zip(wishes, outcomes, strict=True)
            if who is person and outcome is Purchase.BOUGHT
        ]
        assert len(bought) == len(set(bought)) == len(account.owned)
        assert account.balance == start - sum(GOODS[key].price for key in bought) >= 0
        assert all(line.balance >= 0 for line in account.lines)
