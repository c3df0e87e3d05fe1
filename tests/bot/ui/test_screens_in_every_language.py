"""No screen breaks a limit of Discord, in any language, with pictures or in words."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.account import settings_screen
from bot.commands.help import about_screen, help_screen, records_screen, whom_screen
from bot.commands.person import person_screen
from bot.current_matches import which_match_screen
from bot.friends import FriendLine, friends_screen
from bot.lobby.finder import WINDOWS, Across, Search, finder_screen
from bot.lobby.screens import lobby_screen
from bot.match.hand.model import CardByCard, HandPanel, Mode, Options, Resting, Selected
from bot.match.hand.screen import hand_screen
from bot.match.menus import (
    WaitingTable,
    confirm_resign_screen,
    late_screen,
    more_screen,
    turns_screen,
)
from bot.match.options import clock_titles
from bot.match.replay.handlers import last_result_screen
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import table_screen
from bot.match.turn_pings import turn_screen
from bot.match.tv import tv_screen
from bot.match.watch_screen import watch_screen
from bot.notes import NoteLine, inbox_screen, note_screen
from bot.presses.match import ChoicePurpose
from bot.presses.server import SetupVerb
from bot.server.greetings import greeting_screen
from bot.server.screens import STEPS as SETUP_STEPS
from bot.server.screens import server_screen, setup_screen
from bot.ui.i18n import LANGUAGES, in_language
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Screen
from bot.wording.rules import rules_screen
from engine.clocks import DAILY, EIGHT_HOURS
from engine.game.cards import cards_of
from engine.game.match import Match, MatchPhase
from engine.game.notation import meld_text
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service import (
    GuildConfig,
    MatchSetup,
    Place,
    Prefs,
)
from engine.service.people import UserId
from engine.service.rewards.coins import GOODS
from engine.service.types import Joined, LobbyStatus
from tests.bot.ui.screen_limits import problems
from tests.seeds import THOROUGH
from tests.worlds.moments import ID, LONG, SECOND, board_of, moments, waiting_table

ALL = ("en", *sorted(set(LANGUAGES.values())))
QUICK = (("en", "hollywood"), ("en", "mahjong"), ("en", "three_handed"))
"""Looked at in every run, beside the standard game in every language."""
BIG = ("standard", "hollywood", "mahjong", "three_handed", "captains_7", "partnership_8")


def looked_at(preset: str) -> Iterator[Match]:
    """Some moments of a match: of those in which cards are played, every third for a change."""
    for number, match in enumerate(moments(preset)):
        if match.phase is not MatchPhase.PLAYING or number % 3 == 0 or THOROUGH > 1:
            yield match


def panels(reader: Reader, match: Match, board: MatchContext) -> Iterator[Screen]:
    for seat in match.seats:
        own = seat_view(match, seat)
        modes: list[Mode] = [Resting()]
        if own.table is not None and match.phase is MatchPhase.PLAYING:
            modes += [Options(), CardByCard()]
            held = tuple(cards_of(own.hand & own.legal.discards))
            modes += [Selected(held[0])] if held else []
        for mode in modes:
            panel = HandPanel(reader, board, own, revision(match, seat), mode, "!" * 200)
            yield hand_screen(panel)


def tables(reader: Reader, match: Match, board: MatchContext) -> Iterator[Screen]:
    yield table_screen(reader, board)
    yield watch_screen(reader, board, open_hands=True)
    yield sheet_screen(reader, board)
    yield tv_screen(reader, board, "https://discord.com/channels/1/2/3")
    yield confirm_resign_screen(reader, board, match.seats[0])
    for wish in ChoicePurpose:
        yield which_match_screen(reader, wish, [(board, match.seats[0])])
    if all(table.facts is not None for table in board.view.tables):
        yield last_result_screen(reader, board)
    for seat in (None, match.seats[0]):
        yield more_screen(reader, board, seat)
    if match.phase is MatchPhase.PLAYING and match.to_act:
        yield late_screen(reader, board, match.to_act[0])
        yield turn_screen(reader, board, match.to_act[0], "https://discord.com/x", direct=True)


def pages(reader: Reader) -> Iterator[Screen]:
    yield help_screen(reader)
    yield whom_screen(reader)
    waiting = [waiting_table(number) for number in range(25)]
    clocks = clock_titles(reader.words)
    for window in WINDOWS:
        search = Search("partnership_8", EIGHT_HOURS, window)
        yield finder_screen(reader, search, waiting, [*"abcde", *PRESETS], clocks)
    for across in Across:
        for preset in ("standard", "club_rules"):
            search = Search(preset, DAILY)
            yield finder_screen(reader, search, waiting, ["standard"], clocks, across)
    yield finder_screen(reader, Search("standard", DAILY), (), ["standard"], clocks)
    yield records_screen(reader)
    yield greeting_screen(reader)
    yield about_screen(reader, LONG, "https://d.com/" + "9" * 60, "https://d.com/terms")
    for on in (False, True):
        yield person_screen(reader, ID, LONG, listed=on, blocked=on, notice=LONG)
    set_up = GuildConfig(channels=tuple(range(ID - 25, ID)), tv_channel=ID, season_role=ID)
    for verb in (*SETUP_STEPS, SetupVerb.DONE):
        yield setup_screen(reader, set_up, verb)
    yield settings_screen(reader, Prefs())
    yield settings_screen(reader, Prefs(), set(GOODS))
    yield turns_screen(
        reader,
        [WaitingTable(LONG, True, "https://d.com/" + "9" * 60, f"until <t:{SECOND}:f>")] * 50,
    )
    yield server_screen(reader, GuildConfig(channels=tuple(range(ID - 25, ID))))
    yield tv_screen(reader, None, "")
    friend = FriendLine(ID, LONG, "W" * 24, mutual=True, asks=False, link="https://d.com/1/2/3")
    asking = FriendLine(ID - 1, LONG, "W" * 24, mutual=False, asks=True)
    yield friends_screen(reader, [])
    yield friends_screen(reader, [friend, asking])
    note = NoteLine(ID, ID, LONG, "W" * 24, "w" * 300, SECOND)
    yield note_screen(reader, note)
    yield inbox_screen(reader, [], "panel")
    yield inbox_screen(reader, [note], "none")
    for preset, rules in PRESETS.items():
        yield rules_screen(reader, rules, preset)
        count = PRESET_PLAYERS.get(preset, 2)
        people = tuple(Joined(UserId(ID - n), LONG, side=n % 2) for n in range(count))
        lobby = replace(
            waiting_table(0),
            setup=MatchSetup(rules, preset),
            seats=count,
            max_seats=count,
            people=people,
            room="thread",
        )
        for status in LobbyStatus:
            yield lobby_screen(reader, replace(lobby, status=status), LONG)


@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("in_words", [False, True], ids=["pictures", "words"])
def test_pages_fit(language: str, in_words: bool) -> None:
    reader = Reader(in_language(language), text_mode=in_words)
    for screen in pages(reader):
        assert problems(screen) == [], list(screen.texts())


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
            board = board_of(match, preset)
            for screen in (*tables(reader, match, board), *panels(reader, match, board)):
                assert problems(screen) == [], list(screen.texts())
            if preset == "standard":
                board = replace(board, place=Place.APART, wants_pause=Seat.TWO)
                for screen in (*panels(reader, match, board), more_screen(reader, board, Seat.ONE)):
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
