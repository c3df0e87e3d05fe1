"""Somebody of a club, who acts and sees in the words of the game."""

from dataclasses import dataclass
from typing import Any

from simcord.builders import ChannelHandle

from bot.ui.press import Press
from engine.service import Person as Named
from engine.service import UserId
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.seen import Seen


@dataclass
class Who(Person):
    """A member of the club. ``room``: where they type, if it is not the club's channel."""

    room: ChannelHandle | None = None

    @property
    def id(self) -> UserId:
        return UserId(self.member.id)

    @property
    def named(self) -> Named:
        """The person as the service knows them."""
        name = self.member.user.global_name or self.name
        return Named(self.id, name, name)

    @property
    def hand(self) -> Seen:
        """The panel with the own cards that was opened last."""
        return Seen(self.world, self.panel_message)

    async def asks(self, what: str, /, **options: Any) -> Seen:
        """Type a command, or go the way of presses that leads to the same; see the answer."""
        given = {name: _actor(one) for name, one in options.items()}
        if self.room is None:
            return self._answer(await ask(self.world, self.member, what, **given))
        result = await self.member.slash(self.room, f"gin {what}", **given)
        await self.world.settle()
        return self._answer(result)

    async def challenges(self, other: "Who", **options: Any) -> Seen:
        """Challenge somebody; see the invitation."""
        return await self.asks("challenge", opponent=other, **options)

    async def accepts(self, invitation: Seen) -> Seen:
        return await self.presses("Accept", invitation)

    async def presses(self, what: str | Press, on: Seen | None = None, *, fills: str = "") -> Seen:
        """Press a button of the own hand, or ``on`` a message.

        ``what``: how its label begins, or the press that it is.
        ``fills``: the text for the form that opens; what is seen is the answer to the last step.
        """
        if on is None:
            on = self.hand
            self.pressed.append(str(what))
        custom_id = on.button(what)["custom_id"] if isinstance(what, str) else str(what)
        result = await self.member.click(on.message, custom_id=custom_id)
        await self.world.settle()
        return await self._filled(result, fills)

    async def chooses(
        self, value: Any, on: Seen | None = None, *, menu: int | str = 0, fills: str = ""
    ) -> Seen:
        """Choose something in a menu of the own hand, or ``on`` a message.

        ``value``: what is chosen, or a list of it; ``menu``: as :meth:`Seen.menu_id` takes it.
        """
        on = self.hand if on is None else on
        values = [_actor(one) for one in (value if isinstance(value, list) else [value])]
        result = await self.member.select(on.message, values, custom_id=on.menu_id(menu))
        await self.world.settle()
        return await self._filled(result, fills)

    async def opens_hand(self, table: Seen) -> Seen:
        await self.open_hand(table.shown)
        return self.hand

    async def reads_text(self) -> None:
        """Do what somebody does who listens instead of looking."""
        await self.presses("Text mode", await self.asks("settings"))

    def inbox(self) -> list[Seen]:
        """Every private message that they have in the channel, oldest first."""
        stored = self.world.env.backend.messages[self.world.channel.id]
        history = self.world.channel.history(viewer=self.member)
        return [Seen(self.world, stored[one.id]) for one in history if stored[one.id].is_ephemeral]

    async def _filled(self, result: Any, text: str) -> Seen:
        if text:
            result = await self.member.submit_modal(result, {"text": text})
            await self.world.settle()
        return self._answer(result)

    def _answer(self, result: Any) -> Seen:
        return Seen(self.world, result.response, result)


def _actor(value: Any) -> Any:
    """What SimCord knows somebody by."""
    return value.member if isinstance(value, Who) else value
