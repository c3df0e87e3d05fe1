"""The public interface of exercises: one command takes every answer."""

from typing import Final

from engine.service.changes import one_of
from engine.service.commands import Commands, query, request
from engine.service.daily.puzzle import DAY
from engine.service.exercises.answering import AnswerOutcome, Exercise, Given, take
from engine.service.exercises.attempts import Series
from engine.service.exercises.course import COURSE, progress
from engine.service.trainer.answers import TRAINER
from engine.service.trainer.races import RACE
from engine.service.trainer.weekly import WEEK
from engine.service.tx import Tx

EXERCISES: Final[dict[Series, Exercise]] = {
    one.series: one for one in (DAY, WEEK, TRAINER, RACE, COURSE)
}


def answer(tx: Tx, given: Given) -> AnswerOutcome:
    """Take an answer to an exercise of any series."""
    return take(tx, EXERCISES[given.series], given)


class Exercises(Commands):
    """Answers to exercises, and how far people are in the course."""

    answer = request(
        "exercise",
        one_of(AnswerOutcome),
        answer,
        subject=lambda given: given.person.user_id,
    )
    progress = query(progress)
