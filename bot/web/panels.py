"""The open panels of a person: what they offer may be pressed, and nothing else."""

import asyncio
import base64
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from cachetools import FIFOCache, LRUCache, TTLCache

from bot.ui.compose import drawn
from bot.ui.i18n import Translator, mark
from bot.ui.learning import LessonTable
from bot.ui.markup import plain_name
from bot.ui.page_parts import EventBoard, EventCards, PastLines
from bot.ui.parts import base
from bot.ui.press import Press
from bot.ui.screen import (
    ChannelMenu,
    Divider,
    Download,
    EmptyPlace,
    Graph,
    Image,
    Menu,
    PagePart,
    Part,
    PersonMenu,
    Playback,
    RevealedDeal,
    RoleMenu,
    Row,
    RulesetCards,
    Screen,
    Text,
)
from bot.web.protocol.panels import (
    ChoicePart,
    DealPart,
    DividerPart,
    DownloadPart,
    EmptyPart,
    GraphPart,
    ImagePart,
    MenuPart,
    PanelPart,
    PanelState,
    PeoplePart,
    PersonPart,
    PresetChoice,
    RowPart,
    RulesetsPart,
    TextPart,
)
from bot.web.views.actions import id_text
from bot.web.views.lesson import lesson_part
from bot.web.views.parts import (
    drawn_by_page,
    event_cards_part,
    event_part,
    past_part,
    playback_part,
    press_button,
)
from engine.service import UserId

MOST: Final = 48
MOST_PEOPLE: Final = 5_000
PRESSED: Final = (
    *(Graph, Playback, LessonTable, RulesetCards),
    base.PagePart,
    *(Row, Menu, PersonMenu),
)
"""The parts of a screen that can be pressed."""


class OpenPanels:
    """The screens that a person's pages show beside the table, by their names.

    They outlast a connection: what was pressed before it was lost arrives again on the next one.
    ``found``: the people whom a search has offered.
    """

    def __init__(self) -> None:
        self._screens: FIFOCache[str, Screen] = FIFOCache(MOST)
        self._forms: FIFOCache[Press, int] = FIFOCache(MOST)
        self._found: FIFOCache[str, None] = FIFOCache(MOST)

    def new_name(self) -> str:
        """Return the name of a new panel."""
        return f"p{secrets.token_hex(6)}"

    def shows(self, name: str, screen: Screen) -> None:
        """Note what a panel offers now; pictures and files are not kept."""
        offered = tuple(part for part in screen.parts if isinstance(part, PRESSED))
        self._screens[name] = replace(screen, parts=offered)

    def closed(self, name: str) -> None:
        """Forget a panel."""
        self._screens.pop(name, None)

    def screen(self, name: str) -> Screen | None:
        """Return what a panel offers; ``None`` if it is not open."""
        return self._screens.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the panels that are open."""
        return tuple(self._screens)

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


def _shown(screen: Screen) -> Sequence[Part]:
    """Return the parts that a page shows: a table needs no pictures of its cards."""
    if not any(isinstance(part, LessonTable) for part in screen.parts):
        return screen.parts
    return [part for part in screen.parts if isinstance(part, LessonTable | Menu)]


async def _part(part: Part, words: Translator, people: Sequence[PersonPart]) -> PanelPart:
    if isinstance(part, PagePart):
        return _page_part(part, words)
    match part:
        case Text(content):
            return TextPart(markdown=content)
        case Graph():
            return _graph(part)
        case Playback():
            return playback_part(part.round())
        case Image():
            return drawn_by_page(part) or await _image(part)
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


def _page_part(part: PagePart, words: Translator) -> PanelPart:
    """Return a part that chat leaves out."""
    match part:
        case RevealedDeal():
            return DealPart(**(asdict(part) | {"match": id_text(part.match)}))
        case RulesetCards(cards, presses, chosen):
            choices = tuple(PresetChoice(**asdict(one)) for one in cards)
            return RulesetsPart(choices=choices, presses=tuple(map(str, presses)), chosen=chosen)
        case LessonTable():
            return lesson_part(part, words)
        case base.PagePart():
            return part
        case EventCards():
            return event_cards_part(part)
        case EventBoard():
            return event_part(part)
        case PastLines():
            return past_part(part)
        case EmptyPlace(picture, title, text, leads_to_play):
            return EmptyPart(picture=picture.value, title=title, text=text, play=leads_to_play)


async def _image(image: Image) -> ImagePart:
    picture = await drawn(image.model)
    return ImagePart(
        mime=picture.mime,
        data=base64.b64encode(picture.data).decode(),
        width=picture.width,
        height=picture.height,
        alt=image.alt,
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


def _is_step(values: Sequence[str], count: int) -> bool:
    return len(values) == 1 and values[0] in map(str, range(count))


def was_offered(
    screen: Screen, press: Press, values: Sequence[str], people: Collection[str]
) -> bool:
    """Whether a screen has an enabled control with this press, and the values chosen in it."""
    for part in screen.parts:
        match part:
            case Row(buttons) if not values:
                if any(one.offers(press) for one in buttons):
                    return True
            case Graph(model=model) if part.press == press and _is_step(values, len(model.values)):
                return True
            case Playback(steps=steps) if part.press == press and _is_step(values, steps):
                return True
            case RulesetCards() | base.PagePart() if not values and press in part.presses:
                return True
            case LessonTable() if not values and press in part.presses:
                return True
            case LessonTable() if part.press == press and part.chosen is None:
                return _is_step(values, len(part.answers))
            case Menu() if values and part.press == press:
                return {one.value for one in part.choices}.issuperset(values)
            case PersonMenu() if values and part.press == press:
                return set(people).issuperset(values)
            case _:
                pass
    return False


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
