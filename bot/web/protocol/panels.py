"""Panels: the screens of the chat as parts that the page lays out."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.web.protocol.base import MatchText, Message


class PressButton(Message):
    """A button. ``press``: its custom id, or an address if ``link``."""

    label: str
    press: str
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"
    emoji: str | None = None
    disabled: bool = False
    link: bool = False


class TextPart(Message):
    """Text in Discord's markdown; docs/WEB.md names what may occur."""

    type: Literal["text"] = "text"
    markdown: str


class ImagePart(Message):
    """A picture. ``data``: base64."""

    type: Literal["image"] = "image"
    mime: str
    data: str
    width: int
    height: int
    alt: str


class GraphPart(Message):
    """Expected points over the steps of a replay; a step is the press with its number.

    ``values``: positive is good for ``top``, negative for ``bottom``. ``at``: the step that is
    shown. ``poor``: the steps of bad moves.
    """

    type: Literal["graph"] = "graph"
    press: str
    values: tuple[float, ...]
    at: int
    top: str
    bottom: str
    poor: tuple[int, ...]
    alt: str


class RowPart(Message):
    """Buttons side by side."""

    type: Literal["row"] = "row"
    buttons: tuple[PressButton, ...]


class ChoicePart(Message):
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


class MenuPart(Message):
    """A drop-down list; a choice is the press with its value."""

    type: Literal["menu"] = "menu"
    press: str
    placeholder: str
    choices: tuple[ChoicePart, ...]


class PersonPart(Message):
    """A person that may be chosen. ``value``: sent as the value of the press."""

    value: str
    name: str


class PeoplePart(Message):
    """A list of people of whom one is chosen; further ones are found with ``ask{what: people}``."""

    type: Literal["people"] = "people"
    press: str
    placeholder: str
    people: tuple[PersonPart, ...]


class DownloadPart(Message):
    """A file to save. ``data``: base64."""

    type: Literal["download"] = "download"
    name: str
    data: str


class DividerPart(Message):
    """A thin line."""

    type: Literal["divider"] = "divider"


PanelPart: TypeAlias = Annotated[
    TextPart | ImagePart | GraphPart | RowPart | MenuPart | PeoplePart | DownloadPart | DividerPart,
    Field(discriminator="type"),
]


class Panel(Message):
    """A screen for this reader. A panel that is already open is replaced.

    ``panel``: its name for presses. ``accent``: the colour of its edge, ``#rrggbb``. ``names``: the
    people that its texts mention, as id and name. ``match``: the match it is about. ``again``:
    nobody has asked for it, so a page that does not show this panel any more ignores it.
    """

    type: Literal["panel"] = "panel"
    panel: str
    accent: str
    names: dict[str, str]
    parts: tuple[PanelPart, ...]
    match: MatchText | None = None
    again: bool = False


class PanelClosed(Message):
    """The panel is out of date and closes."""

    type: Literal["panel_closed"] = "panel_closed"
    panel: str


class FormPanel(Message):
    """A form with one text field; it is sent as ``press{press, panel, fields: {text}}``.

    ``written``: the current text, in a field that may be left empty.
    """

    type: Literal["form"] = "form"
    panel: str
    press: str
    title: str
    label: str
    length: int
    placeholder: str
    written: str | None
    is_long: bool
