"""An event on the real bot: an organizer, players, and the time that passes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
from simcord import actors
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.enums import InteractionType

from bot.presses.event import PlanVerb
from engine.clocks import HOUR, MINUTE
from engine.events.kinds import SWISS
from engine.events.plan import EventKind, check_in_ms
from engine.game.actions import Resign
from engine.service import Applied, LiveMatch, MatchCommand, Person, TimeSettings, UserId
from engine.service.events.types import Event, EventId, EventPairing, EventState, PairingState
from engine.service.people import GuildId, MatchId
from tests.journeys.world import Shown, World, running_world, shown, walk
from tests.keys import fresh
from tests.service.world import sensible

MENUS = (3, 5, 6, 8)
"""Discord's numbers of menus: of texts, people, roles and channels."""
TERMS = TimeSettings(pause_ms=30_000, pace_ms=(0, 0))


@dataclass
class Evening:
    """A server on the evening of an event."""

    world: World
    host: MemberActor
    players: list[MemberActor]

    @property
    def guild(self) -> GuildId:
        return GuildId(self.world.env.guild.id)

    # -- what people do ---------------------------------------------------------------------

    async def open_list(self, member: MemberActor) -> Shown:
        sent = (await self.world.slash(member, "events")).response
        return shown(sent, sent.components)

    def now(self, panel: Shown) -> Shown:
        """A private panel as it is now."""
        return shown(panel.message, self.world.stored(panel.message.id).components)

    async def press(self, member: MemberActor, panel: Shown, label: str) -> Shown:
        """Press a button; the new answer, or the pressed panel as it is afterwards."""
        result = await self.world.press(member, panel, label)
        answer = result.response
        if answer is None or answer.id == panel.message.id:
            return self.now(panel)
        return shown(answer, answer.components)

    async def press_drawn(self, member: MemberActor, panel: Shown, custom_id: str) -> Shown:
        """Press a button that a panel had before it was drawn anew, or that another one has."""
        backend = self.world.env.backend
        stored = backend.get_message(self.world.channel.id, panel.message.id)
        result = await actors._dispatch_actor_interaction(
            member,
            InteractionType.MESSAGE_COMPONENT,
            self.world.channel,
            {"custom_id": custom_id, "component_type": 2},
            extra={"message": dict(serializers.message_payload(backend, stored))},
            source_message_id=stored.id,
        )
        await self.world.settle()
        answer = result.response
        if answer is None or answer.id == panel.message.id:
            return self.now(panel)
        return shown(answer, answer.components)

    async def fill(self, member: MemberActor, panel: Shown, label: str, text: str) -> Shown:
        """Press a button that opens a form, and submit it."""
        opened = await self.world.press(member, panel, label)
        assert opened.modal is not None
        result = await member.submit_modal(opened, {"text": text})
        await self.world.settle()
        answer = result.response
        if answer is None or answer.id == panel.message.id:
            return self.now(panel)
        return shown(answer, answer.components)

    async def choose(self, member: MemberActor, panel: Shown, verb: str, value: Any) -> Shown:
        parts = self.world.stored(panel.message.id).components
        menus = [one for one in walk(parts) if one.get("type") in MENUS]
        menu = next(one for one in menus if f":{verb}" in one["custom_id"])
        result = await member.select(panel.message, [value], custom_id=menu["custom_id"])
        await self.world.settle()
        answer = result.response
        if answer is None or answer.id == panel.message.id:
            return self.now(panel)
        return shown(answer, answer.components)

    async def announce(self, kind: EventKind, **options: Any) -> Event:
        """Announce an event that starts in some hours. ``options``: menus of the second page."""
        panel = await self.press(self.host, await self.open_list(self.host), "New event")
        if kind is not SWISS:
            panel = await self.choose(self.host, panel, f"plan-{PlanVerb.KIND}", kind.name)
        if options:
            panel = await self.press(self.host, panel, "More")
            for field, value in options.items():
                verb = "plan-role" if field == "role" else f"plan-set-{field}"
                panel = await self.choose(self.host, panel, verb, value)
            panel = await self.press(self.host, panel, "Back")
        starts = datetime.fromtimestamp((self.world.time.now_ms() + 30 * HOUR) / 1000, UTC)
        panel = await self.fill(self.host, panel, "Date and time…", f"{starts:%Y-%m-%d %H:%M} UTC")
        answer = await self.press(self.host, panel, "Announce")
        assert "✅" in answer.text, answer.text
        current = (await self.world.service.events.of_guild(self.guild)).current
        return current[-1]

    def message(self, event: Event) -> Shown:
        """The event's message as everybody sees it."""
        assert event.message is not None
        return shown(
            next(one for one in self.world.channel.history() if one.id == event.message),
            self.world.stored(event.message).components,
        )

    async def event(self, event: Event) -> Event:
        found = await self.world.service.events.event(event.id)
        assert found is not None
        return found

    async def start(self, event: Event, *, by_buttons: int = 2) -> Event:
        """Everybody enters and checks in, the first ones by the buttons of the message."""
        for number, player in enumerate(self.players):
            if number < by_buttons:
                await self.press(player, self.message(event), "Enter")
            else:
                await self.world.service.events.enter(fresh(), event.id, person(player))
        await self.until(event.plan.starts_ms - check_in_ms(event.plan))
        event = await self.event(event)
        assert event.state is EventState.CHECK_IN
        for number, player in enumerate(self.players):
            if number < by_buttons:
                await self.press(player, self.message(event), "Check in")
                again = await self.press(player, self.message(event), "Check in")
                assert again.text == "You're already checked in."
            else:
                await self.world.service.events.check_in(fresh(), event.id, UserId(player.id))
        await self.until(event.plan.starts_ms)
        return await self.event(event)

    async def until(self, moment_ms: int) -> None:
        """Let the time come."""
        self.world.time.ahead_ms += max(0, moment_ms - self.world.time.now_ms())
        await self.world.settle()

    async def wait(self, duration_ms: int) -> None:
        await self.until(self.world.time.now_ms() + duration_ms)

    # -- what happens at the tables ------------------------------------------------------------

    async def decide(self, pairing: EventPairing, loser: UserId) -> None:
        """Play the match of a pairing until one player resigns."""
        match = MatchId(pairing.matches[-1])
        live = await self.live(match)
        while live.public().may_abort:
            seat = live.public().to_act[0]
            user = live.player(seat).user_id
            assert user is not None
            command = MatchCommand(fresh(), match, user, sensible(live, seat), live.revision(seat))
            assert isinstance(await self.world.service.act(command), Applied)
            live = await self.live(match)
        resigned = await self.world.service.act(MatchCommand(fresh(), match, loser, Resign(), None))
        assert isinstance(resigned, Applied)

    async def live(self, match: MatchId) -> LiveMatch:
        live = await self.world.service.load(match)
        assert live is not None
        return live

    async def play_round(self, event: Event) -> Event:
        """Whoever entered later loses every match that is being played."""
        event = await self.event(event)
        order = {UserId(one.id): number for number, one in enumerate(self.players)}
        for one in event.pairings:
            if one.state is PairingState.PLAYING and one.second is not None:
                await self.decide(one, max(one.first, one.second, key=lambda user: order[user]))
        await self.world.settle()
        return await self.event(event)

    async def play_out(self, event: Event) -> Event:
        """Play every round until the event is over."""
        for _ in range(40):
            event = await self.play_round(event)
            if event.state is not EventState.RUNNING:
                break
            await self.wait(max(MINUTE, self.world.terms.pause_ms))
            event = await self.event(event)
        assert event.state is EventState.FINISHED
        return event

    async def panel(self, member: MemberActor, event: Event, *labels: str) -> Shown:
        """What a member gets who presses these buttons, beginning at the event's message."""
        panel = self.message(await self.event(event))
        for label in labels:
            panel = await self.press(member, panel, label)
        return panel

    def thread(self, event: Event) -> list[Shown]:
        """The news of the event's thread, oldest first."""
        if event.thread is None:
            return []
        stored = self.world.env.backend.messages[event.thread].values()
        return [shown(one, one.components) for one in stored]


def person(member: MemberActor) -> Person:
    """A member as a press tells the service."""
    return Person(UserId(member.id), f"Player {member.name.removeprefix('p')}")


@asynccontextmanager
async def evening(folder: Path, players: int = 16, **options: Any) -> AsyncIterator[Evening]:
    """A server with so many members, and one who may organize events."""
    async with running_world(folder, people=0, terms=TERMS, **options) as world:
        env, guild = world.env, world.env.guild
        role = guild.create_role("Host", permissions=discord.Permissions(manage_events=True))
        host = guild.add_member(env.create_user("holly", global_name="Holly"), roles=[role])
        members = [
            guild.add_member(env.create_user(f"p{n}", global_name=f"Player {n}"))
            for n in range(1, players + 1)
        ]
        world.members = members
        world.bot.parts.events.left_alone_s = 0.0
        yield Evening(world, host, members)


__all__ = ["Evening", "EventId", "evening"]
