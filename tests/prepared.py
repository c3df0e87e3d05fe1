"""Puzzles and days that are worked out once for all tests, where a bot takes seconds for each."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.game.record import MatchRecord
from engine.service import Service
from engine.service.daily.days import WorkedOut
from engine.service.trainer import pool
from engine.service.trainer.commands import OutsideCall
from engine.trainer.making import Prepared, from_computers
from engine.trainer.puzzle import Question
from tests.coach.imagined import imagine_few

EACH = 5


@cache
def puzzles(seed: str = "tests") -> tuple[Prepared, ...]:
    """Some puzzles of every theme, of rounds that computers have played."""
    with pytest.MonkeyPatch.context() as changed:
        imagine_few(changed)
        return tuple(from_computers(seed, dict.fromkeys(Question, EACH)))


def of_theme(question: Question) -> list[Prepared]:
    return [one for one in puzzles() if one.question is question]


@asynccontextmanager
async def at_once() -> AsyncIterator[OutsideCall]:
    """Compute where the test runs, in place of a process."""

    async def think(work: Callable[..., Any], *arguments: object) -> Any:
        return work(*arguments)

    yield think


async def fill(service: Service) -> None:
    """Fill the pool, and let everything else be computed at once."""
    service.trainer.thinking = at_once
    made = puzzles()
    await service._repeat(lambda tx: pool.add(tx, made))


async def day(_found: list[MatchRecord], _root: bytes, number: int) -> WorkedOut:
    """Give par and a puzzle, the same for every day, in place of a process that computes them."""
    one = of_theme(Question.DISCARD)[0]
    return 7, [replace(one, key=one.key + number)]


@asynccontextmanager
async def no_puzzles() -> AsyncIterator[OutsideCall]:
    """Find no puzzles, in place of a process that makes some."""

    async def think(*_: object) -> list[Prepared]:
        return []

    yield think
