"""Players whose mistakes become puzzles."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from engine.game.actions import Discard
from engine.game.presets import PRESETS
from engine.game.view import deadwood_without
from engine.service.trainer.commands import OutsideCall
from engine.trainer.making import from_computers
from tests.prepared import puzzles
from tests.service.world import ANN, World, sensible

QUICK = replace(PRESETS["standard"], target=10)


class Thinker:
    """Stands in for the process: says what it was asked, and answers with what tests have made."""

    def __init__(self) -> None:
        self.asked: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[OutsideCall]:
        yield self._think

    async def _think(self, work: Callable[..., Any], *arguments: Any) -> Any:
        self.asked.append((work, arguments))
        await asyncio.sleep(0)
        if work is from_computers:
            return list(puzzles())
        return work(*arguments)

    def count(self, work: Callable[..., Any]) -> int:
        return sum(one is work for one, _ in self.asked)


async def played_badly(world: World, rules: Any = QUICK) -> int:
    """A match that Ann plays carelessly; its id."""
    live = await world.match(rules=rules)
    while not live.is_over:
        seat = live.public().to_act[0]
        action, view = sensible(live, seat), live.view(seat)
        if isinstance(action, Discard) and live.player(seat).user_id == ANN.user_id:
            cards = [card for card in range(52) if view.legal.discards >> card & 1]
            worst = {card: deadwood_without(view, card) for card in cards}
            action = Discard(max(cards, key=worst.__getitem__))
        live = await world.did(live, seat, action)
    return live.id
