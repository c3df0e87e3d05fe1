"""A message as somebody sees it, told in the words of the game."""

from collections.abc import Mapping
from typing import Any, Final

from simcord.results import ResponseMessage

from tests.journeys.world import Shown, World, shown, walk

MENUS: Final = (3, 5, 6, 7, 8)
"""Discord's types of menus: of texts, people, roles, both, channels."""


class Seen:
    """A message on the screen: each look reads it anew.

    ``result``: what Discord knows of the press or command that it answers, if it is an answer.
    """

    def __init__(self, world: World, message: Any, result: Any = None) -> None:
        self._world = world
        self._place = None if message is None else (message.channel_id, message.id)
        self.result = result

    @property
    def id(self) -> int:
        return int(self._there[1])

    @property
    def stored(self) -> Any:
        """The message as Discord holds it."""
        return self._world.env.backend.get_message(*self._there)

    @property
    def message(self) -> ResponseMessage:
        """The message as SimCord takes presses on it."""
        return ResponseMessage(self._world.env, self.stored)

    @property
    def _there(self) -> tuple[int, int]:
        assert self._place is not None, "nothing was answered"
        return self._place

    @property
    def shown(self) -> Shown:
        """The message as it is now."""
        return shown(self.message, self.stored.components)

    @property
    def text(self) -> str:
        return self.shown.text

    @property
    def texts(self) -> list[str]:
        return self.shown.texts

    @property
    def buttons(self) -> Mapping[str, dict[str, Any]]:
        return self.shown.buttons

    @property
    def menus(self) -> list[dict[str, Any]]:
        return self.shown.menus

    @property
    def pictures(self) -> list[dict[str, Any]]:
        return self.shown.pictures

    def options(self, menu: int | str = 0) -> dict[str, str]:
        """What a menu offers: the value by the label."""
        return {one["label"]: one["value"] for one in self.shown.menu(menu)["options"]}

    def menu_id(self, which: int | str) -> str:
        """The custom id of a menu: by its place among those of texts, or by how the id ends."""
        if isinstance(which, int):
            return str(self.menus[which]["custom_id"])
        parts = walk(self.stored.components)
        ids = [str(part["custom_id"]) for part in parts if part.get("type") in MENUS]
        (found,) = (one for one in ids if one.endswith(which))
        return found

    def button(self, start: str) -> dict[str, Any]:
        """The button whose label begins with ``start``."""
        return self.shown.button(start)

    def has(self, start: str) -> bool:
        return self.shown.has(start)

    def says(self, *words: str) -> "Seen":
        """Check that all these words are there."""
        text = self.text
        for one in words:
            assert one in text, f"{one!r} is not said:\n{self}"
        return self

    def does_not_say(self, *words: str) -> "Seen":
        """Check that none of these words is there."""
        text = self.text
        for one in words:
            assert one not in text, f"{one!r} is said:\n{self}"
        return self

    def offers(self, *labels: str, only: bool = False) -> "Seen":
        """Check that for each label there is a button that begins with it.

        ``only``: these are all buttons, in this order, with exactly these labels.
        """
        seen = self.shown
        for one in labels:
            assert seen.has(one), f"{one!r} is not offered:\n{self}"
        assert not only or list(seen.buttons) == list(labels), f"something else is offered:\n{self}"
        return self

    def does_not_offer(self, *labels: str) -> "Seen":
        """Check that no button begins with one of these labels."""
        seen = self.shown
        for one in labels:
            assert not seen.has(one), f"{one!r} is offered:\n{self}"
        return self

    def privately(self) -> "Seen":
        """Check that nobody else sees it."""
        assert self.stored.is_ephemeral, f"everybody sees it:\n{self}"
        return self

    def __str__(self) -> str:
        """The whole message as people see it."""
        seen = self.shown
        lines = [*seen.texts, *(f"[{label}]" for label in seen.buttons)]
        for menu in seen.menus:
            options = (str(one.get("label")) for one in menu.get("options", ()))
            lines.append(f"({menu.get('placeholder', 'menu')}: {' | '.join(options)})")
        lines += [f"<picture: {one.get('description', '')}>" for one in seen.pictures]
        return "\n".join(lines)
