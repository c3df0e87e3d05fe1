"""The panels of a page: screens of the chat as parts, and forms."""

from typing import Literal

from pydantic import SerializeAsAny

from bot.ui.parts.base import PanelPart, PressButton
from bot.web.protocol.base import MatchText, Message


class TextPart(PanelPart):
    """Text in Discord's markdown; docs/design/web.md names what may occur."""

    type: Literal["text"] = "text"
    markdown: str


class ImagePart(PanelPart):
    """A picture. ``data``: base64. ``share``: the title under which it is offered to share."""

    type: Literal["image"] = "image"
    mime: str
    data: str
    width: int
    height: int
    alt: str
    share: str = ""


class GraphPart(PanelPart):
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


class RowPart(PanelPart):
    """Buttons side by side."""

    type: Literal["row"] = "row"
    buttons: tuple[PressButton, ...]


class ChoicePart(Message):
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


class MenuPart(PanelPart):
    """A drop-down list; a choice is the press with its value."""

    type: Literal["menu"] = "menu"
    press: str
    placeholder: str
    choices: tuple[ChoicePart, ...]


class PersonPart(Message):
    """A person that may be chosen. ``value``: sent as the value of the press."""

    value: str
    name: str


class PeoplePart(PanelPart):
    """A list of people of whom one is chosen; further ones are found with ``ask{what: people}``."""

    type: Literal["people"] = "people"
    press: str
    placeholder: str
    people: tuple[PersonPart, ...]


class DownloadPart(PanelPart):
    """A file to save. ``data``: base64; inside Discord its ``address`` instead, for a browser."""

    type: Literal["download"] = "download"
    name: str
    data: str
    address: str = ""


class DividerPart(PanelPart):
    """A thin line."""

    type: Literal["divider"] = "divider"


class PanelState(Message):
    """A screen for this reader. A panel that is already open is replaced.

    ``panel``: its name for presses. ``accent``: the colour of its edge, ``#rrggbb``. ``names``: the
    people that its texts mention, as id and name. ``match``: the match it is about. ``asked``: the
    id of the press that asks for it, whose reader may have gone elsewhere meanwhile; empty if
    nobody does, so that a page that does not show this panel any more ignores it.
    """

    type: Literal["panel"] = "panel"
    panel: str
    accent: str
    names: dict[str, str]
    parts: tuple[SerializeAsAny[PanelPart], ...]
    match: MatchText | None = None
    asked: str = ""


class PanelClosed(Message):
    """The panel is out of date and closes."""

    type: Literal["panel_closed"] = "panel_closed"
    panel: str


class FormPanel(Message):
    """A form with one text field; it is sent as ``press{press, panel, fields: {text}}``.

    ``written``: the current text, in a field that may be left empty. ``asked``: the id of the press
    that asks for it.
    """

    type: Literal["form"] = "form"
    asked: str
    panel: str
    press: str
    title: str
    label: str
    length: int
    placeholder: str
    written: str | None
    is_long: bool
