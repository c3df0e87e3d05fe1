"""Every button × every kind of person × every state: one answer, no error, nobody else's row."""

import logging
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.presses.account import PrivacyPress, PrivacyVerb
from bot.presses.event import EventPress, PlanPress
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.custom_id import Area, CustomId
from bot.ui.i18n import LANGUAGES
from bot.ui.listener import Messenger
from bot.ui.routes import PUBLIC
from bot.ui.screen import Screen
from engine.clocks import DAY, LIVE
from engine.events.kinds import FIELD, SWISS, TEAMS
from engine.events.plan import EventPlan
from engine.game.actions import AskPause, RoundAction
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.service import (
    Applied,
    ChannelId,
    GuildConfig,
    GuildId,
    InteractionId,
    LiveMatch,
    LobbyOpened,
    MatchCommand,
    MatchId,
    MatchSetup,
    OpenLobby,
    Person,
    Prefs,
    Started,
    TableMessage,
    UserId,
)
from engine.service.events.outcomes import EventChanged
from engine.service.events.types import Announce
from tests.bot.ui.screen_limits import problems
from tests.journeys.paths import ask
from tests.journeys.world import World, running_world
from tests.keys import fresh
from tests.security.pressing import Control, Fuzzer, kind_of
from tests.service.world import sensible
from tests.waiting import PATIENCE_S
from tests.worlds.command_tree import leaves
from tests.worlds.every_press import PRESSES, presses
from tests.worlds.servers import admins

pytestmark = pytest.mark.slow

EACH = int(os.environ.get("GIN_FUZZ_EACH", "1"))
"""Presses of everybody in every state."""
NIGHTS = 10
"""The most half days that pass until a clock has run out which quiet hours stop every day."""
EVENINGS = int(os.environ.get("GIN_FUZZ_EVENINGS", "3"))
"""Matches that are played in the hope for every state."""
STATES = {
    *("challenge", "offer_non_dealer", "draw", "discard"),
    *("paused", "late", "sitting out", "over", "pages", "expired", "different servers"),
}
SELDOM = {"between", "offer_dealer", "forced_stock", "layoff"}
"""States that the cards of an evening may not bring."""
NOT_ONCE = {PrivacyPress(PrivacyVerb.DELETE), MenuPress(MenuVerb.CARD_TABLE)}
"""Whoever deletes their data has nothing left to press; SimCord knows no Activities."""


class Quick:
    """Computers that think at once: what they think is not looked at here."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        return choose(view, Level.NOVICE, seed)


class Crowd:
    """Everybody there is, each with a message to press on."""

    def __init__(self, world: World, people: dict[str, tuple[MemberActor, Any]]) -> None:
        self.world = world
        self.people = people

    async def press_all(self, fuzzer: Fuzzer, state: str, live: LiveMatch | None) -> None:
        to_act = set() if live is None else {live.player(s).user_id for s in live.public().to_act}
        fuzzer.collect()
        for role, (member, message) in self.people.items():
            name = role
            seat = None if live is None else live.seat_of(UserId(member.id))
            if live is not None and seat is not None:
                name = "to move" if UserId(member.id) in to_act else "waiting"
                if live.view(seat).side is None:
                    name = "sitting out"
            for _ in range(EACH):
                await fuzzer.press(member, message, state, name)


async def foreigner(world: World) -> tuple[MemberActor, Any]:
    """A member of another server, with a message of the bot there."""
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("far-away")
    member = guild.add_member(world.env.create_user("zoe", global_name="Zoe"))
    sent = await member.slash(channel, "gin help")
    await world.settle()
    return member, sent.response


async def two_servers(world: World, crowd: Crowd, host: MemberActor) -> LiveMatch:
    """A match of a member with somebody of another server, who is found there."""
    zoe, message = crowd.people["foreigner"]
    here = GuildId(world.env.guild.id), ChannelId(world.channel.id)
    far = world.env.backend.channels[message.channel_id]
    assert far.guild_id is not None
    there = GuildId(far.guild_id), ChannelId(far.id)
    admin, found = UserId(world.members[0].id), None
    await peace(world, host)
    for member, (guild, channel) in ((host, here), (zoe, there)):
        person = Person(UserId(member.id), member.name, member.name)
        await world.service.set_guild_config(fresh(), guild, admin, GuildConfig(across=True))
        await world.service.set_prefs(fresh(), person, Prefs(across=True))
        ask = OpenLobby(
            interaction=InteractionId(world.time.now_ms() << 20 | member.id & 0xFFF),
            table=TableMessage(guild, channel),
            host=person,
            setup=MatchSetup(PRESETS["standard"]),
            expires_at_ms=world.time.now_ms() + 900_000,
        )
        found = await world.service.find(ask, None, frozenset())
    assert isinstance(found, Started), found
    assert found.live.table.is_apart
    await world.settle()
    return await loaded(world, found.live.id)


async def crowd_of(world: World, message: Any) -> Crowd:
    alice, bob, carol, dave, erin, frank, grace = world.members[:7]
    guild = GuildId(world.env.guild.id)
    service = world.service
    rude = Person(UserId(frank.id), "Frank")
    boss = UserId(alice.id)
    await service.bans.ban(InteractionId(31), guild, boss, rude, days=None, reason="rude")
    await service.blocks.block(fresh(), UserId(bob.id), UserId(grace.id))
    people: dict[str, tuple[MemberActor, Any]] = {
        "player": (erin, message),
        "other player": (bob, message),
        "spectator": (carol, message),
        "former player": (dave, message),
        "administrator": (alice, message),
        "banned": (frank, message),
        "blocked": (grace, message),
        "foreigner": await foreigner(world),
    }
    for (member, _), locale in zip(people.values(), LANGUAGES, strict=False):
        person = Person(UserId(member.id), member.name)
        await service.set_prefs(fresh(), person, Prefs(locale=locale))
    return Crowd(world, people)


async def driven(world: World, live: LiveMatch) -> LiveMatch:
    """Whoever may move does something sensible."""
    seat = next(iter(live.public().to_act))
    user = live.player(seat).user_id
    assert user is not None
    press = MatchCommand(
        InteractionId(world.time.now_ms() * 1000 + live.version),
        live.id,
        user,
        sensible(live, seat),
        live.revision(seat),
    )
    outcome = await world.service.act(press)
    await world.settle()
    assert isinstance(outcome, Applied), outcome
    return outcome.live


def state_of(live: LiveMatch) -> str:
    view = live.public()
    if live.is_over:
        return "over"
    if live.is_paused:
        return "paused"
    if live.late:
        return "late"
    if view.phase is MatchPhase.BETWEEN:
        return "between"
    return view.tables[0].phase.name.lower()


async def new_match(
    world: World, first: MemberActor, *others: MemberActor, preset: str = "standard"
) -> tuple[Any, LiveMatch]:
    await peace(world, first, *others)
    number = InteractionId(world.time.now_ms() << 20)
    opened = await world.service.open_lobby(
        OpenLobby(
            interaction=number,
            table=TableMessage(GuildId(world.env.guild.id), ChannelId(world.channel.id)),
            host=Person(UserId(first.id), first.name),
            setup=MatchSetup(replace(PRESETS[preset], target=20)),
            expires_at_ms=world.time.now_ms() + 900_000,
            invited=tuple(Person(UserId(one.id), one.name) for one in others),
            seats=1 + len(others),
            max_seats=1 + len(others),
        )
    )
    assert isinstance(opened, LobbyOpened), opened
    started: object = None
    for place, other in enumerate(others):
        guest = Person(UserId(other.id), other.name)
        joining = InteractionId(number + 1 + place)
        started = await world.service.join(joining, opened.lobby.id, guest)
    assert isinstance(started, Started), started
    await world.settle()
    live = await loaded(world, started.live.id)
    return world.env.backend.messages[live.table.channel][live.table.message or 0], live


async def peace(world: World, *members: MemberActor) -> None:
    """An hour later: undo what keeps two from playing."""
    world.time.ahead_ms += 3_600_000
    guild = GuildId(world.env.guild.id)
    boss = UserId(world.members[0].id)
    await world.service.set_guild_config(InteractionId(9), guild, boss, GuildConfig())
    for member in members:
        user = UserId(member.id)
        await world.service.bans.lift(InteractionId(member.id), guild, boss, user)
        for other in await world.service.blocks.of(user):
            await world.service.blocks.unblock(fresh(), user, other)
        for lobby in await world.service.open_lobbies_of(user):
            await world.service.leave(fresh(), lobby.id, user)
    await world.settle()


async def everything_once(world: World, fuzzer: Fuzzer) -> None:
    """Every command that needs nothing, and every press that there is, by two of the people.

    So the buttons are known of whatever they show.
    """
    alice, bob = world.members[:2]
    for name, command in tuple(leaves(world)):
        if command.extras != PUBLIC and not any(one.required for one in command.parameters):
            for member in (alice,) if name.startswith("gin-admin") else world.members[:5]:
                await member.slash(world.channel, name)
                await world.settle()
    newest = world.public()[-1].message
    for kind in PRESSES:
        for press in presses(kind):
            for member in (alice, bob) if press not in NOT_ONCE else ():
                await fuzzer._dispatch(member, newest, Control(str(press), 2))
                await world.settle()
    await ask(world, bob, "note send", user=alice, words="well played")
    await ask(world, bob, "friends report", user=alice, reason="for the fuzz")
    await ask(world, alice, "admin reports")
    await ask(world, alice, "note inbox")


async def events_known(world: World, fuzzer: Fuzzer) -> None:
    """Events far ahead, with all that is asked of them and of the builder, but for answers."""
    alice, bob, carol = world.members[:3]
    plan = EventPlan(
        name="Far away",
        kind=SWISS,
        preset="standard",
        rules=PRESETS["standard"],
        starts_ms=world.time.now_ms() + 200 * DAY,
        clock=LIVE,
    )
    host, guild = Person(UserId(alice.id), alice.name), GuildId(world.env.guild.id)
    ask = Announce(fresh(), guild, ChannelId(world.channel.id), host, plan)
    announced = await world.service.events.announce(ask)
    assert isinstance(announced, EventChanged), announced
    event = announced.event
    world.bot.parts.events.left_alone_s = 0.0
    for member in (bob, carol):
        person = Person(UserId(member.id), member.name)
        await world.service.events.enter(fresh(), event.id, person)
    await world.settle()
    found = [event]
    for kind, name in ((FIELD, "Boards"), (TEAMS, "Teams")):
        other = Announce(fresh(), guild, ask.channel, host, replace(plan, kind=kind, name=name))
        held = await world.service.events.announce(other)
        assert isinstance(held, EventChanged), held
        found.append(held.event)
    newest = world.public()[-1].message
    asked = [
        press
        for one in found
        for press in presses(EventPress, one.id)
        if not str(press).endswith("-yes")
    ]
    for member in (alice, bob):
        for press in (*asked, *presses(PlanPress)):
            await fuzzer._dispatch(member, newest, Control(str(press), 2))
            await world.settle()
    fuzzer.collect()


async def looked_into(world: World, fuzzer: Fuzzer, live: LiveMatch) -> None:
    """The screens behind the table's buttons: hands, options, orders, sheets."""
    newest = world.public()[-1].message
    for player in live.players:
        member = next((one for one in world.members if one.id == player.user_id), None)
        if member is None:
            continue
        for area, what in (
            (Area.TABLE, "hand"),
            (Area.TABLE, "more"),
            (Area.TABLE, "resign"),
            (Area.TABLE, "verify"),
            (Area.HAND, "more"),
            (Area.HAND, "look"),
        ):
            custom_id = str(CustomId(area, live.id, live.revision(player.seat), what))
            await fuzzer._dispatch(member, newest, Control(custom_id, 2))
            await world.settle()
    fuzzer.collect()


async def fuzzed(folder: Path, seed: int) -> tuple[Fuzzer, set[str]]:
    """One evening: every state once, everybody pressing in each."""
    states: set[str] = set()
    async with running_world(folder, people=8, chooser=Quick()) as world:
        world.env.settle_timeout = PATIENCE_S  # the first to ask has the puzzle looked for
        await admins(world)
        alice, bob, carol, dave, erin = world.members[:5]
        fuzzer = Fuzzer(world, random.Random(seed), {alice.id})
        log = logging.getLogger()
        log.addHandler(fuzzer.said)
        try:
            crowd = await crowd_of(world, await old_match(world, dave, erin))
            fuzzer.collect()

            async def all_press(state: str, live: LiveMatch | None) -> None:
                states.add(state)
                await crowd.press_all(fuzzer, state, live)

            await world.slash(erin, "challenge", opponent=bob)
            await world.slash(carol, "open", rules="tedesco_2v2")
            await all_press("challenge", None)
            world.time.ahead_ms += 3_600_000
            await world.settle()
            await all_press("expired", None)
            await events_known(world, fuzzer)
            await everything_once(world, fuzzer)
            await all_press("pages", None)
            for _ in range(EVENINGS):
                if not (STATES | SELDOM) - states - {"paused", "late"}:
                    break
                await evening(world, fuzzer, states, all_press)
            live = await two_servers(world, crowd, erin)
            await looked_into(world, fuzzer, live)
            await all_press("different servers", live)
            for state in ("paused", "late"):
                _, live = await new_match(world, erin, bob)
                if state == "paused":
                    for number, user in enumerate((erin, bob)):
                        ask = MatchCommand(
                            InteractionId(live.id + number + 1),
                            live.id,
                            UserId(user.id),
                            AskPause(),
                            None,
                        )
                        await world.service.act(ask)
                else:
                    world.time.ahead_ms += 25 * 3_600_000
                await world.settle()
                live = await loaded(world, live.id)
                for _ in range(NIGHTS):
                    if state != "late" or live.late:
                        break
                    # Somebody pressed for quiet hours, which stop the clock every day.
                    world.time.ahead_ms += 14 * 3_600_000
                    await world.settle()
                    live = await loaded(world, live.id)
                await world.service.daily.run()
                await looked_into(world, fuzzer, live)
                await all_press(state_of(live), live)
                await crowd.press_all(fuzzer, state_of(live), live)
            _, live = await new_match(world, erin, bob, dave, preset="three_handed")
            await looked_into(world, fuzzer, live)
            await all_press("sitting out", live)
            await crowd.press_all(fuzzer, "sitting out", live)
        finally:
            log.removeHandler(fuzzer.said)
        fuzzer.faults += [repr(error) for error in world.env.errors]
    return fuzzer, states


async def old_match(world: World, first: MemberActor, second: MemberActor) -> Any:
    sent, live = await new_match(world, first, second)
    while not live.is_over and len(live.public().played) < 1:
        live = await driven(world, live)
    return sent


async def loaded(world: World, match: MatchId) -> LiveMatch:
    live = await world.service.load(match)
    assert live is not None
    return live


async def evening(world: World, fuzzer: Fuzzer, states: set[str], all_press: Any) -> None:
    """A match from the first offer to its end, pressed in each of its states."""
    bob, erin = world.members[1], world.members[4]
    for live in await world.service.live_matches_of(UserId(bob.id)):
        if live.seat_of(UserId(erin.id)) is not None:
            break
    else:
        _, live = await new_match(world, erin, bob)
    for _ in range(400):
        live = await loaded(world, live.id)
        state = state_of(live)
        if state not in states and state in STATES | SELDOM:
            await looked_into(world, fuzzer, live)
            await all_press(state, live)
            live = await loaded(world, live.id)
        if live.is_over or live.is_paused or live.late or not live.public().to_act:
            break
        live = await driven(world, live)


@pytest.mark.parametrize("seed", range(int(os.environ.get("GIN_FUZZ_SEEDS", "1"))))
async def test_anybody_may_press_anything_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    composed, broken = Messenger.compose, list[str]()

    async def judged(self: Messenger, screen: Screen, **how: Any) -> Any:
        broken.extend(f"{one}: {list(screen.texts())}" for one in problems(screen))
        return await composed(self, screen, **how)

    monkeypatch.setattr(Messenger, "compose", judged)
    fuzzer, states = await fuzzed(tmp_path, seed)
    assert broken == [], "every screen keeps Discord's limits"
    assert fuzzer.faults == [], "\n".join(sorted(set(fuzzer.faults)))
    assert len({kind_of(one) for one in fuzzer.controls}) > 60
    assert states >= STATES
