"""People at a table: they open their hand and press what the panel offers."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from simcord.actors import MemberActor

from bot.ui.custom_id import parse_custom_id
from engine.game.cards import card_set, cards_from
from engine.game.melds import STANDARD, solver
from tests.journeys.world import Shown, World, shown


@dataclass
class Person:
    """A member with the newest panel they opened, as they see it now."""

    world: World
    member: MemberActor
    rng: random.Random
    panel_message: Any = None
    pressed: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.member.name

    def panel(self) -> Shown:
        """The panel as it is now: live edits included."""
        stored = self.world.stored(self.panel_message.id)
        return shown(self.panel_message, stored.components)

    async def open_hand(self, table: Shown) -> Shown:
        result = await self.world.press(self.member, table, "My hand")
        assert result.ephemeral
        self.panel_message = result.response
        return self.panel()

    async def press(self, label: str) -> Shown:
        self.pressed.append(label)
        await self.world.press(self.member, self.panel(), label)
        return self.panel()

    async def take_turn(self) -> None:
        """One press (or two for a discard) of what the panel offers."""
        panel = self.panel()
        for label in (
            "Gin!",
            "Big gin!",
            "Best",
            "Knock with",
            "Lay off",
            "Done, no layoffs",
            "Finish",
        ):
            if panel.has(label):
                await self.press(label)
                return
        if panel.has("Ready for"):
            await self.press("Ready for")
        elif panel.has("Stock") or panel.has("Take") or panel.has("Pass"):
            offered = [label for label in ("Stock", "Pass", "Take") if panel.has(label)]
            await self.press(offered[0] if self.rng.random() < 0.9 else offered[-1])
        elif panel.has("Discard "):
            await self.press("Discard ")
        else:
            await self._discard(panel)

    async def _discard(self, panel: Shown) -> None:
        """Select the card that leaves the least deadwood, then discard it."""
        cards = {}
        for label, button in panel.buttons.items():
            press = parse_custom_id(button["custom_id"])
            if press is not None and press.what.startswith("pick-") and not button.get("disabled"):
                cards[label] = cards_from(press.what.removeprefix("pick-"))[0]
        held = card_set(
            number for label, button in panel.buttons.items() for number in _card_on(label)
        )
        count = solver(STANDARD).deadwood
        best = min(cards, key=lambda label: count(held & ~(1 << cards[label])))
        after = await self.press(best)
        assert after.has("Discard ") or after.has("Knock") or after.has("Gin"), list(after.buttons)
        if after.has("Gin!"):
            await self.press("Gin!")
        elif after.has("Knock with"):
            await self.press("Knock with")
        else:
            await self.press("Discard ")

    @property
    def may_move(self) -> bool:
        """Whether the panel offers anything that plays."""
        panel = self.panel()
        ends = (
            "Stock",
            "Take",
            "Pass",
            "Ready for",
            "Lay off",
            "Done, no layoffs",
            "Finish",
            "Discard ",
            "Best",
        )
        return any(panel.has(label) for label in ends) or any(
            "pick-" in button["custom_id"] for button in panel.buttons.values()
        )


P = TypeVar("P", bound=Person)


async def mover_of(people: Sequence[P]) -> P:
    """Whoever may move; after a restart panels are brought up to date by their own button."""
    for person in people:
        if person.may_move:
            return person
    for person in people:
        if person.panel().has("Refresh"):
            await person.press("Refresh")
        if person.may_move:
            return person
    raise AssertionError([list(person.panel().buttons) for person in people])


def _card_on(label: str) -> tuple[int, ...]:
    """The card that a button's label names, if it names one: ``10♦``."""
    signs = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
    if len(label) not in (2, 3) or label[-1] not in signs:
        return ()
    rank = "T" if label[:-1] == "10" else label[:-1]
    return cards_from(rank + signs[label[-1]])
