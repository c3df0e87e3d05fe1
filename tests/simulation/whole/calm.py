"""Liveness: after the last fault everything has to come right, and every press is answered."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from bot.match.messages import TableMessages
from bot.match.panels import TOKEN_SECONDS
from bot.ui.custom_id import Area, base36, parse_custom_id
from engine.service import LiveMatch
from tests.simulation.wrong import demand
from tests.wire.interactions import Interaction
from tests.wire.messages import Message

if TYPE_CHECKING:
    from tests.simulation.whole.run import World

table_message: Final = TableMessages.screen
"""As it is without a planted mistake."""
SETTLES_S: Final = 60.0
"""After so long since the last fault, everything works."""
PLAYS_S: Final = 90.0
FIRST_ANSWER_S: Final = 3.0
ANSWER_S: Final = 10.0
CATCHES_UP_S: Final = 75.0
"""After so long without a move everything shows the newest state."""


class Calm:
    """The judge of a world after its storm."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._began = world.loop.time()

    async def judge(self) -> None:
        """Wait, let people play, and demand what must be so. Raises WrongError."""
        world = self._world
        await asyncio.sleep(SETTLES_S)
        demand(any(one.is_up for one in world.processes), "no process is up")
        before, first = dict(world.watch.versions), len(world.sent)
        await asyncio.sleep(PLAYS_S)
        for match, live in world.watch.lives.items():
            is_stuck = not live.is_over and live.version == before.get(match)
            demand(not is_stuck, f"nothing happens in match {match} any more")
        world.browser.has_gone = True
        for person in world.people:
            person.has_gone = True
        await asyncio.sleep(ANSWER_S)
        for one in world.sent[first:]:
            self._demand_answer(one)
        await self._demand_newest()

    def _demand_answer(self, one: Interaction) -> None:
        what = f"interaction {one.id} of {one.user} ({one.kind})"
        took = one.acknowledged_at - one.at
        demand(bool(one.callback), f"{what} was never acknowledged")
        demand(took <= FIRST_ANSWER_S, f"{what} was acknowledged after {took:.1f} s")
        demand(bool(one.answered_at), f"{what} was acknowledged, and nothing more")

    async def _demand_newest(self) -> None:
        """Every message and page shows the newest state, once no more moves are made."""
        world = self._world
        end = world.loop.time() + CATCHES_UP_S
        quiet_since, versions = world.loop.time(), dict(world.watch.versions)
        while True:
            wrong = await self._outdated()
            if not wrong:
                return
            if versions != world.watch.versions:
                quiet_since, versions = world.loop.time(), dict(world.watch.versions)
            is_late = world.loop.time() > quiet_since + CATCHES_UP_S
            demand(not is_late and world.loop.time() < end + 600.0, wrong)
            await asyncio.sleep(5.0)

    async def _outdated(self) -> str:
        """What does not show the newest state of its match; empty if everything does."""
        world = self._world
        process = world.some_process()
        if process is None or process.bot is None or process.service is None:
            return "no process is up"
        for match in list(world.watch.lives):
            live = await process.service.load(match)
            assert live is not None
            if live.is_over:
                continue
            wrong = await self._table_outdated(process.bot, live) or self._panels_outdated(live)
            if wrong:
                return wrong
        return ""

    async def _table_outdated(self, bot: Any, live: LiveMatch) -> str:
        world = self._world
        shown = world.discord.messages.get(live.table.message or 0)
        if world.deleted.get(live.table.message or 0, {}).get(live.id) == live.version:
            return ""  # it is posted again after the next move
        if shown is None:
            return f"match {live.id} has no message"
        screen = await table_message(bot.parts.display.tables, live)
        message = await bot.parts.messenger.compose(screen)
        wanted = texts_of(message.view.to_components())
        if texts_of(shown.components) != wanted:
            return (
                f"the message of match {live.id} shows {texts_of(shown.components)}, not {wanted}"
            )
        return ""

    def _panels_outdated(self, live: LiveMatch) -> str:
        world = self._world
        for person in world.people:
            seat = live.seat_of(person.user)
            panels = [one for one in person.all_panels().get(live.id, []) if self._follows(one)]
            if seat is None or not panels:
                continue
            revisions = [revisions_on(one, live.id) for one in panels]
            if all(one and max(one) < live.revision(seat) for one in revisions):
                return f"the panel of {person.user} in match {live.id} is behind"
        page = world.browser.page
        if page is not None and page.bye is None and page._listening is not None:
            found = page.tables.get(base36(live.id))
            if not page._listening.done() and found and found["version"] < live.version:
                return f"a page shows version {found['version']} of {live.id}, not {live.version}"
        return ""

    def _follows(self, panel: Message) -> bool:
        """Whether a panel was sent in the calm, with a token that is still young."""
        world = self._world
        one = world.discord.interactions.all[panel.interaction]
        return one.at > self._began and world.loop.time() < one.at + TOKEN_SECONDS


def revisions_on(panel: Message, match: int) -> list[int]:
    """The revisions of the buttons of a panel that play."""
    presses = (parse_custom_id(str(part.get("custom_id", ""))) for part in panel.parts())
    return [
        press.revision
        for press in presses
        if press is not None and press.id == match and press.area is Area.PLAY
    ]


def texts_of(components: list[dict[str, Any]]) -> list[str]:
    """The texts on a message."""
    found: list[str] = []
    for one in components:
        if one.get("type") == 10:
            found.append(str(one["content"]))
        found += texts_of(one.get("components", []))
    return found
