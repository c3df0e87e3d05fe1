"""Screens in words, kept as text: what somebody who listens gets must not change unnoticed.

`GIN_WRITE_SNAPSHOTS=1` writes the file anew; the difference belongs into the review.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.account import settings_screen
from bot.commands.help import about_screen, help_screen
from bot.events.bracket_screen import bracket_screen
from bot.events.builder_screen import builder_screen
from bot.events.event_screen import event_screen
from bot.events.organizer_screens import organizer_screen
from bot.events.player_screens import boards_screen, match_screen
from bot.events.standings_screen import standings_screen
from bot.lessons.screens import course_screen, lesson_screen
from bot.lobby.finder import Across, Search, finder_screen
from bot.lobby.screens import lobby_screen
from bot.match.hand.model import HandPanel, Options, Resting
from bot.match.hand.screen import hand_screen
from bot.match.menus import more_screen
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import table_screen
from bot.presses.lobby import PLAY, SCORE
from bot.presses.server import SetupVerb
from bot.server.greetings import greeting_screen
from bot.server.screens import STEPS, server_screen, setup_screen
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from bot.ui.screen import Screen
from bot.wording.rules import rules_screen
from engine.clocks import DAILY
from engine.coach.reasons import ON_AVERAGE
from engine.course.grading import graded
from engine.course.lessons import LESSONS, CourseProgress, lesson
from engine.events.kinds import KINDS, KNOCKOUT, chosen, new_draft
from engine.game.match import MatchPhase
from engine.game.notation import action_text
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service import GuildConfig, MatchId, Place, Prefs
from engine.service.events.creation import EventDraft
from engine.service.events.types import DraftId, EventState
from engine.service.people import GuildId, UserId
from engine.trainer.puzzle import Puzzle
from tests.bot.events.made import boards_of, event_of
from tests.worlds.moments import board_of, moments, waiting_table

FILE = Path(__file__).with_name("text_screens.txt")
SHOWN = {"standard": (0, 2, 5, 9), "hollywood": (3, 8), "mahjong": (1, 6), "three_handed": (4,)}
LANGUAGES = ("en", "de", "pl")


def written(screen: Screen) -> str:
    """A screen as text: what it says, then its buttons."""
    labels = " ".join(f"[{button.label}]" for button in screen.buttons())
    return "\n".join([*screen.texts(), labels])


def _certain(puzzle: Puzzle) -> Puzzle:
    """The same question with given values: those of the network differ between processors."""
    best = puzzle.answers[puzzle.best]
    others = [one for one in puzzle.answers if one is not best]
    others.sort(key=lambda one: [action_text(action) for action in one.actions])
    answers = [replace(one, expected=5.0 - n) for n, one in enumerate([best, *others])]
    reasons = (ON_AVERAGE,) * len(answers)
    return replace(puzzle, answers=tuple(answers), best=0, next_best=1, reasons=reasons)


def screens(language: str) -> Iterator[tuple[str, Screen]]:
    reader = Reader(in_language(language), text_mode=True)
    for preset, numbers in SHOWN.items():
        for number in numbers:
            match = moments(preset)[number]
            board = board_of(match, preset)
            name = f"{language} {preset} {number}"
            yield f"{name} table", table_screen(reader, board)
            own = seat_view(match, Seat.ONE)
            if match.phase is MatchPhase.PLAYING and own.table is not None:
                panel = HandPanel(reader, board, own, revision(match, Seat.ONE))
                yield f"{name} hand", hand_screen(panel)
        last = board_of(moments(preset)[numbers[-1]], preset)
        yield f"{language} {preset} sheet", sheet_screen(reader, last)
    for across in Across:
        search = Search("standard", DAILY)
        finder = finder_screen(reader, search, (), ["standard"], {}, across)
        yield f"{language} finder {across.value}", finder
    for number, mode in ((0, Options()), (2, Resting()), (-1, Resting())):
        match = moments("standard")[number]
        board = replace(board_of(match, "standard"), place=Place.APART, wants_pause=Seat.TWO)
        panel = HandPanel(reader, board, seat_view(match, Seat.ONE), 7, mode)
        yield f"{language} hand across servers {number}", hand_screen(panel)
        yield f"{language} match across servers {number}", more_screen(reader, board, Seat.ONE)
    yield f"{language} found", lobby_screen(reader, waiting_table(0), found=MatchId(7))
    yield f"{language} settings", settings_screen(reader, Prefs(across=True))
    yield f"{language} server settings", server_screen(reader, GuildConfig(across=True))
    yield f"{language} welcome", greeting_screen(reader)
    yield f"{language} help", help_screen(reader)
    yield f"{language} about", about_screen(reader, "Ann")
    for kind in KINDS.values():
        for state in (EventState.ANNOUNCED, EventState.RUNNING, EventState.FINISHED):
            event = event_of(kind, state, 5)
            name = f"{language} event {kind} {state}"
            yield name, event_screen(reader, event)
            yield f"{name} mine", match_screen(reader, event, event.host)
            yield f"{name} tools", organizer_screen(reader, event)
        running = event_of(kind, EventState.RUNNING, 5)
        results = bracket_screen if kind is KNOCKOUT else standings_screen
        yield f"{language} event {kind} results", results(reader, running, 0)
        if kind.is_duplicate:
            yield (
                f"{language} {kind} boards",
                boards_screen(reader, running, boards_of(running, 4), 1),
            )
            yield f"{language} {kind} no boards", boards_screen(reader, running, None, 2)
        for more in (False, True):
            plan = chosen(new_draft("UTC", rated=True), "kind", kind.name)
            draft = EventDraft(DraftId(7), UserId(1), GuildId(1), plan)
            screen = builder_screen(reader, draft, GuildConfig(), more=more)
            yield f"{language} event {kind} builder {more}", screen
    for verb in (*STEPS, SetupVerb.DONE):
        yield f"{language} set up {verb}", setup_screen(reader, GuildConfig(), verb)
    progress = CourseProgress({"runs": 3, "sets": 1}, {"deadwood": "1"})
    yield f"{language} course", course_screen(reader, progress, (0, 1, 2))
    for name in LESSONS:
        found = graded(lesson(name).example.view())
        assert found is not None
        certain = replace(found, puzzle=_certain(found.puzzle))
        screen = lesson_screen(reader, "Ann", name, 0, certain, "", certain.puzzle.best)
        yield f"{language} lesson {name}", screen
    for tab in (PLAY, SCORE):
        yield f"{language} rules {tab}", rules_screen(reader, PRESETS["standard"], "standard", tab)


def test_screens_in_words_are_what_they_were() -> None:
    parts = [
        f"===== {name}\n{written(screen)}\n"
        for language in LANGUAGES
        for name, screen in screens(language)
    ]
    text = "\n".join(parts)
    if os.environ.get("GIN_WRITE_SNAPSHOTS") == "1":
        FILE.write_text(text, encoding="utf-8")
        pytest.fail("the snapshots were written anew; run without GIN_WRITE_SNAPSHOTS")
    assert text == FILE.read_text(encoding="utf-8")
