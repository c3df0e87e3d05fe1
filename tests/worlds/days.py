"""Days whose challenge is played."""

from functools import cache
from pathlib import Path

import pytest

from engine import daily
from engine.clocks import HOUR
from engine.game.record import MatchRecord
from engine.service import LiveMatch, Person, Started
from engine.service.daily import AskDay
from engine.service.daily.challenge import worked_out
from engine.service.daily.days import WorkedOut
from tests.coach.imagined import imagine_few
from tests.service.world import ANN, CHANNEL, GUILD, Hands, World, open_world

NOON = daily.begins_ms(20270115) + 12 * HOUR


async def at_once(found: list[MatchRecord], root: bytes, day: int) -> WorkedOut:
    return known(tuple(found), root, day)


@cache
def known(found: tuple[MatchRecord, ...], root: bytes, day: int) -> WorkedOut:
    """What a day comes to: the worlds of these tests have the same days.

    How par is found is not looked at here: one game in place of five.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily, "PAR_GAMES", 1)
        imagine_few(patch)
        return worked_out(list(found), root, day)


async def open_day(where: str | Path, clock: Hands | None = None, **more: object) -> World:
    world = await open_world(where, clock=clock or Hands(NOON), **more)  # type: ignore[arg-type]
    world.service.daily.think = at_once
    return world


def ask(world: World, person: Person = ANN) -> AskDay:
    return AskDay(world.press(), GUILD, CHANNEL, person)


async def begun(world: World, person: Person = ANN) -> LiveMatch:
    outcome = await world.service.daily.play(ask(world, person))
    assert isinstance(outcome, Started), outcome
    return outcome.live


async def played(world: World, person: Person = ANN) -> LiveMatch:
    return await world.play(await begun(world, person), lambda live: live.is_over)
