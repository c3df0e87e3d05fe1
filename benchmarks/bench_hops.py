"""Calls of our own functions that one draw makes, from the press to the last redrawn message.

The real bot runs on SimCord (package ``simcord``, part of the ``playground`` extra) with a real
SQLite file. Calls are counted in every thread with ``sys.setprofile``, by file and by function.
"""

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.journeys.people import Person

ROOT = Path(__file__).parents[1]
OURS = (str(ROOT / "engine"), str(ROOT / "bot"))
DRAWS = 6
WATCHED = ("public_view", "seat_view", "sheet", "_wanted", "wanted", "stored", "prefs", "config")


class Calls:
    """Counts calls while enabled."""

    def __init__(self) -> None:
        self.made: Counter[tuple[str, str]] = Counter()
        self.counting = False

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """The profile function."""
        code = frame.f_code
        is_ours = code.co_filename.startswith(OURS) and not code.co_name.startswith("<")
        if self.counting and event == "call" and is_ours:
            self.made[str(Path(code.co_filename).relative_to(ROOT)), code.co_name] += 1


async def discard(person: "Person") -> None:
    """Discard the drawn card or another one, without a knock."""
    pick = next(
        label
        for label, button in person.panel().buttons.items()
        if label[-1:] in "♣♦♥♠" and len(label) <= 3 and not button.get("disabled")
    )
    await person.press(pick)
    await person.press("Discard ")


async def draw(calls: Calls) -> None:
    """Count calls while the players on turn draw from the stock."""
    from tests.journeys.people import mover_of
    from tests.journeys.world import running_world
    from tests.worlds.tables import seated

    with tempfile.TemporaryDirectory() as folder:
        async with running_world(Path(folder), people=2) as world:
            people, _ = await seated(world, 8)
            for _ in range(2):
                await (await mover_of(people)).press("Pass")
            for _ in range(DRAWS):
                mover = await mover_of(people)
                calls.counting = True
                await mover.press("Stock")
                await world.settle()
                calls.counting = False
                await discard(mover)


def main() -> None:
    """Print the number of named calls of a draw, of their files, and of the watched functions."""
    calls = Calls()
    threading.setprofile(calls)
    sys.setprofile(calls)
    try:
        asyncio.run(draw(calls))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    files = {name for name, _ in calls.made}
    print(f"   {calls.made.total() / DRAWS:.0f} calls a draw over {len(files)} files")
    for wanted in WATCHED:
        found = {where: n for (where, name), n in calls.made.items() if name == wanted}
        if found:
            print(
                f"   {wanted}: "
                + ", ".join(f"{n / DRAWS:.1f} in {where}" for where, n in found.items())
            )
