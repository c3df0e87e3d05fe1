"""The daily puzzle: a decision from a real game, with the value of every choice.

The puzzle is anonymous: it keeps only the player's view. Without a suitable game, two computers
play one from the day's secret, so that it is the same on every machine.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from engine.coach import Option, Reason, Why, decisions_of, gap
from engine.coach.options import options
from engine.coach.reasons import ON_AVERAGE, reason
from engine.daily import challenge as daily
from engine.game.actions import BigGin, Discard, Knock, RoundAction
from engine.game.cards import Card, CardSet, card_set, cards_of
from engine.game.errors import RecordError
from engine.game.legal import Verb
from engine.game.notation import action_text, parse_action
from engine.game.record import MatchRecord, from_json, positions, without_taken_back
from engine.game.rules import GameKind
from engine.game.seats import Seat
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.players.chance import Chance
from engine.players.position import Position
from engine.players.stakes import Stakes

LEAST_GAP: Final = 1.0
LARGEST_GAP: Final = 7.0
"""Bounds of the second choice's loss in points: less is a matter of taste, more is obvious."""
TRIED: Final = 60
"""Decisions examined, at most."""
MOST_CHOICES: Final = 5
GAMES: Final = 40
"""Computer rounds to search for a puzzle when the records contain none."""


class Question(StrEnum):
    """The question of a puzzle."""

    DISCARD = "discard"
    KNOCK = "knock"


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice and its expected points in this round, whatever the score."""

    action: RoundAction
    expected: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as its player saw it. The order of ``answers`` does not reveal the best one.

    ``theirs``: cards that the opponent is known to hold. ``discards``: oldest first. ``best``: the
    index of the best answer. ``reasons``: for each answer why the best one is better; for the best
    one, why it is better than the next.
    """

    question: Question
    hand: CardSet
    drawn: Card | None
    discards: tuple[Card, ...]
    theirs: CardSet
    stock: int
    limit: int
    answers: tuple[Answer, ...]
    best: int
    reasons: tuple[Reason, ...]

    def to_json(self) -> str:
        """Write the puzzle as JSON."""
        return json.dumps(
            {
                "question": self.question.value,
                "hand": list(cards_of(self.hand)),
                "drawn": self.drawn,
                "discards": list(self.discards),
                "theirs": list(cards_of(self.theirs)),
                "stock": self.stock,
                "limit": self.limit,
                "answers": [[action_text(one.action), one.expected] for one in self.answers],
                "best": self.best,
                "reasons": [[one.why.value, one.data] for one in self.reasons],
            }
        )


def puzzle_from(text: str) -> Puzzle:
    """Read a puzzle from JSON. Raise RecordError if it is not one."""
    try:
        plain: dict[str, Any] = json.loads(text)
        return Puzzle(
            question=Question(plain["question"]),
            hand=card_set(plain["hand"]),
            drawn=plain["drawn"],
            discards=tuple(plain["discards"]),
            theirs=card_set(plain["theirs"]),
            stock=plain["stock"],
            limit=plain["limit"],
            answers=tuple(
                Answer(_choice(action), float(expected)) for action, expected in plain["answers"]
            ),
            best=plain["best"],
            reasons=_reasons(plain),
        )
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RecordError("puzzle_unreadable") from error


def _reasons(plain: dict[str, Any]) -> tuple[Reason, ...]:
    """Read the reasons; puzzles of earlier versions had one, for one answer."""
    if "reasons" not in plain:
        return (ON_AVERAGE,) * len(plain["answers"])
    return tuple(
        Reason(Why(why), {name: int(value) for name, value in data.items()})
        for why, data in plain["reasons"]
    )


def _choice(text: str) -> RoundAction:
    action = parse_action(text)
    if not isinstance(action, Discard | Knock | BigGin):
        raise RecordError("puzzle_unreadable")
    return action


def find(records: Sequence[str], root: bytes, day: int) -> Puzzle:
    """Return the puzzle of a day, from these records (JSON) if they contain a suitable decision.

    Takes seconds of computing; the same records and secret give the same puzzle.
    """
    seed = int.from_bytes(hashlib.sha256(root + b"puzzle").digest()[:8], "big")
    found = _best(_shuffled(_of_people(records), seed), seed)
    if found is None:
        found = _best(_shuffled(_of_computers(root, day), seed), seed)
    assert found is not None, "forty rounds hold a decision"
    return found


def _of_people(records: Iterable[str]) -> Iterator[SeatView]:
    for text in records:
        try:
            record = without_taken_back(from_json(text))
            yield from _decisions(record)
        except RecordError:
            continue


def _decisions(record: MatchRecord) -> Iterator[SeatView]:
    if record.rules.game_kind is not GameKind.GIN or record.players != 2:
        return
    states = list(positions(record))
    for number in sorted({deal.number for deal in record.deals}):
        for seat in (Seat.ONE, Seat.TWO):
            for view, _ in decisions_of(states, record.moves, seat, number):
                if is_question(view):
                    yield view


def _of_computers(root: bytes, day: int) -> Iterator[SeatView]:
    views: list[SeatView] = []

    def seen(view: SeatView, fence: int) -> RoundAction:
        if is_question(view):
            views.append(view)
        return choose(view, Level.CASUAL, fence)

    for game in range(GAMES // daily.ROUNDS):
        other = hashlib.sha256(root + b"puzzle" + bytes([game])).digest()
        daily.played_by(other, day, seen)
    yield from views


def is_question(view: SeatView) -> bool:
    """Whether the player has to discard, without gin and after the first turn."""
    verbs = view.legal.verbs
    if Verb.DISCARD not in verbs or Verb.BIG_GIN in verbs or view.table is None:
        return False
    return len(view.table.discards) >= 3 and all(left > 0 for _, left in view.legal.knocks)


def _shuffled(views: Iterable[SeatView], seed: int) -> list[SeatView]:
    found = list(views)
    chance = Chance(seed)
    places = list(range(len(found)))
    chance.shuffle(places, len(places))
    return [found[place] for place in places]


def _best(views: Sequence[SeatView], seed: int) -> Puzzle | None:
    """Return a puzzle of the first decision with one good answer."""
    for view in views[:TRIED]:
        position = replace(Position.of(view, seed), stakes=Stakes())
        found = options(position, None)[:MOST_CHOICES]
        kinds = [type(one.action) for one in found]
        enough = len(found) >= 3 or (Knock in kinds and Discard in kinds)
        if enough and LEAST_GAP <= gap(found[0], found[1]) <= LARGEST_GAP:
            return _asked(position, found)
    return None


def _asked(position: Position, found: Sequence[Option]) -> Puzzle:
    view = position.view
    table = view.table
    assert table is not None
    shown = sorted(found, key=lambda one: action_text(one.action))
    best = found[0]
    knock = any(isinstance(one.action, Knock) for one in found)
    return Puzzle(
        question=Question.KNOCK if knock else Question.DISCARD,
        hand=view.hand,
        drawn=view.drawn if view.drawn is not None else view.taken,
        discards=table.discards,
        theirs=position.memory.known,
        stock=table.stock_size,
        limit=table.knock_limit,
        answers=tuple(Answer(one.action, round(one.expected, 1)) for one in shown),
        best=shown.index(best),
        reasons=tuple(reason(position, best, found[1] if one is best else one) for one in shown),
    )
