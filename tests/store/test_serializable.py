"""Play on SERIALIZABLE transactions that fail with SQLSTATE 40001 anywhere."""

import asyncio

import asyncpg
import pytest

from engine.game.actions import Pass
from engine.service import Applied, MatchCommand, Repeated, Stale
from tests.service.world import World, open_world, sensible

pytestmark = pytest.mark.postgres

# A sequence counts across transactions that are rolled back, so that a retry is another number.
CROSSINGS = """
CREATE SEQUENCE crossings;
CREATE FUNCTION cross_now_and_then() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nextval('crossings') % 3 = 1 THEN
    RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER at_the_statement AFTER INSERT ON moves
  FOR EACH ROW EXECUTE FUNCTION cross_now_and_then();
CREATE CONSTRAINT TRIGGER at_the_commit AFTER UPDATE ON matches DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION cross_now_and_then();
"""


async def serializable(url: str) -> asyncpg.Connection:
    """Make a database serializable, and let every third move or COMMIT of a match fail."""
    book = await asyncpg.connect(url.replace("postgresql+asyncpg://", "postgresql://", 1))
    name = await book.fetchval("SELECT current_database()")
    await book.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'")
    await book.execute(CROSSINGS)
    return book


async def test_every_press_is_played_once_although_transactions_are_refused(migrated: str) -> None:
    book = await serializable(migrated)
    one, two = await open_world(migrated), await open_world(migrated, last_id=50_000)
    live = await one.match()
    for turn in range(12):
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        action = sensible(live, seat)
        press = MatchCommand(one.press(), live.id, user, action, live.revision(seat))
        outcomes = await asyncio.gather(one.service.act(press), two.service.act(press))
        assert all(isinstance(outcome, Applied | Repeated | Stale) for outcome in outcomes)
        [applied] = [outcome for outcome in outcomes if isinstance(outcome, Applied)]
        live = applied.live
        assert live.version == turn + 1
    rows = await book.fetch("SELECT seq, interaction_id FROM moves ORDER BY seq")
    assert [row["seq"] for row in rows] == list(range(1, 13))
    assert len({row["interaction_id"] for row in rows}) == 12
    assert await book.fetchval("SELECT last_value FROM crossings") > 24, "it was refused and redone"
    await closed(one, two)
    await book.close()


async def test_rivals_for_one_turn_are_told_apart(migrated: str) -> None:
    book = await serializable(migrated)
    one, two = await open_world(migrated), await open_world(migrated, last_id=50_000)
    live = await one.match()
    seat = live.public().to_act[0]
    user = live.player(seat).user_id
    assert user is not None
    outcomes = await asyncio.gather(
        *(
            world.service.act(
                MatchCommand(world.press(), live.id, user, Pass(), live.revision(seat))
            )
            for world in (one, two)
            for _ in range(4)
        )
    )
    assert sum(isinstance(outcome, Applied) for outcome in outcomes) == 1
    assert (await two.load(live.id)).version == 1
    await closed(one, two)
    await book.close()


async def closed(*worlds: World) -> None:
    for world in worlds:
        await world.service.close()
