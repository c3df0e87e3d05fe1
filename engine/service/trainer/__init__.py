"""The trainer: the pool of puzzles, everybody's answers, and their own mistakes."""

from engine.service.trainer.advice import (
    Advised,
    RoundToStudy,
    TutorAdvice,
)
from engine.service.trainer.answers import (
    PuzzleForPerson,
    Solution,
    TrainerStanding,
)
from engine.service.trainer.lists import (
    ListScore,
)
from engine.service.trainer.races import (
    RaceStart,
    RaceState,
)
from engine.service.trainer.studies import (
    MOST_STUDIES,
    SavedStudy,
    StudySaveOutcome,
)
from engine.service.trainer.weekly import (
    OPEN_MS,
    PostHand,
    WeeklyHand,
    WeeklySolution,
)

__all__ = [
    "MOST_STUDIES",
    "OPEN_MS",
    "Advised",
    "ListScore",
    "PostHand",
    "PuzzleForPerson",
    "RaceStart",
    "RaceState",
    "RoundToStudy",
    "SavedStudy",
    "Solution",
    "StudySaveOutcome",
    "TrainerStanding",
    "TutorAdvice",
    "WeeklyHand",
    "WeeklySolution",
]
