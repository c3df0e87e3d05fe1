"""Studies: private until shared, saved only over what was read, and their owner's alone."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from engine.coach.study import START, TITLE_LENGTH, StudyMove, with_move, with_note
from engine.service.trainer.studies import MOST_STUDIES, SavedStudy, StudySaveOutcome
from engine.store import Repeatable
from engine.store.schema import studies
from tests.service.world import ANN, BOB, World, existing, open_world
from tests.worlds.engines import SHARED, database
from tests.worlds.put_up import POSITION

NOTED = with_note(POSITION, START, "Which queen?")


async def made(world: World) -> SavedStudy:
    number = await world.service.studies.create(world.press(), ANN, "Two queens", POSITION)
    return existing(await world.service.studies.study(number, ANN.user_id))


async def test_a_study_is_stored_as_it_was_written(world: World) -> None:
    found = await made(world)
    assert (found.title, found.content, found.version) == ("Two queens", POSITION, 1)
    assert (found.owner, found.owner_name, found.name) == (ANN.user_id, ANN.name, None)
    assert [one.id for one in await world.service.studies.of_person(ANN.user_id)] == [found.id]
    assert await world.service.studies.of_person(BOB.user_id) == ()


async def test_a_stale_save_changes_nothing(world: World) -> None:
    found, all_of = await made(world), world.service.studies
    world.clock.pass_ms(5)
    save = all_of.save
    ask = (found.id, ANN.user_id, found.version)
    assert await save(world.press(), *ask, "Mine", NOTED) is StudySaveOutcome.SAVED
    lined, _ = with_move(POSITION, START, StudyMove.read("t"))
    assert await save(world.press(), *ask, "Other", lined) is StudySaveOutcome.STALE
    now = existing(await all_of.study(found.id, ANN.user_id))
    assert (now.title, now.content, now.version) == ("Mine", NOTED, 2)
    assert now.updated_ms == found.updated_ms + 5


async def test_nobody_else_changes_shares_or_reads_it(world: World) -> None:
    found, all_of = await made(world), world.service.studies
    save = all_of.save(world.press(), found.id, BOB.user_id, 1, "Mine", NOTED)
    assert await save is StudySaveOutcome.GONE
    assert await all_of.share(world.press(), found.id, BOB.user_id) is None
    assert not await all_of.remove(world.press(), found.id, BOB.user_id)
    assert await all_of.study(found.id, BOB.user_id) is None
    assert await all_of.study(found.id, ANN.user_id) == found


async def test_a_link_leads_to_it_until_that_is_ended(world: World) -> None:
    found, all_of = await made(world), world.service.studies
    name = existing(await all_of.share(world.press(), found.id, ANN.user_id))
    assert len(name) == 32
    assert await all_of.share(world.press(), found.id, ANN.user_id) == name
    assert await all_of.shared(name) == replace(found, name=name)
    assert await all_of.unshare(world.press(), found.id, ANN.user_id)
    assert not await all_of.unshare(world.press(), found.id, ANN.user_id)
    assert await all_of.shared(name) is None
    again = existing(await all_of.share(world.press(), found.id, ANN.user_id))
    assert again != name, "an old link never works again"
    assert await all_of.remove(world.press(), found.id, ANN.user_id)
    assert await all_of.shared(again) is None


async def test_a_person_has_only_so_many(world: World) -> None:
    first = await made(world)
    rows = [
        {"study_id": n, "user_id": ANN.user_id, "title": "", "content": POSITION.written()}
        | {"version": 1, "created_ms": 1, "updated_ms": 1}
        for n in range(2, MOST_STUDIES + 1)
    ]
    await world.service._store.write(
        Repeatable(lambda c: c.execute(insert(studies), rows).rowcount)
    )
    create = world.service.studies.create
    assert await create(world.press(), ANN, "More", POSITION) == 0
    assert await create(world.press(), BOB, "Mine", POSITION)
    assert await world.service.studies.remove(world.press(), first.id, ANN.user_id)
    assert await create(world.press(), ANN, "More", POSITION)


async def test_a_title_is_cut_and_what_cannot_be_read_is_left_out(world: World) -> None:
    number = await world.service.studies.create(world.press(), ANN, "T" * 99, POSITION)
    found = existing(await world.service.studies.study(number, ANN.user_id))
    assert found.title == "T" * TITLE_LENGTH
    newer = update(studies).values(content=POSITION.written().replace("standard", "whist"))
    await world.service._store.write(Repeatable(lambda c: c.execute(newer).rowcount))
    assert await world.service.studies.of_person(ANN.user_id) == ()
    assert await world.service.studies.study(number, ANN.user_id) is None


async def test_an_export_has_them_and_a_deletion_ends_them(world: World) -> None:
    found, all_of = await made(world), world.service.studies
    name = existing(await all_of.share(world.press(), found.id, ANN.user_id))
    exported: dict[str, Any] = await world.service.export_of(ANN.user_id)
    (row,) = exported["studies"]
    assert (row["title"], row["content"]) == ("Two queens", POSITION.written())
    assert await world.service.forget(world.press(), ANN.user_id)
    assert await all_of.shared(name) is None
    rows = await world.service._store.read(lambda c: c.execute(select(studies)).all())
    assert rows == []


@pytest.mark.parametrize("engine", SHARED)
async def test_of_two_processes_that_save_one_is_stale(
    request: pytest.FixtureRequest, engine: str
) -> None:
    async with database(engine, request) as url:
        worlds = [await open_world(url) for _ in range(2)]
        try:
            found = await made(worlds[0])
            ask = (found.id, ANN.user_id, 1)
            saving = (
                one.service.studies.save(one.press(), *ask, title, NOTED)
                for one, title in zip(worlds, ("Here", "There"), strict=True)
            )
            saved = await asyncio.gather(*saving)
            assert sorted(saved) == [StudySaveOutcome.SAVED, StudySaveOutcome.STALE]
            now = existing(await worlds[1].service.studies.study(found.id, ANN.user_id))
            assert now.title == ("Here" if saved[0] is StudySaveOutcome.SAVED else "There")
        finally:
            for one in worlds:
                await one.service.close()
