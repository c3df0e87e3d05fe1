"""The daily puzzle: a decision from a real game, with the value of every choice.

The puzzle is anonymous: it keeps only the player's view. Without a suitable game, two computers
play one from the day's secret, so that it is the same on every machine.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from engine.coach import Option, gap
from engine.coach.options import options
from engine.daily import challenge
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.record import MatchRecord
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.players.chance import Chance
from engine.players.position import Position
from engine.players.score_value import Stakes
from engine.trainer.puzzle import Puzzle, Question
from engine.trainer.questions import ends_turn, puzzle_of
from engine.trainer.rounds import decisions_in

LEAST_GAP: Final = 1.0
LARGEST_GAP: Final = 7.0
"""Bounds of the second choice's loss in points: less is a matter of taste, more is obvious."""
TRIED: Final = 60
"""Decisions examined, at most."""
MOST_CHOICES: Final = 5
GAMES: Final = 40
"""Computer rounds to search for a puzzle when the records contain none."""


def find(records: Sequence[MatchRecord], root: bytes, day: int) -> Puzzle:
    """Return the puzzle of a day, from these records if they contain a suitable decision.

    Takes seconds of computing; the same records and secret give the same puzzle.
    """
    seed = int.from_bytes(hashlib.sha256(root + b"puzzle").digest()[:8], "big")
    views = (one.view for one in decisions_in(records) if ends_turn(one.view))
    found = _best(_shuffled(views, seed), seed)
    if found is None:
        found = _best(_shuffled(_of_computers(root, day), seed), seed)
    assert found is not None, "forty rounds hold a decision"
    return found


def _of_computers(root: bytes, day: int) -> list[SeatView]:
    views: list[SeatView] = []

    def seen(view: SeatView, fence: int) -> RoundAction:
        if ends_turn(view):
            views.append(view)
        return choose(view, Level.CASUAL, fence)

    for game in range(GAMES // challenge.ROUNDS):
        other = hashlib.sha256(root + b"puzzle" + bytes([game])).digest()
        challenge.played_by(other, day, seen)
    return views


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
    knock = any(isinstance(one.action, Knock) for one in found)
    return puzzle_of(position, Question.KNOCK if knock else Question.DISCARD, found)
