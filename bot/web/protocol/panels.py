"""The panels of a page: screens of the chat as parts, and forms."""

from typing import Literal

from pydantic import SerializeAsAny

from bot.ui.parts.base import CardOut, Named, PanelPart, PressButton
from bot.web.protocol.base import MatchText, Message


class TextPart(PanelPart):
    """Text in Discord's markdown; docs/design/web.md names what may occur."""

    type: Literal["text"] = "text"
    markdown: str


class ImagePart(PanelPart):
    """A picture. ``data``: base64."""

    type: Literal["image"] = "image"
    mime: str
    data: str
    width: int
    height: int
    alt: str


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


class PlayedSideState(Message):
    """One hand at a step; ``cards``: melds first, ``None`` if they are not seen."""

    cards: tuple[CardOut, ...] | None
    melds: tuple[tuple[CardOut, ...], ...]
    deadwood: int | None
    count: int


class PlayedStepState(Message):
    """A step of a round. Pairs, and indexes into them, are the upper and the lower player.

    ``move``: by ``mover``, in Discord's markdown. ``moved``: the card of it. ``verdict``: the
    coach's, with the ``cost`` in points, and what would have been ``better``. ``result``: lines, at
    the end.
    """

    move: str
    mover: int | None
    sides: tuple[PlayedSideState, PlayedSideState]
    acts: int | None
    stock: int
    discards: tuple[CardOut, ...]
    moved: CardOut | None
    verdict: str
    cost: float | None
    better: str
    better_card: CardOut | None
    result: tuple[str, ...]


class PlaybackPart(PanelPart):
    """A whole round to play; a step is the press with its number.

    ``match``: of this program; ``None`` for a record from a file. ``at``: the step to begin at.
    ``scores``: before the round.
    """

    type: Literal["playback"] = "playback"
    match: MatchText | None
    number: int
    at: int
    press: str
    names: tuple[str, str]
    initials: tuple[str, str]
    tones: tuple[int, int]
    scores: tuple[int, int]
    steps: tuple[PlayedStepState, ...]


class DealPart(PanelPart):
    """The numbers of a round's deal; the page deals it again by itself (docs/play/fair-deals.md).

    ``labels``: of the decks, table by table. ``commitment`` and ``secret``: in hexadecimal.
    """

    type: Literal["deal"] = "deal"
    match: MatchText
    round: int
    commitment: str
    secret: str
    labels: tuple[str, ...]
    contributions: tuple[str, ...]


class PresetChoice(Named):
    """A ruleset. ``sentence``: what is special about it. ``length``: of a match, in words.

    ``players``: how many may sit. ``is_common``: it is offered at once.
    """

    sentence: str
    length: str
    players: tuple[int, ...]
    is_common: bool


class RulesetsPart(PanelPart):
    """Rulesets whose rules can be read. ``presses``: show them. ``chosen``: the one shown."""

    type: Literal["rulesets"] = "rulesets"
    choices: tuple[PresetChoice, ...]
    presses: tuple[str, ...]
    chosen: str


class EmptyPart(PanelPart):
    """Where there is nothing yet; it stands for the panel's texts.

    ``play``: the one thing to do is to play.
    """

    type: Literal["empty"] = "empty"
    picture: Literal["hand", "table", "paper", "people", "week"]
    title: str
    text: str
    play: bool


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
