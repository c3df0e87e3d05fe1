"""A service with a clock that the test moves, and people who press buttons."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from engine.clocks import DAILY, ClockRules
from engine.game.actions import Ready, SeatAction
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.players import Level, choose
from engine.service import (
    ActOutcome,
    Applied,
    ChannelId,
    Chooser,
    Committed,
    GuildId,
    InteractionId,
    LiveMatch,
    LobbyCode,
    LobbyId,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    MatchCommand,
    MatchId,
    MatchSetup,
    OpenLobby,
    Person,
    Place,
    Practice,
    Service,
    Started,
    TableMessage,
    TimeSettings,
    UserId,
)
from engine.store import Store
from tests.databases import ready

GUILD = GuildId(700)
CHANNEL = ChannelId(800)
ANN = Person(UserId(11), "Ann")
BOB = Person(UserId(12), "Bob")
CEE = Person(UserId(13), "Cee")
DAN = Person(UserId(14), "Dan")
STANDARD = PRESETS["standard"]
NOW = 1_800_000_000_000
T = TypeVar("T")


def existing(value: T | None) -> T:
    """Return a value that has to be there."""
    assert value is not None
    return value


def refusal(outcome: LobbyOutcome) -> LobbyCode:
    assert isinstance(outcome, LobbyRefused), outcome
    return outcome.code


@dataclass
class Hands:
    """A clock whose hands the test moves: time passes, or the clock is set ``ahead``."""

    now: int = NOW
    ahead: int = 0

    def now_ms(self) -> int:
        return self.now

    def elapsed_ms(self) -> int:
        return self.now - self.ahead

    def pass_ms(self, duration: int) -> None:
        self.now += duration

    def set_ms(self, distance: int) -> None:
        self.now += distance
        self.ahead += distance


@dataclass
class Counted:
    """Randomness that is the same in every run."""

    seed: str = "test"
    drawn: int = 0

    def token(self, count: int) -> bytes:
        self.drawn += 1
        text = f"{self.seed}:{self.drawn}".encode()
        return hashlib.shake_256(text).digest(count)


@dataclass
class World:
    """The service, and a source of interaction ids."""

    service: Service
    clock: Hands
    heard: list[Committed] = field(default_factory=list)
    last_id: int = 1000

    def press(self) -> InteractionId:
        self.last_id += 1
        return InteractionId(self.last_id)

    async def listen(self, news: Committed) -> None:
        self.heard.append(news)

    async def pass_ms(self, duration: int) -> None:
        """Let time pass, and everything happen that is due then."""
        self.clock.pass_ms(duration)
        await self.service.idle()

    def offer(
        self,
        host: Person = ANN,
        *invited: Person,
        rules: Rules = STANDARD,
        guild: GuildId = GUILD,
        channel: ChannelId = CHANNEL,
        place: Place = Place.SERVER,
        locale: str | None = None,
        preset: str = "standard",
        clock: ClockRules = DAILY,
        rated: bool = False,
        **more: object,
    ) -> OpenLobby:
        plain = {
            "interaction": self.press(),
            "table": TableMessage(guild, channel, place=place, locale=locale),
            "host": host,
            "setup": MatchSetup(rules, preset, clock, rated),
            "expires_at_ms": self.clock.now + 900_000,
            "invited": invited,
            **more,
        }
        return OpenLobby(**plain)  # type: ignore[arg-type]

    async def opened(self, host: Person = ANN, *invited: Person, **more: object) -> LobbyId:
        outcome = await self.service.open_lobby(self.offer(host, *invited, **more))  # type: ignore[arg-type]
        assert isinstance(outcome, LobbyOpened), outcome
        return outcome.lobby.id

    async def match(self, first: Person = ANN, second: Person = BOB, **more: object) -> LiveMatch:
        """A challenge that was accepted."""
        lobby = await self.opened(first, second, **more)
        outcome = await self.service.join(self.press(), lobby, second)
        assert isinstance(outcome, Started), outcome
        return outcome.live

    async def practice(
        self,
        rules: Rules = STANDARD,
        clock: ClockRules = DAILY,
        seats: int | None = None,
    ) -> LiveMatch:
        ask = Practice(
            interaction=self.press(),
            table=TableMessage(GUILD, CHANNEL),
            person=ANN,
            setup=MatchSetup(rules, clock=clock),
            seats=seats,
        )
        outcome = await self.service.practice(ask)
        assert isinstance(outcome, Started)
        return outcome.live

    async def load(self, match_id: MatchId) -> LiveMatch:
        return existing(await self.service.load(match_id))

    async def act(
        self, live: LiveMatch, seat: Seat, action: SeatAction, interaction: int | None = None
    ) -> ActOutcome:
        """A press on the board as it is in ``live``."""
        user_id = existing(live.player(seat).user_id)
        key = self.press() if interaction is None else InteractionId(interaction)
        return await self.service.act(
            MatchCommand(key, live.id, user_id, action, live.revision(seat))
        )

    async def did(
        self, live: LiveMatch, seat: Seat, action: SeatAction, interaction: int | None = None
    ) -> LiveMatch:
        """The match after a press that counts."""
        outcome = await self.act(live, seat, action, interaction)
        assert isinstance(outcome, Applied), outcome
        return outcome.live

    async def turn(self, live: LiveMatch) -> LiveMatch:
        """Somebody who is to act does something sensible."""
        seat = next(s for s in live.public().to_act if live.player(s).user_id is not None)
        return await self.did(live, seat, sensible(live, seat))

    async def play(self, live: LiveMatch, until: Callable[[LiveMatch], bool]) -> LiveMatch:
        """Everybody plays sensibly until something is so."""
        while not until(live):
            await self.service.idle()
            live = await self.load(live.id)
            if until(live):
                break
            live = await self.turn(live)
        return live

    async def between(self, live: LiveMatch) -> LiveMatch:
        """Play a round to its end."""
        return await self.play(live, lambda now: now.public().phase is MatchPhase.BETWEEN)

    async def of_four(self, **more: object) -> LiveMatch:
        """A match of two teams, which has two tables."""
        rules = PRESETS["partnership_4"]
        lobby = await self.opened(ANN, rules=rules, seats=4, max_seats=4, **more)
        for person in (BOB, CEE, DAN):
            await self.service.join(self.press(), lobby, person)
        (live,) = await self.service.live_matches_of(ANN.user_id)
        return live


def sensible(live: LiveMatch, seat: Seat) -> SeatAction:
    view = live.view(seat)
    return Ready() if view.public.phase is MatchPhase.BETWEEN else choose(view, Level.CASUAL, 0)


async def open_world(
    where: str | Path,
    *,
    clock: Hands | None = None,
    seed: str = "test",
    chooser: Chooser | None = None,
    terms: TimeSettings | None = None,
    last_id: int = 1000,
    **store: object,
) -> World:
    """Open a world on the database of a URL, or on an SQLite file in a folder."""
    url, hands = sqlite_url(where) if isinstance(where, Path) else where, clock or Hands()
    service = Service(
        await Store.open(ready(url), lock_wait_s=5, **store),  # type: ignore[arg-type]
        clock=hands,
        entropy=Counted(seed),
        chooser=chooser,
        time_settings=terms or TimeSettings(pace_ms=(0, 0)),
    )
    await service.start()
    world = World(service, hands, last_id=last_id)
    service.bus.subscribe(Committed, world.listen)
    return world


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'gin.db'}"


def first_deadline(live: LiveMatch) -> int | None:
    """When the first of the running turns expires; ``None`` without a limit."""
    found = (live.deadline_of(player.seat) for player in live.players)
    return min((moment for moment in found if moment is not None), default=None)
