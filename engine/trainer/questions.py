"""Questions from positions: the theme, the answers with their values, and whether one is best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.coach import Option, Reason, Why, gap
from engine.coach.confirming import leads
from engine.coach.options import options
from engine.coach.reasons import reason
from engine.game.actions import Discard, DoneLayingOff, Knock, LayOff, RoundAction
from engine.game.legal import Verb
from engine.game.melds import LaidOff
from engine.game.notation import action_text
from engine.game.view import SeatView
from engine.players.judgement import can_judge
from engine.players.memory import MASTERS_HABITS, UNKNOWN_HABITS, Habits
from engine.players.position import Position
from engine.players.score_value import ScoreValues
from engine.trainer.puzzle import LaidDown, Puzzle, PuzzleAnswer, Question

LEAST_GAP: Final = 1.5
"""The points by which the best answer has to be better than the next: twice what the coach calls
as good as the best, because the networks that value the answers err, too."""
LEAST_LAYOFF_GAP: Final = 1.0
"""The same for layoffs, whose points are counted."""
LEAST_DISCARDS: Final = 3
"""The discards on the pile before which hands say too little to ask for a discard."""
MOST_LAYOFFS: Final = 6
"""The layoffs compared, best first, in addition to none and all."""
LEAST_LAYOFFS: Final = 3
OFFERS: Final = (Question.TAKE, Question.UPCARD)


@dataclass(frozen=True, slots=True)
class Studied:
    """A question, the position it comes from, and what the second-best answer loses."""

    puzzle: Puzzle
    view: SeatView
    gap: float


def ends_turn(view: SeatView) -> bool:
    """Whether the player has to discard, without gin and after the first turns."""
    verbs = view.legal.verbs
    if Verb.DISCARD not in verbs or Verb.BIG_GIN in verbs or view.table is None:
        return False
    enough = len(view.table.discards) >= LEAST_DISCARDS
    return enough and all(left > 0 for _, left in view.legal.knocks)


def theme_of(view: SeatView) -> Question | None:
    """Return the question that a position asks; ``None`` if it asks none."""
    verbs = view.legal.verbs
    if view.table is None:
        return None
    if Verb.DONE in verbs:
        return None if view.table.layoffs or view.exposed else Question.LAYOFF
    if ends_turn(view):
        return Question.KNOCK if view.legal.knocks else Question.DISCARD
    if Verb.TAKE not in verbs:
        return None
    return Question.UPCARD if Verb.PASS in verbs else Question.TAKE


def _valued(view: SeatView, seed: int, habits: Habits = MASTERS_HABITS) -> Position:
    """Return the position against somebody with these habits, whatever the score."""
    return replace(Position.of(view, seed, habits), score_values=ScoreValues())


def _is_choice(position: Position) -> bool:
    """Whether a card that is offered would lower the deadwood, so that taking it is a choice."""
    top, hand, solver = position.memory.top, position.memory.hand, position.play.solver
    return solver.best_discard(hand | 1 << top, 1 << top)[1] < solver.deadwood(hand)


def study(view: SeatView, seed: int, least_gap: float = LEAST_GAP) -> Studied | None:
    """Return the question of a position if one answer is clearly best; ``None`` otherwise.

    ``least_gap``: 0 for the mistake of one player, where the answer given is clearly worse.
    """
    theme = theme_of(view)
    if theme is None:
        return None
    position = _valued(view, seed)
    if theme is Question.LAYOFF:
        return of_layoffs(position, min(least_gap, LEAST_LAYOFF_GAP))
    if not can_judge(position) or (theme in OFFERS and not _is_choice(position)):
        return None
    found = options(position, None, every_discard=theme is Question.DISCARD)
    if theme is Question.KNOCK:
        found = _knock_or_wait(found)
    if len(found) < 2 or gap(found[0], found[1]) < least_gap:
        return None
    return Studied(puzzle_of(position, theme, found), view, gap(found[0], found[1]))


def holds(studied: Studied, seed: int, other: RoundAction | None = None) -> bool:
    """Return whether the best answer leads another not by the networks' word alone.

    ``other``: by default the next best. Discards and draws are played on. Quick players wait better
    than they knock, so that a knock is asked of the networks again, for a stranger. Layoffs are
    counted.
    """
    puzzle, view = studied.puzzle, studied.view
    if puzzle.question is Question.LAYOFF:
        return True
    best, next_best = puzzle.answers[puzzle.best], puzzle.answers[puzzle.next_best or 0]
    against = next_best.action if other is None else other
    if puzzle.question is not Question.KNOCK:
        return leads(_valued(view, seed), best.action, against)
    first = _knock_or_wait(options(_valued(view, seed, UNKNOWN_HABITS), None))[:1]
    return [isinstance(one.action, Knock) for one in first] == [isinstance(best.action, Knock)]


def _knock_or_wait(found: Sequence[Option]) -> list[Option]:
    """Return the best knock and the best discard, the better one first."""
    knocks = [one for one in found if isinstance(one.action, Knock)]
    waits = [one for one in found if isinstance(one.action, Discard)]
    chosen = [*knocks[:1], *waits[:1]]
    return sorted(chosen, key=lambda one: -one.expected) if len(chosen) == 2 else []


def puzzle_of(position: Position, question: Question, found: Sequence[Option]) -> Puzzle:
    """Return the puzzle whose answers are these options, best first."""
    best = found[0]
    shown = sorted(found, key=lambda one: action_text(one.action))
    return _puzzle(
        position,
        question,
        tuple(PuzzleAnswer((one.action,), round(one.expected, 1)) for one in shown),
        (shown.index(best), shown.index(found[1])),
        tuple(reason(position, best, found[1] if one is best else one) for one in shown),
    )


def _puzzle(
    position: Position,
    question: Question,
    answers: tuple[PuzzleAnswer, ...],
    best: tuple[int, int],
    reasons: tuple[Reason, ...],
) -> Puzzle:
    """Return a puzzle; ``best``: the indices of the best answer and the next."""
    view, memory = position.view, position.memory
    table = view.table
    assert table is not None
    down = table.knock
    offered = question is Question.UPCARD and table.top in memory.refused
    return Puzzle(
        question=question,
        hand=view.hand,
        drawn=view.drawn,
        discards=table.discards,
        theirs=0 if down is not None else memory.known,
        stock=table.stock_size,
        limit=table.knock_limit,
        answers=answers,
        best=best[0],
        reasons=reasons,
        taken=view.taken,
        discarded=memory.discarded,
        refused=offered,
        laid_down=None
        if down is None
        else LaidDown(down.melds, down.deadwood_cards, down.deadwood),
        next_best=best[1],
    )


def of_layoffs(position: Position, least_gap: float) -> Studied | None:
    """Return the question of the layoffs: every set of cards that can be laid off is counted.

    ``None`` with too few of them, or if the best does not lead by ``least_gap``.
    """
    table, play = position.view.table, position.play
    assert table is not None
    assert table.knock is not None
    left, hand = table.knock.deadwood, position.view.hand
    worth: dict[LaidOff, int] = {}
    for state in play.solver.reachable_layoffs(table.knock.melds, hand):
        answered = play.solver.deadwood(hand & ~state.cards)
        worth[state] = -play.settle(left, answered, hand)
    order = sorted(worth, key=lambda state: -worth[state])
    if len(order) < LEAST_LAYOFFS:
        return None
    ahead = worth[order[0]] - worth[order[1]]
    if ahead < least_gap:
        return None
    none, most = min(order, key=_laid), max(order, key=_laid)
    remaining = [
        state for n, state in enumerate(order) if n < MOST_LAYOFFS or state in (none, most)
    ]
    shown = sorted(remaining, key=lambda state: (_laid(state), state.cards))
    puzzle = _puzzle(
        position,
        Question.LAYOFF,
        tuple(PuzzleAnswer(_plan(state), float(worth[state])) for state in shown),
        (shown.index(order[0]), shown.index(order[1])),
        tuple(
            _why(position, order[0], order[1] if state is order[0] else state) for state in shown
        ),
    )
    return Studied(puzzle, position.view, float(ahead))


def _laid(state: LaidOff) -> int:
    return len(state.steps)


def _plan(state: LaidOff) -> tuple[LayOff | DoneLayingOff, ...]:
    """Return the layoffs in a legal order; nothing is the end at once."""
    return tuple(LayOff(card, meld) for card, meld in state.steps) or (DoneLayingOff(),)


def _why(position: Position, best: LaidOff, other: LaidOff) -> Reason:
    """Return why the best layoffs are better than others, as counted on the table."""
    solver, hand = position.play.solver, position.view.hand
    remaining = hand & ~best.cards
    melded = sum(solver.best_layout(remaining).melds)
    broken = [card for card, _ in other.steps if melded >> card & 1]
    if broken:
        return Reason(Why.KEEP_FOR_MELD, {"card": broken[0]})
    if not best.steps:
        return Reason(Why.ONLY_CHOICE, {})
    why = Why.LAY_OFF if len(best.steps) > 1 else Why.LAY_OFF_ONE
    return Reason(why, {"card": best.steps[0][0], "deadwood": solver.deadwood(remaining)})
