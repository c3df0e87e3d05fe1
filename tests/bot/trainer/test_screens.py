"""The trainer's screens keep Discord's limits in every language, in pictures and in words."""

from dataclasses import replace

import pytest

from bot.match.puzzle import situation_words
from bot.trainer.puzzles import no_puzzle_screen, puzzle_screen
from bot.trainer.races import (
    offered_screen,
    over_screen,
    posted_screen,
    races_screen,
    running_screen,
)
from bot.ui.custom_id import LARGEST
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from bot.wording.names import LANGUAGE_NAMES
from engine.service import UserId
from engine.service.exercises.attempts import Attempt
from engine.service.standings.standing import RankedLine, Standing
from engine.service.trainer.answers import PuzzleForPerson, Solution, TrainerStanding
from engine.service.trainer.lists import ListScore
from engine.service.trainer.races import RaceState
from engine.standings.rating import Rating
from engine.trainer.puzzle import Question, Track, puzzle_from
from tests.bot.ui.screen_limits import problems
from tests.prepared import puzzles

STANDING = TrainerStanding(Rating(), 3, 2, 0, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("text_mode", [False, True])
@pytest.mark.parametrize("language", sorted(LANGUAGE_NAMES))
def test_every_puzzle_fits_a_message(language: str, text_mode: bool) -> None:
    reader = Reader(in_language(language), text_mode=text_mode)
    for one in puzzles():
        puzzle = puzzle_from(one.text)
        for choice in (None, 0, puzzle.best):
            solution = None
            if choice is not None:
                solution = Solution(choice, -12.0, 1_800_000_000_000)
            asked = PuzzleForPerson(one.key, puzzle, one.rating.value, 0, False, solution)
            screen = puzzle_screen(reader, "Ann", Track.ALL, asked, STANDING)
            assert problems(screen) == []
            assert bool(list(screen.images())) is not text_mode
    for track in Track:
        assert not problems(no_puzzle_screen(reader, track, STANDING))


@pytest.mark.slow
def test_discards_are_listed_only_while_they_tell_something() -> None:
    reader = Reader(in_language("en"))
    for one in puzzles():
        puzzle = puzzle_from(one.text)
        said = situation_words(reader, puzzle)
        assert ("Discards, newest first" in said) is (puzzle.question is not Question.LAYOFF)
        assert ("Your opponent knocked" in said) is (puzzle.question is Question.LAYOFF)


@pytest.mark.slow
@pytest.mark.parametrize("text_mode", [False, True])
@pytest.mark.parametrize("language", sorted(LANGUAGE_NAMES))
def test_every_screen_of_a_race_fits_a_message(language: str, text_mode: bool) -> None:
    reader = Reader(in_language(language), text_mode=text_mode)
    lines = tuple(
        RankedLine(n, UserId(n), "N" * 32, 60 - n, ListScore(LARGEST - n, 60)) for n in range(1, 11)
    )
    board = Standing(lines, RankedLine(11, UserId(11), "me", 1, ListScore(LARGEST, 1)))
    over = RaceState(LARGEST, 0, Attempt("11010-0", 3), 7, None)
    screens = [
        races_screen(reader, board, is_server=True),
        races_screen(reader, Standing(), is_server=False),
        offered_screen(reader, LARGEST),
        over_screen(reader, over, board, is_server=True),
        posted_screen(reader, "Ann", over),
    ]
    for one in puzzles():
        puzzle = puzzle_from(one.text)
        race = replace(over, step=59, puzzle=puzzle)
        screens.append(running_screen(reader, "Ann", race, puzzle))
    assert [problems(screen) for screen in screens] == [[]] * len(screens)
