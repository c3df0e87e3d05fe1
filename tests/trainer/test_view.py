"""A puzzle at a table: its player sees what the puzzle says, and every answer is offered."""

import pytest

from engine.game.actions import Discard, DoneLayingOff, Knock, LayOff, RoundAction
from engine.game.cards import card_set, cards_of
from engine.game.legal import Verb
from engine.game.view import SeatView
from engine.trainer.puzzle import Puzzle, PuzzleAnswer, Question, puzzle_from, view_of
from tests.prepared import puzzles


def cards_in(view: SeatView) -> int:
    table = view.table
    assert table is not None
    down = table.knock
    shown = 0 if down is None else sum(down.melds) | down.deadwood_cards
    return view.hand | card_set(table.discards) | shown


def offers(view: SeatView, action: RoundAction) -> bool:
    if isinstance(action, LayOff | DoneLayingOff):
        # Whole plans are compared: the places of the cards are not asked for.
        return Verb.DONE in view.legal.verbs
    asked = Knock(action.card) if isinstance(action, Knock) else action
    return asked in set(view.legal.actions())


@pytest.mark.slow
def test_a_table_shows_the_cards_of_the_puzzle_and_offers_its_answers() -> None:
    for one in puzzles():
        puzzle = puzzle_from(one.text)
        view = view_of(puzzle)
        table = view.table
        assert table is not None
        down = puzzle.laid_down
        known = puzzle.hand | card_set(puzzle.discards)
        known |= 0 if down is None else sum(down.melds) | down.deadwood_cards
        assert cards_in(view) == known
        assert view.public.tables == (table,)
        assert not table.events, "nobody knows how it came about"
        assert (view.drawn, view.taken) == (puzzle.drawn, puzzle.taken)
        assert (table.stock_size, table.knock_limit) == (puzzle.stock, puzzle.limit)
        assert all(offers(view, answer.action) for answer in puzzle.answers)


def test_the_card_just_taken_is_the_one_that_stays() -> None:
    hand = card_set(range(11))
    answers = tuple(PuzzleAnswer((Discard(card),), 0.0) for card in range(1, 11))
    puzzle = Puzzle(Question.DISCARD, hand, None, (20,), 0, 20, 10, answers, 0, (), taken=0)
    view = view_of(puzzle)
    assert view.hand & ~view.legal.discards == 1
    assert list(cards_of(view.legal.discards)) == list(range(1, 11))
