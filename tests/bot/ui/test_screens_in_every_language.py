"""No screen breaks a limit of Discord, in any language, with pictures or in words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.match.hand.model import HandPanel
from bot.match.hand.screen import hand_screen
from bot.ui.i18n import LANGUAGES, in_language
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Screen
from engine.game.match import Match, MatchPhase
from engine.game.notation import meld_text
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service import Place
from tests.bot.ui.screen_limits import problems
from tests.seeds import THOROUGH
from tests.worlds.made_values import Known
from tests.worlds.moments import board_of, moments
from tests.worlds.screens import SCREENS, Draw, about, drawn, name_of, panels

ALL = ("en", *sorted(set(LANGUAGES.values())))
QUICK = (("en", "hollywood"), ("en", "mahjong"), ("en", "three_handed"))
"""Looked at in every run, beside the standard game in every language."""
BIG = ("standard", "hollywood", "mahjong", "three_handed", "captains_7", "partnership_8")


def looked_at(preset: str) -> Iterator[Match]:
    """Some moments of a match: of those in which cards are played, every third for a change."""
    for number, match in enumerate(moments(preset)):
        if match.phase is not MatchPhase.PLAYING or number % 3 == 0 or THOROUGH > 1:
            yield match


def screens_of(reader: Reader, match: Match, board: MatchContext) -> Iterator[Screen]:
    """Everything that shows a match, or a hand of it."""
    of_match: Known = {
        MatchContext: lambda: (board,),
        HandPanel: lambda: tuple(panels(reader, match, board)),
        Seat: lambda: match.seats,
        Sequence[tuple[MatchContext, Seat]]: lambda: ([(board, match.seats[0])],),
    }
    for draw in about(MatchContext, HandPanel):
        yield from drawn(draw, reader, of_match)


@pytest.mark.parametrize("draw", SCREENS, ids=name_of)
def test_every_screen_fits(draw: Draw) -> None:
    for language in ALL:
        for in_words in (False, True):
            reader = Reader(in_language(language), text_mode=in_words)
            screens = list(drawn(draw, reader))
            assert screens, "no values of its types go together"
            for screen in screens:
                assert problems(screen) == [], (language, list(screen.texts()))


@pytest.mark.parametrize(
    ("language", "preset"),
    [
        pytest.param(
            language,
            preset,
            marks=[] if preset == "standard" or (language, preset) in QUICK else [pytest.mark.slow],
        )
        for language in ALL
        for preset in BIG
    ],
)
def test_tables_and_hands_fit(language: str, preset: str) -> None:
    for in_words in (False, True):
        reader = Reader(in_language(language), text_mode=in_words, one_tap=in_words)
        for match in looked_at(preset):
            boards = [board_of(match, preset)]
            if preset == "standard":
                boards.append(replace(boards[0], place=Place.APART, wants_pause=Seat.TWO))
            for board in boards:
                for screen in screens_of(reader, match, board):
                    assert problems(screen) == [], list(screen.texts())


def test_the_moments_show_every_phase() -> None:
    seen = {match.phase for preset in BIG for match in moments(preset)}
    assert seen >= {MatchPhase.PLAYING, MatchPhase.BETWEEN}
    assert len(moments("partnership_8")) > 20


def test_text_mode_shows_no_picture_and_says_every_card_it_would_have_shown() -> None:
    reader = Reader(in_language("en"), text_mode=True)
    for match in moments("standard"):
        own = seat_view(match, Seat.ONE)
        if own.table is None or match.phase is not MatchPhase.PLAYING:
            continue
        panel = HandPanel(reader, board_of(match, "standard"), own, 1)
        screen = hand_screen(panel)
        assert list(screen.images()) == []
        text = " ".join(screen.texts())
        assert meld_text(own.hand) not in text, "cards are spelled out"
        assert "of" in text or "run" in text
