"""The lobby, the chat and the panels of a page."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StringConstraints

from bot.web.protocol.base import CardText, EpochMs, MatchText, Message, PressButton, SeatNumber
from bot.web.protocol.drawn import BracketPart, CrossPart, ProfilePart, RankingPart
from bot.web.protocol.table import MatchState, SeatState


class Named(Message):
    """A choice and its name in the reader's language."""

    name: str
    title: str


class TextPart(Message):
    """Text in Discord's markdown; docs/design/web.md names what may occur."""

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


class PlayedSideState(Message):
    """One hand at a step; ``cards``: melds first, ``None`` if they are not seen."""

    cards: tuple[CardText, ...] | None
    melds: tuple[tuple[CardText, ...], ...]
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
    discards: tuple[CardText, ...]
    moved: CardText | None
    verdict: str
    cost: float | None
    better: str
    better_card: CardText | None
    result: tuple[str, ...]


class PlaybackPart(Message):
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


class DealPart(Message):
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


class MappedLessonState(Message):
    """A lesson on the map of the course. ``card``: its picture, ``press``: opens it."""

    number: int
    title: str
    stars: int
    card: CardText
    press: str
    next: bool


class LessonGroupState(Message):
    """Lessons that belong together, with their stars in words."""

    title: str
    stars: str
    lessons: tuple[MappedLessonState, ...]


class CoursePart(Message):
    """The map of the course.

    ``stars``: of ``most``. ``title``, ``subtitle``, ``idea``, ``hand``: of the next lesson, which
    ``press`` opens. ``notes``: what has been learned, the last of it.
    """

    type: Literal["course"] = "course"
    stars: int
    most: int
    title: str
    subtitle: str
    idea: str
    hand: tuple[CardText, ...]
    press: str
    go_on: str
    groups: tuple[LessonGroupState, ...]
    notes_title: str
    notes: tuple[str, ...]


class WorthState(Message):
    """What an answer is worth in points, also in words; the best one, and the reader's own."""

    label: str
    worth: str
    points: float
    best: bool
    own: bool


class LessonPart(Message):
    """A step of a lesson, at a table: an answer is ``press`` with the action's text as its value.

    ``view``, ``seat``: the table; the actions are the answers. ``steps``: whether each was right,
    ``None`` until it is answered; ``at``: the one shown. ``hint``: the action that is marked.
    ``verdict``: what became of the answer, with the ``worths`` of all, best first. ``next``,
    ``back``: further, and to the map.
    """

    type: Literal["lesson"] = "lesson"
    title: str
    subtitle: str
    idea: str
    view: MatchState
    seat: SeatState
    press: str
    steps: tuple[bool | None, ...]
    at: int
    hint: str | None
    verdict: str
    worth_title: str
    worths: tuple[WorthState, ...]
    next: PressButton | None
    back: PressButton


class AskedChoiceState(Message):
    """A choice that the coach values: ``points`` with the ``margin`` on each side; ``worth`` says
    both. ``card``: the one that it discards or takes; ``knocks``: it ends the round.
    """

    label: str
    card: CardText | None
    knocks: bool
    points: float
    margin: float
    worth: str


class ChanceState(Message):
    """How likely a card is in the opponent's hand, from 0 to 1."""

    card: CardText
    chance: float


class AskedAnswerState(Message):
    """The coach's answer, the best choice first; ``best`` and ``reason`` in Discord's markdown."""

    best: str
    reason: str
    choices: tuple[AskedChoiceState, ...]
    chances: tuple[ChanceState, ...]
    chances_title: str


class AskPart(Message):
    """A position to put up, with what was asked last and its answer.

    It is sent as ``press{press, fields: {text}}``: hand, discard pile, taken cards, score and the
    name of the rules, separated by slashes, in at most ``length`` letters.
    """

    type: Literal["ask"] = "ask"
    press: str
    length: int
    example: str
    presets: tuple[Named, ...]
    hand: tuple[CardText, ...]
    pile: tuple[CardText, ...]
    taken: tuple[CardText, ...]
    score: str
    preset: str
    answer: AskedAnswerState | None


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
    """A file to save. ``data``: base64; inside Discord its ``address`` instead, for a browser."""

    type: Literal["download"] = "download"
    name: str
    data: str
    address: str = ""


class DividerPart(Message):
    """A thin line."""

    type: Literal["divider"] = "divider"


PanelPart: TypeAlias = Annotated[
    TextPart
    | ImagePart
    | GraphPart
    | PlaybackPart
    | DealPart
    | CoursePart
    | LessonPart
    | AskPart
    | RowPart
    | MenuPart
    | PeoplePart
    | DownloadPart
    | DividerPart
    | BracketPart
    | CrossPart
    | RankingPart
    | ProfilePart,
    Field(discriminator="type"),
]


class PanelState(Message):
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


MOST_LETTERS: Final = 1_000
ChatText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MOST_LETTERS)]
"""What a person writes; Discord allows more, but nobody writes that much at a card table."""


class ChatLine(Message):
    """A message of the channel. ``gin``: written by the bot. ``text``: like that of panels."""

    id: str
    author: str
    name: str
    gin: bool
    at: EpochMs
    text: str


class Chat(Message):
    """The newest messages of the channel, the oldest of them first; the whole of what is shown.

    ``names``: of the people who are mentioned.
    """

    type: Literal["chat"] = "chat"
    lines: tuple[ChatLine, ...]
    names: dict[str, str]


class LobbyPlayer(Message):
    """A player of a table in the lobby. ``score``: the points so far; in Hollywood of each game."""

    name: str
    initials: str
    tone: int
    score: str
    computer: bool = False


class LobbyTable(Message):
    """A match to sit down at or to watch. ``mine``: it waits for this person.

    ``line``: the match in one line. ``players``: by seat. ``seat`` and ``hand``: the reader's own,
    of their own tables. ``upcard``: the top of the discard pile, ``stock``: the cards left, at the
    only table of the match.
    """

    match: MatchText
    title: str
    line: str
    mine: bool
    players: tuple[LobbyPlayer, ...]
    deadline: EpochMs | None = None
    private: bool = False
    seat: SeatNumber | None = None
    hand: tuple[CardText, ...] = ()
    upcard: CardText | None = None
    stock: int | None = None


class DailyLine(Message):
    """A line of the board of today's deals. ``points``: signed text. ``mine``: the reader's own."""

    rank: int
    name: str
    points: str
    mine: bool


class DailyState(Message):
    """Today's deals: how many, the reader's own result, and the first lines of the server's board.

    ``points``: ``None`` until the reader has finished. ``begun``: the reader has started them.
    """

    deals: int
    points: str | None
    begun: bool
    lines: tuple[DailyLine, ...]


class EventTeaser(Message):
    """The next event of the server, or one that is running. ``state``: in words."""

    title: str
    starts: EpochMs
    running: bool
    entrants: int
    entered: bool


class LobbyInvitation(Message):
    """A challenge or an open table.

    ``markdown``: as in panels, with the ``names`` of those it mentions. ``buttons``: what this
    person may do with it; they go with ``panel``.
    """

    lobby: MatchText
    panel: str
    markdown: str
    names: dict[str, str]
    buttons: tuple[PressButton, ...]
    to_me: bool


class PageLink(PressButton):
    """A page of its own behind the lobby. ``name``: stable, part of the page's address."""

    name: str


class PresetChoice(Message):
    """A ruleset. ``players``: how many may sit."""

    name: str
    title: str
    players: tuple[int, ...]


class LobbyState(Message):
    """Everything on the lobby's page, for this person and server; sent when it changes.

    ``tables``: the person's own, those that wait first. ``invitations``: challenges first.
    ``watch``: tables of this server that others play. ``levels``, ``presets``, ``clocks``: for
    ``start``. ``people``: whom one may challenge. ``menu``: the other pages, pressed with
    ``panel``. ``can_start``: whether matches can begin here: a channel is known. ``daily``: today's
    deals once they are prepared. ``event``: the next one of this server.
    """

    type: Literal["lobby"] = "lobby"
    place: str
    tables: tuple[LobbyTable, ...]
    invitations: tuple[LobbyInvitation, ...]
    watch: tuple[LobbyTable, ...]
    levels: tuple[Named, ...]
    presets: tuple[PresetChoice, ...]
    clocks: tuple[Named, ...]
    people: tuple[PersonPart, ...]
    panel: str
    menu: tuple[PageLink, ...]
    can_start: bool
    daily: DailyState | None = None
    event: EventTeaser | None = None


class OwnTables(Message):
    """The running matches of this person, the oldest first.

    Sent after ``welcome``, and again when one of them begins or ends, to pages without the lobby,
    too: whoever plays at one table is told that they are awaited at another.
    """

    type: Literal["own_tables"] = "own_tables"
    tables: tuple[LobbyTable, ...]


class PeopleState(Message):
    """The people whose names begin with the text that was asked for."""

    type: Literal["people"] = "people"
    text: str
    people: tuple[PersonPart, ...]
