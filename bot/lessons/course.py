"""The prepared game of the lesson: its deals, and the one line of play that it follows.

A place in the lesson is the number of moves that the learner has made. The state there is what the
engine makes of the moves before it, so nothing is stored but that number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from engine.game import match
from engine.game.actions import AutoLayOff, Discard, Draw, Knock, Pass, Ready, SeatAction, Take
from engine.game.cards import DECK_SIZE, Card, card, cards_from
from engine.game.match import Match
from engine.game.presets import PRESETS
from engine.game.seats import Seat

LEARNER: Final = Seat.ONE
TEACHER: Final = Seat.TWO
PRESET: Final = "standard"
_TEACHER_DEALS: Final = 1


class LessonStep(StrEnum):
    """The ideas of the lesson, one after the other."""

    MELDS = "melds"
    DEADWOOD = "deadwood"
    DRAW = "draw"
    KNOCK = "knock"
    LAYOFF = "layoff"
    UNDERCUT = "undercut"
    GIN = "gin"
    SHEET = "sheet"


@dataclass(frozen=True, slots=True)
class LessonDeal:
    """A prepared deal: the hands, and the upcard with the top of the stock below it."""

    learner: str
    teacher: str
    rest: str


DEALS: Final = (
    LessonDeal(
        "5H 6H 9C 9D 9S 2C 3D 6C 8D KS",
        "TH JH QH 4S 7S TD KD 8C 5D 3C",
        "7H JD AC JS",
    ),
    LessonDeal(
        "2H 3H 4H 7C 8C QC 5S 2D AS TD",
        "4C 5C 6C QH QD QS 7D 8D 2S KC",
        "9D",
    ),
    LessonDeal(
        "TC TD TH 4S 5S 6S 6D QC AD 2D",
        "7D 8D 9D 3C 3H 3S QD QS 9C KH",
        "QH",
    ),
    LessonDeal(
        "3C 4C 5C 6C 8D 8H 8S JS QS 2D",
        "9H TH JH 4D 5D 6D 6S 9C AH QD",
        "KS",
    ),
)
"""The deals of the four rounds; the teacher deals the first and the third."""


@dataclass(frozen=True, slots=True)
class Task:
    """A move of the learner, and the teacher's moves that follow it."""

    step: LessonStep
    right: SeatAction
    then: tuple[SeatAction, ...] = ()


COURSE: Final = (
    Task(LessonStep.MELDS, Take()),
    Task(LessonStep.DEADWOOD, Discard(card("KS")), (Draw(), Discard(card("JD")))),
    Task(LessonStep.DRAW, Draw()),
    Task(LessonStep.DRAW, Discard(card("8D")), (Draw(), Discard(card("3C")))),
    Task(LessonStep.KNOCK, Take()),
    Task(LessonStep.KNOCK, Knock(card("6C"))),
    Task(LessonStep.KNOCK, Ready(), (Ready(), Take(), Knock(card("KC")))),
    Task(LessonStep.LAYOFF, AutoLayOff()),
    Task(LessonStep.LAYOFF, Ready(), (Ready(),)),
    Task(LessonStep.UNDERCUT, Pass(), (Take(), Knock(card("KH")))),
    Task(LessonStep.UNDERCUT, AutoLayOff()),
    Task(LessonStep.UNDERCUT, Ready(), (Ready(), Pass())),
    Task(LessonStep.GIN, Take()),
    Task(LessonStep.GIN, Knock(card("2D"))),
)
PLAYED: Final = len(COURSE)
"""The place at which the prepared game is over and shows its result."""
END: Final = PLAYED + 1
"""The place at which the score sheet ends the lesson."""


class PreparedDecks:
    """The decks of the lesson: what nobody sees of a deck is in ascending order."""

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a round."""
        deal = DEALS[number - 1]
        hands = [cards_from(deal.learner), cards_from(deal.teacher)]
        if number % 2 == 0:  # The learner deals, so the teacher gets the first card.
            hands.reverse()
        dealt = [one for pair in zip(*hands, strict=True) for one in pair]
        top = [*dealt, *cards_from(deal.rest)]
        return [*top, *(one for one in range(DECK_SIZE) if one not in top)]

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return no card: the lesson's rules turn none up."""
        raise NotImplementedError


DECKS: Final = PreparedDecks()


@cache
def match_at(place: int) -> Match:
    """Return the prepared game at a place."""
    if place == 0:
        return match.start(PRESETS[PRESET], 2, _TEACHER_DEALS, DECKS)
    task = COURSE[place - 1]
    now = match.act(match_at(place - 1), LEARNER, task.right, DECKS).match
    for action in task.then:
        now = match.act(now, TEACHER, action, DECKS).match
    return now


def step_at(place: int) -> LessonStep:
    """Return the idea that a place explains."""
    return COURSE[place].step if place < PLAYED else LessonStep.SHEET


def begins_step(place: int) -> bool:
    """Whether a new idea begins at a place."""
    return place == 0 or step_at(place) is not step_at(place - 1)
