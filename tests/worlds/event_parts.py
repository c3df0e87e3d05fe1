"""Events in their states, as a page gets them for one of their players."""

from pathlib import Path
from typing import Any

from bot.events.event_facts import Looker
from bot.events.event_page import event_board
from bot.events.list_screens import events_screen
from bot.ui.i18n import words_for
from bot.ui.parts.cards import CardsPart
from bot.ui.parts.kinds import Kind
from bot.ui.reader import Reader
from engine.events.kinds import KNOCKOUT, SWISS
from engine.service.events.types import Event, EventList, EventState
from tests.service.events.hall import Hall, hall, loser_by_number, person
from tests.service.world import sqlite_url

READER = Reader(words_for("en-US"))
WHO = 2
"""The number of the player who looks."""


async def rounds_played(here: Hall, rounds: int, left: int = 0) -> Event:
    """Play so many rounds, and the next one but for so many pairings."""
    event = await here.event()
    while event.state is EventState.RUNNING and event.round <= rounds:
        for one in here.playing(event):
            await here.resign(loser_by_number(one), one)
        event = await here.wait(61_000)
    for one in here.playing(event)[left:]:
        await here.resign(loser_by_number(one), one)
    return await here.event()


Parts = list[dict[str, Any]]


async def event_of(here: Hall) -> Parts:
    """The parts of the event."""
    event, user = await here.event(), person(WHO).user_id
    boards = None
    if event.revealed:
        boards = await here.events.boards_of(event.id, event.revealed, user)
    scores = await here.events.scores_of(event.id, user)
    looker = Looker(user, organizes=True, scores=scores, now_ms=here.world.clock.now)
    board = event_board(READER, event, looker, boards=boards)
    return [one.model_dump(mode="json") for one in board if isinstance(one, Kind)]


def place(folder: Path, name: str) -> str:
    """The database of one of the events."""
    own = folder / name
    own.mkdir()
    return sqlite_url(own)


async def event_parts(folder: Path) -> dict[str, Parts]:
    """The list of events and the event of each kind, by names."""
    found, events = dict[str, Parts](), list[Event]()
    async with hall(place(folder, "0")) as here:
        events.append(await here.announced(SWISS, name="Sunday Swiss"))
        found["empty"] = await event_of(here)
        await here.enter_all(1, 2, 3)
        found["coming"] = await event_of(here)
        events.append(await here.event())
    async with hall(place(folder, "1")) as here:
        await here.started(SWISS, 9, name="Friday night", rounds=5)
        await rounds_played(here, 2, left=4)
        found["swiss"] = await event_of(here)
        events.append(await here.event())
    async with hall(place(folder, "2")) as here:
        await here.started(KNOCKOUT, 8, name="Winter Cup")
        await rounds_played(here, 1, left=2)
        found["cup"] = await event_of(here)
        events.append(await here.event())
        await rounds_played(here, 9)
        found["over"] = await event_of(here)
        events.append(await here.event())
    listed = events_screen(
        READER,
        EventList(
            tuple(one for one in events[1:] if one.ended_ms is None),
            tuple(one for one in events if one.ended_ms is not None),
        ),
        person(WHO).user_id,
    )
    found["cards"] = [
        one.model_dump(mode="json") for one in listed.parts if isinstance(one, CardsPart)
    ]
    return found


def titled(parts: Parts, title: str) -> dict[str, Any] | None:
    """The part with that title, also that of its first column."""
    return next(
        (
            one
            for one in parts
            if title
            in (
                one["title"],
                *(
                    column["title"]
                    for column in one.get("columns", ())[:1]
                    if isinstance(column, dict)
                ),
            )
        ),
        None,
    )


def following(parts: Parts) -> dict[str, Any]:
    """What comes next for the reader."""
    return next(one for one in parts if one["type"] == "section" and one["ground"] == "felt")


def rows(parts: Parts, title: str) -> list[dict[str, Any]]:
    """The lines of a part, but for free places; none if there is no such part."""
    found = titled(parts, title)
    return [] if found is None else [one for one in found["rows"] if one["name"]]


def names(people: list[dict[str, Any]]) -> list[str]:
    return [one["name"] for one in people]
