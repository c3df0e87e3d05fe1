"""What a press asks of the database and of Discord, counted over a game of two people."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from sqlalchemy import Engine, event
from sqlalchemy.sql.compiler import SQLCompiler

from tests.journeys.club import Club, journey
from tests.journeys.people import mover_of
from tests.journeys.world import Shown
from tests.worlds.statements import prepared_are_events

TURNS = 12
FRAMES = ("BEGIN", "COMMIT")
"""The frame of a transaction, which several presses share."""
BY_ITSELF = ("FROM timers ORDER BY",)
"""What the clockwork reads every few seconds, and a test in between."""


@dataclass
class Counted:
    """Per press: SQL statements and requests to Discord."""

    statements: list[int] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)


@contextmanager
def every_statement() -> Iterator[list[str]]:
    """The SQL that any connection executes meanwhile."""
    heard: list[str] = []

    def before(_c: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        text = " ".join(statement.split())
        if not text.startswith(FRAMES) and not any(one in text for one in BY_ITSELF):
            heard.append(text)

    event.listen(Engine, "before_cursor_execute", before)
    try:
        with prepared_are_events():
            yield heard
    finally:
        event.remove(Engine, "before_cursor_execute", before)


async def pressed(club: Club, turns: int) -> Counted:
    """Count what each press of some turns sets off, boards included."""
    counted = Counted()
    await club.sits(9)
    genuine = club.press
    with every_statement() as heard:

        async def press(member: Any, panel: Shown, label: str) -> Any:
            del heard[:]
            sent = len(club.env.http_requests)
            result = await genuine(member, panel, label)
            told = [one for one in heard if "rendered_version BETWEEN" not in one]
            counted.statements.append(len(told))
            counted.requests.append(len(club.env.http_requests) - sent)
            return result

        club.press = press  # type: ignore[method-assign]
        for _ in range(turns):
            await (await mover_of(club.people)).take_turn()
    return counted


@journey(people=2)
async def test_a_press_needs_three_statements_and_no_move_more_than_eight(club: Club) -> None:
    counted = await pressed(club, TURNS)
    assert len(counted.statements) > TURNS
    assert statistics.median(counted.statements) <= 3
    assert sorted(counted.statements)[-3] <= 8, "the first ones fill caches"


@journey(people=2)
async def test_an_answer_of_discord_becomes_no_object_of_the_library(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.sits(9)
    built: list[type] = []
    genuine = discord.Message.__init__

    def counted(message: discord.Message, **fields: Any) -> None:
        built.append(type(message))
        genuine(message, **fields)

    monkeypatch.setattr(discord.Message, "__init__", counted)
    for press in ("More", "Back", "Take"):
        mover = await mover_of(club.people)
        del built[:]
        sent = len(club.env.http_requests)
        await mover.presses(press)
        assert len(club.env.http_requests) > sent
        assert not built, "not even of the pressed message"


@journey(people=2)
async def test_the_sql_of_a_move_is_written_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.sits(9)
    for _ in range(2):
        await (await mover_of(club.people)).take_turn()
    compiled: list[str] = []
    genuine = SQLCompiler.__init__

    def counted(compiler: Any, dialect: Any, statement: Any, *more: Any, **and_: Any) -> None:
        compiled.append(str(getattr(getattr(statement, "table", None), "name", "")))
        genuine(compiler, dialect, statement, *more, **and_)

    monkeypatch.setattr(SQLCompiler, "__init__", counted)
    for _ in range(2):
        await (await mover_of(club.people)).take_turn()
    assert "timers" not in compiled
