"""The screens of events fit Discord's limits and say what they have to, in every state."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.events.bracket_screen import bracket_screen, section_of, sections
from bot.events.builder_screen import builder_screen
from bot.events.event_facts import Looker
from bot.events.event_screen import event_screen
from bot.events.list_screens import events_screen
from bot.events.news import news_screens
from bot.events.organizer_screens import (
    award_screen,
)
from bot.events.player_screens import match_screen
from bot.events.screen_parts import round_line
from bot.events.standings_screen import standings_pages, standings_parts, standings_screen
from bot.presses.event import EventPress, EventVerb
from bot.presses.match import TablePress, TableVerb
from bot.render.event_models import BracketPicture, CrossPicture
from bot.ui.i18n import LANGUAGES, in_language
from bot.ui.reader import Reader
from bot.ui.screen import Image, Menu, Screen
from engine.events.kinds import (
    ARENA,
    KINDS,
    KNOCKOUT,
    LEAGUE,
    ROUND_ROBIN,
    SWISS,
    TEAMS,
    chosen,
    new_draft,
)
from engine.events.plan import EventKind, Repeat
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig
from engine.service.events.creation import EventDraft
from engine.service.events.outcomes import EventNews, NewsKind
from engine.service.events.types import (
    DraftId,
    EntryState,
    Event,
    EventId,
    EventList,
    EventPairing,
    EventStanding,
    EventState,
    PairingState,
    Verdict,
)
from engine.service.people import GuildId, UserId
from tests.bot.events.made import BIG, FIRST, LONG, event_of, every_event
from tests.bot.ui.screen_limits import problems
from tests.seeds import THOROUGH
from tests.worlds.covering import covering
from tests.worlds.made_values import Known
from tests.worlds.screens import about, drawn

ALL = ("en", *sorted(set(LANGUAGES.values())))
ME = UserId(FIRST)
HOUSE = GuildConfig(
    presets={f"{'h' * 29}{n}": PRESETS["oklahoma"].differences(Rules()) for n in range(20)}
)
FULL = EventDraft(
    DraftId(BIG),
    UserId(1),
    GuildId(1),
    replace(
        new_draft("America/Argentina/ComodRivadavia", rated=True),
        name=LONG,
        starts_ms=2**26 * 60_000,
        winner_role=BIG,
        repeat=Repeat.MONTHLY,
        preset="h" * 29 + "7",
    ),
    version=BIG,
)


def screens_of(reader: Reader, event: Event) -> Iterator[Screen]:
    """Everything that shows an event, and its news."""
    bracket = sections(event.rounds or 1) if event.plan.kind is KNOCKOUT else ()
    of_event: Known = {
        Event: lambda: (event,),
        EventPairing: lambda: (*event.pairings[:1], *event.pairings[-1:]),
        NewsKind: lambda: (NewsKind.CHECK_IN_OPEN, NewsKind.PAIRED),
        UserId: lambda: (ME, UserId(5)),
        (int, "number"): lambda: tuple(range(len(bracket))),
        (int, "page"): lambda: (0, 99),
        (str, "notice"): lambda: ("!" * 200,),
    }
    for draw in about(Event):
        yield from drawn(draw, reader, of_event)
    everyone = {one.user_id for one in event.entries}
    for mentioned in ({ME}, everyone):
        for screen in news_screens(reader, event, tuple(news_of(event)), mentioned):
            assert len(screen.pings) <= 100
            yield screen


def news_of(event: Event) -> Iterator[EventNews]:
    everyone = tuple(one.user_id for one in event.entries)
    for kind in NewsKind:
        if kind not in (NewsKind.PAIRED, NewsKind.RESULT, NewsKind.NO_SHOW):
            yield EventNews(kind, round=event.round, users=everyone)
    for pairing in event.pairings:
        players = tuple(one for one in (pairing.first, pairing.second) if one)
        for kind in (NewsKind.PAIRED, NewsKind.RESULT, NewsKind.NO_SHOW):
            yield EventNews(kind, pairing.round, pairing.number, players)


CASES = [
    *(("en", players) for players in (0, 1, 2, 16, 512)),
    *((language, 64) for language in ALL if language != "en"),
]
MANY = (EventState.CHECK_IN, EventState.RUNNING)
"""The states in which most is said; with hundreds of players the others are left to the night."""


@pytest.mark.slow
@pytest.mark.parametrize(("in_words", "case"), covering((False, True), CASES))
def test_screens_of_events_fit(in_words: bool, case: tuple[str, int]) -> None:
    language, players = case
    reader = Reader(in_language(language), text_mode=in_words)
    for event in every_event(players, LONG if players > 2 else "Ann "):
        if players > 64 and THOROUGH == 1 and event.state not in MANY:
            continue
        for screen in screens_of(reader, event):
            assert problems(screen) == [], list(screen.texts())
            assert not in_words or not list(screen.images())


@pytest.mark.parametrize("language", ALL)
def test_lists_and_builders_fit(language: str) -> None:
    reader = Reader(in_language(language))
    many = tuple(
        replace(event_of(SWISS, state, 16, name=LONG), id=EventId(n))
        for n in range(30)
        for state in (EventState.ANNOUNCED if n else EventState.RUNNING,)
    )
    over = event_of(SWISS, EventState.FINISHED, 16, name=LONG)
    past = tuple(replace(over, id=EventId(30 + n)) for n in range(10))
    for listed in (EventList(), EventList(many, past, 3), EventList((), past, 3)):
        for organises in (False, True):
            screen = events_screen(
                reader, listed, ME, page=1, organizes=organises, notice="!" * 200
            )
            assert problems(screen) == [], list(screen.texts())
    for kind in KINDS.values():
        for more in (False, True):
            draft = replace(FULL, plan=chosen(FULL.plan, "kind", kind.name))
            screen = builder_screen(reader, draft, HOUSE, more=more, notice="!" * 200)
            assert problems(screen) == [], list(screen.texts())


def test_an_event_that_is_called_by_its_kind_is_named_once_in_the_list() -> None:
    reader = Reader(in_language("en"))
    for name, line in (("Swiss", "- **Swiss** · <t:"), ("Friday", "- **Friday** · Swiss · <t:")):
        event = event_of(SWISS, EventState.ANNOUNCED, 0)
        event = replace(event, plan=replace(event.plan, name=name))
        screen = events_screen(reader, EventList((event,)), ME)
        assert list(screen.texts())[1].splitlines()[1].startswith(line)
        [menu] = [part for part in screen.parts if isinstance(part, Menu)]
        [choice] = menu.choices
        assert (choice.label, choice.description) == (name, "" if name == "Swiss" else "Swiss")


ENGLISH = Reader(in_language("en"))
WORDS = Reader(in_language("en"), text_mode=True)


def labels(screen: Screen) -> list[str]:
    return [button.label for button in screen.buttons()]


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        (EventState.ANNOUNCED, ["Enter", "Withdraw", "Entries", "Rules", "Organise"]),
        (EventState.CHECK_IN, ["Check in", "Enter", "Withdraw", "Entries", "Rules", "Organise"]),
        (EventState.RUNNING, ["My match", "Enter", "Standings", "Entries", "Rules", "Organise"]),
        (EventState.FINISHED, ["Standings", "Entries", "Rules"]),
        (EventState.CANCELLED, ["Entries", "Rules"]),
    ],
)
def test_the_message_offers_what_the_state_allows(state: EventState, wanted: list[str]) -> None:
    assert labels(event_screen(ENGLISH, event_of(SWISS, state))) == wanted


def test_a_knockout_shows_its_bracket_and_lets_nobody_in_late() -> None:
    event = event_of(KNOCKOUT, EventState.RUNNING)
    assert labels(event_screen(ENGLISH, event)) == [
        *("My match", "Bracket", "Entries", "Rules", "Organise")
    ]


def test_one_sees_only_what_one_may_do() -> None:
    event = event_of(SWISS, EventState.ANNOUNCED)
    inside = labels(event_screen(ENGLISH, event, Looker(ME, organizes=False)))
    outside = labels(event_screen(ENGLISH, event, Looker(UserId(5), organizes=False)))
    assert inside == ["Withdraw", "Entries", "Rules", "All events"]
    assert outside == ["Enter", "Entries", "Rules", "All events"]


def test_each_team_shows_its_own_waiting_list() -> None:
    event = event_of(TEAMS, EventState.ANNOUNCED, 4)
    first, second, *waits = event.entries
    entries = (
        replace(first, division=1),
        replace(second, division=2),
        *(
            replace(one, division=team, state=EntryState.WAITING, queue=1)
            for team, one in enumerate(waits, 1)
        ),
    )
    shown = event_screen(ENGLISH, replace(event, entries=entries, anchor=None))
    assert "\n".join(shown.texts()).splitlines()[-4:] == [
        *("**Team 1**: Player 1", "**Waiting list:** Player 3"),
        *("**Team 2**: Player 2", "**Waiting list:** Player 4"),
    ]


def test_bracket_parts_cover_every_place_once() -> None:
    for rounds in range(1, 10):
        found = sections(rounds)
        for number in range(1, rounds + 1):
            places = [
                place
                for one in found
                if one.first <= number <= one.last
                for place in one.places(number, rounds)
            ]
            assert places == list(range(1, 2 ** (rounds - number) + 1))
        assert all(len(one.places(one.first, rounds)) <= 16 for one in found)


def test_everybody_sees_their_own_part_of_a_large_bracket() -> None:
    event = event_of(KNOCKOUT, EventState.RUNNING, 64)
    found = sections(event.rounds or 1)
    assert len(found) == 5
    assert [section_of(event, UserId(FIRST + n)) for n in (0, 17, 33, 63)] == [0, 1, 2, 3]
    assert section_of(replace(event, round=5), None) == 4


def test_a_bracket_shows_who_comes_before_they_are_paired() -> None:
    event = event_of(KNOCKOUT, EventState.RUNNING, 8)
    first = tuple(one for one in event.pairings if one.round == 1)
    screen = bracket_screen(ENGLISH, replace(event, round=1, pairings=first), 0)
    (image,) = screen.images()
    assert isinstance(image.model, BracketPicture)
    rounds = image.model.rounds
    assert [[slot.name for slot in pair] for pair in rounds[1].pairs] == [
        ["Player 1", "Player 3"],
        ["Player 5", "Player 7"],
    ]
    assert all(not slot.name for slot in rounds[2].pairs[0])


def test_a_league_has_a_page_for_each_division() -> None:
    event = event_of(LEAGUE, EventState.RUNNING, 16)
    pages = standings_pages(event)
    assert [len(page) for page in pages] == [6, 6, 4]
    (image,) = [one for one in standings_parts(ENGLISH, event, 1) if isinstance(one, Image)]
    assert isinstance(image.model, CrossPicture)
    assert image.model.subtitle == "Division 2"
    assert len(image.model.columns) == 6


def test_standings_in_words_name_every_player_and_result() -> None:
    event = event_of(ROUND_ROBIN, EventState.FINISHED, 8)
    text = "\n".join(standings_screen(WORDS, event, 0).texts())
    for entry in event.entries:
        assert entry.name in text
    assert "+Player 2" in text


def test_a_swiss_counts_halves() -> None:
    event = event_of(SWISS, EventState.RUNNING, 4)
    text = "\n".join(standings_screen(WORDS, event, 0).texts())
    assert "1. Player 1  **4½**" in text
    (image,) = standings_screen(ENGLISH, event, 0).images()
    assert isinstance(image.model, CrossPicture)
    assert [row.total for row in image.model.rows] == ["4.5", "4", "3.5", "3"]


def test_the_matches_of_a_league_are_of_no_round() -> None:
    """All of them are played at the same time."""
    event = event_of(LEAGUE, EventState.RUNNING, 16)
    pairing = event.pairing_of(ME)
    assert pairing is not None
    own = event_screen(ENGLISH, event, Looker(ME))
    texts = [*own.texts(), *match_screen(ENGLISH, event, ME).texts()]
    assert any("▶️ Your match: vs" in text for text in texts)
    assert not [text for text in [*texts, round_line(ENGLISH, event, pairing)] if "ound " in text]


def test_who_waits_for_a_round_reads_that_instead_of_having_checked_in() -> None:
    event = event_of(SWISS, EventState.RUNNING, 6)
    mine = event.pairing_of(ME)
    assert mine is not None
    played = replace(mine, state=PairingState.DONE, winner=ME, verdict=Verdict.PLAYED)
    pairings = tuple(played if one == mine else one for one in event.pairings)
    event = replace(event, pairings=pairings)
    waits = "Waiting for the next round: 2 matches are still in progress."
    for screen in (event_screen(ENGLISH, event, Looker(ME)), match_screen(ENGLISH, event, ME)):
        text = "\n".join(screen.texts())
        assert waits in text
        assert "checked in" not in text


def test_the_end_says_ones_own_place_and_lets_organisers_hold_it_again() -> None:
    event = event_of(SWISS, EventState.FINISHED, 6)
    event = replace(event, plan=replace(event.plan, repeat=None))
    first, second, *_ = event.standings
    second = replace(second, half_points=first.half_points)
    event = replace(event, standings=(first, second, *event.standings[2:]))
    screen = event_screen(ENGLISH, event, Looker(ME))
    assert "\n".join(screen.texts()).splitlines()[-3:] == [
        "🏅 Your place: **1** of 6",
        "🏅 You won 1 of 2 matches.",
        "🏅 Same score as Player 2: the tie-break decided.",
    ]
    again = "Again next week"
    assert again in labels(screen)
    assert again not in labels(event_screen(ENGLISH, event, Looker(ME, organizes=False)))
    assert again not in labels(event_screen(ENGLISH, event)), "the channel has no organiser"
    weekly = replace(event, plan=replace(event.plan, repeat=Repeat.WEEKLY))
    assert again not in labels(event_screen(ENGLISH, weekly, Looker(ME))), "it repeats itself"


def test_my_match_leads_to_the_hand() -> None:
    event = event_of(SWISS, EventState.RUNNING)
    screen = match_screen(ENGLISH, event, ME)
    assert "**Player" in "\n".join(screen.texts())
    hand = next(one for one in screen.buttons() if one.label == "My hand")
    pairing = event.pairing_of(ME)
    assert pairing is not None
    assert hand.press == TablePress(TableVerb.HAND, pairing.matches[-1])


def test_an_arena_can_be_paused() -> None:
    event = event_of(ARENA, EventState.RUNNING)
    pause = EventPress(EventVerb.PAUSE, id=event.id)
    assert pause in [one.press for one in match_screen(ENGLISH, event, ME).buttons()]


def test_names_cannot_format_or_ping() -> None:
    event = event_of(SWISS, EventState.RUNNING, 4, name="<@1>**x** ")
    event = replace(event, plan=replace(event.plan, name="@everyone <@5> **bold**"))
    for screen in screens_of(ENGLISH, event):
        for text in screen.texts():
            assert "<@1>" not in text
            assert "<@5>" not in text
            assert "**x**" not in text


def test_only_those_who_want_it_are_mentioned() -> None:
    event = event_of(SWISS, EventState.RUNNING, 4)
    news = [one for one in news_of(event) if one.kind is NewsKind.PAIRED]
    (screen,) = news_screens(ENGLISH, event, news, {ME})
    assert screen.pings == (ME,)
    assert "Player 2" in "\n".join(screen.texts())
    (nobody,) = news_screens(ENGLISH, event, news, ())
    assert nobody.pings == ()


def test_the_podium_of_a_league_is_that_of_the_top_division() -> None:
    event = event_of(LEAGUE, EventState.FINISHED, 16)
    text = "\n".join(event_screen(ENGLISH, event).texts())
    assert text.count("🥇") == 1
    winner: EventStanding = event.standings[0]
    assert winner.place == 1


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_somebody_who_has_deleted_their_data_is_shown_but_never_called(kind: EventKind) -> None:
    event = event_of(kind, EventState.RUNNING, 6)
    gone, former = UserId(FIRST + 1), UserId(-2)

    def now(user: UserId | None) -> UserId | None:
        return former if user == gone else user

    event = replace(
        event,
        entries=tuple(
            replace(one, user_id=now(one.user_id) or former, name="Former player")
            if one.user_id == gone
            else one
            for one in event.entries
        ),
        pairings=tuple(
            replace(one, first=now(one.first) or former, second=now(one.second))
            for one in event.pairings
        ),
        standings=tuple(
            replace(one, user_id=now(one.user_id) or former) for one in event.standings
        ),
    )
    for screen in screens_of(ENGLISH, event):
        assert problems(screen) == []
        assert not any("<@-" in text for text in screen.texts())
    pairing = next(one for one in event.pairings if former in (one.first, one.second))
    screen = award_screen(ENGLISH, event, pairing, former)
    yes = next(one.press for one in screen.buttons())
    read = EventPress.parse(str(yes))
    assert read is not None
    assert read.user == former
