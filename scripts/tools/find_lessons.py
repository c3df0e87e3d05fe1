"""Find the positions of the course: those in which one idea is clearly best.

    scripts/dev find_lessons [LESSON ...]

Computers play rounds from fixed seeds; a decision that fits a lesson is kept if the answer leads by
the course's margin whatever hands are imagined, and if it leads the next best where casual and
expert players play the round on, for which a C compiler is needed. Without names all lessons are
found anew. The result is `engine/course/positions.json`, which is committed.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.rollouts import Rollouts, is_confirmed
from engine.coach import Why
from engine.coach.reasons import own_turn
from engine.course.grading import LEAST_MARGIN, graded, graded_at, question_at
from engine.course.lessons import FILE, IN_A_LESSON, CoursePosition, move_text
from engine.game.actions import Discard, Draw, Knock, Pass, Take
from engine.game.cards import Card, cards_of, cards_text, suit
from engine.game.match import Match, MatchPhase, act, start_after
from engine.game.melds import STANDARD, solver
from engine.game.notation import action_text
from engine.game.presets import PRESETS
from engine.game.round import RoundEventKind
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.players.memory import MASTERS_HABITS
from engine.players.position import Position
from engine.players.score_value import ScoreValues
from engine.simulation import SeededDecks
from engine.trainer.puzzle import Question
from engine.trainer.questions import Studied

SEEDS: Final = (0, 1, 2, 3)
"""The seeds of the imagined hands, with each of which the answer has to lead."""
ROUNDS: Final = 6000
DEALS: Final = 2000
"""The imagined deals on which an answer and the next best are played on."""
MOST_MOVES: Final = 200
MOST_LEAD: Final = 12.0
TEAM: Final = "partnership_4"


@dataclass(frozen=True, slots=True)
class Found:
    """A decision that may fit."""

    view: SeatView
    position: Position
    studied: Studied

    @property
    def best(self) -> object:
        """The best answer's action."""
        puzzle = self.studied.puzzle
        return puzzle.answers[puzzle.best].action

    @property
    def next_best(self) -> object:
        """The second-best answer's action."""
        puzzle = self.studied.puzzle
        return puzzle.answers[puzzle.next_best or 0].action

    @property
    def why(self) -> Why:
        """Why the best answer is better than the next."""
        puzzle = self.studied.puzzle
        return puzzle.reasons[puzzle.best].why

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.studied.puzzle.question

    @property
    def left(self) -> int:
        """The deadwood of the best knock."""
        return min((left for _, left in self.view.legal.knocks), default=99)

    @property
    def stock(self) -> int:
        """The cards of the stock."""
        assert self.view.table is not None
        return self.view.table.stock_size

    @property
    def limit(self) -> int:
        """The most deadwood of a knock."""
        assert self.view.table is not None
        return self.view.table.knock_limit

    @property
    def turn(self) -> int:
        """The player's turn, counted from 1."""
        return own_turn(self.position)

    def neutral(self) -> object:
        """Return what would be best if a point were a point, whatever the score."""
        same = graded_at(replace(self.position, score_values=ScoreValues()))
        return None if same is None else same.puzzle.answers[same.puzzle.best].action


Fits = Callable[[Found], bool]


def _melded(found: Found, *, as_run: bool) -> bool:
    """Whether the top card is taken for a run, or for a set."""
    if not isinstance(found.best, Take) or found.why is not Why.MAKES_MELD:
        return False
    top, hand = found.position.memory.top, found.view.hand
    layout = solver(STANDARD).best_layout(hand | 1 << top)
    meld = next((one for one in layout.melds if one >> top & 1), 0)
    suits = {suit(card) for card in cards_of(meld)}
    return bool(meld) and (len(suits) == 1) is as_run and meld.bit_count() == 3


def _highest(found: Found) -> bool:
    if not isinstance(found.best, Discard) or found.turn > 3:
        return False
    value, loose = found.position.play.value, found.view.layout.deadwood_cards
    most = max(value[card] for card in cards_of(loose))
    return value[found.best.card] == most and found.why in (Why.LESS_DEADWOOD, Why.HIGH_DEADWOOD)


def _near_taken(found: Found) -> bool:
    """Whether another discard would fit what the opponent has taken."""
    if found.question is not Question.DISCARD or found.why is not Why.FEEDS_PILE:
        return False
    card, known = _card(found.next_best), found.position.memory.known
    return card is not None and any(_is_near(card, one) for one in cards_of(known))


def _card(action: object) -> Card | None:
    return action.card if isinstance(action, Discard) else None


def _is_near(card: Card, other: Card) -> bool:
    same_suit = suit(card) == suit(other)
    return card % 13 == other % 13 or (same_suit and abs(card - other) <= 2)


def _undercuts(found: Found) -> bool:
    """Whether the best layoffs win the round, and laying off nothing loses it."""
    answers = found.studied.puzzle.answers
    best = answers[found.studied.puzzle.best]
    return (
        found.question is Question.LAYOFF
        and best.expected > 0
        and sum(one.expected < 0 for one in answers) >= 2
    )


def _lays_off_all(found: Found) -> bool:
    puzzle = found.studied.puzzle
    best = puzzle.answers[puzzle.best]
    most = max(len(one.actions) for one in puzzle.answers)
    return (
        found.question is Question.LAYOFF and best.expected < 0 and len(best.actions) == most >= 2
    )


D, K, T, U, L = Question.DISCARD, Question.KNOCK, Question.TAKE, Question.UPCARD, Question.LAYOFF
Scores = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What fits a lesson.

    ``other``: the exception, of which one question is, so that the answer is not always the same;
    without one, all four fit. ``scores``: before the round, tried in turn.
    """

    asks: tuple[Question, ...]
    fits: Fits
    other: Fits | None = None
    preset: str = "standard"
    scores: tuple[Scores, ...] = ((),)
    levels: tuple[Level, Level] = (Level.EXPERT, Level.CASUAL)


_CLOSE: Final[tuple[Scores, ...]] = (
    ((60, 0), (0, 92), (32, 0)),
    ((85, 0), (0, 40)),
    ((20, 0), (0, 88)),
    ((0, 95), (95, 0)),
)
_TEAM: Final[tuple[Scores, ...]] = (
    ((0, 110),),
    ((110, 0),),
    ((70, 0), (0, 105)),
    ((0, 60), (105, 0)),
)
_HOLLYWOOD: Final[tuple[Scores, ...]] = (
    ((45, 0), (40, 0), (0, 30), (0, 42)),
    ((0, 48), (0, 45), (35, 0), (28, 0)),
    ((48, 0), (0, 50), (46, 0), (0, 44)),
)


def _knocks(found: Found) -> bool:
    return isinstance(found.best, Knock)


def _differs(found: Found) -> bool:
    """Whether something else would be best if a point were a point."""
    return found.neutral() != found.best


def _passes(found: Found) -> bool:
    return isinstance(found.best, Pass) and _tempts(found)


def _leaves(found: Found) -> bool:
    return isinstance(found.best, Draw) and _tempts(found)


def _tempts_near(found: Found) -> bool:
    """Whether the offered card makes no meld although two of its kind are in the hand."""
    if isinstance(found.best, Take) or _sure(found):
        return False
    top = found.position.memory.top
    return sum(_is_near(top, card) for card in cards_of(found.view.hand)) >= 2


def _for_knock(found: Found) -> bool:
    return isinstance(found.best, Take) and found.why is Why.ALLOWS_KNOCK and not _sure(found)


def _tempts(found: Found) -> bool:
    """Whether the offered card would lower the deadwood."""
    top, hand, melds = found.position.memory.top, found.view.hand, found.position.play.solver
    return melds.best_discard(hand | 1 << top, 1 << top)[1] < melds.deadwood(hand)


def _sure(found: Found) -> bool:
    """Whether the offered card makes a meld of three with two others, which needs no thought."""
    top, hand = found.position.memory.top, found.view.hand
    return any(meld >> top & 1 for meld in solver(STANDARD).melds_in(hand | 1 << top))


def _against(found: Found, why: Why) -> bool:
    """Whether the best discard is better than the knock for a reason, and nearly all discards."""
    puzzle = found.studied.puzzle
    return any(
        isinstance(answer.action, Knock) and reason.why is why
        for answer, reason in zip(puzzle.answers, puzzle.reasons, strict=True)
    )


LESSONS: Final[dict[str, Wanted]] = {
    "runs": Wanted((U, T), lambda one: _melded(one, as_run=True), _tempts_near),
    "sets": Wanted((U, T), lambda one: _melded(one, as_run=False), _tempts_near),
    "deadwood": Wanted((D,), _highest),
    "knock": Wanted(
        (K,),
        lambda one: _knocks(one) and one.why is Why.KNOCK_NOW and one.turn >= 4,
        lambda one: _against(one, Why.PLAY_FOR_GIN) and one.left <= 4,
    ),
    "upcard": Wanted((U,), lambda one: isinstance(one.best, Take), _passes),
    "leave": Wanted((T,), _leaves, lambda one: _melded(one, as_run=True)),
    "outs": Wanted((D,), lambda one: one.why is Why.KEEPS_OUTS),
    "two_ways": Wanted((D,), lambda one: one.why is Why.TWO_WAY),
    "taken": Wanted((D,), _near_taken),
    "safe": Wanted((D,), lambda one: one.why in (Why.DEAD_CARD, Why.FEEDS_PILE) and one.turn >= 4),
    "late": Wanted((D,), lambda one: one.why is Why.HIGH_DEADWOOD and one.turn >= 7),
    "stock": Wanted(
        (K, D, T),
        lambda one: 2 < one.stock <= 9 and (one.question is not T or _tempts(one)),
        levels=(Level.NOVICE, Level.CASUAL),
    ),
    "early": Wanted(
        (K,),
        lambda one: _knocks(one) and one.turn <= 3 and one.left >= 6,
        lambda one: _against(one, Why.UNDERCUT_RISK),
    ),
    "wait": Wanted(
        (K,),
        lambda one: _against(one, Why.UNDERCUT_RISK),
        lambda one: _knocks(one) and one.left >= 6,
    ),
    "gin": Wanted(
        (K,),
        lambda one: _against(one, Why.PLAY_FOR_GIN),
        lambda one: _knocks(one) and one.left <= 4,
    ),
    "for_knock": Wanted((T,), _for_knock, lambda one: _leaves(one) and one.turn >= 3),
    "layoff": Wanted((L,), _lays_off_all, _undercuts),
    "undercut": Wanted((L,), _undercuts),
    "score": Wanted(
        (K,),
        lambda one: _differs(one) and _knocks(one),
        lambda one: _differs(one) and not _knocks(one),
        scores=_CLOSE,
    ),
    "oklahoma": Wanted(
        (K, D),
        lambda one: one.limit < 10 and one.question is K and _knocks(one),
        lambda one: one.limit < 10 and one.question is K and not _knocks(one),
        preset="oklahoma",
    ),
    "hollywood": Wanted((K, D), _differs, preset="hollywood", scores=_HOLLYWOOD),
    "partners": Wanted(
        (K,),
        lambda one: _differs(one) and _knocks(one),
        lambda one: _differs(one) and not _knocks(one),
        preset=TEAM,
        scores=_TEAM,
    ),
}


def decisions(wanted: Wanted, seed: int) -> Iterator[tuple[CoursePosition, Found]]:
    """Play a round between computers, and return the decisions that may fit."""
    decks, scores = SeededDecks(seed), wanted.scores[seed % len(wanted.scores)]
    players = 4 if wanted.preset == TEAM else 2
    now = start_after(PRESETS[wanted.preset], players, seed % 2, decks, scores)
    moves: list[str] = []
    for number in range(MOST_MOVES):
        if now.phase is not MatchPhase.PLAYING:
            return
        # The other table of a team match is played to its end first.
        seat = now.to_act[-1]
        view = seat_view(now, seat)
        is_last = sum(one.is_over for one in now.tables) == len(now.tables) - 1
        if is_last and view.legal.verbs and question_at(view) in wanted.asks:
            studied = graded(view)
            if studied is not None and LEAST_MARGIN <= studied.gap <= MOST_LEAD:
                position = _position(wanted, now, decks, moves, seat, scores, seed)
                yield position, Found(view, Position.of(view, SEEDS[0], MASTERS_HABITS), studied)
        level = wanted.levels[(seed + seat) % 2]
        action = choose(view, level, seed * 1000 + number)
        moves.append(move_text(seat, action))
        now = act(now, seat, action, decks).match


def is_steady(found: Found) -> bool:
    """Whether the answer leads whatever hands are imagined."""
    answer = found.studied.puzzle.answers[found.studied.puzzle.best].actions
    for seed in SEEDS[1:]:
        again = graded(found.view, seed)
        if again is None or again.gap < LEAST_MARGIN:
            return False
        if again.puzzle.answers[again.puzzle.best].actions != answer:
            return False
    return True


def leads(rolled: Rollouts, found: Found) -> bool:
    """Whether the answer leads however the round is played on; layoffs are counted."""
    puzzle = found.studied.puzzle
    if puzzle.question is Question.LAYOFF:
        return True
    best, other = puzzle.answers[puzzle.best], puzzle.answers[puzzle.next_best or 0]
    return is_confirmed(rolled, found.view, best.action, other.action, DEALS)


def _position(
    wanted: Wanted,
    now: Match,
    decks: SeededDecks,
    moves: Sequence[str],
    seat: Seat,
    scores: Scores,
    seed: int,
) -> CoursePosition:
    shown = []
    for number, table in enumerate(now.tables):
        drawn = sum(event.fact is RoundEventKind.DREW for event in table.round.events)
        shown.append(cards_text(decks.deck(1, number, table.attempt)[: 21 + drawn]))
    return CoursePosition(wanted.preset, seed % 2, tuple(shown), tuple(moves), seat, "", scores)


def search(name: str, rolled: Rollouts) -> list[CoursePosition]:
    """Return the positions of a lesson."""
    wanted, usual, others = LESSONS[name], list[CoursePosition](), list[CoursePosition]()
    exceptions = 0 if wanted.other is None else 1
    for seed in range(ROUNDS):
        for position, found in decisions(wanted, seed * 31 + sum(map(ord, name))):
            for fits, kept, most in (
                (wanted.fits, usual, IN_A_LESSON - exceptions),
                (wanted.other, others, exceptions),
            ):
                if len(kept) == most or fits is None or not fits(found):
                    continue
                if is_steady(found) and leads(rolled, found):
                    puzzle = found.studied.puzzle
                    right = " ".join(map(action_text, puzzle.answers[puzzle.best].actions))
                    kept.append(replace(position, right=right))
                    print(
                        f"{name}: {seed}, {right}, {found.studied.gap:.1f}, {found.why}", flush=True
                    )
                    break
            else:
                continue
            break
        if len(usual) + len(others) == IN_A_LESSON:
            break
    else:
        print(f"{name}: only {len(usual)} and {len(others)}", flush=True)
    # The exception is never the example, and not always at the same place.
    place = 1 + len(name) % (IN_A_LESSON - 1)
    return [*usual[:place], *others, *usual[place:]]


def main(names: Sequence[str]) -> None:
    """Find positions and write the file."""
    known, rolled = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}, Rollouts()
    for name in names or LESSONS:
        known[name] = [one.plain() for one in search(name, rolled)]
        ordered = {one: known[one] for one in LESSONS if one in known}
        FILE.write_text(json.dumps(ordered, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
