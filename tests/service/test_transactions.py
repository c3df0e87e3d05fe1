"""Queries read, commands write: the types say so, and so does the database."""

import pytest
from sqlalchemy import delete

from engine.service.rewards import coins
from engine.service.tx import ReadTx
from engine.store import StoreFailedError
from engine.store.schema import coins as ledger
from tests.service.world import ANN, World


async def test_a_query_cannot_write(world: World) -> None:
    """The type checker refuses both lines: strict mode reports an ignore that is not needed."""

    def by_itself(tx: ReadTx) -> object:
        return tx.execute(delete(ledger))  # type: ignore[arg-type]

    def by_a_command(tx: ReadTx) -> object:
        return coins.pay(tx, ANN.user_id, "day:1", 5)  # type: ignore[arg-type]

    for write in (by_itself, by_a_command):
        with pytest.raises(StoreFailedError):
            await world.service._read(write)
    assert (await world.service.coins.account(ANN.user_id)).balance == 0
