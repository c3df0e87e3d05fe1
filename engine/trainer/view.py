"""A puzzle as the view of a seat: only what the puzzle says, at a table of two."""

from dataclasses import replace
from functools import cache
from typing import Final

from engine.game.actions import Knock
from engine.game.cards import DECK_SIZE, Card
from engine.game.legal import Legal, Verb
from engine.game.match import start
from engine.game.melds import STANDARD, solver
from engine.game.round import Phase
from engine.game.rules import Rules
from engine.game.seats import Side
from engine.game.start_position import PlayedDeck
from engine.game.view import KnockView, MatchView, SeatView, TableView, public_view
from engine.trainer.puzzle import LaidDown, Puzzle, Question

_RULES: Final = Rules()
_PHASES: Final = {
    Question.UPCARD: Phase.OFFER_NON_DEALER,
    Question.TAKE: Phase.DRAW,
    Question.LAYOFF: Phase.LAYOFF,
}


def view_of(puzzle: Puzzle) -> SeatView:
    """Return what the player of a puzzle sees; the answers are among what is ``legal``.

    Who dealt is known only where the opponent has passed the upcard: elsewhere it is made up.
    """
    side = Side.DEALER if puzzle.refused else Side.NON_DEALER
    empty = _empty()
    table = _table(puzzle, side, empty.tables[0])
    seat = table.players[side]
    return SeatView(
        public=replace(empty, tables=(table,), to_act=(seat,)),
        seat=seat,
        table=table,
        side=side,
        hand=puzzle.hand,
        layout=solver(STANDARD).best_layout(puzzle.hand),
        taken=puzzle.taken,
        drawn=puzzle.drawn,
        legal=_legal(puzzle),
    )


@cache
def _empty() -> MatchView:
    """Return a match of two whose table is replaced by that of a puzzle."""
    return public_view(start(_RULES, 2, 0, PlayedDeck(tuple(range(DECK_SIZE)))))


def _table(puzzle: Puzzle, side: Side, empty: TableView) -> TableView:
    own, size = puzzle.hand.bit_count(), _RULES.hand_size
    phase, down = _PHASES.get(puzzle.question, Phase.DISCARD), puzzle.laid_down
    return replace(
        empty,
        phase=Phase.OFFER_DEALER if puzzle.refused else phase,
        to_act=side,
        hand_sizes=(own, size) if side is Side.NON_DEALER else (size, own),
        stock_size=puzzle.stock,
        discards=puzzle.discards,
        upcard=puzzle.discards[-1] if puzzle.question is Question.UPCARD else None,
        knock_limit=puzzle.limit,
        events=(),
        knock=None if down is None else _knock(down, side.other),
    )


def _knock(down: LaidDown, side: Side) -> KnockView:
    return KnockView(side, down.melds, down.melds, down.deadwood_cards, down.deadwood, None)


def _legal(puzzle: Puzzle) -> Legal:
    match puzzle.question:
        case Question.UPCARD:
            return Legal(verbs=(Verb.TAKE, Verb.PASS), takes=(1,))
        case Question.TAKE:
            return Legal(verbs=(Verb.DRAW, Verb.TAKE), takes=(1,))
        case Question.LAYOFF:
            return Legal(verbs=(Verb.LAY_OFF, Verb.DONE))
        case _:
            return _ends_turn(puzzle)


def _ends_turn(puzzle: Puzzle) -> Legal:
    actions = [one.action for one in puzzle.answers]
    locked = 0 if puzzle.taken is None else 1 << puzzle.taken
    knocks = tuple((one.card, _left(puzzle, one.card)) for one in actions if isinstance(one, Knock))
    verbs = (Verb.DISCARD, Verb.KNOCK) if knocks else (Verb.DISCARD,)
    return Legal(verbs=verbs, discards=puzzle.hand & ~locked, knocks=knocks)


def _left(puzzle: Puzzle, card: Card) -> int:
    return solver(STANDARD).deadwood(puzzle.hand & ~(1 << card))
