"""Buttons: those of messages posted long ago still work, and any other text is no button."""

from dataclasses import fields
from enum import Enum
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any, Final, get_args, get_type_hints

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.coach.position import ASKABLE
from bot.presses.account import ProfilePress
from bot.presses.event import EventPress
from bot.presses.exercise import ExercisePress, ExerciseVerb, renewed
from bot.presses.lobby import FindPress, HousePress, OpenPress, RulesPart, RulesPress, RulesTab
from bot.presses.match import HandPress, PlayPress, ReplayPress
from bot.presses.pages import AskOnPress, BoardPress, HistoryPress
from bot.presses.study import StudyPositionPress
from bot.router import routes_of, was_offered
from bot.ui.custom_id import LARGEST, Area, CustomId, parse_custom_id
from bot.ui.press import ENVELOPE, Press
from bot.ui.routes import AnswerKind
from engine.clocks import CLOCKS
from engine.game.actions import Discard, Draw, Knock, LayOff, Pass, Ready, Take
from engine.game.options import OPTIONS
from engine.game.seats import Seat
from engine.service.exercises import Series
from engine.standings.rating import ANY, POOLS
from engine.trainer.puzzle import ADVICE_TRACKS, Track
from tests.journeys.world import running_world
from tests.service.world import existing
from tests.worlds.every_press import PRESSES

POSTED: Final = (Path(__file__).parent / "custom_ids_0_1.txt").read_text("utf-8").split()
"""The custom ids of messages of version 0.1, each sort once."""
NONSENSE: Final = {"unknown", "go-anything", "replay-nothing"}
"""What tests pressed that no message offered."""
NUMBERS: Final = st.integers(0, LARGEST)
CARDS: Final = st.integers(0, 51)
HANDS: Final = st.lists(CARDS, unique=True).map(tuple)
ACTIONS: Final = st.one_of(
    st.sampled_from((Pass(), Draw(), Ready())),
    st.builds(Take, st.integers(1, 9)),
    st.builds(Discard, CARDS),
    st.builds(Knock, CARDS, st.none() | st.just((0b111, 0b111 << 13))),
    st.builds(LayOff, CARDS, st.integers(0, 9)),
    st.builds(Ready, st.text()),
)
TABS: Final = st.one_of(
    st.builds(RulesTab, st.sampled_from((RulesPart.PLAY, RulesPart.SCORE)), is_open=st.booleans()),
    st.builds(RulesTab, st.just(RulesPart.OPTIONS), st.integers(0, 99), st.booleans()),
)
ENTRANTS: Final = st.none() | st.integers(1, LARGEST) | st.integers(-LARGEST, -1)
"""Those who have deleted their data have negative ids."""
SEASONS: Final = st.just("all") | st.from_regex(r"20[0-9]{2}-[01][0-9]", fullmatch=True)
VALUES: Final[dict[tuple[type[Press], str], st.SearchStrategy[Any]]] = {
    (BoardPress, "pool"): st.sampled_from((ANY, *map(str, POOLS))),
    (BoardPress, "season"): SEASONS,
    (AskOnPress, "preset"): st.sampled_from(ASKABLE),
    (AskOnPress, "hand"): HANDS,
    (AskOnPress, "pile"): HANDS,
    (AskOnPress, "taken"): HANDS,
    (StudyPositionPress, "preset"): st.sampled_from(ASKABLE),
    (StudyPositionPress, "hand"): HANDS,
    (StudyPositionPress, "pile"): HANDS,
    (StudyPositionPress, "taken"): HANDS,
    (FindPress, "clock"): st.sampled_from(list(CLOCKS.values())),
    (OpenPress, "clock"): st.sampled_from(list(CLOCKS.values())),
    (EventPress, "user"): ENTRANTS,
    (EventPress, "other"): ENTRANTS,
    (HandPress, "card"): CARDS,
    (HistoryPress, "opponent"): st.none() | st.integers(1, LARGEST),
    (HistoryPress, "preset"): st.none() | st.text(min_size=1),
    (HousePress, "option"): st.sampled_from(sorted(OPTIONS)),
    (PlayPress, "action"): ACTIONS,
    (ProfilePress, "pool"): st.none() | st.sampled_from(POOLS),
    (ReplayPress, "eyes"): st.none() | st.sampled_from(Seat),
    (RulesPress, "tab"): TABS,
}


def value_of(cls: type[Press], name: str) -> st.SearchStrategy[Any]:
    """Any value of a field that may stand in the text."""
    if (cls, name) in VALUES:
        return VALUES[cls, name]
    hint = get_type_hints(cls)[name]
    kind = next((one for one in get_args(hint) if one is not NoneType), hint)
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    return st.text() if kind is str else NUMBERS


@st.composite
def presses(draw: st.DrawFn, cls: type[Press]) -> Press:
    """Any press of a feature: a verb, and of what follows it as much as is needed or wanted."""
    own = {one.name: one for one in fields(cls)}
    found: dict[str, Any] = {name: draw(NUMBERS) for name in ENVELOPE if name in own}
    names = [name for name in own if name not in ENVELOPE]
    while names:
        name = names.pop(0)
        if own[name].default is None and draw(st.booleans()):
            break
        value = found[name] = draw(value_of(cls, name))
        if isinstance(value, Enum):  # A name may be spelt like a verb.
            names = list(cls.PARTS.get(value, names))
    return cls(**found)


def read(text: str) -> list[Press]:
    """The meanings of a custom id."""
    custom_id = renewed(existing(parse_custom_id(text)))
    return [found for kind in PRESSES if (found := kind.read(custom_id)) is not None]


@pytest.mark.parametrize("kind", PRESSES, ids=lambda kind: kind.__name__)
def test_a_press_is_read_as_it_was_written(kind: type[Press]) -> None:
    @given(presses(kind))
    def same(press: Press) -> None:
        assert read(str(press)) == [press]

    same()


def test_area_and_word_say_which_press_a_text_is() -> None:
    assert len({(kind.AREA, kind.WORD) for kind in PRESSES}) == len(PRESSES)


@given(st.sampled_from(Area), NUMBERS, NUMBERS, st.text())
def test_any_text_is_read_or_is_not_ours(area: Area, number: int, revision: int, text: str) -> None:
    for kind in PRESSES:
        for what in (text, kind.WORD, f"{kind.WORD}-{text}", f"{kind.WORD}{kind.BETWEEN}{text}"):
            kind.read(CustomId(area, number, revision, what))


@given(st.sampled_from(POSTED), st.data())
def test_a_damaged_button_means_one_thing_or_none(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + 1 :]
    if parse_custom_id(damaged) is not None:
        assert len(read(damaged)) <= 1


@pytest.mark.parametrize(
    "what",
    [
        *("daily-look-5-6", "daily-answer-x", "daily-answer-²", "daily", "daily-", "dail-look"),
        *("coach-see-1-2-3", "coach-try--1", "coach-see-+1", "replay-m-0-0-9-open"),
        *("history-older", "history-older-zz!-", "profile-more-x-", "profile-more-s-none.live"),
        *("board-pool-s-won-any", "board-pool-s-won-any-20261", "board-pool-s-lost-any-all"),
        *("house-set-nothing-club", "house-pick", "rules-o-standard", "rules-play..-standard"),
        *("event-list", "event-enter-1", "event-undo", "event-award-1-zz!", "event-replace-yes-"),
        *("plan", "plan-announce", "plan-page-1", "plan-set"),
        *(
            "rewards-see-hat",
            "set-",
            "set-nothing",
            "privacy-delete",
            "note-open-1",
            "note-book",
            "person-book",
        ),
    ],
)
def test_a_page_that_nobody_offers_is_no_button(what: str) -> None:
    assert read(str(CustomId(Area.PAGE, 1, 1, what))) == []


@pytest.mark.parametrize(
    ("area", "what"),
    [
        *((Area.PLAY, what) for what in ("", "w", "d", "dXX", "n", "e", "c", "C0", "L", "k5S:zz")),
        *(
            (Area.HAND, what)
            for what in ("", "refresh", "pick-1S", "pick1", "plan", "knock-AS-2", "left-TC")
        ),
        *((Area.TABLE, what) for what in ("", "by-late8", "by-late-0", "by-pause1", "by", "play")),
        *((Area.LOBBY, what) for what in ("", "side", "side2", "join-1")),
    ],
)
def test_what_no_table_offers_is_no_button(area: Area, what: str) -> None:
    assert read(str(CustomId(area, 1, 1, what))) == []


async def test_the_buttons_of_old_messages_still_work(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        routes = routes_of(world.bot.parts)
    for text in POSTED:
        custom_id = parse_custom_id(text)
        assert custom_id is not None, text
        is_foreign = custom_id.what in NONSENSE
        text = str(renewed(custom_id))
        assert (routes.read(custom_id) is None) == is_foreign, text
        assert [str(press) for press in read(text)] == ([] if is_foreign else [text])


ANSWERS, VALUES_OF, NEXT = ExerciseVerb
EARLIER: Final = {
    "daily-answer-2": ExercisePress(ANSWERS, Series.DAY, 2, id=7, revision=3),
    "daily-value": ExercisePress(VALUES_OF, Series.DAY, id=7, revision=3),
    "train-answer-all-4": ExercisePress(ANSWERS, Series.TRAINER, 4, Track.ALL, 7, 3),
    "train-value-advice1": ExercisePress(VALUES_OF, Series.TRAINER, None, ADVICE_TRACKS[0], 7, 3),
    "train-next-knock": ExercisePress(NEXT, Series.TRAINER, None, Track.KNOCK, 7, 3),
    "train-choose": ExercisePress(NEXT, Series.TRAINER, id=7, revision=3),
    "race-answer-0": ExercisePress(ANSWERS, Series.RACE, 0, id=7, revision=3),
    "race-value": ExercisePress(VALUES_OF, Series.RACE, id=7, revision=3),
    "learn-answer-1": ExercisePress(ANSWERS, Series.COURSE, 1, id=7, revision=3),
    "learn-value": ExercisePress(VALUES_OF, Series.COURSE, id=7, revision=3),
    "weekly-answer": ExercisePress(VALUES_OF, Series.WEEK, id=7, revision=3),
}
"""The custom ids of exercises when each had a press of its own."""


@pytest.mark.parametrize(("what", "press"), EARLIER.items())
def test_an_answer_on_an_old_message_is_one_now(what: str, press: ExercisePress) -> None:
    assert read(str(CustomId(Area.PAGE, 7, 3, what))) == [press]


@pytest.mark.parametrize("what", ["race-choose", "learn-choose", "race-show", "daily-puzzle"])
def test_what_is_no_answer_stays_what_it_was(what: str) -> None:
    custom_id = CustomId(Area.PAGE, 7, 3, what)
    assert renewed(custom_id) == custom_id
    assert len(read(str(custom_id))) == 1


async def test_a_move_is_taken_back_in_place_at_every_table_of_a_team(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        routes = routes_of(world.bot.parts)
    for what in ("by-allow0", "by-allow1", "by-refuse0", "by-refuse3"):
        press = routes.read(CustomId(Area.TABLE, 1, 0, what))
        assert press is not None
        bound = routes.bind(press)
        assert bound.kind is AnswerKind.IN_PLACE, what


TEXTS, PEOPLE = 3, 5
"""Discord's numbers of menus with lines of text, and with people."""


@pytest.mark.parametrize(
    ("carried", "pressed", "values", "is_offered"),
    [
        (TEXTS, TEXTS, ["a"], True),
        (TEXTS, TEXTS, ["a", "z"], False),
        (TEXTS, PEOPLE, ["7"], False),
        (TEXTS, 2, ["a"], False),
        (TEXTS, 2, [], True),
        (PEOPLE, PEOPLE, ["7"], True),
        (PEOPLE, PEOPLE, ["seven"], False),
        (PEOPLE, TEXTS, ["7"], False),
        (None, TEXTS, ["a"], False),
        (None, PEOPLE, ["7"], False),
    ],
)
def test_a_menu_gives_only_what_it_offers(
    carried: int | None, pressed: int, values: list[str], *, is_offered: bool
) -> None:
    options = [{"label": "A", "value": "a"}] if carried == TEXTS else []
    data: Any = {"type": carried, "id": 1, "custom_id": "x", "options": options}
    parts = [] if carried is None else [discord.components.SelectMenu(data)]
    interaction: Any = SimpleNamespace(message=SimpleNamespace(components=parts))
    chosen = {"custom_id": "x", "component_type": pressed, "values": values}
    assert was_offered(interaction, chosen) == is_offered
