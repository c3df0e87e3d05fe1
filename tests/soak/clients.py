"""People who press as fast as they are answered, in a process that will be killed.

They write down what they sent and what they heard, one line each, on a pipe: ``sent`` before a
press leaves, ``done`` when it was acknowledged with the version it made, ``again`` when it was
called a repetition, ``no`` when it was refused, ``lost`` when no such match is stored, ``seen``
when a match was shown, with its version and a digest of its state. Nothing else is known about
the process afterwards.
"""

import asyncio
import os
import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.clocks import DAILY
from engine.game.actions import Ready, SeatAction
from engine.game.match import MatchPhase, neutral_action
from engine.game.notation import action_text, parse_action
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.game.snapshot import dump
from engine.players import Level, choose
from engine.service import (
    Applied,
    Busy,
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    LobbyOpened,
    MatchCommand,
    MatchId,
    MatchSetup,
    NoSuchMatch,
    OpenLobby,
    Person,
    Refused,
    Repeated,
    Service,
    Stale,
    Started,
    TableMessage,
    TimeSettings,
    Unsure,
    UserId,
)
from engine.service.live import stored_of
from engine.store import Store, StoreError
from tests.seeds import EntropyByName

TABLES = 16
IDS_OF_A_LIFE = 1_000_000
RULES = replace(PRESETS["standard"], target=30)
GUILD = GuildId(700)


class Sent(NamedTuple):
    """A press as it was sent; what a later process needs to deliver it again."""

    interaction: int
    match: int
    user: int
    revision: int
    action: str

    def command(self) -> MatchCommand:
        action = parse_action(self.action)
        return MatchCommand(
            InteractionId(self.interaction),
            MatchId(self.match),
            UserId(self.user),
            action,  # type: ignore[arg-type]
            self.revision,
        )


@dataclass
class Life:
    """One process: its number, its pipe, and whatever was on its way when the last one died.

    ``pause_s``: how long people look at what they are shown before they press.
    """

    number: int
    pipe: int
    late: Sequence[Sent] = ()
    shared: bool = False
    tables: int = TABLES
    pause_s: float = 0.0
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.number)
        self._last = self.number * IDS_OF_A_LIFE

    def new_id(self) -> InteractionId:
        self._last += 1
        return InteractionId(self._last)

    def write(self, line: str) -> None:
        os.write(self.pipe, f"{line}\n".encode())


async def live(url: str, life: Life) -> None:
    """Play until somebody kills this process."""
    store = await Store.open(url, lock_wait_s=5)
    entropy = EntropyByName(f"life {life.number}")
    service = Service(store, entropy=entropy, time_settings=TimeSettings(pause_ms=60_000))
    await service.start()
    life.write("ready")
    late = [press for press in life.late if life.chance.random() < 0.8]
    await asyncio.gather(
        *(_deliver(service, life, press) for press in late),
        *(_play_table(service, life, table) for table in range(life.tables)),
    )


async def _play_table(service: Service, life: Life, table: int) -> None:
    people = [Person(UserId(1000 + 2 * table + k), f"p{k}") for k in (0, 1)]
    while True:
        try:
            known = await service.live_matches_of(people[0].user_id)
            match = known[-1] if known else await _seated(service, life, people)
            while match is not None and not match.is_over:
                match = await _turn(service, life, match)
        except StoreError:
            await asyncio.sleep(0.05)


async def _seated(service: Service, life: Life, people: Sequence[Person]) -> LiveMatch | None:
    host, guest = people
    ask = OpenLobby(
        interaction=life.new_id(),
        table=TableMessage(GUILD, ChannelId(800)),
        host=host,
        setup=MatchSetup(RULES, clock=DAILY, rated=True),
        expires_at_ms=2**52,
        invited=(guest,),
    )
    opened = await service.open_lobby(ask)
    if isinstance(opened, LobbyOpened):
        lobby = opened.lobby.id
    else:
        # The one that another process, or this one's predecessor, has opened.
        found = await service.open_lobbies_of(host.user_id)
        if not found:
            await asyncio.sleep(0.01)
            return None
        lobby = found[0].id
    started = await service.join(life.new_id(), lobby, guest)
    return started.live if isinstance(started, Started) else None


async def _turn(service: Service, life: Life, match: LiveMatch) -> LiveMatch | None:
    state = zlib.crc32(dump(stored_of(match).match).encode())
    life.write(f"seen {match.id} {match.version} {state}")
    await asyncio.sleep(life.pause_s)
    seat = life.chance.choice(match.public().to_act)
    user = match.player(seat).user_id
    assert user is not None
    action = _some_action(life, match, seat)
    press = Sent(life.new_id(), match.id, user, match.revision(seat), action_text(action))
    dice = life.chance.random()
    if dice < 0.05 and match.version:
        # A button of a state that has passed.
        old = press._replace(interaction=life.new_id(), revision=press.revision - 1)
        await _deliver(service, life, old)
    if dice > 0.85:
        results = await asyncio.gather(
            _deliver(service, life, press), _deliver(service, life, press)
        )
        return next((one for one in results if one is not None), None)
    return await _deliver(service, life, press)


async def _deliver(service: Service, life: Life, press: Sent) -> LiveMatch | None:
    """Deliver a press and write down what came back; the match as it is now."""
    life.write("sent " + " ".join(str(part) for part in press))
    outcome = await service.act(press.command())
    match outcome:
        case Applied(live=live):
            life.write(f"done {press.interaction} {live.version}")
        case Repeated(live=live):
            life.write(f"again {press.interaction} {live.version}")
        case Stale(live=live) | Refused(live=live):
            life.write(f"no {press.interaction}")
        case Busy() | Unsure():
            life.write(f"busy {press.interaction}")
            await asyncio.sleep(0.02)
            if life.chance.random() < 0.5:
                # Discord may deliver it once more; whatever became of it must be told now.
                return await _deliver(service, life, press)
            return await service.load(MatchId(press.match))
        case NoSuchMatch():
            life.write(f"lost {press.interaction}")
            return None
        case _:
            raise AssertionError(outcome)
    return live


def _some_action(life: Life, match: LiveMatch, seat: Seat) -> SeatAction:
    state = stored_of(match).match
    if state.phase is MatchPhase.BETWEEN:
        return Ready()
    if life.chance.random() < 0.35:
        return choose(match.view(seat), Level.CASUAL, life.chance.randrange(100))
    return neutral_action(state, seat)
