"""The making of puzzles: decisions of played rounds, for everybody or from a player's mistakes.

A day has a puzzle of its own, made in the same way; the trainer never asks it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from math import log2
from typing import Final, TypeVar

from engine.coach import THRESHOLDS, Grade, decisions_of, grade
from engine.fairness import CommittedDecks, lot, round_secret
from engine.game.actions import Knock, RoundAction
from engine.game.errors import RecordError
from engine.game.match import MatchPhase, act, start
from engine.game.melds import RunWrap
from engine.game.record import MatchRecord, positions, without_taken_back
from engine.game.rules import FirstTurn, GameKind, Rules
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.players.memory import Chance
from engine.standings.rating import Rating
from engine.trainer.puzzle import PuzzleAnswer, Question
from engine.trainer.questions import Studied, holds, study, theme_of

STANDARD: Final = Rules()
_CONTRIBUTIONS: Final = ("trainer", "computer")
_LEVELS: Final = (Level.CASUAL, Level.EXPERT)
MOST_MOVES: Final = 400
"""The most actions of a round of computers."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: what a seat saw in a round, and what it did."""

    seat: Seat
    number: int
    view: SeatView
    action: RoundAction


def is_duel(rules: Rules, players: int) -> bool:
    """Whether these are rounds of gin between two players."""
    return rules.game_kind is GameKind.GIN and players == 2


def is_standard(rules: Rules) -> bool:
    """Whether a round is played and counted as in standard gin, but for the knock limit."""
    return (
        rules.game_kind is GameKind.GIN
        and rules.run_wrap is RunWrap.NONE
        and rules.first_turn is FirstTurn.UPCARD_OFFER
        and not (rules.deep_pickup or rules.spade_doubles)
        and _counted(rules) == _counted(STANDARD)
    )


def _counted(rules: Rules) -> tuple[object, ...]:
    return (
        rules.ace_deadwood,
        rules.hand_size,
        rules.gin_bonus,
        rules.undercut_bonus,
        rules.undercut_on_tie,
        rules.layoff_on_gin,
        rules.may_return_taken_discard,
        rules.wall_size,
    )


def decisions(record: MatchRecord) -> Iterator[Decided]:
    """Return every decision of a match between two players; none of any other match."""
    if not is_duel(record.rules, record.players):
        return
    states = list(positions(record))
    for number in sorted({deal.number for deal in record.deals}):
        for seat in (Seat.ONE, Seat.TWO):
            for view, action in decisions_of(states, record.moves, seat, number):
                yield Decided(seat, number, view, action)


def of_computers(seed: str) -> Iterator[Decided]:
    """Play one round of standard gin between computers; the same seed gives the same round."""
    root = hashlib.sha256(seed.encode()).digest()
    chance = int.from_bytes(root[:4], "big")
    levels = _LEVELS[chance % 2], _LEVELS[chance // 2 % 2]
    decks = CommittedDecks(root, 1, _CONTRIBUTIONS)
    match = start(STANDARD, 2, lot(round_secret(root, 1), 1, _CONTRIBUTIONS), decks)
    for move in range(MOST_MOVES):
        if match.phase is not MatchPhase.PLAYING:
            return
        seat = match.to_act[0]
        view = seat_view(match, seat)
        action = choose(view, levels[seat], chance + move)
        yield Decided(seat, match.number, view, action)
        match = act(match, seat, action, decks).match


TWO_ANSWERS: Final = 1350.0
MORE_ANSWERS: Final = 1500.0
"""The middle of the scale; of two answers even a guess finds the better one every other time."""
LEVELS: Final = (Level.NOVICE, Level.CASUAL, Level.EXPERT)
STEP: Final = 110.0
"""What each computer that misses the best answer adds, and each that finds it takes off."""
USUAL_GAP: Final = 3.0
"""The gap in points that makes a puzzle neither harder nor easier."""
LEAST: Final = 900.0
MOST: Final = 2100.0
UNCERTAIN: Final = 200.0
"""The deviation of an estimate."""


def estimate(studied: Studied, seed: int) -> Rating:
    """Return the estimated rating: from the answers of computers and what the next one loses."""
    answers = studied.puzzle.answers
    value = TWO_ANSWERS if len(answers) == 2 else MORE_ANSWERS
    value += STEP * sum(-1 if found else 1 for found in _found(studied, seed))
    value += STEP * log2(USUAL_GAP / max(studied.gap, 1.0))
    return Rating(min(MOST, max(LEAST, value)), UNCERTAIN)


def _found(studied: Studied, seed: int) -> list[bool]:
    """Return which computers find the best answer; of layoffs, whether to lay off all is best."""
    puzzle = studied.puzzle
    best = puzzle.answers[puzzle.best]
    if puzzle.question is Question.LAYOFF:
        most = max(len(one.actions) for one in puzzle.answers)
        return [len(best.actions) == most] * len(LEVELS)
    chosen = (choose(studied.view, level, seed) for level in LEVELS)
    return [_is_same(one, best.action) for one in chosen]


def _is_same(action: RoundAction, best: RoundAction) -> bool:
    """Whether two actions answer alike; for a knock the discard and the layout do not matter."""
    if isinstance(action, Knock) or isinstance(best, Knock):
        return isinstance(action, Knock) and isinstance(best, Knock)
    return action == best


SEED: Final = 0
"""The seed of every study, so that one position always makes one puzzle."""
LARGEST_GAP: Final = 7.0
"""What the next answer may lose, in points: with more the best one is obvious. Layoffs, whose
points jump at an undercut, have no such bound."""
TRIED: Final = 4
"""The positions of one round that are studied for one theme, at most."""
ROUNDS: Final = 25
"""The rounds that computers play for one call."""
OF_A_DAY: Final = {Question.DISCARD: 2}
"""The puzzles of matches among which a day's is chosen. Discards are found at once: the first who
asks for a new day waits for its puzzle."""
RESERVE: Final = {Question.DISCARD: 1}
"""Those of rounds of computers, for a day without one of a match."""
MOST_MISTAKES: Final = 3
"""The mistakes of one match that come again, the costliest ones."""
MISTAKE: Final = next(bound for bound, grade in THRESHOLDS if grade is Grade.INACCURACY)
"""The points from which the coach calls a decision a mistake."""
_KEY_BYTES: Final = 8

Wanted = Mapping[Question, int]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A puzzle ready to be stored. ``key``: the same for the same puzzle."""

    key: int
    question: Question
    text: str
    rating: Rating


def from_records(records: Iterable[MatchRecord], wanted: Wanted, order: int = 0) -> list[Prepared]:
    """Return puzzles of finished matches, at most as many as are wanted.

    ``order``: another one asks for other turns of the same rounds first.
    """
    return _collected((one for record in records for one in _rounds_of(record)), wanted, order)


def from_computers(seed: str, wanted: Wanted) -> list[Prepared]:
    """Return puzzles of rounds that computers play, at most as many as are wanted."""
    return _collected((list(of_computers(f"{seed}:{n}")) for n in range(ROUNDS)), wanted)


def of_a_day(records: Sequence[MatchRecord], root: bytes) -> list[Prepared]:
    """Return the puzzles of which the first new one is a day's, of computers without matches.

    ``root``: the day's secret; with the same records it gives the same puzzles.
    """
    seed = hashlib.sha256(root + b"puzzle").digest()
    order = int.from_bytes(seed[:4], "big")
    found = from_records(_shuffled(records, order), OF_A_DAY, order)
    return _shuffled(found, order) or from_computers(seed.hex(), RESERVE)


def own_mistakes(record: MatchRecord, seat: Seat) -> list[Prepared]:
    """Return the costliest mistakes of a seat in a match, as puzzles.

    They cost as many points of the round as the coach calls a mistake, and were none that the score
    of the match made up for. RecordError if the record is damaged.
    """
    poor = []
    for decided in _decisions(record):
        studied = _studied_mistake(decided) if decided.seat is seat else None
        if studied is not None:
            poor.append((_lost(studied, decided.action), studied, decided.action))
    poor.sort(key=lambda one: -one[0])
    costly = (one for one in poor if one[0] >= MISTAKE and holds(one[1], SEED, one[2]))
    return [_prepared(studied) for _, studied, _ in islice(costly, MOST_MISTAKES)]


def _studied_mistake(decided: Decided) -> Studied | None:
    """Return the study of a decision that the coach does not call best, if it asks a question."""
    if theme_of(decided.view) is None:
        return None
    graded = grade(decided.view, decided.action)
    if graded is None or graded.grade is Grade.BEST:
        return None
    return study(decided.view, SEED, least_gap=0.0)


def _lost(studied: Studied, played: RoundAction) -> float:
    """Return the points that what was played loses; 0 if no answer says that."""
    puzzle = studied.puzzle
    chosen = [n for n, one in enumerate(puzzle.answers) if _says(puzzle.question, one, played)]
    return min(map(puzzle.lost, chosen), default=0.0)


def _says(question: Question, answer: PuzzleAnswer, played: RoundAction) -> bool:
    """Whether an answer stands for an action; of a knock it says only whether to."""
    if question is Question.KNOCK:
        return isinstance(played, Knock) == isinstance(answer.action, Knock)
    return played in answer.actions


def _decisions(record: MatchRecord) -> Iterator[Decided]:
    if is_standard(record.rules):
        yield from decisions(without_taken_back(record))


def _rounds_of(record: MatchRecord) -> Iterator[list[Decided]]:
    """Return the decisions of each round of a record; none of a damaged one."""
    try:
        found = list(_decisions(record))
    except RecordError:
        return
    for _, decided in groupby(found, key=lambda one: one.number):
        yield list(decided)


def _collected(rounds: Iterable[list[Decided]], wanted: Wanted, order: int = 0) -> list[Prepared]:
    """Return one puzzle of a round for each theme, until there are enough of it."""
    missing, found = dict(wanted), dict[int, Prepared]()
    for number, decided in enumerate(rounds, order):
        lacking = [question for question in Question if missing.get(question, 0) > 0]
        if not lacking:
            break
        for question in lacking:
            one = _of_round(decided, question, number)
            if one is not None and one.key not in found:
                found[one.key] = one
                missing[question] -= 1
    return list(found.values())


def _of_round(decided: list[Decided], question: Question, number: int) -> Prepared | None:
    """Return a puzzle of a round with this question, of any of its turns."""
    views = [one.view for one in decided if theme_of(one.view) is question]
    for view in _shuffled(views, number)[:TRIED]:
        studied = study(view, SEED)
        if studied is None or (question is not Question.LAYOFF and studied.gap > LARGEST_GAP):
            continue
        if holds(studied, SEED):
            return _prepared(studied)
    return None


def _shuffled(found: Sequence[Item], seed: int) -> list[Item]:
    order = list(range(len(found)))
    Chance(seed).shuffle(order, len(order))
    return [found[place] for place in order]


def _prepared(studied: Studied) -> Prepared:
    text = studied.puzzle.to_json()
    return Prepared(key_of(text), studied.puzzle.question, text, estimate(studied, SEED))


def key_of(text: str) -> int:
    """Return the key under which a puzzle is stored."""
    digest = hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).digest()
    return int.from_bytes(digest, "big") >> 1
