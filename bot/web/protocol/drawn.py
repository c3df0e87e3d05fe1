"""Parts of a panel that the page draws itself: brackets, standings, leaderboards and profiles."""

from typing import Literal

from bot.web.protocol.base import EpochMs, MatchText, Message


class DiscState(Message):
    """A person as a disc. ``tone``: the index of its colour."""

    initials: str
    tone: int


class BracketSlotState(Message):
    """A player of a pairing; an empty ``name``: not known yet. ``score``: matches won.

    ``own``: the reader.
    """

    name: str
    seed: str
    score: str
    won: bool
    out: bool
    own: bool


class BracketRoundState(Message):
    """A column of a bracket: half as many pairs as in the column before."""

    title: str
    pairs: tuple[tuple[BracketSlotState, BracketSlotState], ...]


class BracketPart(Message):
    """A knockout, with the match for third place if there is one."""

    type: Literal["bracket"] = "bracket"
    title: str
    subtitle: str
    rounds: tuple[BracketRoundState, ...]
    third_label: str
    third: tuple[BracketSlotState, BracketSlotState] | None


class CrossCellState(Message):
    """A cell of a cross table."""

    text: str
    mark: Literal["plain", "won", "drawn", "lost", "open", "self"]


class CrossRowState(Message):
    """A line of the standings. ``note``: a short text after the name. ``own``: the reader's."""

    rank: str
    name: str
    total: str
    cells: tuple[CrossCellState, ...]
    note: str
    disc: DiscState | None
    own: bool


class CrossPart(Message):
    """Standings with a cross table; ``columns``: the heads of the cells."""

    type: Literal["cross"] = "cross"
    title: str
    subtitle: str
    columns: tuple[str, ...]
    total_label: str
    rows: tuple[CrossRowState, ...]


class RankingRowState(Message):
    """A line of a leaderboard. ``own``: the reader's."""

    rank: str
    name: str
    value: str
    note: str
    disc: DiscState | None
    own: bool


class RankingPart(Message):
    """A leaderboard. ``outside``: the reader's line, if it is on another page."""

    type: Literal["ranking"] = "ranking"
    title: str
    subtitle: str
    rows: tuple[RankingRowState, ...]
    outside: RankingRowState | None


class PastLineState(Message):
    """A finished match. ``result``: in words; ``score``: the reader's points first."""

    match: MatchText
    mark: Literal["plain", "won", "drawn", "lost", "open", "self"]
    result: str
    names: str
    disc: DiscState
    rules: str
    score: str
    ended: EpochMs


class PastPart(Message):
    """The reader's finished matches, the newest first; they stand for the panel's texts."""

    type: Literal["past"] = "past"
    lines: tuple[PastLineState, ...]


class FigureState(Message):
    """A figure of a profile."""

    label: str
    value: str


class ProfilePart(Message):
    """A person with the rating over time, oldest first, and some figures.

    ``spread``: the uncertainty of each rating. ``since``, ``until``: the days at both ends.
    ``medals``: places among the first three of months that ended.
    """

    type: Literal["profile"] = "profile"
    name: str
    title: str
    rating: str
    rating_label: str
    history: tuple[float, ...]
    spread: tuple[float, ...]
    since: str
    until: str
    figures: tuple[FigureState, ...]
    medals: tuple[str, ...]
    disc: DiscState | None
    alt: str
