"""What stands in a match's row: read as it was written, by every release, or put aside."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine.game.actions import Advise, Pass, Resign
from engine.game.match import ADVICE_LENGTH
from engine.game.presets import PRESETS
from engine.game.record import from_text, to_text
from engine.game.seats import Seat
from engine.service import LiveMatch, MatchCommand, MatchId, Unreadable
from engine.service.live import stored_of
from engine.service.matches import match_rows
from engine.store import ConflictError
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, DAN, World, existing, open_world


async def reopened(folder: Path, world: World, **columns: Any) -> World:
    """The service started again after something else wrote these columns of every match."""
    await world.service.close()
    with contextlib.closing(sqlite3.connect(folder / "gin.db")) as file:
        for name, value in columns.items():
            file.execute(f"UPDATE matches SET {name} = ?", (value,))
        file.commit()
    return await open_world(folder, clock=world.clock, last_id=5000)


async def test_a_state_that_somebody_else_has_changed_is_not_written_over(world: World) -> None:
    live = await world.match()
    old = stored_of(live)
    moved = await world.did(live, live.public().to_act[0], Pass())
    with pytest.raises(ConflictError):
        await world.service._repeat(lambda tx: match_rows.save(tx, old, old))
    assert (await world.load(live.id)).version == moved.version


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("snapshot", "{}"),
        ("snapshot", "not JSON"),
        ("snapshot_schema", 999),
        ("clock", "[]"),
        ("clock", '["odd", 1, 2]'),
        ("clock", '["odd", 1, 2, 3, "never"]'),
        ("times", "{}"),
        ("times", "7"),
        ("seats", "[[1]]"),
        ("seats", '[[1, null, "Ann"], [null, "sensible", "Pip"]]'),
        ("sides", "7"),
        ("pending", "null"),
        ("plans", "[1]"),
        ("ratings", "[]"),
    ],
)
async def test_a_row_that_cannot_be_read_is_put_aside_whatever_is_wrong(
    world: World, tmp_path: Path, column: str, value: object
) -> None:
    bad = await world.match()
    world = await reopened(tmp_path, world, **{column: value})
    good = await world.match(CEE, DAN)
    outcome = await world.service.act(MatchCommand(world.press(), bad.id, ANN.user_id, Pass()))
    assert outcome == Unreadable(bad.id)
    assert await world.service.live_matches_of(ANN.user_id) == ()
    assert (await world.turn(good)).version == 1
    await world.service.close()


async def test_chosen_sides_are_the_same_after_a_restart(world: World, tmp_path: Path) -> None:
    rules = PRESETS["partnership_4"]
    lobby = await world.opened(ANN, rules=rules, seats=4, max_seats=8)
    for person in (BOB, CEE, DAN):
        await world.service.join(world.press(), lobby, person)
    for person, side in ((ANN, 0), (BOB, 1), (CEE, 0), (DAN, 1)):
        await world.service.choose_side(fresh(), lobby, person.user_id, side)
    await world.service.start_lobby(world.press(), lobby, ANN.user_id)
    (live,) = await world.service.live_matches_of(ANN.user_id)
    sides = ((Seat.ONE, Seat.THREE), (Seat.TWO, Seat.FOUR))
    assert stored_of(live).sides == sides
    world = await reopened(tmp_path, world)
    again = await world.load(MatchId(live.id))
    assert stored_of(again).sides == sides
    assert again.public().parties == sides
    await world.service.close()


async def test_advice_is_kept_as_one_short_line(world: World) -> None:
    lobby = await world.opened(ANN, rules=PRESETS["three_handed"], seats=3, max_seats=3)
    for person in (BOB, CEE):
        await world.service.join(world.press(), lobby, person)
    (live,) = await world.service.live_matches_of(ANN.user_id)
    playing = live.public().tables[0].players
    idle = next(player.seat for player in live.players if player.seat not in playing)
    live = await world.did(live, idle, Advise("take\nit  now " + "x" * 999))
    said = stored_of(live).match.advice[-1].text
    assert said.startswith("take it now xxx")
    assert len(said) == ADVICE_LENGTH
    kept = existing(await world.service.record((await world.did(live, Seat.ONE, Resign())).id))
    assert from_text(to_text(kept)) == kept


async def test_only_so_many_snapshots_are_kept_in_memory_and_the_others_are_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_rows, "_SNAPSHOTS", match_rows._Snapshots(2))
    lives = [await world.match(*pair) for pair in ((ANN, BOB), (CEE, DAN), (ANN, CEE))]

    async def is_kept(live: LiveMatch) -> bool:
        found = existing(await world.service._read(lambda tx: match_rows.read(tx, live.id)))
        assert found.match == stored_of(live).match
        return found.match is stored_of(live).match

    assert [await is_kept(live) for live in reversed(lives)] == [True, True, False]
    assert [(await world.turn(live)).version for live in lives] == [1, 1, 1]
