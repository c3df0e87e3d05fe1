"""The models of all pictures, as plain values: cards, texts and marks, no rules.

Texts are already in the reader's language. Every model is frozen and hashable, so that it serves as
the cache key of its picture.
"""

from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import Annotated

from pydantic import Field

from engine.game.cards import Card


class Theme(Enum):
    """The style of the card faces."""

    FOUR_COLOUR = "four_colour"
    CLASSIC = "classic"
    HIGH_CONTRAST = "high_contrast"


class Felt(Enum):
    """The cloth of the table."""

    GREEN = "green"
    BLUE = "blue"
    BURGUNDY = "burgundy"
    CHARCOAL = "charcoal"
    WALNUT = "walnut"
    STARLIGHT = "starlight"


class Back(Enum):
    """The pattern on the cards' backs."""

    LATTICE = "lattice"
    WAVES = "waves"
    DIAMONDS = "diamonds"
    SUITS = "suits"
    SUNBURST = "sunburst"
    PEACOCK = "peacock"


@dataclass(frozen=True, slots=True)
class Look:
    """A player's choices for their pictures."""

    theme: Theme = Theme.FOUR_COLOUR
    felt: Felt = Felt.GREEN
    back: Back = Back.LATTICE


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture; sizes in pixels."""

    data: bytes
    mime: str
    width: int
    height: int
    digest: str = field(init=False)
    """Equal for equal pictures."""

    def __post_init__(self) -> None:
        digest = blake2b(self.data, digest_size=6).hexdigest()
        object.__setattr__(self, "digest", digest)

    @property
    def extension(self) -> str:
        """The extension of a file name without the dot, ``"webp"``."""
        return self.mime.partition("/")[2]

    @property
    def name(self) -> str:
        """The end of a file name, the same for equal pictures only."""
        return f"{self.digest}.{self.extension}"


@dataclass(frozen=True, slots=True)
class Disc:
    """A player's disc in place of a portrait. ``tone``: the index of its colour."""

    initials: str
    tone: int


class MeldKind(Enum):
    """The kind of a meld."""

    RUN = "run"
    SET = "set"


@dataclass(frozen=True, slots=True)
class HeadPicture:
    """The head above a player's cards, which changes with a discard, not with every press.

    Its upper line shows the opponent with ``disc`` and ``score``, and the player's score with
    ``own_label``. Below are ``discard`` (the top of the pile), ``figures`` as label and value, and
    ``place``, a text such as "Round 3".
    """

    name: str = ""
    disc: Disc | None = None
    score: str = ""
    own_label: str = ""
    own_score: str = ""
    place: str = ""
    discard: Card | None = None
    discard_label: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One player's hand: melds together, deadwood apart.

    ``kinds`` has the kind of each group in ``melds``, with its name; a group without a kind (cards
    sorted by suit) has no frame. ``locked`` are cards that may not be discarded now, ``drawn`` the
    card just drawn. The deadwood value is written above a read-only hand.
    """

    melds: tuple[tuple[Card, ...], ...] = ()
    deadwood: tuple[Card, ...] = ()
    kinds: tuple[tuple[MeldKind, str], ...] = ()
    drawn: Card | None = None
    locked: frozenset[Card] = frozenset()
    deadwood_label: str = ""
    deadwood_count: str = ""
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """One side of the table.

    ``cards`` is the number of cards the player holds; ``hand`` shows them open in groups instead
    (replays), ``melds`` are melds on the table (mahjong gin). ``note`` is a short text such as
    "dealer" or a clock, ``disc`` stands before the name.
    """

    name: str
    score: str = ""
    cards: int = 10
    to_move: bool = False
    note: str = ""
    hand: tuple[tuple[Card, ...], ...] | None = None
    melds: tuple[tuple[Card, ...], ...] = ()
    disc: Disc | None = None


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The public view of a table, first player at the top.

    ``recent`` are the discards under the top one, oldest first, ``recent_label`` the text above
    them. ``spread`` is an open discard pile in order, oldest first, top card included (mahjong
    gin); it replaces ``discard``.
    ``counts``: whether the numbers of cards in the stock and in hands are written; without them a
    draw from the stock changes nothing. ``knock_limit`` is a number or a word ("10", "Gin"),
    ``knock_label`` the text before it.
    ``moved``: the card of the last move, framed wherever it lies open.
    """

    top: TablePlayer
    bottom: TablePlayer
    stock: int
    discard: Card | None = None
    recent: tuple[Card, ...] = ()
    spread: tuple[Card, ...] = ()
    knock_limit: str = ""
    knock_label: str = "Knock"
    knock_card: Card | None = None
    multiplier: int = 1
    stock_label: str = "Stock"
    discard_label: str = "Discard"
    moved: Card | None = None
    look: Look = Look()
    recent_label: str = ""
    counts: bool = True


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld on the table; ``laid_off`` are the cards that the opponent added."""

    cards: tuple[Card, ...]
    laid_off: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class LaidHand:
    """One player's cards at the end of a round.

    ``badge`` is the player's result ("GIN", "UNDERCUT"), ``points`` the points of the round
    ("+31"), ``deadwood_label`` a text such as "Deadwood 7".
    """

    name: str
    melds: tuple[LaidMeld, ...] = ()
    deadwood: tuple[Card, ...] = ()
    deadwood_label: str = ""
    badge: str = ""
    points: str = ""
    winner: bool = False
    disc: Disc | None = None


@dataclass(frozen=True, slots=True)
class RoundEndPicture:
    """Both hands laid out after a round, first player at the top; ``sum_line``: the points."""

    top: LaidHand
    bottom: LaidHand
    sum_line: str = ""
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One line under a party's name: the points of a round and the running total."""

    points: int
    total: int


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One game of the sheet: a plain game has one, Hollywood three or more.

    ``entries`` holds one list per party, in the order of the parties. ``closed_by`` is the index of
    the party that won the column, None while it is open.
    """

    title: str
    entries: tuple[tuple[SheetEntry, ...], ...]
    closed_by: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line below the columns: ``values`` has one per column and party, columns first."""

    label: str
    values: tuple[str, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """The score sheet in handwritten form, for 2 to 8 parties."""

    parties: tuple[str, ...]
    columns: tuple[SheetColumn, ...]
    lines: tuple[SheetLine, ...] = ()
    title: str = ""
    footer: str = ""
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """One party of a finished match."""

    name: str
    score: str
    winner: bool = False


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """A card to share at the end of a match: names, final score, some facts.

    ``cards`` is a decorative fan, such as the last winning hand.
    """

    title: str
    players: tuple[ResultPlayer, ...]
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    cards: tuple[Card, ...] = ()
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a leaderboard; ``fraction`` (0 to 1) is the length of its bar, which a page lacks.

    ``own``: the reader's.
    """

    rank: str
    name: str
    value: str
    fraction: Annotated[float, Field(exclude=True)] = 0.0
    note: str = ""
    disc: Disc | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A leaderboard; ``outside``: a separate line at the bottom that belongs to another page."""

    title: str
    rows: tuple[BoardRow, ...]
    subtitle: str = ""
    look: Look = Look()
    outside: BoardRow | None = None


@dataclass(frozen=True, slots=True)
class ProfilePicture:
    """A player's rating over time and some figures.

    ``history`` are ratings, oldest first, ``spread`` the uncertainty of each; ``since`` and
    ``until`` the days at both ends. ``stats`` are pairs of label and value, ``medals`` the ranks in
    months that ended among the first three.
    """

    name: str
    rating: str
    rating_label: str = ""
    history: tuple[float, ...] = ()
    stats: tuple[tuple[str, str], ...] = ()
    look: Look = Look()
    spread: tuple[float, ...] = ()
    since: str = ""
    until: str = ""
    title: str = ""
    disc: Disc | None = None
    medals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A round as an animation: tables in order, each shown for ``frame_ms`` milliseconds."""

    frames: tuple[TablePicture, ...]
    frame_ms: int = 900
    last_ms: int = 3000


@dataclass(frozen=True, slots=True)
class GraphPicture:
    """A value over the steps of a round, one of them marked.

    ``values``: positive is good for ``top``, negative for ``bottom``. ``at``: the marked step.
    ``poor``: the steps of bad moves.
    """

    values: tuple[float, ...]
    at: int
    top: str
    bottom: str
    poor: tuple[int, ...] = ()
    look: Look = Look()
