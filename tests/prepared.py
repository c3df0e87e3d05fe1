"""Puzzles of the trainer that are made once for all tests, and put into a database at once."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest

from engine.service import Service
from engine.service.trainer import pool
from engine.service.trainer.door import Think
from engine.store import Repeatable
from engine.trainer.making import Prepared, from_computers
from engine.trainer.puzzle import Question
from tests.coach.imagined import imagine_few

EACH = 12


@cache
def puzzles(seed: str = "tests") -> tuple[Prepared, ...]:
    """Some puzzles of every theme, of rounds that computers have played."""
    with pytest.MonkeyPatch.context() as patch:
        imagine_few(patch)
        return tuple(from_computers(seed, dict.fromkeys(Question, EACH)))


def of_theme(question: Question) -> list[Prepared]:
    return [one for one in puzzles() if one.question is question]


@asynccontextmanager
async def at_once() -> AsyncIterator[Think]:
    """Compute where the test runs, in place of a process."""

    async def think(work: Callable[..., Any], *arguments: object) -> Any:
        return work(*arguments)

    yield think


async def fill(service: Service) -> None:
    """Fill the pool, and let everything else be computed at once."""
    service.trainer.thinking = at_once
    now, made = service.now_ms(), puzzles()
    await service._store.write(Repeatable(lambda c: pool.add(c, made, now, pool=True)))
