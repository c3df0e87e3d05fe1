"""People at one table: they press, twice, too late, in vain; they walk away and come back."""

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.game.actions import AskBack, AskPause, GiveTime, Ready, Resign, Resume, SeatAction
from engine.game.errors import GinError
from engine.game.match import MatchPhase, neutral_action
from engine.game.seats import Seat
from engine.players import Level, choose
from engine.service import (
    Applied,
    LiveMatch,
    MatchCommand,
    MatchId,
    Refused,
    Repeated,
    Stale,
)
from engine.service.live import stored_of
from tests.simulation.wrong import demand

if TYPE_CHECKING:
    from tests.simulation.run import Simulation


@dataclass
class Press:
    """One interaction and everything that was heard about it."""

    command: MatchCommand
    seat: Seat
    heard: list[str] = field(default_factory=list)
    version: int | None = None


class People:
    """Everybody at one match. They know only what the service has shown them."""

    def __init__(self, world: "Simulation", match: MatchId, chance: random.Random) -> None:
        self._world = world
        self._match = match
        self._chance = chance
        self._seen: list[LiveMatch] = []
        self.diligence = chance.choice((0.6, 0.9, 1.0))
        self.leaves_at = chance.randrange(10, 80) if chance.random() < 0.2 else None
        self.presses: list[Press] = []
        self._errands: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Until the match is over, or everybody has gone."""
        chance = self._chance
        while True:
            calm = self._world.is_calm
            await asyncio.sleep(chance.uniform(0.2, 2.0 if calm else 6.0))
            if not calm and chance.random() > self.diligence:
                await asyncio.sleep(chance.uniform(0, 90))
            live = await self._look()
            if live is None:
                continue
            if live.is_over or (self.leaves_at is not None and live.version > self.leaves_at):
                break
            self._seen.append(live)
            press = self._decide(live)
            if press is not None:
                await self._deliver(press)
            else:
                await asyncio.sleep(chance.uniform(1, 6))
        await asyncio.gather(*self._errands)

    async def _look(self) -> LiveMatch | None:
        process = self._world.some_process()
        if process is None:
            return None
        try:
            live = await process.call(lambda service: service.load(self._match))
        except GinError:
            return None
        if live is not None:
            self._world.look_at(live)
        return live

    def _decide(self, live: LiveMatch) -> Press | None:
        chance, state = self._chance, stored_of(live).match
        people = [player.seat for player in live.players if player.user_id is not None]
        mine = [seat for seat in state.to_act if seat in people]
        dice = chance.random() * (1 if mine else 3)
        if dice < 0.06 and len(self._seen) > 1:
            return self._old_button(people)
        if dice < 0.1:
            return self._beside(live, chance.choice(people))
        if not mine:
            return None
        seat = chance.choice(mine)
        if state.phase is MatchPhase.BETWEEN:
            action: SeatAction = Ready(chance.choice(("", "", "my words")))
        elif chance.random() < 0.75:
            view = live.view(seat)
            demand(bool(view.legal), f"seat {seat} is to act and is offered nothing")
            action = choose(view, Level.CASUAL, chance.randrange(50))
        else:
            action = neutral_action(state, seat)
        return self._press(live, seat, action)

    def _old_button(self, people: list[Seat]) -> Press | None:
        """A button of a state that has passed, pressed by whoever it was for."""
        old = self._chance.choice(self._seen[:-1])
        state = stored_of(old).match
        mine = [seat for seat in state.to_act if seat in people]
        if not mine or state.phase is not MatchPhase.PLAYING:
            return None
        return self._press(old, mine[0], neutral_action(state, mine[0]))

    def _beside(self, live: LiveMatch, seat: Seat) -> Press:
        wishes: tuple[SeatAction, ...] = (AskBack(), AskPause(), Resume(), GiveTime())
        action = self._chance.choice(wishes)
        if self._chance.random() < 0.05:
            action = Resign()
        return self._press(live, seat, action)

    def _press(self, live: LiveMatch, seat: Seat, action: SeatAction) -> Press:
        user = live.player(seat).user_id
        assert user is not None
        key = self._world.new_id()
        press = Press(MatchCommand(key, live.id, user, action, live.revision(seat)), seat)
        self.presses.append(press)
        return press

    async def _deliver(self, press: Press) -> None:
        chance, calm = self._chance, self._world.is_calm
        dice = 1.0 if calm else chance.random()
        if dice < 0.05:
            return  # it never arrives
        if dice < 0.15:
            # It arrives twice, now or much later, here or there.
            self._errand(press, chance.choice((0.0, 0.002, 1.0, 40.0)))
        if dice > 0.95:
            self._errand(press, chance.uniform(0, 20))
            return
        await self._once(press, gives_up=0.15 < dice < 0.2)

    def _errand(self, press: Press, delay: float) -> None:
        async def run() -> None:
            await asyncio.sleep(delay)
            await self._once(press)

        task = asyncio.get_running_loop().create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._came_back)

    def _came_back(self, errand: asyncio.Task[None]) -> None:
        self._errands.discard(errand)
        if not errand.cancelled() and (error := errand.exception()) is not None:
            self._world.failed = self._world.failed or error

    async def _once(self, press: Press, *, gives_up: bool = False) -> None:
        process = self._world.some_process()
        if process is None:
            return
        before = self._world.seq_of(press)
        patience = self._chance.random() * 0.01 if gives_up else None
        outcome = await process.call(lambda service: service.act(press.command), patience)
        press.heard.append(type(outcome).__name__)
        match outcome:
            case Applied(live=live):
                demand(press.version is None, f"press {press.command} was played twice")
                seq = self._world.seq_of(press)
                demand(seq is not None, "a press was answered before it was stored")
                press.version = seq
                self._world.look_at(live)
            case Repeated(live=live):
                demand(self._world.seq_of(press) is not None, "a repetition of nothing")
                self._world.look_at(live)
            case Stale(live=live) | Refused(live=live):
                demand(before is None, f"a repetition was answered with {outcome}")
                self._world.look_at(live)
            case _:
                demand(
                    before is None
                    or outcome is None
                    or type(outcome).__name__ in ("Busy", "Unsure"),
                    f"a repetition was answered with {outcome}",
                )
