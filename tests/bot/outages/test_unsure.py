"""A storage that does not answer: what is said is true, and the screens catch up by themselves.

That the committer gives up in these two ways, and when, is shown with its own tests.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.presses.menu import MenuPress, MenuVerb
from engine.store import (
    Store,
    StoreBusyError,
    StoreError,
    StoreFailedError,
    StoreSlowError,
    StoreUnsureError,
)
from tests.journeys.paths import ask
from tests.journeys.people import mover_of
from tests.journeys.world import World, redrawn, running_world, shown
from tests.worlds.tables import live_match, loaded, seated

pytestmark = pytest.mark.slow

Late = list[Callable[[], Awaitable[Any]]]
SURE_OF_NOTHING = "can't tell whether"
NOTHING_PLAYED = "didn't go through"


@contextmanager
def giving_up(error: StoreError) -> Iterator[Late]:
    """Every write gives up with this error; what was to be written can be written later."""
    honest, late = Store.write, Late()

    async def write(store: Store, *arguments: Any, **more: Any) -> Any:
        late.append(lambda: honest(store, *arguments, **more))
        raise error

    with patch.object(Store, "write", write):
        yield late


def said_in(world: World, since: int) -> str:
    return " ".join(str(one.json) for one in world.env.http_requests[since:])


async def test_a_move_that_has_begun_is_never_called_undone(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        mover = await mover_of(people)
        before = await loaded(world, match)
        pressed = mover.panel()
        panels = world.bot.parts.display.panels
        panels.closed(match, mover.member.id, next(iter(panels.of(match)))[1])
        requests = len(world.env.http_requests)
        with giving_up(StoreUnsureError(reason="slow")) as late:
            await world.press(mover.member, pressed, "Pass")
        said = said_in(world, requests)
        assert SURE_OF_NOTHING in said
        assert NOTHING_PLAYED not in said
        for write in late:
            await write()
        await world.settle()
        after = await loaded(world, match)
        assert after.version == before.version + 1, "it was played after all"
        assert after.table.rendered_version == after.version, "the table shows it"
        assert not mover.panel().has("Pass"), "and so does the hand, by the token of this press"
        assert not world.env.errors


@pytest.mark.parametrize("kind", [StoreBusyError, StoreFailedError])
async def test_a_move_that_was_withdrawn_was_not_played_for_certain(
    tmp_path: Path, kind: type[StoreError]
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        mover = await mover_of(people)
        before = await loaded(world, match)
        requests = len(world.env.http_requests)
        with giving_up(kind(reason="slow")):
            await world.press(mover.member, mover.panel(), "Pass")
        said = said_in(world, requests)
        assert NOTHING_PLAYED in said
        assert SURE_OF_NOTHING not in said
        await mover.press("Pass")
        assert (await loaded(world, match)).version == before.version + 1


async def test_an_invitation_that_was_stored_late_appears_by_itself(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await world.settle()
        with giving_up(StoreUnsureError(reason="slow")) as late:
            result = await alice.slash(world.channel, "gin challenge", opponent=bob)
        answer: Any = result.response
        assert SURE_OF_NOTHING in shown(answer, answer.components).text
        assert result.ephemeral
        for write in late:
            await write()
        await world.settle()
        assert world.public() == []
        world.bot.parts.invitations.left_alone_s = 0
        for _ in range(2):
            await redrawn(world)
        (posted,) = world.public()
        assert posted.has("Accept")


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (StoreBusyError, "too busy to finish this. Check what is shown"),
        (StoreFailedError, "can't reach its database"),
        (StoreSlowError, "database takes too long to answer"),
        (StoreUnsureError, "can't tell whether that was saved. Check what is shown"),
    ],
)
async def test_what_is_no_move_denies_nothing_either(
    tmp_path: Path, kind: type[StoreError], sentence: str
) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, _ = world.members
        panel: Any = (await world.slash(alice, "settings")).response
        settings = shown(panel, panel.components)
        page: Any = (await ask(world, alice, "friends list")).response
        someone = str(MenuPress(MenuVerb.PERSON))
        person: Any = (await alice.select(page, [world.members[1]], custom_id=someone)).response
        requests = len(world.env.http_requests)
        with giving_up(kind(reason="slow")):
            await world.press(alice, settings, "Text mode")
            await world.press(alice, shown(person, person.components), "Add friend")
        said = said_in(world, requests)
        for denial in ("nothing was", "Nothing was", "nothing is lost", "didn't count"):
            assert denial not in said
        assert said.count(sentence) == 2


async def test_a_storage_that_cannot_be_read_is_still_answered(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        world.bot.parts.messenger.preferences._prefs.clear()

        async def never(*_: object, **__: object) -> None:
            raise StoreBusyError(reason="slow_read")

        mover = await mover_of(people)
        with patch.object(Store, "read", never):
            hand = (await mover.member.slash(world.channel, "gin hand")).response
            assert hand is not None
            assert "too busy" in shown(hand, hand.components).text
            hints = await mover.member.autocomplete(world.channel, "gin rules", "rules", "st")
            assert hints == []
