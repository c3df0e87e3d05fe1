"""Any custom id, from anybody, any time: an answer, no exception, no change without the right."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import actors
from simcord.actors import MemberActor

from bot.ui.custom_id import Area, CustomId, parse_custom_id
from engine.service import ActOutcome, LiveMatch, MatchCommand, MatchId, UserId
from tests.journeys.people import mover_of
from tests.journeys.world import World, running_world
from tests.worlds.tables import live_match, seated

ODD = (
    "",
    "g1",
    "g1::::",
    "g1:p:zzzzzzzzzzzzzz:1:s",
    "g1:p:-1:1:s",
    "g1:q:1:1:s",
    "g9:p:1:1:s",
    "g1:p:1:1:" + "x" * 90,
    "gin:old:button",
    "g1:l:1:0:side9",
    "g1:l:1:0:",
    "g1:g:0:0:set-",
    "g1:g:0:0:set-theme",
    "g1:g:0:0:coach-try-9-9",
    "g1:h:1:0:pick-ZZ",
    "g1:h:١٢:0:sort",
)


async def forged(world: World, member: MemberActor, message: Any, custom_id: str) -> Any:
    """A press on a button that may not exist, as whoever speaks to the gateway could send it."""
    data = {"custom_id": custom_id, "component_type": 2}
    stored = world.stored(message.id)
    result = await actors._component_interaction(member, stored, data)
    await world.settle()
    return result


def answered(world: World) -> bool:
    return world.env.backend.interactions[max(world.env.backend.interactions)].responded


async def state(world: World, match: MatchId) -> tuple[LiveMatch, int]:
    live = await world.service.load(match)
    assert live is not None
    return live, live.version


def mutated(rng: random.Random, custom_id: str) -> str:
    """Almost a real one."""
    at = rng.randrange(len(custom_id))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz0123456789:-ACDHSTJQK")
    return rng.choice(
        (custom_id[:at] + letter + custom_id[at + 1 :], custom_id[:at], custom_id + letter)
    )[:100]


async def all_buttons(world: World, people: list[Any], table: Any) -> list[str]:
    """The custom ids that can be seen now."""
    seen = [b["custom_id"] for one in people for b in one.panel().buttons.values()]
    return [*seen, *(b["custom_id"] for b in table.buttons.values() if "custom_id" in b)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
async def test_old_forged_and_mutated_presses_of_everybody(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    async with running_world(tmp_path, people=3) as world:
        people, table = await seated(world, seed + 20)
        stranger = world.members[2]
        match = await live_match(world)
        ids: set[str] = set()
        for _ in range(6):
            ids |= set(await all_buttons(world, people, table))
            await (await mover_of(people)).take_turn()
        harmless = [one for one in sorted(ids) if not _gives_up(one)]
        for custom_id in [*ODD, *rng.sample(harmless, min(14, len(harmless)))]:
            live, before = await state(world, match)
            to_act = {live.player(seat).user_id for seat in live.public().to_act}
            idle = next(one.member for one in people if UserId(one.member.id) not in to_act)
            for member in (stranger, idle):
                for one in (custom_id, mutated(rng, custom_id) if custom_id else "x"):
                    if _gives_up(one):
                        continue
                    await forged(world, member, table.message, one)
                    assert answered(world), one
                    assert (await state(world, match))[1] == before, (member.name, one)
        assert not world.env.errors


async def test_a_stranger_gives_nobodys_match_up(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        _, table = await seated(world, 5)
        match = await live_match(world)
        _, before = await state(world, match)
        for what in ("resign-yes", "abort", "ready", "repost", "rematch"):
            await forged(
                world, world.members[2], table.message, str(CustomId(Area.TABLE, match, 0, what))
            )
            assert answered(world), what
        for what in ("q", "z", "c", "e", "n", "r", "v:hello"):
            await forged(
                world, world.members[2], table.message, str(CustomId(Area.PLAY, match, 0, what))
            )
            assert answered(world), what
        for member in world.members[:2]:
            for what in ("c", "e", "n"):
                await forged(world, member, table.message, str(CustomId(Area.PLAY, match, 0, what)))
        assert (await state(world, match))[1] == before
        assert not world.env.errors


async def test_the_cards_of_another_are_not_opened_by_their_button(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        people, table = await seated(world, 5)
        match = await live_match(world)
        press = CustomId(Area.HAND, match, 0, "look")
        result = await forged(world, world.members[2], table.message, str(press))
        text = str(result.response.components)
        assert "aren't at this table" in text
        assert not any(label in text for label in people[0].panel().buttons if label[-1:] in "♣♦♥♠")


async def test_a_door_that_does_not_look_who_comes_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=3) as world:
        _, table = await seated(world, 5)
        match = await live_match(world)
        live, before = await state(world, match)
        seat = next(iter(live.public().to_act))
        honest = world.service.act

        async def careless(command: MatchCommand) -> ActOutcome:
            user = live.player(seat).user_id
            assert user is not None
            return await honest(replace(command, user_id=user, revision=None))

        monkeypatch.setattr(world.service, "act", careless)
        await forged(
            world, world.members[2], table.message, str(CustomId(Area.PLAY, match, 0, "p"))
        )
        assert (await state(world, match))[1] > before, "what the other tests would have seen"


def _gives_up(custom_id: str) -> bool:
    """A player's own right at any time; it would end the match and with it the test."""
    press = parse_custom_id(custom_id)
    return press is not None and (press.what in ("q", "z", "resign-yes", "abort"))
