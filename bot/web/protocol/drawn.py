"""Parts of a panel that the page draws itself: events, brackets, leaderboards and profiles."""

from typing import Literal

from bot.ui.parts.base import EpochMs, PanelPart
from bot.web.protocol.base import MatchText, Message


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


class BracketPart(PanelPart):
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


class CrossPart(PanelPart):
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


class RankingPart(PanelPart):
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


class PastPart(PanelPart):
    """The reader's finished matches, the newest first; they stand for the panel's texts."""

    type: Literal["past"] = "past"
    lines: tuple[PastLineState, ...]


class FigureState(Message):
    """A figure of a profile."""

    label: str
    value: str


class ProfilePart(PanelPart):
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


class EventCardState(Message):
    """An event in the list. ``event``: its number in base 36, part of its page's address.

    ``status``: what goes on, or how it ended, and ``own``: what it means for the reader, in
    Discord's markdown. ``entered``: the reader takes part.
    """

    event: MatchText
    title: str
    kind: str
    stage: Literal["next", "running", "past"]
    status: str
    own: str
    starts: EpochMs
    entrants: int
    entered: bool


class EventCardsPart(PanelPart):
    """The events of a server: those that run, those to come, and some of those that are over.

    ``actions``: the presses of those buttons of the panel's rows that go with them.
    """

    type: Literal["event_cards"] = "event_cards"
    cards: tuple[EventCardState, ...]
    actions: tuple[str, ...]


class EventPersonState(Message):
    """Somebody who takes part. ``note``: the place or the rating."""

    name: str
    disc: DiscState
    note: str


class OwnRoundState(Message):
    """A pairing of the reader. ``rival``: ``None`` for a bye. ``match``: if it may be opened."""

    title: str
    rival: EventPersonState | None
    score: str
    mark: Literal["plain", "won", "drawn", "lost", "open", "self"]
    match: MatchText | None


class EventTableState(Message):
    """Two others who are playing. ``match``: if it may be watched."""

    first: EventPersonState
    second: EventPersonState
    score: str
    match: MatchText | None


class EventPart(PanelPart):
    """An event as one person sees it. The panel's rows are its buttons.

    ``plan``: kind, rules and options in words. ``round``: where it stands, and ``lines`` what it
    means for the reader, in Discord's markdown. ``own``: the reader, once taking part.
    ``to_play``: the reader's open pairings, ``played``: the earlier ones, the newest first.
    ``actions``: the presses of the buttons that do something; ``back``: of the one that leads to
    the list. ``tables``: of others. ``entered``: how many there are, and ``entrants`` the first of
    them until the start. ``boards``: the reader's, of the last public round.
    """

    type: Literal["event"] = "event"
    event: MatchText
    title: str
    stage: Literal["next", "running", "past"]
    plan: str
    round: str
    starts: EpochMs
    entered: int
    lines: tuple[str, ...]
    own: EventPersonState | None
    to_play: tuple[OwnRoundState, ...]
    actions: tuple[str, ...]
    back: str
    tables: tuple[EventTableState, ...]
    played: tuple[OwnRoundState, ...]
    entrants: tuple[EventPersonState, ...]
    bracket: BracketPart | None
    standings: CrossPart | None
    boards: CrossPart | None
