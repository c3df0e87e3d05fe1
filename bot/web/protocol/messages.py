"""The messages of the socket: what the page sends, and what the server sends besides screens."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter

from bot.ui.parts.base import EpochMs, PressButton, SeatNumber
from bot.ui.parts.table import MatchState, SeatState
from bot.web.protocol.base import MatchText, Message
from bot.web.protocol.lobby import (
    Chat,
    ChatText,
    EventOfMatch,
    LobbyState,
    OwnTables,
    PeopleState,
)
from bot.web.protocol.panels import FormPanel, PanelClosed, PanelState

Reaction: TypeAlias = Literal["well_played", "thanks", "hello", "oops", "wow", "thinking"]
"""The six reactions; the page has their pictures and words."""

ActId: TypeAlias = Annotated[
    str, StringConstraints(pattern="^[0-9]{1,5}-[0-9A-Za-z_-]{16,40}$", max_length=48)
]
"""The name of something done: the day from ``welcome``, a hyphen, and at least 96 random bits in
base64url. The same name is done once, however often it is sent.
"""
PressText: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
PanelName: TypeAlias = Annotated[str, StringConstraints(max_length=24)]
ActText: TypeAlias = Annotated[str, StringConstraints(max_length=300)]
OneCardText: TypeAlias = Annotated[str, StringConstraints(pattern="^[A2-9TJQK][CDHS]$")]

# -- from the page ----------------------------------------------------------------------


class Hello(Message):
    """The first message. ``token``: from ``POST /api/session`` or the last ``token`` message.

    ``locale``: the language of Discord's client, for who has chosen none in the settings.
    """

    type: Literal["hello"]
    protocol: int
    token: Annotated[str, StringConstraints(max_length=1000)]
    locale: Annotated[str, StringConstraints(max_length=16)] = ""


class Follow(Message):
    """Follow a match from now on, on one's own seat or as a spectator; at most eight at once.

    ``have``: the version that the page shows; it is sent again only if there is a newer one.
    ``pace``: the longest time, in milliseconds, that computers think in one's own practice.
    """

    type: Literal["follow"]
    match: MatchText
    have: int | None = None
    pace: Annotated[int, Field(ge=0, le=10_000)] | None = None


class Unfollow(Message):
    """Follow a match no longer."""

    type: Literal["unfollow"]
    match: MatchText


class Act(Message):
    """Play an action of ``seat.actions`` or ``seat.requests``. ``revision``: that of the seat."""

    type: Literal["act"]
    id: ActId
    match: MatchText
    revision: int = Field(ge=0, lt=2**62)
    action: ActText


class PressMessage(Message):
    """Press a control of a panel. ``values``: chosen in a menu. ``fields``: of a submitted form."""

    type: Literal["press"]
    id: ActId
    panel: PanelName
    press: PressText
    values: tuple[PressText, ...] = Field(default=(), max_length=25)
    fields: (
        dict[
            Annotated[str, StringConstraints(max_length=40)],
            Annotated[str, StringConstraints(max_length=4000)],
        ]
        | None
    ) = None


class Arrange(Message):
    """Keep the cards in this order; the hand is shown in one's own order from now on."""

    type: Literal["arrange"]
    id: ActId
    match: MatchText
    cards: tuple[OneCardText, ...] = Field(max_length=52)


class Sort(Message):
    """Choose how hands are sorted from now on."""

    type: Literal["sort"]
    id: ActId
    order: Literal["melds", "suits", "ranks", "own"]


class PlanMessage(Message):
    """Set the premoves."""

    type: Literal["plan"]
    id: ActId
    match: MatchText
    pass_upcard: bool
    draw_stock: bool
    knock_at: Annotated[int, Field(ge=0, le=10)] | None


class AdviseMessage(Message):
    """Send advice to the captain."""

    type: Literal["advise"]
    id: ActId
    match: MatchText
    text: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Start(Message):
    """Start a match: practice, a challenge to a person, or a table open to everybody.

    The choices stand in ``lobby``. ``players``: how many may sit at an open table, 0 for as many as
    its rules allow. ``together``, in the playground only: the match of this member
    and another one is shown to both, and begins if there is none. ``next``: another opponent, with
    the rules of the finished ``match``: the next level of the computer, or an open table.
    """

    type: Literal["start"]
    id: ActId
    what: Literal["practice", "challenge", "open", "together", "next"]
    preset: Annotated[str, StringConstraints(max_length=40)] = "standard"
    level: Annotated[str, StringConstraints(max_length=20)] = "casual"
    who: Annotated[str, StringConstraints(pattern="^[0-9]{0,20}$")] = ""
    clock: Annotated[str, StringConstraints(max_length=20)] = ""
    rated: bool | None = None
    players: Annotated[int, Field(ge=0, le=8)] = 0
    match: MatchText | None = None


class React(Message):
    """Show a reaction to everybody who follows the match."""

    type: Literal["react"]
    match: MatchText
    reaction: Reaction


class Write(Message):
    """Write a message in the chat beside the table."""

    type: Literal["write"]
    id: ActId
    text: ChatText


class AskMessage(Message):
    """Ask for the lobby or the chat (and be told its changes), no more of it, or people by name."""

    type: Literal["ask"]
    what: Literal["lobby", "no_lobby", "chat", "no_chat", "people"]
    text: Annotated[str, StringConstraints(max_length=32)] = ""


class ClosePanel(Message):
    """The person has closed a panel: it is not updated any more."""

    type: Literal["close_panel"]
    panel: PanelName


class Ping(Message):
    """Ask for a sign of life; the answer is ``pong``."""

    type: Literal["ping"]


Incoming: TypeAlias = Annotated[
    Hello
    | Follow
    | Unfollow
    | Act
    | PressMessage
    | Arrange
    | Sort
    | PlanMessage
    | AdviseMessage
    | Start
    | React
    | Write
    | AskMessage
    | ClosePanel
    | Ping,
    Field(discriminator="type"),
]
INCOMING: Final[TypeAdapter[Incoming]] = TypeAdapter(Incoming)

# -- from the server --------------------------------------------------------------------


class Welcome(Message):
    """The answer to ``hello``, sent again when settings change.

    ``day`` begins every ``id``; ``now``: the server's clock.

    ``look``: the person's cards, cloth and backs. ``one_tap``: a tap on a card discards it at once.
    """

    type: Literal["welcome"] = "welcome"
    user: str
    name: str
    locale: str
    day: int
    now: EpochMs
    theme: str
    felt: str
    back: str
    text_mode: bool
    one_tap: bool


class Token(Message):
    """A new session token, in time before the old one expires."""

    type: Literal["token"] = "token"
    token: str
    expires: EpochMs


class MatchMessage(Message):
    """A match at one version. ``seat``: the reader's own part; ``None`` for a spectator.

    ``seat`` may change without the version, after a premove or a new order of cards.
    """

    type: Literal["table"] = "table"
    match: MatchText
    version: int
    now: EpochMs
    view: MatchState
    seat: SeatState | None


class Same(Message):
    """The answer to ``follow{have}``: the page shows the newest version already."""

    type: Literal["same"] = "same"
    match: MatchText
    version: int


class Gone(Message):
    """The match cannot be followed: it does not exist, or is not for this reader."""

    type: Literal["gone"] = "gone"
    match: MatchText
    sentence: str


class AnswerMessage(Message):
    """The answer to everything with an ``id``, after COMMIT; the views it changed come before it.

    applied: done. repeated: it was done before. stale: the table has changed, nothing was done; the
    new state comes with it. refused: not possible, ``sentence`` says why. busy, too_fast: nothing
    was done, try again. unsure: whether it was done is not known; send it again with the same id.
    ``match``: the match to show now, such as the one that begins. ``proposal``: the action that
    the sentence, a hint, proposes at this ``revision`` of the seat.
    """

    type: Literal["answer"] = "answer"
    id: str
    outcome: Literal["applied", "repeated", "stale", "refused", "busy", "too_fast", "unsure"]
    sentence: str = ""
    match: MatchText | None = None
    proposal: str | None = None
    revision: int = 0


class RematchState(Message):
    """Whether a rematch is asked for. ``asked``: by which seats; ``count``: the matches that each
    of two people has won against the other. ``buttons``: the reader's answers, pressed with
    ``panel``. ``match``: the rematch that has just begun.
    """

    asked: tuple[SeatNumber, ...]
    count: tuple[int, int] | None
    panel: str
    buttons: tuple[PressButton, ...]
    match: MatchText | None = None


class BesideMatch(Message):
    """What belongs to a match and is no part of it; sent when it is followed and on changes."""

    type: Literal["beside"] = "beside"
    match: MatchText
    event: EventOfMatch | None
    rematch: RematchState | None


class Reacted(Message):
    """A player's reaction."""

    type: Literal["reacted"] = "reacted"
    match: MatchText
    seat: SeatNumber
    reaction: Reaction


class Bye(Message):
    """The last message. ``retry``: connect again (the server restarts); else sign in again."""

    type: Literal["bye"] = "bye"
    reason: Literal["restart", "session", "protocol", "too_slow", "too_fast", "broken", "elsewhere"]
    sentence: str
    retry: bool


class Pong(Message):
    """The answer to ``ping``."""

    type: Literal["pong"] = "pong"


Outgoing: TypeAlias = (
    Welcome
    | Token
    | MatchMessage
    | Same
    | Gone
    | AnswerMessage
    | PanelState
    | PanelClosed
    | FormPanel
    | LobbyState
    | OwnTables
    | PeopleState
    | Chat
    | BesideMatch
    | Reacted
    | Bye
    | Pong
)
__all__ = ["INCOMING", "Incoming", "Outgoing"]
