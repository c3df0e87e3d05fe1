"""A recorded round, step by step, with every hand open.

Pure: it plays the record's moves again (:func:`engine.game.record.positions`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.game.actions import Action
from engine.game.cards import Card, CardSet
from engine.game.machine import machine
from engine.game.match import Match, Table
from engine.game.melds import Layout
from engine.game.record import MatchRecord, RecordedMove, positions
from engine.game.round import seen_by
from engine.game.seats import Seat, Side
from engine.game.view import MatchView, TableView, public_view


class RoundAt(NamedTuple):
    """One table of one round (from 1); ``over``: whether it was played to its end."""

    number: int
    table: int
    over: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """A table after one action. Tuples of two are indexed by ``Side``.

    ``step``: 0 is the deal. ``table``: with all events, including cards drawn from the stock.
    ``hands`` and ``layouts``: both hands and their best layouts. ``fresh``: the card that the
    player to act has just taken or drawn. ``seat``, ``action``, ``at_ms``: the action and its time;
    ``None`` for the deal.
    """

    step: int
    match: MatchView
    table: TableView
    hands: tuple[CardSet, CardSet]
    layouts: tuple[Layout, Layout]
    fresh: Card | None = None
    seat: Seat | None = None
    action: Action | None = None
    at_ms: int | None = None

    def seen_from(self, side: Side) -> TableView:
        """Return the table as one player sees it, without the opponent's draws from the stock."""
        return replace(self.table, events=seen_by(self.table.events, side))


@dataclass(frozen=True, slots=True)
class Replay:
    """Every table of every round of a record, and the match as the record leaves it."""

    rounds: tuple[RoundAt, ...]
    frames: tuple[tuple[Frame, ...], ...]
    final: MatchView

    def of(self, number: int, table: int) -> tuple[Frame, ...]:
        """Return the frames of a round at a table; none if it was not played."""
        for place, frames in zip(self.rounds, self.frames, strict=True):
            if (place.number, place.table) == (number, table):
                return frames
        return ()


def frames(record: MatchRecord, number: int, table: int = 0) -> tuple[Frame, ...]:
    """Return the steps of round ``number`` (from 1) at ``table`` (from 0), the deal first.

    Empty if there is no such round. Raise RecordError if the record is inconsistent.
    """
    return watched(record).of(number, table)


def watched(record: MatchRecord, most: int | None = None) -> Replay:
    """Replay the whole record once. Raise RecordError if it is inconsistent.

    ``most``: limit on the moves to play.
    """
    steps: dict[tuple[int, int], list[Frame]] = {}
    before: Match | None = None
    for move, match in _moments(record, most):
        if before is None or before.number != match.number:
            before = None
        public: MatchView | None = None
        for index, table in enumerate(match.tables):
            old = None if before is None else before.tables[index].round
            if table.round is old:
                continue
            public = public_view(match) if public is None else public
            shown = steps.setdefault((match.number, index), [])
            shown.append(_frame(len(shown), match, public, table, index, move if shown else None))
        before = match
    assert before is not None
    places = tuple(
        RoundAt(number, index, shown[-1].table.facts is not None)
        for (number, index), shown in sorted(steps.items())
    )
    stepped = tuple(tuple(steps[one.number, one.table]) for one in places)
    return Replay(places, stepped, public_view(before))


def _moments(
    record: MatchRecord, most: int | None = None
) -> Iterator[tuple[RecordedMove | None, Match]]:
    """Iterate over the match after the deal and after every move, with that move."""
    moves: list[RecordedMove | None] = [None, *record.moves]
    return zip(moves, positions(record, most), strict=True)


def _frame(
    step: int,
    match: Match,
    public: MatchView,
    table: Table,
    index: int,
    move: RecordedMove | None,
) -> Frame:
    state, engine = table.round, machine(match.rules)
    return Frame(
        step=step,
        match=public,
        table=replace(public.tables[index], events=state.events),
        hands=(state.hands[0], state.hands[1]),
        layouts=(engine.layout(state, Side.NON_DEALER), engine.layout(state, Side.DEALER)),
        fresh=state.drawn if state.taken is None else state.taken,
        seat=None if move is None else move.seat,
        action=None if move is None else move.action,
        at_ms=None if move is None else move.at_ms,
    )
