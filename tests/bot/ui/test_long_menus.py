"""Menus of more choices than Discord shows: each says so and leads to all of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

import pytest

from bot.current_matches import which_match_screen
from bot.events.builder_screen import builder_screen
from bot.events.list_screens import events_screen
from bot.events.organizer_screens import pairings_screen
from bot.friends.people import FriendLine
from bot.friends.screens import FriendsList, friends_screen
from bot.lobby.commands import rulesets_screen
from bot.lobby.finder import Search, finder_screen
from bot.match.hand.controls import mahjong_controls
from bot.match.hand.model import HandPanel, Resting
from bot.match.options import clock_titles
from bot.match.replay.evaluation import what_if_menu
from bot.moderation.screens import bans_screen, fair_play_screen, reports_screen
from bot.notes import NoteLine, inbox_screen
from bot.presses.lobby import OpenPress
from bot.presses.match import ChoicePurpose, ReplayPress, ReplaySource, ReplayVerb, Watching
from bot.presses.menu import MenuPress, MenuVerb
from bot.server.screens import houses_screen
from bot.ui.i18n import words_for
from bot.ui.paging import page_in, paged
from bot.ui.press import Press
from bot.ui.reader import MenuPage, NamedPlayer, Reader
from bot.ui.screen import MAX_CHOICES, Menu, MenuChoice, Screen
from engine.clocks import DAILY
from engine.coach.helping import Help
from engine.events.kinds import KNOCKOUT, LEAGUE, chosen, new_draft
from engine.game.actions import Discard
from engine.game.mahjong import TableMeld
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.service import GuildConfig, GuildId, MatchId, UserId
from engine.service.events.creation import EventDraft
from engine.service.events.types import DraftId, EventId, EventList, EventState, PairingState
from engine.service.moderation.helping import HelpfulPair
from engine.service.moderation.reports import Ban, Report
from tests.bot.events.made import event_of
from tests.bot.ui.screen_limits import problems
from tests.worlds.moments import ID, LONG, SECOND, board_of, moments, waiting_table

COUNT: Final = 60
CARDS: Final = 52
NUMBERS: Final = range(1, COUNT + 1)
RULES: Final = {f"rules_{n}": {"target": 100 + n} for n in NUMBERS}
READER: Final = Reader(words_for("en"))
CLOCKS: Final = clock_titles(READER.words)
Shows: TypeAlias = Callable[[Reader], Screen]


def tables(reader: Reader) -> Screen:
    match = moments("standard")[0]
    board = board_of(match, "standard")
    boards = [(replace(board, match=n), match.seats[0]) for n in NUMBERS]
    return which_match_screen(reader, ChoicePurpose.RESIGN, boards)


def waiting(reader: Reader) -> Screen:
    lobbies = [waiting_table(n) for n in NUMBERS]
    return finder_screen(reader, Search("standard", DAILY), lobbies, ["standard"], CLOCKS)


def rules_to_find(reader: Reader) -> Screen:
    return finder_screen(reader, Search("rules_1", DAILY), (), [*RULES], CLOCKS)


def rules_to_open(reader: Reader) -> Screen:
    wanted = OpenPress(DAILY, 2, 0, 0, 0, 0, 0, "four_handed")
    return rulesets_screen(reader, wanted, dict.fromkeys(RULES, (2,)))


def rules_of_an_event(reader: Reader) -> Screen:
    plan = chosen(new_draft("UTC", rated=True), "kind", KNOCKOUT.name)
    draft = EventDraft(DraftId(7), UserId(1), GuildId(1), plan)
    return builder_screen(reader, draft, GuildConfig.model_validate({"presets": RULES}))


def house_rules(reader: Reader) -> Screen:
    return houses_screen(reader, dict.fromkeys(RULES, PRESETS["standard"]))


def events(reader: Reader) -> Screen:
    event = event_of(KNOCKOUT, EventState.ANNOUNCED, 5)
    listed = tuple(replace(event, id=EventId(n)) for n in NUMBERS)
    return events_screen(reader, EventList(listed), UserId(1))


def pairings(reader: Reader) -> Screen:
    event = event_of(LEAGUE, EventState.RUNNING, 16)
    one = next(one for one in event.pairings if one.state is not PairingState.DONE)
    paired = tuple(replace(one, number=n) for n in NUMBERS)
    return pairings_screen(reader, replace(event, pairings=paired))


def friends(reader: Reader) -> Screen:
    lines = [FriendLine(n, LONG, "W" * 24, mutual=True, asks=False) for n in NUMBERS]
    return friends_screen(reader, FriendsList(lines))


def notes(reader: Reader) -> Screen:
    line = NoteLine(1, ID, LONG, "W" * 24, "w" * 300, SECOND)
    return inbox_screen(reader, [replace(line, id=n) for n in NUMBERS], "panel")


def reports(reader: Reader) -> Screen:
    one = Report(1, GuildId(1), UserId(1), UserId(2), LONG, None, "w" * 300, 1, None)
    return reports_screen(reader, [replace(one, id=n) for n in NUMBERS])


def bans(reader: Reader) -> Screen:
    return bans_screen(reader, [Ban(UserId(n), LONG, None, "w" * 300) for n in NUMBERS])


def pairs(reader: Reader) -> Screen:
    found = [
        HelpfulPair(
            GuildId(1),
            UserId(n),
            UserId(ID),
            (LONG, LONG),
            Help(90, 30, 9.0, 4.0),
            (MatchId(1),),
            1,
        )
        for n in NUMBERS
    ]
    return fair_play_screen(reader, found)


def other_moves(reader: Reader) -> Screen:
    press = ReplayPress.to(Watching(ReplaySource.MATCH, 1, 1), ReplayVerb.WHAT_IF)
    moves = tuple(Discard(card) for card in range(CARDS))
    return Screen((what_if_menu(reader, press, NamedPlayer(LONG, 1), moves),))


def hand(reader: Reader) -> Screen:
    """A hand with more melds and layoffs to choose from than any deal has."""
    match = next(one for one in moments("mahjong") if one.phase is MatchPhase.PLAYING)
    board, own = board_of(match, "mahjong"), seat_view(match, match.to_act[0])
    assert own.table is not None
    melds = (0b1111, 0b11110, *(0b111 << n for n in range(CARDS - 2)))
    table = replace(own.table, table_melds=(TableMeld(Side.DEALER, 0b111),))
    legal = replace(
        own.legal, melds=melds, layoffs=tuple((card, 0) for card in range(CARDS)), discards=0
    )
    panel = HandPanel(reader, board, replace(own, table=table, legal=legal), 1, Resting())
    return Screen(tuple(mahjong_controls(panel)))


LISTS: Final[Mapping[Shows, tuple[int, int]]] = {
    tables: (1, COUNT),
    waiting: (1, COUNT),
    rules_to_find: (1, COUNT),
    rules_to_open: (1, COUNT),
    rules_of_an_event: (1, COUNT),
    house_rules: (2, COUNT),
    events: (1, COUNT),
    pairings: (1, COUNT),
    friends: (1, COUNT),
    notes: (1, COUNT),
    reports: (1, COUNT),
    bans: (1, COUNT),
    pairs: (1, COUNT),
    other_moves: (1, CARDS),
    hand: (2, CARDS),
}
"""How many of a screen's menus are long, and how many choices each of these has."""


def turns(menu: Menu) -> list[int]:
    """The pages that a menu leads to."""
    pages = [page_in((one.value,)) for one in menu.choices]
    return [one for one in pages if one is not None]


def long_menus(screen: Screen) -> list[Menu]:
    return [part for part in screen.parts if isinstance(part, Menu) and turns(part)]


def followed(shows: Shows, press: Press) -> dict[int, Menu]:
    """Every page of a menu that its choices lead to, from the one that is shown at first."""
    [first] = [one for one in long_menus(shows(READER)) if one.press == press]
    pages, left = dict[int, Menu](), turns(first)
    while left:
        number = left.pop()
        screen = shows(replace(READER, turned=MenuPage(press, number)))
        assert problems(screen) == []
        [pages[number]] = [one for one in long_menus(screen) if one.press == press]
        left += [one for one in turns(pages[number]) if one not in pages]
    return pages


@pytest.mark.parametrize("shows", LISTS, ids=lambda shows: shows.__name__)
def test_a_long_menu_says_so_and_reaches_all(shows: Shows) -> None:
    many, count = LISTS[shows]
    screen = shows(READER)
    assert problems(screen) == []
    menus = long_menus(screen)
    assert len(menus) == many
    for menu in menus:
        assert menu.placeholder.endswith(f"1–23 of {count}")
        pages = followed(shows, menu.press)
        reached = [
            one.value
            for _, page in sorted(pages.items())
            for one in page.choices
            if ":" not in one.value
        ]
        assert len(reached) == len(set(reached)) == count
        assert {page.placeholder.rpartition(" of ")[2] for page in pages.values()} == {str(count)}


def menu_of(count: int, chosen: int | None = None) -> Menu:
    return Menu(
        MenuPress(MenuVerb.WHO),
        tuple(MenuChoice(str(n), str(n), chosen=n == chosen) for n in range(count)),
    )


def test_a_menu_that_fits_is_left_as_it_is() -> None:
    menu = menu_of(MAX_CHOICES)
    assert paged(READER, menu) is menu


def test_the_present_choice_is_on_the_first_page_that_is_shown() -> None:
    shown = paged(READER, menu_of(COUNT, chosen=30))
    assert [one.value for one in shown.choices if one.chosen] == ["30"]
    assert shown.placeholder == "24–46 of 60"
    assert [one.label for one in (shown.choices[0], shown.choices[-1])] == [
        "⬅️ 1–23 of 60",
        "➡️ 47–60 of 60",
    ]


def test_a_page_that_no_longer_exists_is_the_last_one() -> None:
    reader = replace(READER, turned=MenuPage(MenuPress(MenuVerb.WHO), 9))
    assert paged(reader, menu_of(COUNT)).placeholder == "47–60 of 60"


def test_only_the_menu_that_was_turned_shows_another_page() -> None:
    reader = replace(READER, turned=MenuPage(MenuPress(MenuVerb.PERSON), 1))
    assert paged(reader, menu_of(COUNT)).placeholder == "1–23 of 60"


def test_no_other_choice_turns_a_page() -> None:
    for values in ((), ("7",), ("page",), ("page:",), ("page:x",), ("page:1", "page:2")):
        assert page_in(values) is None
    assert page_in(("page:12",)) == 12
