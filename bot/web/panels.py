"""The open panels of a person: what they offer may be pressed, and nothing else."""

import asyncio
import base64
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from cachetools import FIFOCache, LRUCache, TTLCache

from bot.ui.compose import drawn
from bot.ui.i18n import Translator, mark
from bot.ui.markup import plain_name
from bot.ui.page_buttons import press_button
from bot.ui.parts.base import PagePart, PanelPart, Pressable
from bot.ui.parts.drawn import drawn_by_page
from bot.ui.parts.kinds import Covers, Kind
from bot.ui.press import Press
from bot.ui.screen import (
    ChannelMenu,
    Divider,
    Download,
    Graph,
    Image,
    Menu,
    Part,
    PersonMenu,
    Playback,
    RoleMenu,
    Row,
    Screen,
    Text,
)
from bot.web.protocol.panels import (
    ChoicePart,
    DividerPart,
    DownloadPart,
    GraphPart,
    ImagePart,
    MenuPart,
    PanelState,
    PeoplePart,
    PersonPart,
    RowPart,
    TextPart,
)
from engine.service import UserId

MOST: Final = 48
MOST_PEOPLE: Final = 5_000


class Offer:
    """What a screen offers, as long as a panel shows it; pictures and files are not kept.

    ``pressed``: what is pressed as it is. ``values``: the presses that carry one of these values.
    ``with_person``: those that carry a person.
    """

    def __init__(self, screen: Screen) -> None:
        parts = [part for part in screen.parts if isinstance(part, Pressable)]
        self.pressed = frozenset(press for part in parts for press in part.offered)
        self.with_person = frozenset(press for part in parts for press in part.asks_for_person)
        self.values: dict[Press, frozenset[str]] = {}
        for press, values in (pair for part in parts for pair in part.offered_values):
            self.values[press] = self.values.get(press, frozenset()).union(values)

    def includes(self, press: Press, values: Sequence[str], people: Collection[str]) -> bool:
        """Whether there is such a control. ``values``: what was chosen in it, of these people."""
        if not values:
            return press in self.pressed
        if len(values) > 1:
            return False
        if press in self.with_person and values[0] in people:
            return True
        return values[0] in self.values.get(press, ())


class OpenPanels:
    """The screens that a person's pages show beside the table, by their names.

    They outlast a connection: what was pressed before it was lost arrives again on the next one.
    ``found``: the people whom a search has offered.
    """

    def __init__(self) -> None:
        self._offers: FIFOCache[str, Offer] = FIFOCache(MOST)
        self._forms: FIFOCache[Press, int] = FIFOCache(MOST)
        self._found: FIFOCache[str, None] = FIFOCache(MOST)

    def new_name(self) -> str:
        """Return the name of a new panel."""
        return f"p{secrets.token_hex(6)}"

    def shows(self, name: str, screen: Screen) -> None:
        """Note what a panel offers now, and the forms that it opens."""
        self._offers[name] = Offer(screen)
        for part in screen.parts:
            if isinstance(part, Pressable):
                for press, length in part.forms:
                    self.asks(press, length)

    def closed(self, name: str) -> None:
        """Forget a panel."""
        self._offers.pop(name, None)

    def offer(self, name: str) -> Offer | None:
        """Return what a panel offers, the same object until it changes; ``None`` if closed."""
        return self._offers.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the panels that are open."""
        return tuple(self._offers)

    def asks(self, press: Press, length: int) -> None:
        """Note a form that was opened; its submission has this press and so many letters."""
        self._forms[press] = length

    def asked(self, press: Press) -> int | None:
        """Return how many letters fit into a form with this press; ``None`` if none was opened."""
        return self._forms.get(press)

    def offers(self, person: str) -> None:
        """Note a person whom a search has found."""
        self._found[person] = None

    @property
    def offered(self) -> frozenset[str]:
        """The people whom searches have found."""
        return frozenset(self._found)


class PanelsOfPeople:
    """The open panels of everybody, those used longest ago dropped first."""

    def __init__(self) -> None:
        self._panels: LRUCache[UserId, OpenPanels] = LRUCache(MOST_PEOPLE)

    def of(self, user: UserId) -> OpenPanels:
        """Return the open panels of a person."""
        return self._panels.setdefault(user, OpenPanels())


IN_CHAT: Final = mark(
    "Channels and roles are chosen in Discord's chat, with `/gin-admin settings`."
)
_MENTION: Final = re.compile(r"<@!?(\d{1,20})>")
Names = Callable[[Sequence[int]], Awaitable[dict[int, str]]]
"""Looks up the names of people."""


async def panel_from(
    name: str, screen: Screen, words: Translator, people: Sequence[PersonPart], names: Names
) -> PanelState:
    """Return a screen as a panel. ``people``: those whom its menus of people offer."""
    parts = await asyncio.gather(*(_part(part, words, people) for part in _shown(screen)))
    mentioned = [int(one) for text in screen.texts() for one in _MENTION.findall(text)]
    known = await names(mentioned) if mentioned else {}
    return PanelState(
        panel=name,
        accent=f"#{screen.accent.value:06x}",
        names={str(user): plain_name(called) for user, called in known.items()},
        parts=tuple(parts),
    )


_COVERED: Final = {
    Text: Covers.TEXTS,
    Menu: Covers.MENUS,
    RoleMenu: Covers.MENUS,
    Row: Covers.BUTTONS,
}


def _shown(screen: Screen) -> Iterator[Part]:
    """Return the parts that a page shows: what others stand for stays in chat.

    A table needs no pictures of its cards.
    """
    own = [part for part in screen.parts if isinstance(part, PagePart)]
    if any(part.is_whole for part in own):
        yield from (part for part in screen.parts if isinstance(part, PagePart | Menu))
        return
    kinds = [part for part in own if isinstance(part, Kind)]
    covered = reduce(or_, (part.covers for part in kinds), Covers.NOTHING)
    offered = {press for part in kinds for press in part.offered}
    for part in screen.parts:
        if _COVERED.get(type(part), Covers.NOTHING) & covered:
            continue
        if isinstance(part, Row):
            left = tuple(one for one in part.buttons if one.press not in offered)
            if left:
                yield Row(left)
        else:
            yield part


async def _part(part: Part, words: Translator, people: Sequence[PersonPart]) -> PanelPart:
    match part:
        case PagePart():
            return part
        case Text(content):
            return TextPart(markdown=content)
        case Graph():
            return _graph(part)
        case Playback():
            return part.round()
        case Image():
            shown = None if part.share else drawn_by_page(part.model, part.alt)
            return shown or await _image(part)
        case Row(buttons):
            return RowPart(buttons=tuple(press_button(one) for one in buttons))
        case Menu():
            return _menu(part)
        case PersonMenu():
            return PeoplePart(
                press=str(part.press), placeholder=part.placeholder, people=tuple(people)
            )
        case ChannelMenu() | RoleMenu():
            return TextPart(markdown="-# " + words.t(IN_CHAT))
        case Download():
            return DownloadPart(name=part.name, data=base64.b64encode(part.data).decode())
        case Divider():
            return DividerPart()


async def _image(image: Image) -> ImagePart:
    picture = await drawn(image.model)
    return ImagePart(
        mime=picture.mime,
        data=base64.b64encode(picture.data).decode(),
        width=picture.width,
        height=picture.height,
        alt=image.alt,
        share=image.share,
    )


def _graph(graph: Graph) -> GraphPart:
    model = graph.model
    return GraphPart(
        press=str(graph.press),
        values=model.values,
        at=model.at,
        top=model.top,
        bottom=model.bottom,
        poor=model.poor,
        alt=graph.alt,
    )


def _menu(menu: Menu) -> MenuPart:
    choices = tuple(
        ChoicePart(label=one.label, value=one.value, description=one.description, chosen=one.chosen)
        for one in menu.choices
    )
    return MenuPart(press=str(menu.press), placeholder=menu.placeholder, choices=choices)


DOWNLOAD_LIFE_S: Final = 900.0
MOST_DOWNLOAD_BYTES: Final = 48 * 1024 * 1024
NAME_BYTES: Final = 24
DOWNLOADS_PATH: Final = "api/files"


@dataclass(frozen=True, slots=True)
class PanelFile:
    """A file. ``data``: base64."""

    name: str
    data: str


class Downloads:
    """The files, in memory, each until its address has been known for 15 minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._files: TTLCache[str, PanelFile] = TTLCache(
            MOST_DOWNLOAD_BYTES, DOWNLOAD_LIFE_S, clock, lambda one: len(one.data)
        )

    def instead(self, panel: PanelState) -> PanelState:
        """Return a panel with addresses in place of its files."""
        parts = tuple(
            self._stored(part) if isinstance(part, DownloadPart) else part for part in panel.parts
        )
        return panel.model_copy(update={"parts": parts})

    def find(self, name: str) -> PanelFile | None:
        """Return the file of an address; ``None`` if it is not here, or no longer."""
        return self._files.get(name)

    def _stored(self, part: DownloadPart) -> DownloadPart:
        if len(part.data) > MOST_DOWNLOAD_BYTES:
            return part
        name = secrets.token_urlsafe(NAME_BYTES)
        self._files[name] = PanelFile(part.name, part.data)
        return part.model_copy(update={"data": "", "address": f"{DOWNLOADS_PATH}/{name}"})
