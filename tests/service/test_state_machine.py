"""Anything in any order: play, double and stale presses, restarts, time; against a model."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
)

from engine.clocks import DAILY, DAY
from engine.game import record
from engine.game.actions import (
    AllowBack,
    AskBack,
    AskPause,
    CallOff,
    ClaimWin,
    Draw,
    GiveTime,
    Pass,
    RefuseBack,
    Resign,
    Resume,
    SeatAction,
    Vacation,
)
from engine.game.seats import Seat
from engine.premoves import Premoves
from engine.service import (
    Applied,
    InteractionId,
    LiveMatch,
    LobbyId,
    LobbyOpened,
    LobbyRefused,
    MatchCommand,
    MatchId,
    NotSeated,
    Person,
    Refused,
    Repeated,
    Stale,
    Started,
    UserId,
)
from engine.store import backup
from tests.keys import fresh
from tests.service.world import Hands, existing, first_deadline, open_world, sensible, sqlite_url

T = TypeVar("T")
PEOPLE = [Person(UserId(number), f"p{number}") for number in range(21, 25)]
people = st.sampled_from(PEOPLE)
COURTESIES: list[SeatAction] = [
    *(AskPause(), Resume(), Vacation(1), GiveTime()),
    *(AskBack(), AllowBack(), RefuseBack()),
    *(ClaimWin(Seat.ONE), ClaimWin(Seat.TWO), CallOff()),
]
PREMOVES = (
    *(Premoves(), Premoves(pass_upcard=True), Premoves(draw_stock=True)),
    Premoves(pass_upcard=True, draw_stock=True, knock_at=10),
)


class Life(RuleBasedStateMachine):
    """The model is the last answer for every match: what was answered must be what is stored."""

    lobbies: Bundle[LobbyId] = Bundle("lobbies")
    matches: Bundle[MatchId] = Bundle("matches")
    presses: Bundle[MatchCommand] = Bundle("presses")

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._loop = asyncio.new_event_loop()
        self._clock = Hands()
        self._model: dict[MatchId, LiveMatch] = {}
        self._planned: set[MatchId] = set()
        self._last = 1000
        self._open()

    def run(self, work: Coroutine[object, object, T]) -> T:
        return self._loop.run_until_complete(work)

    def _open(self) -> None:
        self._world = self.run(
            open_world(
                sqlite_url(Path(self._folder.name)),
                clock=self._clock,
                last_id=self._last,
                seed=str(self._last),
            )
        )

    def _close(self) -> None:
        self._last = self._world.last_id + 1
        self.run(self._world.service.close())

    @rule(target=lobbies, host=people, guest=people)
    def challenge(self, host: Person, guest: Person) -> LobbyId | MultipleResults[LobbyId]:
        outcome = self.run(
            self._world.service.open_lobby(self._world.offer(host, guest, clock=DAILY))
        )
        if host is guest:
            assert isinstance(outcome, LobbyRefused)
        return outcome.lobby.id if isinstance(outcome, LobbyOpened) else multiple()

    @rule(target=matches, lobby=consumes(lobbies), who=people)
    def accept(self, lobby: LobbyId, who: Person) -> MatchId | MultipleResults[MatchId]:
        outcome = self.run(self._world.service.join(self._world.press(), lobby, who))
        if not isinstance(outcome, Started):
            return multiple()
        self._model[outcome.live.id] = outcome.live
        return outcome.live.id

    @rule(target=presses, match=matches, steps=st.integers(1, 12))
    def play(self, match: MatchId, steps: int) -> MultipleResults[MatchCommand]:
        live = self._model[match]
        made = []
        for _ in range(steps):
            if live.is_over:
                break
            seat = live.public().to_act[0]
            press = self._press(live, seat, sensible(live, seat))
            outcome = self.run(self._world.service.act(press))
            assert isinstance(outcome, Applied)
            made_by_plans = outcome.live.version - live.version - 1
            assert made_by_plans == 0 or (made_by_plans > 0 and match in self._planned)
            live = self._model[match] = outcome.live
            made.append(press)
        return multiple(*made)

    @rule(press=presses)
    def press_again(self, press: MatchCommand) -> None:
        assert isinstance(self.run(self._world.service.act(press)), Repeated)

    @rule(press=presses)
    def press_an_old_button(self, press: MatchCommand) -> None:
        old = MatchCommand(
            self._world.press(), press.match_id, press.user_id, press.action, press.revision
        )
        # Being ready for the next round is the one press after which the buttons stay the same.
        assert isinstance(self.run(self._world.service.act(old)), Stale | Refused)

    @rule(match=matches, who=people, action=st.sampled_from([Pass(), Draw()]))
    def press_out_of_turn(self, match: MatchId, who: Person, action: SeatAction) -> None:
        live = self._model[match]
        seat = live.seat_of(who.user_id)
        if seat is not None and seat in live.public().to_act:
            return
        press = MatchCommand(self._world.press(), match, who.user_id, action, None)
        outcome = self.run(self._world.service.act(press))
        assert isinstance(outcome, NotSeated if seat is None else Refused)

    @rule(match=matches, who=people, action=st.sampled_from(COURTESIES))
    def ask_or_answer(self, match: MatchId, who: Person, action: SeatAction) -> None:
        """Pauses, vacations, time, take-backs and claims: done as a whole, or refused."""
        live = self._model[match]
        seat = live.seat_of(who.user_id)
        press = MatchCommand(self._world.press(), match, who.user_id, action, None)
        outcome = self.run(self._world.service.act(press))
        if seat is None:
            assert isinstance(outcome, NotSeated)
            return
        if isinstance(outcome, Refused):
            return
        assert isinstance(outcome, Applied)
        after = self._model[match] = outcome.live
        assert after.version > live.version
        if isinstance(action, AskPause):
            assert after.is_paused == (live.wants_pause not in (None, seat))
        elif isinstance(action, GiveTime):
            assert not after.late
        elif isinstance(action, AllowBack):
            assert after.public().to_act != live.public().to_act
        elif isinstance(action, ClaimWin | CallOff):
            assert live.late
            assert after.is_over

    @rule(match=matches, who=people, plans=st.sampled_from(PREMOVES))
    def plan(self, match: MatchId, who: Person, plans: Premoves) -> None:
        """Premoves change nothing that others see."""
        live = self._model[match]
        after = self.run(
            self._world.service.planning.change(fresh(), match, who.user_id, lambda _: plans)
        )
        if after is not None and plans.has_premoves:
            self._planned.add(match)
        assert (after is None) == (live.seat_of(who.user_id) is None)

    @rule(who=people, other=people)
    def block(self, who: Person, other: Person) -> None:
        """Until it is taken back, no table brings the two together."""
        blocked = self.run(self._world.service.blocks.block(fresh(), who.user_id, other.user_id))
        assert blocked == (who is not other)
        if blocked:
            for host, guest in ((who, other), (other, who)):
                offer = self._world.offer(host, guest, clock=DAILY)
                assert isinstance(self.run(self._world.service.open_lobby(offer)), LobbyRefused)
            assert self.run(self._world.service.blocks.unblock(fresh(), who.user_id, other.user_id))

    @rule(match=matches)
    def resign(self, match: MatchId) -> None:
        live = self._model[match]
        outcome = self.run(self._world.service.act(self._press(live, Seat.ONE, Resign())))
        if live.is_over:
            assert isinstance(outcome, Refused)
        else:
            assert isinstance(outcome, Applied)
            self._model[match] = outcome.live

    @rule(duration=st.sampled_from([1000, 90_000, DAY]))
    def wait(self, duration: int) -> None:
        self._clock.pass_ms(duration)
        self.run(self._world.service.idle())
        for match, before in list(self._model.items()):
            live = self.run(self._world.load(match))
            assert live.version >= before.version
            deadline = first_deadline(live)
            in_time = deadline is None or deadline > self._clock.now
            assert in_time or live.late or live.is_paused
            self._model[match] = live

    @rule()
    def restart(self) -> None:
        self._close()
        self._open()

    @invariant()
    def what_was_answered_is_stored(self) -> None:
        for match, live in self._model.items():
            stored = self.run(self._world.load(match))
            assert stored.version == live.version
            assert stored.public() == live.public()

    def teardown(self) -> None:
        for match, live in self._model.items():
            kept = self.run(self._world.service.record(match))
            if kept is not None and live.is_over:
                assert record.replay(kept).sheet() == live.public().sheet
        self._close()
        self.run(backup.check(Path(self._folder.name) / "gin.db"))
        self._loop.close()
        self._folder.cleanup()

    def _press(self, live: LiveMatch, seat: Seat, action: SeatAction) -> MatchCommand:
        user = existing(live.player(seat).user_id)
        key: InteractionId = self._world.press()
        return MatchCommand(key, live.id, user, action, live.revision(seat))


Life.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestLife = pytest.mark.slow(Life.TestCase)
